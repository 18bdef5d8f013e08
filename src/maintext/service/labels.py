"""Labels of a page's text, as in L3S-GN1, and the gold derived from them.

A label covers a block or a part of it, given in characters of the block's text. As in the importer of L3S-GN1, the gold
is headline and full text. Full text alone, and both with supplemental text, are other acceptable versions.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from maintext.extractors import Extraction
from maintext.page import Kind, Page
from maintext.page.posts import comment_blocks
from maintext.page.words import words

LABELS: Final = ("headline", "full-text", "supplemental", "comments", "related")
GOLD: Final = ("headline", "full-text")
VERSIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "full-text": ("full-text",),
    "with-supplemental": (*GOLD, "supplemental"),
}
_LOOKALIKE: Final = 0.6
"""The share of words that a block and the title must have in common for the block to be the headline."""


class Label(NamedTuple):
    """A label of a block, or of its characters `start` to `end`."""

    block: int
    label: str
    start: int | None = None
    end: int | None = None


class LabelRun(NamedTuple):
    """A number of consecutive words with one label; no label is the empty string."""

    label: str
    words: int


@dataclass(frozen=True, slots=True)
class AnnotatedGold:
    """The gold derived from the labels of a page."""

    text: str
    versions: dict[str, str]
    runs: tuple[LabelRun, ...]
    kept: tuple[bool, ...]
    """Blocks that are gold entirely or in part."""


def propose(extraction: Extraction) -> list[Label]:
    """Initial labels: kept blocks are full text, and the heading that is most similar to the title is the headline."""
    page = extraction.page
    comments = set(comment_blocks(page))
    headline = _headline(page, extraction.title)
    found = []
    for block, keep in enumerate(extraction.kept):
        if block == headline:
            found.append(Label(block, "headline"))
        elif block in comments:
            found.append(Label(block, "comments"))
        elif keep:
            found.append(Label(block, "full-text"))
    return found


def gold_from_labels(page: Page, labels: Iterable[Label]) -> AnnotatedGold:
    """Derive the gold from labels; the last label of a character counts."""
    texts = page.tree.block_texts
    marked = _marked(texts, labels)
    versions = {name: _under(texts, marked, chosen) for name, chosen in VERSIONS.items()}
    text = _under(texts, marked, GOLD)
    kept = tuple(any(label in GOLD for label, _, _ in spans) for spans in marked)
    return AnnotatedGold(
        text,
        {name: other for name, other in versions.items() if other and other != text},
        _label_runs(texts, marked),
        kept,
    )


LabelSpans = list[tuple[str, int, int]]


def _marked(texts: Sequence[str], labels: Iterable[Label]) -> list[LabelSpans]:
    """For every block, the labeled spans of its text, in order and disjoint."""
    signs: dict[int, list[str]] = {}
    for block, label, start, end in labels:
        if not 0 <= block < len(texts) or label not in ("", *LABELS):
            continue
        size = len(texts[block])
        first, last = max(0, start or 0), size if end is None else min(end, size)
        own = signs.setdefault(block, [""] * size)
        own[first:last] = [label] * max(0, last - first)
    return [_stretches(signs.get(block)) for block in range(len(texts))]


def _stretches(signs: list[str] | None) -> LabelSpans:
    found = []
    at = 0
    for label, run in groupby(signs or ()):
        size = len(list(run))
        if label:
            found.append((label, at, at + size))
        at += size
    return found


def _under(texts: Sequence[str], marked: Sequence[LabelSpans], chosen: Sequence[str]) -> str:
    """The text under some labels, one line per block."""
    lines = (
        " ".join(" ".join(text[start:end] for label, start, end in spans if label in chosen).split())
        for text, spans in zip(texts, marked, strict=True)
    )
    return "\n".join(line for line in lines if line)


def _label_runs(texts: Sequence[str], marked: Sequence[LabelSpans]) -> tuple[LabelRun, ...]:
    """The labels of all words of the page, as runs of equal labels."""
    found: list[LabelRun] = []
    for text, spans in zip(texts, marked, strict=True):
        at = 0
        for label, start, end in (*spans, ("", len(text), len(text))):
            for name, piece in (("", text[at:start]), (label, text[start:end])):
                count = len(words(piece))
                if count and found and found[-1].label == name:
                    found[-1] = LabelRun(name, found[-1].words + count)
                elif count:
                    found.append(LabelRun(name, count))
            at = end
    return tuple(found)


def _headline(page: Page, title: str) -> int | None:
    """The heading that is most similar to the title; None if none is similar enough."""
    wanted = set(words(title.lower()))
    best: tuple[float, int] | None = None
    for block in page.blocks:
        if block.kind is not Kind.HEADING or block.hidden:
            continue
        own = set(words(block.text.lower()))
        shared = len(own & wanted) / max(1, len(own | wanted))
        if shared >= _LOOKALIKE and (best is None or shared > best[0]):
            best = shared, block.index
    return None if best is None else best[1]
