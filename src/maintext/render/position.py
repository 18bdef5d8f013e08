"""Where the walk is in the tree: the open elements, and the container, style or heading that each of them opened."""

from collections.abc import Sequence
from typing import Final

from maintext.page import Page
from maintext.page.elements import HEADINGS
from maintext.render import hints
from maintext.render.containers import Container, close
from maintext.render.containers import Kind as Of
from maintext.render.document import Break, Caption, Formula, Heading, Inlines, NoteMark, Paragraph, Styled, plain
from maintext.render.formulas import is_display, latex_of
from maintext.render.kept import Kept
from maintext.render.lines import LINK, Line, Opening
from maintext.render.links import links_of
from maintext.render.names import Names
from maintext.render.notes import Notes
from maintext.render.options import Options

_STRESSED = 120  # longer paragraphs are not bold to stress something
_MAX_DEPTH = 24  # containers within containers; what nests deeper is laid out flat
_MAX_QUOTES = 8
_MAX_EMPTY = 4  # elements within each other that should hold a formula and do not
_LABEL = 200  # characters of a link that can be a mark

# What there is to undo when an element ends.
_NOTHING: Final = 0
_STYLE: Final = -1
_HEADING: Final = -2
_MUTED: Final = -3
_CAPTION: Final = -4
_PRE: Final = -5

_STYLES = {
    **dict.fromkeys(("b", "strong"), "strong"),
    **dict.fromkeys(("i", "em", "cite", "dfn", "var"), "emphasis"),
    **dict.fromkeys(("code", "kbd", "samp", "tt"), "code"),
    **dict.fromkeys(("s", "del", "strike"), "strike"),
    **dict.fromkeys(("u", "ins"), "underline"),
    "sub": "subscript",
    "sup": "superscript",
    "mark": "mark",
    "q": "quotation",
    "rt": "ruby",
}
_CONTAINERS = {
    **dict.fromkeys(("ul", "ol", "menu", "dir"), Of.LIST),
    "li": Of.ITEM,
    "dl": Of.DEFINITIONS,
    "dt": Of.TERM,
    "dd": Of.DEFINITION,
    "table": Of.TABLE,
    **dict.fromkeys(("td", "th"), Of.CELL),
    "blockquote": Of.QUOTE,
    "figure": Of.FIGURE,
}
_PREFORMATTED = frozenset(["pre", "listing", "xmp", "plaintext"])
_HINTED = frozenset(["span", "div", "p", "font", "section"])
_MEANT = frozenset(
    [*_STYLES, *_CONTAINERS, *HEADINGS, *_PREFORMATTED, "a", "figcaption", "caption", "math", "mjx-container"]
)


class Position:
    """The innermost open element, what is open around it, and what is written there."""

    def __init__(self, page: Page, kept: Sequence[bool], options: Options) -> None:
        self.page, self.kept, self.options = page, Kept(page.tree, kept), options
        self.tree = tree = page.tree
        self.tags, self.parents = tree.tags, tree.parents
        self.attribute = tree.elements.get
        self.has_roles = '"heading"' in page.source or "'heading'" in page.source or "role=heading" in page.source
        self.stops = [*tree.block_starts[1:], len(tree.texts)]
        self.links = links_of(page)
        self.names = Names(tree)
        self.notes = Notes(page, self.kept)
        self.containers = [Container(Of.ROOT, -1)]
        self.path: list[int] = []
        self.undo: list[int] = []
        self.open: dict[int, int] = {-1: 0}  # the open elements, and how many are open when each is the innermost
        self.empty_formulas: list[int] = []  # where the open elements end that should hold a formula and do not
        self.styles: list[Opening] = []
        self.level = self.muted = 0
        self.in_caption = 0
        self.pre = -1
        self.line: Line | None = None
        self.link_end = -1  # the text that comes next when the last link ended
        self.text = 0

    def move(self, element: int) -> None:
        """Close and open elements until this one is the innermost."""
        path = self.path
        if path and path[-1] == element:
            return
        entered = []
        is_open, parents = self.open, self.parents
        while element not in is_open:
            entered.append(element)
            element = parents[element]
        if (path[-1] if path else -1) != element:
            self.close_to(is_open[element])
        for inner in reversed(entered):
            self._enter(inner)

    def close_to(self, depth: int) -> None:
        """Close the innermost elements until so many are open."""
        path, undo = self.path, self.undo
        while len(path) > depth:
            element, what = path.pop(), undo.pop()
            del self.open[element]
            if what == _NOTHING:
                continue
            if what > 0:
                for _ in range(what):
                    close(self.containers, self.tree, self.options.include_tables)
            elif what == _STYLE:
                if self.styles.pop().kind == LINK:
                    self.link_end = self.text
            elif what == _MUTED:
                self.muted -= 1
            elif what == _CAPTION:
                self.in_caption -= 1
            elif what == _PRE:
                self.pre = -1
            else:
                self.level = 0

    def _enter(self, element: int) -> None:
        self.path.append(element)
        self.open[element] = len(self.path)
        tag = self.tags[element]
        if tag in _HINTED:
            self.undo.append(self._hint(element))
        elif tag in _MEANT:
            self.undo.append(self._meant(tag, element))
        else:
            self.undo.append(_NOTHING)

    def _meant(self, tag: str, element: int) -> int:
        """Open what a tag stands for, and tell what there will be to undo."""
        if tag == "a":
            return self._link(element)
        if tag in _STYLES:
            if tag == "sup" and hints.of_names(self.attribute(element, "class")) is hints.Hint.MUTED:
                self.muted += 1
                return _MUTED
            return self._style(_STYLES[tag], element)
        if tag in _CONTAINERS:
            undo = self._container(_CONTAINERS[tag], element)
            return self._cell_hint(element, undo) if undo > 0 and tag == "td" else undo
        if tag in HEADINGS:
            if self.level:
                return _NOTHING
            self.level = HEADINGS[tag]
            return _HEADING
        if tag in ("figcaption", "caption"):
            self.in_caption += 1
            return _CAPTION
        if tag in _PREFORMATTED:
            if self.pre >= 0:
                return _NOTHING
            self.pre = element
            return _PRE
        return self._formula(element)

    def _style(self, kind: str, element: int, url: str = "") -> int:
        """Open a style, unless it is open already or of no use here."""
        if kind != LINK:
            if not self.options.include_formatting or (kind == "strong" and self.level):
                return _NOTHING
            if any(opening.kind == kind for opening in self.styles):
                return _NOTHING
        self.styles.append(Opening(kind, url, element))
        return _STYLE

    def _link(self, element: int) -> int:
        written = self.attribute(element, "href")
        if written is None:
            return _NOTHING
        if written.startswith("#"):
            undo = self._fragment(element, written)
            if undo is not None:
                return undo
        if self.line is not None and self.link_end == self.text:
            self.line.space()
        if not self.options.include_links or any(opening.kind == LINK for opening in self.styles):
            return _NOTHING
        url = self.links.resolve(written)
        return self._style(LINK, element, url) if url else _NOTHING

    def _fragment(self, element: int, written: str) -> int | None:
        """A link within the page may be a permanent link, the mark of a footnote, or a way back from one."""
        label = self.tree.elements.leading_text(element, _LABEL).strip()
        raised = any(opening.kind == "superscript" for opening in self.styles)
        in_note = any(container.kind is Of.NOTE for container in self.containers)
        if (self.level and hints.is_permalink(label)) or (in_note and hints.is_way_back(label)):
            self.muted += 1
            return _MUTED
        mark = self.notes.mark(written[1:], label, element, raised)
        if mark is None:
            return _NOTHING if self.level else None  # a heading that links to itself
        self.muted += 1
        if mark:
            self._place(NoteMark(mark), raised)
        return _MUTED

    def _place(self, mark: NoteMark, raised: bool) -> None:
        line = self.line or Line()
        self.line = line
        line.add(mark, [opening for opening in self.styles if not raised or opening.kind != "superscript"])

    def _container(self, kind: Of, element: int) -> int:
        containers = self.containers
        if len(containers) >= _MAX_DEPTH:
            return _NOTHING
        label = self.notes.label_of(element)
        if label:
            containers.append(Container(Of.NOTE, element, label))
            return 1
        innermost = containers[-1].kind
        if kind is Of.ITEM and innermost is not Of.LIST:
            containers.append(Container(Of.LIST, self.parents[element]))
            containers.append(Container(Of.ITEM, element))
            return 2
        if kind in (Of.TERM, Of.DEFINITION) and innermost is not Of.DEFINITIONS:
            containers.append(Container(Of.DEFINITIONS, self.parents[element]))
            containers.append(Container(kind, element))
            return 2
        if kind is Of.CELL and innermost is not Of.TABLE:
            return _NOTHING
        if kind is Of.QUOTE and sum(container.kind is kind for container in containers) >= _MAX_QUOTES:
            return _NOTHING
        containers.append(Container(kind, element))
        return 1

    def _hint(self, element: int) -> int:
        """What an element's class, style or role says that its tag does not."""
        attribute = self.attribute
        names = attribute(element, "class")
        hint = hints.of_names(names) if names else None
        if hint is None:
            tag = self.tags[element]
            if tag in ("span", "font"):
                style = attribute(element, "style")
                kind = hints.style_of(style) if style else None
                return self._style(kind, element) if kind else _NOTHING
            if self.has_roles and attribute(element, "role") == "heading" and not self.level:
                self.level = hints.aria_level(attribute(element, "aria-level"))
                return _HEADING
            if self.notes.any:
                label = self.notes.label_of(element)
                if label and len(self.containers) < _MAX_DEPTH:
                    self.containers.append(Container(Of.NOTE, element, label))
                    return 1
            return _NOTHING
        if hint is hints.Hint.FORMULA:
            return self._formula(element)
        if hint is hints.Hint.MUTED:
            self.muted += 1
            return _MUTED
        if hint is hints.Hint.STRONG:
            return self._style("strong", element)
        if hint is hints.Hint.CAPTION:
            self.in_caption += 1
            return _CAPTION
        if len(self.containers) >= _MAX_DEPTH or self.tags[element] not in ("div", "section"):
            return _NOTHING
        self.containers.append(Container(Of.QUOTE if hint is hints.Hint.QUOTE else Of.FIGURE, element))
        return 1

    def _cell_hint(self, element: int, undo: int) -> int:
        """A cell may be a quotation (old forums) or the gutter beside a piece of code."""
        hint = hints.of_names(self.attribute(element, "class"))
        if hint is hints.Hint.QUOTE:
            self.containers.append(Container(Of.QUOTE, element))
            return undo + 1
        if hint is hints.Hint.MUTED:
            self.containers.pop()
            self.muted += 1
            return _MUTED
        return undo

    def _formula(self, element: int) -> int:
        """A formula takes the place of everything in its element."""
        self.muted += 1
        if self.muted > 1:
            return _MUTED
        tex = latex_of(self.tree, element) if self._may_hold_formula(element) else ""
        if not tex:
            self.muted -= 1
            self.empty_formulas.append(self.page.ends[element])
            return _NOTHING
        line = self.line or Line()
        self.line = line
        line.add(Formula(tex, self._displays(element)), self.styles)
        return _MUTED

    def _may_hold_formula(self, element: int) -> bool:
        """Whether to look for a formula: not inside too many elements that held none, each of which was searched."""
        ends = self.empty_formulas
        while ends and ends[-1] <= element:
            ends.pop()
        return len(ends) < _MAX_EMPTY

    def _displays(self, element: int) -> bool:
        around = self.parents[element]
        named = around >= 0 and hints.is_display(self.names.classes(around))
        return named or is_display(self.tree, element) or hints.is_display(self.attribute(element, "class"))

    def add(self, content: Inlines) -> None:
        """Put a line into the innermost container: as a caption, a heading or a paragraph."""
        container = self.containers[-1]
        if self.in_caption:
            container.add(Caption(content))
        elif self.level:
            container.add(Heading(self.level, content))
        elif isinstance(content[0], Styled) and content[0].style == "strong":
            for paragraph in _below_bold(content[0], content):
                container.add(paragraph)
        else:
            container.add(Paragraph(content))


def _below_bold(bold: Styled, content: Inlines) -> tuple[Paragraph, ...]:
    """A bold line over a paragraph stands by itself; a long paragraph that is bold throughout stresses nothing."""
    if len(content) == 1 and len(plain(bold.content)) > _STRESSED:
        return (Paragraph(bold.content),)
    if len(content) > 2 and isinstance(content[1], Break) and not any(isinstance(one, Break) for one in content[2:]):
        return Paragraph((bold,)), Paragraph(content[2:])
    return (Paragraph(content),)
