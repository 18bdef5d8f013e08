"""The elements that a note consists of: the element with its label, and siblings that continue it."""

from dataclasses import dataclass, field

from maintext.page.element_flow import HEADINGS
from maintext.page.footnotes.numbered_notes import NOTES_TITLE
from maintext.page.footnotes.signs import LABEL, NOTE_NAME
from maintext.page.parsing.tree import Tree

_CONTINUED = frozenset(["p", "dt", *HEADINGS])
"""Elements that siblings may continue; other notes contain all of their content."""
_ENDS_NOTES = frozenset(["hr", "pre", "section", "article", "aside", "footer", "nav", "form", "dt", "table", *HEADINGS])


@dataclass(slots=True)
class NoteExtent:
    """Finds the siblings that continue a note."""

    tree: Tree
    starts: frozenset[int]
    """The elements in which notes start."""
    sections: dict[int, bool] = field(default_factory=dict)
    """A cache: whether an element contains nothing but notes after the first of them."""

    def elements(self, start: int) -> list[int]:
        """The element in which a note starts, and the siblings that continue it."""
        tag = self.tree.tags[start]
        if tag not in _CONTINUED:
            return [start]
        alone = self._is_label_only(start)
        siblings, followed = self._siblings(start)
        if followed or tag == "dt" or self._ends_with_notes(start):
            return [start, *siblings]
        return [start, *siblings[:1]] if alone else [start]

    def _siblings(self, start: int) -> tuple[list[int], bool]:
        """The siblings up to the next note or title, and whether a note comes after them."""
        tree = self.tree
        parent = tree.parents[start]
        end = tree.ends[parent] if parent >= 0 else len(tree.tags)
        siblings: list[int] = []
        sibling = tree.ends[start]
        while sibling < end:
            if sibling in self.starts:
                return siblings, True
            if tree.tags[sibling] in _ENDS_NOTES:
                break
            siblings.append(sibling)
            sibling = tree.ends[sibling]
        return siblings, False

    def _is_label_only(self, element: int) -> bool:
        return LABEL.fullmatch(self.tree.elements.leading_text(element, 20).strip()) is not None

    def _ends_with_notes(self, start: int) -> bool:
        """Whether the element around a note is named as that of notes, or a line or a title precedes its first note."""
        parent = self.tree.parents[start]
        if parent not in self.sections:
            self.sections[parent] = parent >= 0 and (self._is_named(parent) or self._is_introduced(parent))
        return self.sections[parent]

    def _is_named(self, parent: int) -> bool:
        get = self.tree.elements.get
        return any(NOTE_NAME.search(get(parent, name) or "") for name in ("class", "id", "role"))

    def _is_introduced(self, parent: int) -> bool:
        tree = self.tree
        previous, child = -1, parent + 1
        while child not in self.starts and child < tree.ends[parent]:
            previous, child = child, tree.ends[child]
        if previous < 0:
            return False
        return tree.tags[previous] == "hr" or _is_title(tree, previous)


def _is_title(tree: Tree, element: int) -> bool:
    return NOTES_TITLE.fullmatch(tree.elements.leading_text(element, 60).strip().rstrip(" :")) is not None
