"""Inline content that elements open: styles, links, footnote marks, formulas."""

from collections.abc import Sequence
from typing import Final

from maintext.page import Page
from maintext.render import class_hints
from maintext.render.attribute_cache import AttributeCache
from maintext.render.code_lines import CodeLines
from maintext.render.containers import Container
from maintext.render.containers import ContainerKind as Of
from maintext.render.document import Formula, NoteMark
from maintext.render.formulas import is_display, latex_of
from maintext.render.kept_blocks import KeptBlocks
from maintext.render.line_builder import LINK, LineBuilder, OpenStyle
from maintext.render.links import links_of
from maintext.render.options import Options
from maintext.render.shown_notes import ShownNotes

_MAX_EMPTY = 4  # the maximum number of nested formula elements without a formula
_LABEL = 200  # the number of characters of a link text that are read to recognize a permanent link

NOTHING: Final = 0
STYLE: Final = -1
HEADING: Final = -2
MUTED: Final = -3
CAPTION: Final = -4
PRE: Final = -5
"""What to undo when an element ends; a positive number is the number of containers to close."""


class InlineState:
    """The open elements, containers and styles, and the line that is being built."""

    def __init__(self, page: Page, kept: Sequence[bool], options: Options) -> None:
        self.page, self.kept, self.options = page, KeptBlocks(page.tree, kept), options
        self.tree = tree = page.tree
        self.tags, self.parents = tree.tags, tree.parents
        self.attribute = tree.elements.get
        self.has_roles = bool(tree.elements.select('[role="heading"]'))
        self.stops = [*tree.block_starts[1:], len(tree.texts)]
        self.links = links_of(page)
        self.names = AttributeCache(tree)
        self.code_lines = CodeLines(tree, self.names)
        self.notes = ShownNotes(page.footnotes, self.kept)
        self.containers = [Container(Of.ROOT, -1)]
        self.path: list[int] = []
        self.undo: list[int] = []
        self.open: dict[int, int] = {-1: 0}  # the depth of each open element
        self.empty_formulas: list[int] = []  # the ends of open formula elements without a formula
        self.styles: list[OpenStyle] = []
        self.level = self.muted = 0
        self.in_caption = 0
        self.pre = -1
        self.line: LineBuilder | None = None
        self.link_end = -1  # the index of the text after the last link
        self.text = 0

    def _style(self, kind: str, element: int, url: str = "") -> int:
        """Open a style, unless it is already open or has no effect here; returns what to undo."""
        if kind != LINK:
            if not self.options.include_formatting or (kind == "strong" and self.level):
                return NOTHING
            if any(opening.kind == kind for opening in self.styles):
                return NOTHING
        self.styles.append(OpenStyle(kind, url, element))
        return STYLE

    def _link(self, element: int) -> int:
        written = self.attribute(element, "href")
        if written is None:
            if self.line is not None and self._follows_link(element):
                self.line.space()
            return NOTHING
        if self.level and "#" in written:
            if class_hints.is_permalink(self.tree.elements.leading_text(element, _LABEL).strip()):
                self.muted += 1
                return MUTED
            if written.startswith("#"):
                return NOTHING  # a heading that links to itself
        if self.line is not None and (self.link_end == self.text or self._follows_link(element)):
            self.line.space()
        if any(opening.kind == LINK for opening in self.styles):
            return NOTHING
        return self._style(LINK, element, self.links.resolve(written) if self.options.include_links else "")

    def _follows_link(self, element: int) -> bool:
        """Whether the text before is that of another link; the page separates such links by a space."""
        before = self.tree.text_elements[self.text - 1] if self.text else -1
        for _ in range(3):
            if before < 0:
                return False
            if self.tags[before] == "a":
                return self.page.ends[before] <= element
            before = self.parents[before]
        return False

    def _mark(self, element: int) -> int:
        """Add the reference mark of a footnote instead of the element's texts; returns what to undo."""
        label = self.notes.marks[element]
        self.muted += 1
        if label and self.muted == 1:
            self.line = self.line or LineBuilder()
            self._add_mark(self.line, label)
        return MUTED

    def _add_mark(self, line: LineBuilder, label: str) -> None:
        """Add a reference mark inside the styles of the words before it."""
        opened = [opening for opening in self.styles if opening.kind not in ("superscript", LINK)]
        line.add(NoteMark(label), [opening for opening in opened if line.has_words_in(opening)])

    def _formula(self, element: int) -> int:
        """Add the formula of an element instead of its texts; returns what to undo."""
        self.muted += 1
        if self.muted > 1:
            return MUTED
        tex = latex_of(self.tree, element) if self._may_hold_formula(element) else ""
        if not tex:
            self.muted -= 1
            self.empty_formulas.append(self.page.ends[element])
            return NOTHING
        line = self.line or LineBuilder()
        self.line = line
        line.add(Formula(tex, self._displays(element)), self.styles)
        return MUTED

    def _may_hold_formula(self, element: int) -> bool:
        """Whether to search for a formula: not inside too many nested elements without one, because search is slow."""
        ends = self.empty_formulas
        while ends and ends[-1] <= element:
            ends.pop()
        return len(ends) < _MAX_EMPTY

    def _displays(self, element: int) -> bool:
        around = self.parents[element]
        named = around >= 0 and class_hints.is_display(self.names.classes(around))
        return named or is_display(self.tree, element) or class_hints.is_display(self.attribute(element, "class"))
