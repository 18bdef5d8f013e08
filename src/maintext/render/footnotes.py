"""Footnotes: marks in the text that point to notes further down."""

import re
from dataclasses import dataclass, field

from maintext.page import Page
from maintext.render.kept_blocks import KeptBlocks

_MARK = re.compile(r"[\[(]?\s*(\d{1,3}|[a-z]|[ivx]{1,5}|[*†‡§]{1,3}|(?:note|nb|n)\s?\d{1,3})\s*[\])]?", re.IGNORECASE)
_NOTE_ID = re.compile(
    r"(?:^|[_:\-])(?:fn|ftn|edn|footnote|endnote|cite_note|note|ref|bib|reference)s?\W?_?", re.IGNORECASE
)

_HOLDERS = frozenset(["li", "p", "div", "aside", "dd", "tr"])
_LOOKED_AT = 5
"""Texts at the start of a note that say whether it was kept."""


@dataclass(slots=True)
class Footnotes:
    """The footnotes of a page that are known so far."""

    page: Page
    kept: KeptBlocks
    labels: dict[int, str] = field(default_factory=dict)
    """The elements that hold notes, with their labels."""
    taken: set[str] = field(default_factory=set)
    ids: dict[str, int] | None = None
    holders: dict[int, int] = field(default_factory=lambda: {-1: -1})
    """The nearest elements that can hold a note, as far as they were asked for."""

    @property
    def any(self) -> bool:
        """Whether a note is known."""
        return bool(self.labels)

    def note_label(self, element: int) -> str | None:
        """The label of the note an element holds; None if it holds none."""
        return self.labels.get(element) if self.labels else None

    def mark(self, target: str, label: str, element: int, raised: bool) -> str | None:
        """The label of the note that a link marks: empty if the note was not kept, None if the link marks none."""
        found = _MARK.fullmatch(label)
        if found is None or not (raised or label.startswith(("[", "(")) or _NOTE_ID.search(target)):
            return None
        holder = self._find(target)
        if holder is None or holder <= element or not self.kept.is_inside(holder, _LOOKED_AT):
            return "" if raised and _NOTE_ID.search(target) else None
        if holder not in self.labels:
            self.labels[holder] = self._unique(found[1].replace(" ", ""))
        return self.labels[holder]

    def _unique(self, label: str) -> str:
        if not label.isalnum() or label in self.taken:
            label = f"n{len(self.taken) + 1}"
        self.taken.add(label)
        return label

    def _find(self, target: str) -> int | None:
        """The element with an id, or the item or block it stands in."""
        if self.ids is None:
            get = self.page.tree.elements.get
            self.ids = {}
            for element in range(len(self.page.tree.tags)):
                name = get(element, "id") or (get(element, "name") if self.page.tree.tags[element] == "a" else None)
                if name:
                    self.ids.setdefault(name, element)
        holder = self._holder(self.ids.get(target, -1))
        return holder if holder >= 0 else None

    def _holder(self, element: int) -> int:
        """The nearest element around that can hold a note, itself included; -1 if there is none."""
        tags, parents, known = self.page.tree.tags, self.page.tree.parents, self.holders
        passed = []
        while element not in known:
            passed.append(element)
            if tags[element] in _HOLDERS:
                known[element] = element
            else:
                element = parents[element]
        known.update(dict.fromkeys(passed, known[element]))
        return known[element]
