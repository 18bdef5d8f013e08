"""Options of the output formats."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """Options of all output formats; the names are those of trafilatura."""

    include_links: bool = True
    """Keep link targets; the text of links is always kept."""
    include_images: bool = True
    """Keep images, videos and embedded media."""
    include_tables: bool = True
    """Keep data tables as tables; otherwise their cells are paragraphs, as those of layout tables always are."""
    include_formatting: bool = True
    """Keep bold, italics, inline code, superscripts and similar styles; headings and lists are always kept."""
    with_metadata: bool = False
    """Write the page's metadata before the text; JSON and TEI always have them."""
    max_tokens: int = 512
    """The most tokens of a chunk."""
    overlap: int = 0
    """How many tokens of a chunk are repeated in the next one of its section."""


DEFAULT = Options()
