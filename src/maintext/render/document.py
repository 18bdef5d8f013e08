"""The document between page and format: what was kept, as blocks and what stands in their lines, all frozen values."""

from typing import Literal, NamedTuple, TypeAlias

Style: TypeAlias = Literal[
    "strong", "emphasis", "code", "strike", "subscript", "superscript", "underline", "mark", "quotation", "ruby"
]


class Styled(NamedTuple):
    """Words in one style."""

    style: Style
    content: "Inlines"


class Link(NamedTuple):
    """Words that lead somewhere; the target is safe to follow."""

    url: str
    content: "Inlines"


class Image(NamedTuple):
    """A picture in the line or on its own."""

    url: str
    alt: str


class Formula(NamedTuple):
    """A formula as LaTeX; a display formula stands on its own line."""

    tex: str
    display: bool


class Break(NamedTuple):
    """A line that ends where the author wanted it to."""


class NoteMark(NamedTuple):
    """The place a footnote belongs to."""

    label: str


Inline: TypeAlias = str | Styled | Link | Image | Formula | Break | NoteMark
Inlines: TypeAlias = tuple[Inline, ...]


class Paragraph(NamedTuple):
    """A paragraph, or any other run of text."""

    content: Inlines


class Heading(NamedTuple):
    """A heading of level 1 to 6."""

    level: int
    content: Inlines


class Code(NamedTuple):
    """Code with its exact white space."""

    text: str
    language: str


class Quote(NamedTuple):
    """What somebody else said."""

    blocks: "Blocks"


class Item(NamedTuple):
    """An item of a list; `checked` is None unless it has a box to tick."""

    blocks: "Blocks"
    checked: bool | None = None


class List(NamedTuple):
    """A list; `start` is the first number of an ordered one."""

    ordered: bool
    start: int
    items: tuple[Item, ...]


class DefinitionEntry(NamedTuple):
    """A term of a definition list, or one of its definitions."""

    is_term: bool
    blocks: "Blocks"


class Definitions(NamedTuple):
    """A definition list."""

    entries: tuple[DefinitionEntry, ...]


class Cell(NamedTuple):
    """A cell of a table, and the column it starts in."""

    column: int
    blocks: "Blocks"
    header: bool = False
    columns: int = 1
    rows: int = 1


class Table(NamedTuple):
    """A table of data; rows may be ragged."""

    width: int
    rows: tuple[tuple[Cell, ...], ...]
    caption: Inlines = ()


class Caption(NamedTuple):
    """What is said about a picture."""

    content: Inlines


class Figure(NamedTuple):
    """A picture with its caption, or another thing with one."""

    blocks: "Blocks"


class Note(NamedTuple):
    """A footnote."""

    label: str
    blocks: "Blocks"


class Rule(NamedTuple):
    """A line between two parts."""


Block: TypeAlias = Paragraph | Heading | Code | Quote | List | Definitions | Table | Caption | Figure | Note | Rule
Blocks: TypeAlias = tuple[Block, ...]


class Document(NamedTuple):
    """What was kept of a page."""

    blocks: Blocks
    language: str | None = None
    direction: str | None = None
    """`rtl` if the page is written from right to left."""


def plain(content: Inlines) -> str:
    """The words in a line, without anything around them."""
    parts: list[str] = []
    for one in content:
        if type(one) is str:
            parts.append(one)
        elif isinstance(one, Styled | Link):
            parts.append(plain(one.content))
        elif isinstance(one, Image):
            parts.append(one.alt)
        elif isinstance(one, Formula):
            parts.append(one.tex)
        elif isinstance(one, Break):
            parts.append("\n")
    return "".join(parts)
