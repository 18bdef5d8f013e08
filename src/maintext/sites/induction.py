"""Wrapper induction: selectors that find the main text on a few pages of which it is known, and hold on others.

Of all selectors that find about the same, the simplest wins: it is the likeliest to survive.
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
from maintext.sites.naming import cheapest, names_of
from maintext.sites.selectors import select, texts_inside
from maintext.sites.wrapper import Profile, Wrapper

MOST_SAMPLES: Final = 5
TRUSTED: Final = 0.95
"""Rules that find less of the samples than this, seen or held back, do not fit the site."""
_PARTS: Final = 3
_DROPS: Final = 8
_GAIN: Final = 0.01
_DROP_GAIN: Final = 0.002
_COST: Final = 0.0015
"""What a selector's length costs, in F1: ties go to the simplest."""
_ONE_TAG: Final = 8.0
"""What it costs to take only one tag of a container: other pages have lists, quotes and headings beside paragraphs."""
_ENOUGH: Final = 0.25
"""A container is a candidate if it holds at least this share of a page's main text."""


@dataclass(frozen=True, eq=False)
class Sample:
    """A page of which the main text is known, block by block."""

    page: Page
    target: Sequence[bool]

    @cached_property
    def sizes(self) -> list[int]:
        """The words of every text of the page's tree."""
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
        """How well a choice of texts meets the main text, in words."""
        both = sum(size for size, one, two in zip(self.sizes, inside, self.wanted, strict=True) if one and two)
        chosen = sum(size for size, one in zip(self.sizes, inside, strict=True) if one)
        wanted = sum(size for size, one in zip(self.sizes, self.wanted, strict=True) if one)
        return 2 * both / (chosen + wanted) if chosen + wanted else 0.0


@dataclass(frozen=True, slots=True)
class Induced:
    """A wrapper, and how well it finds what it was learned from."""

    wrapper: Wrapper
    f1: float
    held_out: float | None
    """F1 on samples that were held back in turn, by rules from the others; None if there is only one."""

    @property
    def fits(self) -> bool:
        """Whether the rules are likely to find the main text of other pages of the same layout."""
        return min(self.f1, self.f1 if self.held_out is None else self.held_out) >= TRUSTED


def induce(site: str, samples: Sequence[Sample]) -> Induced:
    """The rules that find the main text of the samples best, simplest among equals."""
    samples = [sample for sample in samples if any(sample.target)]
    if not samples:
        raise SiteError(f"{site}: no page with main text to learn rules from")
    article, drop, found = _rules(samples)
    score = _mean_f1(samples, found)
    fields = field_rules([sample.page for sample in samples])
    wrapper = Wrapper(site, article, drop, fields.get("title"), fields.get("date"), fields.get("author"))
    return Induced(replace(wrapper, profile=_profile(samples, wrapper)), score, _held_out(site, samples))


def _rules(samples: Sequence[Sample]) -> tuple[str, tuple[str, ...], list[list[bool]]]:
    """Where the article is, what in it to drop, and what that finds."""
    article, found = _article(samples)
    drop, found = _drops(samples, article, found)
    return article, drop, found


def _held_out(site: str, samples: Sequence[Sample]) -> float | None:
    """How well rules from all samples but one find the main text of that one."""
    if len(samples) < 2:
        return None
    values = []
    for at, sample in enumerate(samples):
        article, drop, _ = _rules([*samples[:at], *samples[at + 1 :]])
        values.append(sample.f1(Wrapper(site, article, drop).find(sample.page).inside))
    return fmean(values)


def _article(samples: Sequence[Sample]) -> tuple[str, list[list[bool]]]:
    """One selector or a few, joined by commas."""
    candidates = cheapest(named for sample in samples for named in _containers(sample))
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
    """What in the article is not main text."""
    candidates = cheapest(
        name for sample, inside in zip(samples, chosen, strict=True) for name in _strangers(sample, inside)
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
    """Selectors of elements that hold much of the main text, and of what in them holds its paragraphs."""
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
        for name, cost in names_of(sample.page, element):
            yield name, cost
            for tag in sorted(tags - {tree.tags[element], "body", "html"}):
                yield f"{name} {tag}", cost + _ONE_TAG
                yield f"{name} > {tag}", cost + _ONE_TAG + 0.5


def _strangers(sample: Sample, inside: Sequence[bool]) -> Iterator[tuple[str, float]]:
    """Selectors of elements in the article that hold next to no main text."""
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
            yield from names_of(sample.page, element, positions=False)
            element = tree.parents[element]


def _words_inside(sample: Sample) -> list[tuple[int, int]]:
    """For every element the words in it, and those that are main text."""
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
