"""Gold text aligned with a page's blocks and tokens: what every trainable extractor learns from.

Words are first aligned in order, in nearly linear time. The remaining words are then matched regardless of order,
because gold texts may move a caption or a sidebar. White space, case, entities and punctuation do not matter. Text that
is repeated on the page is matched once, near the rest of the gold.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from maintext.page import Page
from maintext.page.tokens import NUMBER, WORD
from maintext.page.word_alignment import align
from maintext.page.words import words

_GRAM = 4
_STRAY = 2
_NEAR = 5


@dataclass(frozen=True, slots=True)
class Alignment:
    """For every block of a page, its number of words and how many of them are gold."""

    sizes: list[int]
    hits: list[int]

    @property
    def shares(self) -> list[float]:
        """The share of each block's words that are gold; 0 for a block without words."""
        return [hit / size if size else 0.0 for hit, size in zip(self.hits, self.sizes, strict=True)]

    def kept(self, least: float = 0.5) -> list[bool]:
        """The blocks in which at least this share of the words is gold."""
        return [size > 0 and hit >= least * size for hit, size in zip(self.hits, self.sizes, strict=True)]


def align_blocks(page: Page, gold: str) -> Alignment:
    """Align a page with its gold text, and count the gold words of each block."""
    blocks = [words(text.lower()) for text in page.tree.block_texts]
    flat = [word for block in blocks for word in block]
    found = align_words(flat, words(gold.lower()), _ends(blocks))
    hits = []
    at = 0
    for block in blocks:
        hits.append(sum(found[at : at + len(block)]))
        at += len(block)
    return Alignment([len(block) for block in blocks], hits)


def align_tokens(page: Page, gold: str) -> list[bool]:
    """For each token of the page's source, whether it is gold; only words and numbers can be."""
    tokens = page.tokens
    places: list[int] = []
    flat: list[str] = []
    for at, (kind, name) in enumerate(zip(tokens.kinds, tokens.names, strict=True)):
        if kind in (WORD, NUMBER):
            for word in words(name.lower()):
                flat.append(word)
                places.append(at)
    labels = [False] * len(tokens)
    for at, hit in zip(places, align_words(flat, words(gold.lower()), frozenset()), strict=True):
        labels[at] = labels[at] or hit
    return labels


def align_words(page: Sequence[str], gold: Sequence[str], ends: frozenset[int]) -> list[bool]:
    """For each word of the page, whether it is gold; `ends` are the positions where blocks end."""
    found = [False] * len(page)
    used = [False] * len(gold)
    runs = align(page, gold)
    for run, (start, other, length) in enumerate(runs):
        if length > _STRAY or not _is_stray(runs, run, ends):
            found[start : start + length] = [True] * length
            used[other : other + length] = [True] * length
    _match_moved(page, gold, found, used)
    return found


def _is_stray(runs: Sequence[tuple[int, int, int]], run: int, ends: frozenset[int]) -> bool:
    """Whether a match is only one or two words, does not fill a block, and is not near a longer match in its block."""
    start, other, length = runs[run]
    fills = start in ends and start + length in ends
    for neighbor in (run - 1, run + 1):
        if 0 <= neighbor < len(runs):
            there, gold_there, size = runs[neighbor]
            gap = range(there + size, start + 1) if neighbor < run else range(start + length, there + 1)
            gold_gap = other - (gold_there + size) if neighbor < run else gold_there - (other + length)
            if fills and gold_gap <= 1:
                return False
            if size > _STRAY and len(gap) <= _NEAR and gold_gap < _NEAR and not any(at in ends for at in gap):
                return False
    return True


def _match_moved(page: Sequence[str], gold: Sequence[str], found: list[bool], used: list[bool]) -> None:
    """Match runs of words in a different order: every remaining n-gram of the gold is looked up in the page."""
    places: dict[tuple[str, ...], list[int]] = {}
    for at in range(len(gold) - _GRAM + 1):
        if not any(used[at : at + _GRAM]):
            places.setdefault(tuple(gold[at : at + _GRAM]), []).append(at)
    if not places:
        return
    at = 0
    while at <= len(page) - _GRAM:
        if any(found[at : at + _GRAM]):
            at += 1
            continue
        length = _longest_free(page, gold, found, used, at, places.get(tuple(page[at : at + _GRAM]), ()))
        at += max(1, length)


def _longest_free(
    page: Sequence[str], gold: Sequence[str], found: list[bool], used: list[bool], at: int, starts: Sequence[int]
) -> int:
    """Mark the longest unused run of gold words from this position; returns its length."""
    best, best_start = 0, 0
    for start in starts[:20]:
        length = 0
        while (
            at + length < len(page)
            and start + length < len(gold)
            and page[at + length] == gold[start + length]
            and not found[at + length]
            and not used[start + length]
        ):
            length += 1
        if length > best:
            best, best_start = length, start
    if best >= _GRAM:
        found[at : at + best] = [True] * best
        used[best_start : best_start + best] = [True] * best
        return best
    return 0


def _ends(blocks: Sequence[Sequence[str]]) -> frozenset[int]:
    ends = {0}
    at = 0
    for block in blocks:
        at += len(block)
        ends.add(at)
    return frozenset(ends)
