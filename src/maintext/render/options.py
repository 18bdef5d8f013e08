"""Options of rendering."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """Options of all formats, with the names of trafilatura."""

    include_links: bool = True
    """Link targets; the text of links always stays."""
    include_images: bool = True
    """Images, videos and embedded media."""
    include_tables: bool = True
    """Tables of data; tables that only place things on the page are no tables."""
    include_formatting: bool = True
    """Bold, italics, code in the line, superscripts and the like; headings and lists always stay."""
    with_metadata: bool = False
    """The page's metadata over the text; JSON and TEI always have them."""


DEFAULT = Options()
