"""Learn the template of a site in one pass over its pages, with counts of bounded size."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from maintext.page import Page
from maintext.sites.block_keys import BlockKeys, read_block_keys
from maintext.sites.layout_matching import MOST, nearest_layout
from maintext.sites.sketches import Distinct, Frequent, entropy
from maintext.sites.template import PageLayout, PathFacts, Repeated, Template

_TEXTS: Final = 20_000
"""Maximum number of counted texts of a site."""
_PATHS: Final = 4_000
"""Maximum number of counted paths of a layout."""
_HEAVY: Final = 16
"""Maximum number of counted texts at a path."""
_SHOWN: Final = 60
_SAVED_TEXTS: Final = 2_000
_SAVED_PATHS: Final = 400
_SAME: Final = 0.98
"""A page is a duplicate if at least this share of its words was seen before."""
_COPY_WORDS: Final = 20


@dataclass(slots=True)
class _Path:
    """Counts of one path."""

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
    """Counts of one layout."""

    example: str
    pages: int = 0
    paths: dict[str, _Path] = field(default_factory=dict)

    @property
    def common(self) -> frozenset[str]:
        return frozenset(path for path, held in self.paths.items() if 2 * held.pages >= self.pages)


@dataclass(slots=True)
class TemplateLearner:
    """Learns the template of a site from its pages."""

    site: str
    extractor: str | None = None
    """The extractor that the block probabilities come from, if any."""
    pages: int = 0
    _layouts: list[_Layout] = field(default_factory=list)
    _texts: Frequent = field(default_factory=lambda: Frequent(_TEXTS))
    _samples: dict[int, str] = field(default_factory=dict)
    _left_out: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, page: Page, believed: Sequence[float] | None = None) -> bool:
        """Learn from a page; False if it was skipped. `believed` holds the main-text probability of each block."""
        return self.add_blocks(name, read_block_keys(page), page.tree.block_texts, page.block_words, believed)

    def add_blocks(
        self, name: str, keys: BlockKeys, texts: Sequence[str], words: Sequence[int], believed: Sequence[float] | None
    ) -> bool:
        """Learn from the keys, texts and word counts of a page's blocks."""
        if not texts:
            self.leave_out(name, "it has no text")
            return False
        if self._is_copy(keys, words):
            self.leave_out(name, "nearly all of its text is on pages seen before; it may be a duplicate")
            return False
        self.pages += 1
        self._count_texts(keys, texts)
        self._count_paths(name, keys, words, believed)
        return True

    def leave_out(self, name: str, why: str) -> None:
        """Record a skipped page; at most 20 are listed."""
        if len(self._left_out) < 20:
            self._left_out[name] = why

    def template(self) -> Template:
        """The template learned so far."""
        layouts = sorted(self._layouts, key=lambda each: -each.pages)
        repeated = [
            Repeated(key, count, self._samples.get(key, ""))
            for key, count in list(self._texts)[:_SAVED_TEXTS]
            if count > 1
        ]
        return Template(
            self.site,
            self.pages,
            [_template_layout(each) for each in layouts],
            repeated,
            self.extractor,
            self._left_out,
        )

    def _is_copy(self, keys: BlockKeys, words: Sequence[int]) -> bool:
        """Whether nearly all text was seen before; learning from a duplicate would make its article boilerplate."""
        own = total = 0
        for key, size in zip(keys.texts, words, strict=True):
            total += size
            own += 0 if key in self._texts.counts else size
        return self.pages > 0 and own <= (1 - _SAME) * total and total >= _COPY_WORDS

    def _count_texts(self, keys: BlockKeys, texts: Sequence[str]) -> None:
        for key, text in dict(zip(keys.texts, texts, strict=True)).items():
            if self._texts.add(key) == 2 and len(self._samples) < 2 * _TEXTS:
                self._samples[key] = " ".join(text[: 4 * _SHOWN].split())[:_SHOWN]

    def _count_paths(self, name: str, keys: BlockKeys, words: Sequence[int], believed: Sequence[float] | None) -> None:
        layout = self._layout_of(name, frozenset(keys.paths))
        layout.pages += 1
        for path in dict.fromkeys(keys.paths):
            held = layout.paths.get(path)
            if held is None:
                if len(layout.paths) >= _PATHS:
                    continue
                held = layout.paths[path] = _Path()
            held.pages += 1
        for at, (path, key, size) in enumerate(zip(keys.paths, keys.texts, words, strict=True)):
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
        found = nearest_layout(paths, [each.common for each in self._layouts], full)
        if found is None:
            self._layouts.append(_Layout(name))
            found = -1
        return self._layouts[found]


def _template_layout(layout: _Layout) -> PageLayout:
    """The layout with its most important paths: by number of pages, then by number of words."""
    ranked = sorted(layout.paths.items(), key=lambda item: (-item[1].pages, -item[1].words, item[0]))
    kept = [(path, held) for path, held in ranked if held.pages > 1 or layout.pages == 1][:_SAVED_PATHS]
    return PageLayout(layout.pages, layout.example, {path: held.facts() for path, held in kept})
