"""The position of the walk in the tree: open elements, and the container, style or heading that each opened."""

from maintext.page.element_flow import HEADINGS
from maintext.render import class_hints
from maintext.render.containers import Container, close
from maintext.render.containers import ContainerKind as Of
from maintext.render.document import Break, Caption, Heading, Inlines, Paragraph, Styled, plain
from maintext.render.inline import CAPTION, HEADING, MUTED, NOTHING, PRE, STYLE, InlineState
from maintext.render.line_builder import LINK

_STRESSED = 120  # longer paragraphs are not bold to stress something
_MAX_DEPTH = 24  # containers within containers; what nests deeper is laid out flat
_MAX_QUOTES = 8

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


class TreePosition(InlineState):
    """The innermost open element, what is open around it, and what is written there."""

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
            if what == NOTHING:
                continue
            if what > 0:
                for _ in range(what):
                    close(self.containers, self.tree, self.options.include_tables)
            elif what == STYLE:
                if self.styles.pop().kind == LINK:
                    self.link_end = self.text
            elif what == MUTED:
                self.muted -= 1
            elif what == CAPTION:
                self.in_caption -= 1
            elif what == PRE:
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
            self.undo.append(NOTHING)

    def _meant(self, tag: str, element: int) -> int:
        """Open what a tag stands for, and tell what there will be to undo."""
        if tag == "a":
            return self._link(element)
        if tag in _STYLES:
            if tag == "sup" and class_hints.of_names(self.attribute(element, "class")) is class_hints.Hint.MUTED:
                self.muted += 1
                return MUTED
            return self._style(_STYLES[tag], element)
        if tag in _CONTAINERS:
            undo = self._container(_CONTAINERS[tag], element)
            return self._cell_hint(element, undo) if undo > 0 and tag == "td" else undo
        if tag in HEADINGS:
            if self.level:
                return NOTHING
            self.level = HEADINGS[tag]
            return HEADING
        if tag in ("figcaption", "caption"):
            self.in_caption += 1
            return CAPTION
        if tag in _PREFORMATTED:
            if self.pre >= 0:
                return NOTHING
            self.pre = element
            return PRE
        return self._formula(element)

    def _container(self, kind: Of, element: int) -> int:
        containers = self.containers
        if len(containers) >= _MAX_DEPTH:
            return NOTHING
        label = self.notes.note_label(element)
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
            return NOTHING
        if kind is Of.QUOTE and sum(container.kind is kind for container in containers) >= _MAX_QUOTES:
            return NOTHING
        containers.append(Container(kind, element))
        return 1

    def _hint(self, element: int) -> int:
        """What an element's class, style or role says that its tag does not."""
        attribute = self.attribute
        names = attribute(element, "class")
        hint = class_hints.of_names(names) if names else None
        if hint is None:
            tag = self.tags[element]
            if tag in ("span", "font"):
                style = attribute(element, "style")
                kind = class_hints.style_of(style) if style else None
                return self._style(kind, element) if kind else NOTHING
            if self.has_roles and attribute(element, "role") == "heading" and not self.level:
                self.level = class_hints.aria_level(attribute(element, "aria-level"))
                return HEADING
            if self.notes.any:
                label = self.notes.note_label(element)
                if label and len(self.containers) < _MAX_DEPTH:
                    self.containers.append(Container(Of.NOTE, element, label))
                    return 1
            return NOTHING
        if hint is class_hints.Hint.FORMULA:
            return self._formula(element)
        if hint is class_hints.Hint.MUTED:
            self.muted += 1
            return MUTED
        if hint is class_hints.Hint.STRONG:
            return self._style("strong", element)
        if hint is class_hints.Hint.CAPTION:
            self.in_caption += 1
            return CAPTION
        if len(self.containers) >= _MAX_DEPTH or self.tags[element] not in ("div", "section"):
            return NOTHING
        self.containers.append(Container(Of.QUOTE if hint is class_hints.Hint.QUOTE else Of.FIGURE, element))
        return 1

    def _cell_hint(self, element: int, undo: int) -> int:
        """A cell may be a quotation (old forums) or the gutter beside a piece of code."""
        hint = class_hints.of_names(self.attribute(element, "class"))
        if hint is class_hints.Hint.QUOTE:
            self.containers.append(Container(Of.QUOTE, element))
            return undo + 1
        if hint is class_hints.Hint.MUTED:
            self.containers.pop()
            self.muted += 1
            return MUTED
        return undo

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
