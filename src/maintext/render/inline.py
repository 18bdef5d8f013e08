"""What an element opens in the line: styles, links, marks of notes, formulas."""

from collections.abc import Sequence
from typing import Final

from maintext.page import Page
from maintext.render import class_hints
from maintext.render.attribute_cache import AttributeCache
from maintext.render.containers import Container
from maintext.render.containers import ContainerKind as Of
from maintext.render.document import Formula, NoteMark
from maintext.render.footnotes import Footnotes
from maintext.render.formulas import is_display, latex_of
from maintext.render.kept_blocks import KeptBlocks
from maintext.render.line_builder import LINK, LineBuilder, Opening
from maintext.render.links import links_of
from maintext.render.options import Options

_MAX_EMPTY = 4  # elements within each other that should hold a formula and do not
_LABEL = 200  # characters of a link that can be a mark

NOTHING: Final = 0
STYLE: Final = -1
HEADING: Final = -2
MUTED: Final = -3
CAPTION: Final = -4
PRE: Final = -5
"""What there is to undo when an element ends; a positive number counts containers to close."""


class InlineState:
    """The open elements, containers and styles, and the line that is being written."""

    def __init__(self, page: Page, kept: Sequence[bool], options: Options) -> None:
        self.page, self.kept, self.options = page, KeptBlocks(page.tree, kept), options
        self.tree = tree = page.tree
        self.tags, self.parents = tree.tags, tree.parents
        self.attribute = tree.elements.get
        self.has_roles = '"heading"' in page.source or "'heading'" in page.source or "role=heading" in page.source
        self.stops = [*tree.block_starts[1:], len(tree.texts)]
        self.links = links_of(page)
        self.names = AttributeCache(tree)
        self.notes = Footnotes(page, self.kept)
        self.containers = [Container(Of.ROOT, -1)]
        self.path: list[int] = []
        self.undo: list[int] = []
        self.open: dict[int, int] = {-1: 0}  # the open elements, and how many are open when each is the innermost
        self.empty_formulas: list[int] = []  # where the open elements end that should hold a formula and do not
        self.styles: list[Opening] = []
        self.level = self.muted = 0
        self.in_caption = 0
        self.pre = -1
        self.line: LineBuilder | None = None
        self.link_end = -1  # the text that comes next when the last link ended
        self.text = 0

    def _style(self, kind: str, element: int, url: str = "") -> int:
        """Open a style, unless it is open already or of no use here."""
        if kind != LINK:
            if not self.options.include_formatting or (kind == "strong" and self.level):
                return NOTHING
            if any(opening.kind == kind for opening in self.styles):
                return NOTHING
        self.styles.append(Opening(kind, url, element))
        return STYLE

    def _link(self, element: int) -> int:
        written = self.attribute(element, "href")
        if written is None:
            return NOTHING
        if written.startswith("#"):
            undo = self._fragment(element, written)
            if undo is not None:
                return undo
        if self.line is not None and self.link_end == self.text:
            self.line.space()
        if not self.options.include_links or any(opening.kind == LINK for opening in self.styles):
            return NOTHING
        url = self.links.resolve(written)
        return self._style(LINK, element, url) if url else NOTHING

    def _fragment(self, element: int, written: str) -> int | None:
        """A link within the page may be a permanent link, the mark of a footnote, or a way back from one."""
        label = self.tree.elements.leading_text(element, _LABEL).strip()
        raised = any(opening.kind == "superscript" for opening in self.styles)
        in_note = any(container.kind is Of.NOTE for container in self.containers)
        if (self.level and class_hints.is_permalink(label)) or (in_note and class_hints.is_way_back(label)):
            self.muted += 1
            return MUTED
        mark = self.notes.mark(written[1:], label, element, raised)
        if mark is None:
            return NOTHING if self.level else None  # a heading that links to itself
        self.muted += 1
        if mark:
            self._place(NoteMark(mark), raised)
        return MUTED

    def _place(self, mark: NoteMark, raised: bool) -> None:
        line = self.line or LineBuilder()
        self.line = line
        line.add(mark, [opening for opening in self.styles if not raised or opening.kind != "superscript"])

    def _formula(self, element: int) -> int:
        """A formula takes the place of everything in its element."""
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
        """Whether to look for a formula: not inside too many elements that held none, each of which was searched."""
        ends = self.empty_formulas
        while ends and ends[-1] <= element:
            ends.pop()
        return len(ends) < _MAX_EMPTY

    def _displays(self, element: int) -> bool:
        around = self.parents[element]
        named = around >= 0 and class_hints.is_display(self.names.classes(around))
        return named or is_display(self.tree, element) or class_hints.is_display(self.attribute(element, "class"))
