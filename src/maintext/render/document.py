"""The document model: the kept content of a page as blocks with inline content, all immutable."""

from typing import Literal, NamedTuple, TypeAlias

Style: TypeAlias = Literal[
    "strong", "emphasis", "code", "strike", "subscript", "superscript", "underline", "mark", "quotation", "ruby"
]


class Styled(NamedTuple):
    """Inline content in one style."""

    style: Style
    content: "Inlines"


class Link(NamedTuple):
    """A link; the target is safe to follow."""

    url: str
    content: "Inlines"


class Image(NamedTuple):
    """An image."""

    url: str
    alt: str


class Player(NamedTuple):
    """A video, an audio file or an embedded player; its label is not text of the page."""

    url: str
    label: str


class Formula(NamedTuple):
    """A formula in LaTeX; a display formula has its own line."""

    tex: str
    display: bool


class Break(NamedTuple):
    """A line break set by the author."""


class NoteMark(NamedTuple):
    """The reference mark of a footnote."""

    label: str


Inline: TypeAlias = str | Styled | Link | Image | Player | Formula | Break | NoteMark
Inlines: TypeAlias = tuple[Inline, ...]


class Paragraph(NamedTuple):
    """A paragraph, or other text without a block type of its own."""

    content: Inlines


class Heading(NamedTuple):
    """A heading of level 1 to 6."""

    level: int
    content: Inlines


class Code(NamedTuple):
    """A code block with unchanged white space."""

    text: str
    language: str


class Quote(NamedTuple):
    """A block quotation, or a callout such as a note or a warning."""

    blocks: "Blocks"
    callout: str = ""
    """`note`, `tip`, `important`, `warning` or `caution`; empty for quotations."""


class ListItem(NamedTuple):
    """A list item; `checked` is None unless it has a checkbox."""

    blocks: "Blocks"
    checked: bool | None = None


class List(NamedTuple):
    """A list; `start` is the first number of an ordered list."""

    ordered: bool
    start: int
    items: tuple[ListItem, ...]


class DefinitionEntry(NamedTuple):
    """A term of a definition list, or one of its definitions."""

    is_term: bool
    blocks: "Blocks"


class Definitions(NamedTuple):
    """A definition list."""

    entries: tuple[DefinitionEntry, ...]


class TableCell(NamedTuple):
    """A table cell, and the column in which it starts."""

    column: int
    blocks: "Blocks"
    header: bool = False
    columns: int = 1
    rows: int = 1


class DataTable(NamedTuple):
    """A data table; rows may have different lengths."""

    width: int
    rows: tuple[tuple[TableCell, ...], ...]
    caption: Inlines = ()


class Caption(NamedTuple):
    """A caption of a figure or table."""

    content: Inlines


class Figure(NamedTuple):
    """A figure: an image or other content with its caption."""

    blocks: "Blocks"


class Note(NamedTuple):
    """A footnote."""

    label: str
    blocks: "Blocks"


class Rule(NamedTuple):
    """A thematic break (horizontal rule)."""


Block: TypeAlias = Paragraph | Heading | Code | Quote | List | Definitions | DataTable | Caption | Figure | Note | Rule
Blocks: TypeAlias = tuple[Block, ...]


class Document(NamedTuple):
    """The kept content of a page."""

    blocks: Blocks
    language: str | None = None
    direction: str | None = None
    """The text direction: `rtl` for right to left, else None."""


def is_image(content: Inlines) -> bool:
    """Whether inline content is one image, perhaps with a link."""
    while len(content) == 1 and isinstance(content[0], Link):
        content = content[0].content
    return len(content) == 1 and isinstance(content[0], Image)


def plain_text(content: Inlines, *, images: bool = True) -> str:
    """The text of inline content, without markup; with `images`, their alternative texts are included."""
    parts: list[str] = []
    for one in content:
        if type(one) is str:
            parts.append(one)
        elif isinstance(one, Styled | Link):
            parts.append(plain_text(one.content, images=images))
        elif isinstance(one, Image):
            parts.append(one.alt if images else "")
        elif isinstance(one, Formula):
            parts.append(one.tex)
        elif isinstance(one, NoteMark):
            parts.append(f"[{one.label}]")
        elif isinstance(one, Break):
            parts.append("\n")
    return "".join(parts)
