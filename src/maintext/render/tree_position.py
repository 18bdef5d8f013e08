"""The position of the walk in the tree: the open elements, and the container, style or heading that each opened."""

from maintext.page.element_flow import HEADINGS
from maintext.render import class_hints
from maintext.render.bulleted_lines import bulleted_lines
from maintext.render.containers import Container, close
from maintext.render.containers import ContainerKind as Of
from maintext.render.document import Break, Caption, Heading, Inlines, Paragraph, Styled, plain_text
from maintext.render.inline import CAPTION, HEADING, MUTED, NOTHING, PRE, STYLE, InlineState
from maintext.render.line_builder import LINK

_STRESSED = 120  # the length from which a bold paragraph is written without bold
_MAX_DEPTH = 24  # the maximum depth of containers; deeper ones are flattened
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
_CONTINUES_NOTE = frozenset(["ul", "ol", "dl", "blockquote", "figure"])
"""Elements that are a container of their own when they continue a footnote."""
_PREFORMATTED = frozenset(["pre", "listing", "xmp", "plaintext"])
_HINTED = frozenset(["span", "div", "p", "font", "section", "aside", "details"])
_TAGS_WITH_EFFECT = frozenset(
    [*_STYLES, *_CONTAINERS, *HEADINGS, *_PREFORMATTED, "a", "figcaption", "caption", "math", "mjx-container"]
)


class TreePosition(InlineState):
    """The open elements of the walk, with methods to move to another element and to add content."""

    def move(self, element: int) -> None:
        """Close and open elements until `element` is the innermost open one."""
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
        """Close the innermost elements until `depth` elements are open."""
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
        if self.notes.any and (undo := self._open_footnote(element)) is not None:
            self.undo.append(undo)
        elif tag in _HINTED:
            self.undo.append(self._open_by_class(element))
        elif tag in _TAGS_WITH_EFFECT:
            self.undo.append(self._open_by_tag(tag, element))
        else:
            self.undo.append(NOTHING)

    def _open_footnote(self, element: int) -> int | None:
        """Open a footnote or its mark; returns what to undo, None if the element is neither."""
        if element in self.notes.marks:
            return self._mark(element)
        label = self.notes.labels.get(element)
        if label is None or len(self.containers) >= _MAX_DEPTH:
            return None
        self.containers.append(Container(Of.NOTE, element, label))
        tag = self.tags[element]
        return 1 + self._container(_CONTAINERS[tag], element) if tag in _CONTINUES_NOTE else 1

    def _open_by_tag(self, tag: str, element: int) -> int:
        """Open the container, style or heading of a tag; returns what to undo."""
        if tag == "a":
            return self._link(element)
        if tag in _STYLES:
            if tag == "sup" and class_hints.hint_of_classes(self.attribute(element, "class")) is class_hints.Hint.MUTED:
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
        containers.append(Container(kind, element, self._callout(element) if kind is Of.QUOTE else ""))
        return 1

    def _callout(self, quote: int) -> str:
        """The kind of callout that a blockquote is; empty if it is a quotation."""
        names = self.attribute(quote, "class") or ""
        if class_hints.hint_of_classes(names) is not class_hints.Hint.CALLOUT:
            return ""
        return class_hints.callout_kind(names, self.attribute(quote, "data-callout"))

    def _open_by_class(self, element: int) -> int:
        """Open a container, style or heading by the class, style or role of an element; returns what to undo."""
        attribute = self.attribute
        names = attribute(element, "class")
        hint = class_hints.hint_of_classes(names) if names else None
        if hint is None:
            tag = self.tags[element]
            if tag in ("span", "font"):
                style = attribute(element, "style")
                kind = class_hints.style_of(style) if style else None
                return self._style(kind, element) if kind else NOTHING
            if self.has_roles and attribute(element, "role") == "heading" and not self.level:
                self.level = class_hints.aria_level(attribute(element, "aria-level"))
                return HEADING
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
        if len(self.containers) >= _MAX_DEPTH or self.tags[element] not in ("div", "section", "aside", "details"):
            return NOTHING
        if hint is class_hints.Hint.CALLOUT:
            return self._open_callout(element, names or "")
        if self.tags[element] in ("aside", "details"):
            return NOTHING
        self.containers.append(Container(Of.QUOTE if hint is class_hints.Hint.QUOTE else Of.FIGURE, element))
        return 1

    def _open_callout(self, element: int, names: str) -> int:
        """Open a callout of a known kind, unless one is open; returns what to undo."""
        kind = class_hints.callout_kind(names, self.attribute(element, "data-callout"))
        if not kind or any(container.label and container.kind is Of.QUOTE for container in self.containers):
            return NOTHING
        self.containers.append(Container(Of.QUOTE, element, kind))
        return 1

    def _cell_hint(self, element: int, undo: int) -> int:
        """Handle a cell that is a quotation (in old forums) or contains line numbers of code; returns what to undo."""
        hint = class_hints.hint_of_classes(self.attribute(element, "class"))
        if hint is class_hints.Hint.QUOTE:
            self.containers.append(Container(Of.QUOTE, element))
            return undo + 1
        if hint is class_hints.Hint.MUTED:
            self.containers.pop()
            self.muted += 1
            return MUTED
        return undo

    def add(self, content: Inlines) -> None:
        """Add a line to the innermost container as a caption, a heading or a paragraph."""
        container = self.containers[-1]
        if self.in_caption:
            container.add(Caption(content))
        elif self.level:
            container.add(Heading(self.level, content))
        elif isinstance(content[0], Styled) and content[0].style == "strong":
            for paragraph in _split_bold_line(content[0], content):
                container.add(paragraph)
        elif (items := bulleted_lines(content)) is not None:
            for block in items:
                container.add(block)
        else:
            container.add(Paragraph(content))


def _split_bold_line(bold: Styled, content: Inlines) -> tuple[Paragraph, ...]:
    """The paragraphs of a line that starts bold: a bold first line is separate, a long bold paragraph loses bold."""
    if len(content) == 1 and len(plain_text(bold.content)) > _STRESSED:
        return (Paragraph(bold.content),)
    if len(content) > 2 and isinstance(content[1], Break) and not any(isinstance(one, Break) for one in content[2:]):
        return Paragraph((bold,)), Paragraph(content[2:])
    return (Paragraph(content),)
