"""Learning a site: pages go by one at a time and are not kept; counts of bounded size remain."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from maintext.page import Page
from maintext.sites.layouts import MOST, most_alike
from maintext.sites.places import Places, places_of
from maintext.sites.sketches import Distinct, Frequent, entropy
from maintext.sites.template import Layout, PathFacts, Repeated, Template

_TEXTS: Final = 20_000
"""How many texts of a site are counted."""
_PATHS: Final = 4_000
"""How many paths of a layout are counted; later ones are not."""
_HEAVY: Final = 16
"""How many texts are counted at each path."""
_SHOWN: Final = 60
_SAVED_TEXTS: Final = 2_000
_SAVED_PATHS: Final = 400
_SAME: Final = 0.98
"""A page of whose words at least this share has been seen is a copy of one, or has nothing of its own."""
_COPY_WORDS: Final = 20


@dataclass(slots=True)
class _Path:
    """What is counted at a path."""

    pages: int = 0
    blocks: int = 0
    words: int = 0
    belief: float = 0.0
    judged: int = 0
    texts: Distinct = field(default_factory=Distinct)
    heavy: Frequent = field(default_factory=lambda: Frequent(_HEAVY))

    def facts(self) -> PathFacts:
        believed = round(self.belief / self.judged, 4) if self.judged else None
        distinct = min(self.blocks, max(1, round(self.texts.count)))
        bits = round(entropy(self.heavy, distinct), 2)
        return PathFacts(self.pages, self.blocks, self.words, distinct, bits, believed)


@dataclass(slots=True)
class _Layout:
    """What is counted of a layout."""

    example: str
    pages: int = 0
    paths: dict[str, _Path] = field(default_factory=dict)

    @property
    def common(self) -> frozenset[str]:
        return frozenset(path for path, held in self.paths.items() if 2 * held.pages >= self.pages)


@dataclass(slots=True)
class Learner:
    """Sees the pages of one site, and then gives its template."""

    site: str
    extractor: str | None = None
    """Who says how likely each block is main text, if anybody does."""
    pages: int = 0
    _layouts: list[_Layout] = field(default_factory=list)
    _texts: Frequent = field(default_factory=lambda: Frequent(_TEXTS))
    _samples: dict[int, str] = field(default_factory=dict)
    _left_out: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, page: Page, believed: Sequence[float] | None = None) -> bool:
        """Learn from a page; whether it had anything to learn from. `believed`: each block's chance of main text."""
        return self.see(name, places_of(page), page.tree.block_texts, page.block_words, believed)

    def see(
        self, name: str, places: Places, texts: Sequence[str], words: Sequence[int], believed: Sequence[float] | None
    ) -> bool:
        """The same for a page of which only places, texts and numbers of words are at hand."""
        if not texts:
            self.leave_out(name, "it has no text")
            return False
        if self._is_copy(places, words):
            self.leave_out(name, "nearly all of its text stands on pages already seen; it may be a copy of one")
            return False
        self.pages += 1
        self._count_texts(places, texts)
        self._count_paths(name, places, words, believed)
        return True

    def leave_out(self, name: str, why: str) -> None:
        """Note a page that was not learned from; of many, some are named."""
        if len(self._left_out) < 20:
            self._left_out[name] = why

    def template(self) -> Template:
        """What was learned."""
        layouts = sorted(self._layouts, key=lambda each: -each.pages)
        repeated = [
            Repeated(key, count, self._samples.get(key, ""))
            for key, count in list(self._texts)[:_SAVED_TEXTS]
            if count > 1
        ]
        return Template(
            self.site, self.pages, [_finished(each) for each in layouts], repeated, self.extractor, self._left_out
        )

    def _is_copy(self, places: Places, words: Sequence[int]) -> bool:
        """Whether the page has next to nothing of its own: to learn from a copy would make its article a template."""
        own = total = 0
        for key, size in zip(places.texts, words, strict=True):
            total += size
            own += 0 if key in self._texts.counts else size
        return self.pages > 0 and own <= (1 - _SAME) * total and total >= _COPY_WORDS

    def _count_texts(self, places: Places, texts: Sequence[str]) -> None:
        for key, text in dict(zip(places.texts, texts, strict=True)).items():
            if self._texts.add(key) == 2 and len(self._samples) < 2 * _TEXTS:
                self._samples[key] = " ".join(text[: 4 * _SHOWN].split())[:_SHOWN]

    def _count_paths(self, name: str, places: Places, words: Sequence[int], believed: Sequence[float] | None) -> None:
        layout = self._layout_of(name, frozenset(places.paths))
        layout.pages += 1
        for path in dict.fromkeys(places.paths):
            held = layout.paths.get(path)
            if held is None:
                if len(layout.paths) >= _PATHS:
                    continue
                held = layout.paths[path] = _Path()
            held.pages += 1
        for at, (path, key, size) in enumerate(zip(places.paths, places.texts, words, strict=True)):
            held = layout.paths.get(path)
            if held is None:
                continue
            held.blocks += 1
            held.words += size
            held.texts.add(key)
            held.heavy.add(key)
            if believed is not None:
                held.belief += believed[at]
                held.judged += 1

    def _layout_of(self, name: str, paths: frozenset[str]) -> _Layout:
        full = len(self._layouts) >= MOST
        found = most_alike(paths, [each.common for each in self._layouts], full)
        if found is None:
            self._layouts.append(_Layout(name))
            found = -1
        return self._layouts[found]


def _finished(layout: _Layout) -> Layout:
    """The paths that matter most: on many pages first, then by their words."""
    ranked = sorted(layout.paths.items(), key=lambda item: (-item[1].pages, -item[1].words, item[0]))
    kept = [(path, held) for path, held in ranked if held.pages > 1 or layout.pages == 1][:_SAVED_PATHS]
    return Layout(layout.pages, layout.example, {path: held.facts() for path, held in kept})
