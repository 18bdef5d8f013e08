"""Words in class and id names: multi-pattern search over all names of a page at once, with arrays.

Every position in the joined names has a code: four letters packed into one number. A word is looked up by the code of
its first letters; the rest of a longer word is compared code by code.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from maintext.arrays import BoolArray, Int64Array, UInt32Array, UInt64Array

_CODE_LETTERS: Final = 4
_HASH_BITS: Final = 13
_HASH_MULTIPLIER: Final = 0x9E3779B1  # Knuth's multiplicative hash: its upper bits are used
_LETTER_BITS: Final = 5  # a is 1, z is 26, and 0 is no letter


@dataclass(frozen=True, slots=True)
class _JoinedNames:
    """All names in one array; a word ends at a non-letter and before a capital that follows a lowercase letter."""

    codes: "UInt32Array"
    starts: "BoolArray"
    """Whether a word starts at this position."""
    ended: "BoolArray"
    """Whether this position is no letter, or the first letter of a new word."""
    cuts: "Int64Array"
    """Positions where a word directly follows another; the last is the end of the array."""
    name_ends: "Int64Array"


def _join_names(names: Collection[str], padding: int) -> _JoinedNames:
    """Join the names, followed by so many positions without a letter."""
    import numpy as np

    characters = np.frombuffer(
        ("\n".join(names) + "\n" * (padding + _CODE_LETTERS)).encode("ascii", "replace"), np.uint8
    )
    capital = characters - np.uint8(ord("A")) < 26
    lower = characters - np.uint8(ord("a")) < 26
    letters = (characters & np.uint8(31)) * (capital | lower)
    cut = np.zeros(len(characters), np.bool_)
    np.logical_and(capital[1:], lower[:-1], out=cut[1:])
    ended = cut | (letters == 0)
    starts = letters > 0
    starts[1:] &= (letters[:-1] == 0) | cut[1:]
    codes = letters.astype(np.uint32)
    for step in (1, 2):  # codes of one letter become codes of two, then of four
        codes = codes[:-step] | codes[step:] << np.uint32(step * _LETTER_BITS)
    ends = np.cumsum(np.fromiter(map(len, names), np.int64, len(names)) + 1)
    return _JoinedNames(codes, starts, ended, np.append(np.nonzero(cut)[0], len(characters)), ends)


@dataclass(frozen=True, slots=True)
class WordTable:
    """The words to search for and the bits of each."""

    longer: "_LongerWords"
    shorter: "UInt64Array"
    """The bits of whole words with fewer letters than a code, indexed by their code."""

    @classmethod
    def of(cls, substrings: Mapping[str, int], whole_words: Mapping[str, int]) -> "WordTable":
        """A table of substrings of words, none shorter than a code, and of whole words."""
        import numpy as np

        shorter = np.zeros(1 << (_CODE_LETTERS - 1) * _LETTER_BITS, np.uint64)
        for word, bits in whole_words.items():
            if len(word) < _CODE_LETTERS:
                shorter[_code(word)] = bits
        longer = [(word, bits, False) for word, bits in substrings.items()]
        longer += [(word, bits, True) for word, bits in whole_words.items() if len(word) >= _CODE_LETTERS]
        return cls(_LongerWords.of(longer), shorter)

    def find(self, names: Collection[str]) -> "UInt64Array":
        """For each name the bits of all words in it."""
        import numpy as np

        joined = _join_names(names, self.longer.longest)
        found = np.zeros(len(names), np.uint64)
        for positions, bits in (self.longer.find(joined), self._find_shorter(joined)):
            np.bitwise_or.at(found, joined.name_ends.searchsorted(positions, "right"), bits)
        return found

    def _find_shorter(self, names: _JoinedNames) -> "tuple[Int64Array, UInt64Array]":
        import numpy as np

        positions = np.nonzero(names.starts)[0]
        sizes = np.zeros(len(positions), np.uint32)
        for size in range(_CODE_LETTERS - 1, 0, -1):
            sizes[names.ended[positions + size]] = size
        bits = self.shorter[names.codes[positions] & _mask(sizes)]
        found = np.nonzero(bits)[0]
        return positions[found], bits[found]


@dataclass(frozen=True, slots=True)
class _LongerWords:
    """Words with at least as many letters as a code, in parallel arrays sorted by their first code."""

    first_hashes: "BoolArray"
    """Whether a word may begin with a code of this hash: a few kilobytes instead of a table of all codes."""
    longest: int
    sizes: "Int64Array"
    codes: "UInt32Array"
    """A column per word: the code of its first letters, of the next ones and so on."""
    masks: "UInt32Array"
    """Which bits of these codes belong to the word."""
    whole: "BoolArray"
    """Whether the word matches whole words only."""
    bits: "UInt64Array"

    @classmethod
    def of(cls, words: list[tuple[str, int, bool]]) -> "_LongerWords":
        import numpy as np

        words = sorted(words, key=lambda item: _code(item[0][:_CODE_LETTERS]))
        steps = range(0, max(len(word) for word, _, _ in words), _CODE_LETTERS)
        sizes = np.array([len(word) for word, _, _ in words])
        codes = np.array([[_code(word[at : at + _CODE_LETTERS]) for word, _, _ in words] for at in steps], np.uint32)
        masks = np.stack([_mask(np.clip(sizes - at, 0, _CODE_LETTERS).astype(np.uint32)) for at in steps])
        first_hashes = np.zeros(1 << _HASH_BITS, np.bool_)
        first_hashes[_hash(codes[0])] = True
        whole = np.array([is_whole for _, _, is_whole in words])
        longest = int(sizes.max())
        bits = np.array([own for _, own, _ in words], np.uint64)
        return cls(first_hashes, longest, sizes, codes, masks, whole, bits)

    def find(self, names: _JoinedNames) -> "tuple[Int64Array, UInt64Array]":
        """The positions of the words, and their bits."""
        import numpy as np

        candidates = np.nonzero(self.first_hashes.take(_hash(names.codes)))[0]
        first = self.codes[0].searchsorted(names.codes[candidates])
        count = self.codes[0].searchsorted(names.codes[candidates], "right") - first
        before = np.cumsum(count) - count
        positions = np.repeat(candidates, count)
        word = np.repeat(first - before, count) + np.arange(len(positions))
        ends = positions + self.sizes[word]
        matches = ends <= names.cuts[names.cuts.searchsorted(positions, "right")]
        for step in range(1, len(self.codes)):
            matches &= names.codes[positions + step * _CODE_LETTERS] & self.masks[step, word] == self.codes[step, word]
        matches &= ~self.whole[word] | (names.starts[positions] & names.ended[ends])
        return positions[matches], self.bits[word[matches]]


def _code(letters: str) -> int:
    return sum((ord(letter) & 31) << at * _LETTER_BITS for at, letter in enumerate(letters))


def _hash(codes: "UInt32Array") -> "UInt32Array":
    import numpy as np

    return codes * np.uint32(_HASH_MULTIPLIER) >> np.uint32(32 - _HASH_BITS)


def _mask(sizes: "UInt32Array") -> "UInt32Array":
    """The bits of a code that so many letters take."""
    import numpy as np

    return (np.uint32(1) << sizes * np.uint32(_LETTER_BITS)) - np.uint32(1)
