"""Wrapper induction: find selectors of the main text from a few labeled pages.

Among selectors with about the same result, the simplest is chosen, since it is the most likely to stay valid.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import fmean
from typing import Final

from maintext.errors import SiteError
from maintext.page import Page
from maintext.page.words import count_words
from maintext.sites.field_rules import field_rules
from maintext.sites.selector_candidates import lowest_costs, selector_candidates
from maintext.sites.selectors import select, texts_inside
from maintext.sites.wrapper_rules import Profile, Wrapper

MOST_SAMPLES: Final = 5
TRUSTED: Final = 0.95
"""Minimum F1 on the samples, seen and held out, for rules to fit the site."""
_PARTS: Final = 3
_DROPS: Final = 8
_GAIN: Final = 0.01
_DROP_GAIN: Final = 0.002
_COST: Final = 0.0015
"""F1 penalty per unit of selector cost, so that ties go to the simplest."""
_ONE_TAG: Final = 8.0
"""Cost of selecting one tag of a container, since other pages also have lists, quotes and headings."""
_ENOUGH: Final = 0.25
"""Minimum share of a page's main text for a container to be a candidate."""


@dataclass(frozen=True, eq=False)
class Sample:
    """A page with a main-text label for every block."""

    page: Page
    target: Sequence[bool]

    @cached_property
    def sizes(self) -> list[int]:
        """The number of words of every text of the tree."""
        return [count_words(text) for text in self.page.tree.texts]

    @cached_property
    def wanted(self) -> list[bool]:
        """For every text of the tree, whether it is main text."""
        tree = self.page.tree
        stops = [*tree.block_starts[1:], len(tree.texts)]
        found = [False] * len(tree.texts)
        for keep, first, last in zip(self.target, tree.block_starts, stops, strict=True):
            if keep:
                found[first:last] = [True] * (last - first)
        return found

    def inside(self, selector: str) -> list[bool]:
        """The texts that a selector finds."""
        return texts_inside(self.page, select(self.page, selector))

    def f1(self, inside: Sequence[bool]) -> float:
        """Word F1 of the selected texts against the main text."""
        both = sum(size for size, one, two in zip(self.sizes, inside, self.wanted, strict=True) if one and two)
        chosen = sum(size for size, one in zip(self.sizes, inside, strict=True) if one)
        wanted = sum(size for size, one in zip(self.sizes, self.wanted, strict=True) if one)
        return 2 * both / (chosen + wanted) if chosen + wanted else 0.0


@dataclass(frozen=True, slots=True)
class InducedWrapper:
    """A wrapper with its F1 on its training samples."""

    wrapper: Wrapper
    f1: float
    held_out: float | None
    """Leave-one-out F1; None with a single sample."""

    @property
    def fits(self) -> bool:
        """Whether the rules are likely to find the main text of other pages of the same layout."""
        return min(self.f1, self.f1 if self.held_out is None else self.held_out) >= TRUSTED


def induce(site: str, samples: Sequence[Sample]) -> InducedWrapper:
    """The rules with the highest F1 on the samples; the simplest among equals."""
    samples = [sample for sample in samples if any(sample.target)]
    if not samples:
        raise SiteError(f"{site}: no page with main text to learn rules from")
    article, drop, found = _rules(samples)
    score = _mean_f1(samples, found)
    fields = field_rules([sample.page for sample in samples])
    wrapper = Wrapper(site, article, drop, fields.get("title"), fields.get("date"), fields.get("author"))
    return InducedWrapper(replace(wrapper, profile=_profile(samples, wrapper)), score, _held_out(site, samples))


def _rules(samples: Sequence[Sample]) -> tuple[str, tuple[str, ...], list[list[bool]]]:
    """The article selector, the selectors to drop, and the selected texts."""
    article, found = _article(samples)
    drop, found = _drops(samples, article, found)
    return article, drop, found


def _held_out(site: str, samples: Sequence[Sample]) -> float | None:
    """Mean leave-one-out F1."""
    if len(samples) < 2:
        return None
    values = []
    for at, sample in enumerate(samples):
        article, drop, _ = _rules([*samples[:at], *samples[at + 1 :]])
        values.append(sample.f1(Wrapper(site, article, drop).find(sample.page).inside))
    return fmean(values)


def _article(samples: Sequence[Sample]) -> tuple[str, list[list[bool]]]:
    """The best selector, or a few joined by commas."""
    candidates = lowest_costs(named for sample in samples for named in _containers(sample))
    ranked = []
    for selector, cost in candidates.items():
        found = [sample.inside(selector) for sample in samples]
        ranked.append((_mean_f1(samples, found) - _COST * cost, selector, found))
    if not ranked:
        raise SiteError("no element of these pages holds their main text; write the rules by hand")
    ranked.sort(key=lambda item: (-item[0], len(item[1]), item[1]))
    _, article, chosen = ranked[0]
    for _ in range(_PARTS - 1):
        joined = ((_mean_f1(samples, _either(chosen, found)), selector, found) for _, selector, found in ranked[:200])
        score, selector, found = max(joined, key=lambda item: (item[0], -len(item[1])))
        if score < _mean_f1(samples, chosen) + _GAIN:
            break
        article, chosen = f"{article}, {selector}", _either(chosen, found)
    return article, chosen


def _drops(
    samples: Sequence[Sample], article: str, chosen: list[list[bool]]
) -> tuple[tuple[str, ...], list[list[bool]]]:
    """Selectors of elements to drop from the article."""
    candidates = lowest_costs(
        name for sample, inside in zip(samples, chosen, strict=True) for name in _drop_candidates(sample, inside)
    )
    found = {selector: [sample.inside(selector) for sample in samples] for selector in candidates}
    dropped: list[str] = []
    while found and len(dropped) < _DROPS:
        scores = {
            selector: _mean_f1(samples, _without(chosen, each)) - _COST / 4 * candidates[selector]
            for selector, each in found.items()
        }
        best = max(scores, key=lambda selector: (scores[selector], -len(selector), selector))
        if scores[best] < _mean_f1(samples, chosen) + _DROP_GAIN:
            break
        chosen = _without(chosen, found.pop(best))
        dropped.append(best)
    return tuple(dropped), chosen


def _containers(sample: Sample) -> Iterator[tuple[str, float]]:
    """Selectors of elements with much of the main text, also restricted to single tags."""
    tree = sample.page.tree
    held = _words_inside(sample)
    total = held[0][1] if held else 0
    if not total:
        return
    tags = {
        tree.tags[tree.text_elements[at]] for at, wanted in enumerate(sample.wanted) if wanted and sample.sizes[at] > 5
    }
    for element, (_, main) in enumerate(held):
        if main < _ENOUGH * total or tree.tags[element] in ("html", "head"):
            continue
        for name, cost in selector_candidates(sample.page, element):
            yield name, cost
            for tag in sorted(tags - {tree.tags[element], "body", "html"}):
                yield f"{name} {tag}", cost + _ONE_TAG
                yield f"{name} > {tag}", cost + _ONE_TAG + 0.5


def _drop_candidates(sample: Sample, inside: Sequence[bool]) -> Iterator[tuple[str, float]]:
    """Selectors of elements in the article with almost no main text."""
    tree = sample.page.tree
    held = _words_inside(sample)
    within = {element for at, element in enumerate(tree.text_elements) if inside[at] and not sample.wanted[at]}
    seen: set[int] = set()
    for start in sorted(within):
        element = start
        while element >= 0 and element not in seen:
            seen.add(element)
            every, main = held[element]
            if main > 0.2 * every:
                break
            yield from selector_candidates(sample.page, element, positions=False)
            element = tree.parents[element]


def _words_inside(sample: Sample) -> list[tuple[int, int]]:
    """For every element, its number of words and of main-text words."""
    tree = sample.page.tree
    every = [0] * len(tree.tags)
    main = [0] * len(tree.tags)
    for owner, size, wanted in zip(tree.text_elements, sample.sizes, sample.wanted, strict=True):
        if owner >= 0:
            every[owner] += size
            main[owner] += size * wanted
    for element in range(len(tree.tags) - 1, 0, -1):
        parent = tree.parents[element]
        if parent >= 0:
            every[parent] += every[element]
            main[parent] += main[element]
    return list(zip(every, main, strict=True))


def _mean_f1(samples: Sequence[Sample], found: Sequence[Sequence[bool]]) -> float:
    return fmean(sample.f1(inside) for sample, inside in zip(samples, found, strict=True))


def _either(first: Sequence[Sequence[bool]], second: Sequence[Sequence[bool]]) -> list[list[bool]]:
    return [[one or two for one, two in zip(*pair, strict=True)] for pair in zip(first, second, strict=True)]


def _without(first: Sequence[Sequence[bool]], second: Sequence[Sequence[bool]]) -> list[list[bool]]:
    return [[one and not two for one, two in zip(*pair, strict=True)] for pair in zip(first, second, strict=True)]


def _profile(samples: Sequence[Sample], wrapper: Wrapper) -> Profile:
    found = [wrapper.find(sample.page) for sample in samples]
    counts = [count_words(each.text) for each in found]
    shares = [count / max(1, sum(each.page.block_words)) for count, each in zip(counts, found, strict=True)]
    links = round(max(each.links for each in found), 3)
    return Profile(len(samples), min(counts), max(counts), links, round(min(shares), 3))
