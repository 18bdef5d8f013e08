"""Lexical scores: what a short block says, by a hashed logistic regression.

The words of bylines, promotions and navigation are more telling than their markup. The evidence is words, pairs of
words, the first and the last word, and runs of four characters, all in lower case and with every digit as 0. Long
blocks get no score: their structure says enough. Evidence that was not seen on several training sites counts nothing,
so a block in an unknown language has a score near 0, and the networks were shown pages without scores.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from maintext.extractors.learned import characters as ch

if TYPE_CHECKING:
    from maintext.arrays import BoolArray, Float32Array, Int8Array, Int64Array, UInt8Array, UInt32Array

MAX_WORDS: Final = 60
"""Blocks with more words get no score."""
BUCKET_BITS: Final = 20
SCORE_LIMIT: Final = 6.0
"""Scores are clipped to this absolute value."""
_MAX_CHARACTERS: Final = 400
"""How much of a block is read."""
_MAX_RUNS: Final = 40
"""How many runs of characters of a block are read."""
_RUN: Final = 4
_MAX_WORD_LENGTH: Final = 32
_BASE: Final = 0x9E3779B1  # odd, so that no power of it is 0
_MIX: Final = 0x846CA68B  # odd, and distributes bits well
_PAIR, _FIRST, _LAST, _CHARACTERS = 0x1B873593, 0x2545F491, 0x4C957F2D, 0x5851F42D
_SCALE: Final = 2.0


class TextEvidence(NamedTuple):
    """The buckets of all evidence in several texts, and the index of the text that each was found in."""

    buckets: "UInt32Array"
    texts: "Int64Array"

    def scales(self, count: int) -> "Float32Array":
        """What the sum of weights of each text is multiplied by: the more evidence, the less independent it is."""
        import numpy as np

        sizes = np.bincount(self.texts, minlength=count)
        return (_SCALE / np.sqrt(np.maximum(sizes, 1))).astype(np.float32)


@dataclass(frozen=True, eq=False)
class LexicalModel:
    """The weight of every bucket: a small integer, and what it is multiplied by."""

    weights: "Int8Array"
    step: float

    def scores(self, texts: Sequence[str], words: "Float32Array") -> "Float32Array":
        """The log odds of being main text for each text with so many words; 0 for long texts and without evidence."""
        import numpy as np

        scores = np.zeros(len(texts), np.float32)
        short = is_short(words).nonzero()[0]
        if len(short):
            evidence = find_evidence([texts[index] for index in short.tolist()])
            sums = np.bincount(evidence.texts, self.weights.take(evidence.buckets), len(short))
            scores[short] = np.clip(sums * self.step * evidence.scales(len(short)), -SCORE_LIMIT, SCORE_LIMIT)
        return scores


def is_short(words: "Float32Array") -> "BoolArray":
    """Which blocks get a score."""
    short: BoolArray = (words > 0) & (words <= MAX_WORDS)
    return short


def find_evidence(texts: Sequence[str]) -> TextEvidence:
    """The evidence in each of these texts."""
    import numpy as np

    parts = [text[:_MAX_CHARACTERS].lower() for text in texts]
    lengths = np.fromiter(map(len, parts), np.int64, len(parts))
    ends = np.cumsum(lengths + 1)
    classes, shapes = _read_characters("\n".join(parts) + "\n")
    words, starts = _hash_words(classes, shapes)
    owners = ends.searchsorted(starts, "right")
    bounds = np.ones(len(owners) + 1, np.bool_)
    bounds[1:-1] = owners[1:] != owners[:-1]
    pairs = (~bounds[1:-1]).nonzero()[0]
    runs, run_owners = _hash_runs(shapes, ends - lengths - 1, lengths)
    hashes = (
        words, words[pairs] * np.uint32(_BASE) + words[pairs + 1] + np.uint32(_PAIR),
        words[bounds[:-1]] + np.uint32(_FIRST), words[bounds[1:]] + np.uint32(_LAST), runs + np.uint32(_CHARACTERS),
    )  # fmt: skip
    found = (owners, owners[pairs], owners[bounds[:-1]], owners[bounds[1:]], run_owners)
    return TextEvidence(_buckets(np.concatenate(hashes)), np.concatenate(found))


def _read_characters(text: str) -> "tuple[UInt8Array, UInt32Array]":
    """The class and the code of every character, with every digit as 0."""
    import numpy as np

    order = "le" if sys.byteorder == "little" else "be"
    codes = np.frombuffer(text.encode(f"utf-32-{order}", "replace"), np.uint32)
    table = ch.class_table()
    classes = table.take(codes, mode="clip")
    classes[codes >= len(table)] = ch.UNSPACED
    return classes, np.where(classes == ch.DIGIT, np.uint32(ord("0")), codes)


def _hash_words(classes: "UInt8Array", shapes: "UInt32Array") -> "tuple[UInt32Array, Int64Array]":
    """The hash and the start of every word; a character of a script without spaces is a word."""
    import numpy as np

    joins = (classes >= ch.LETTER) & (classes <= ch.DIGIT) | (classes == ch.MARK)
    single = classes == ch.UNSPACED
    begins = joins | single
    places = begins.nonzero()[0]
    if not len(places):
        return np.zeros(0, np.uint32), places
    begins[1:] &= ~(joins[1:] & joins[:-1])
    starts = begins[places].nonzero()[0]
    position = np.arange(len(places)) - np.repeat(starts, np.diff(starts, append=len(places)))
    powers = _powers().take(position, mode="clip")
    return np.add.reduceat(shapes[places] * powers, starts, dtype=np.uint32), places[starts]


def _hash_runs(shapes: "UInt32Array", starts: "Int64Array", lengths: "Int64Array") -> "tuple[UInt32Array, Int64Array]":
    """The hashes of the runs of characters at the start of every text, and the index of the text."""
    import numpy as np

    counts = np.clip(lengths - _RUN + 1, 0, _MAX_RUNS)
    owners = np.repeat(np.arange(len(starts)), counts)
    places = np.arange(len(owners)) + np.repeat(starts - np.cumsum(counts) + counts, counts)
    hashes = shapes.copy()  # the first power is 1
    for step in range(1, _RUN):
        hashes[:-step] += shapes[step:] * _powers()[step]
    return hashes[places], owners


def _buckets(hashes: "UInt32Array") -> "UInt32Array":
    import numpy as np

    mixed = (hashes ^ (hashes >> np.uint32(15))) * np.uint32(_MIX)
    return (mixed ^ (mixed >> np.uint32(13))) >> np.uint32(32 - BUCKET_BITS)


@cache
def _powers() -> "UInt32Array":
    import numpy as np

    return np.array([pow(_BASE, power, 1 << 32) for power in range(_MAX_WORD_LENGTH)], np.uint32)
