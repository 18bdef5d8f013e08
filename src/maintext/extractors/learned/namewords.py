"""Finding many short words in many names at once, with arrays instead of a loop over names.

Every place in the names has a code: its letter and the three after it, in one number. Words are looked up by the code
of their first letters; what is left of a longer word is compared code by code.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bits = NDArray[np.uint64]
    Codes = NDArray[np.uint32]
    Flags = NDArray[np.bool_]
    Ints = NDArray[np.int64]

_LETTERS: Final = 4  # in a code
_HASH_BITS: Final = 13
_SPREAD: Final = 0x9E3779B1  # Knuth's multiplier: what it leaves in the upper bits is a hash
_WIDTH: Final = 5  # bits of a letter: a is 1, z is 26, and 0 is no letter


@dataclass(frozen=True, slots=True)
class _Row:
    """Names in one row; words end where letters do, and where a capital follows a small letter."""

    codes: "Codes"
    starts: "Flags"
    """Where a word starts."""
    ended: "Flags"
    """Where no letter stands, or one of a new word."""
    cuts: "Ints"
    """Places where a new word follows a word at once; the last is the end of the row."""
    name_ends: "Ints"


def _read_row(names: Collection[str], padding: int) -> _Row:
    """The names side by side, with so many places behind the last in which no letter stands."""
    import numpy as np

    signs = np.frombuffer(("\n".join(names) + "\n" * (padding + _LETTERS)).encode("ascii", "replace"), np.uint8)
    capital = signs - np.uint8(ord("A")) < 26
    small = signs - np.uint8(ord("a")) < 26
    letters = (signs & np.uint8(31)) * (capital | small)
    cut = np.zeros(len(signs), np.bool_)
    np.logical_and(capital[1:], small[:-1], out=cut[1:])
    ended = cut | (letters == 0)
    starts = letters > 0
    starts[1:] &= (letters[:-1] == 0) | cut[1:]
    codes = letters.astype(np.uint32)
    for step in (1, 2):  # of a letter come two, of two four
        codes = codes[:-step] | codes[step:] << np.uint32(step * _WIDTH)
    ends = np.cumsum(np.fromiter(map(len, names), np.int64, len(names)) + 1)
    return _Row(codes, starts, ended, np.append(np.nonzero(cut)[0], len(signs)), ends)


@dataclass(frozen=True, slots=True)
class WordTable:
    """Words to look for, with the bits they stand for."""

    longer: "_Longer"
    shorter: "Bits"
    """For every code of a whole word that is shorter than a code its bits."""

    @classmethod
    def of(cls, parts: Mapping[str, int], whole: Mapping[str, int]) -> "WordTable":
        """A table of words that may be parts of other words, none shorter than a code, and of whole words."""
        import numpy as np

        shorter = np.zeros(1 << (_LETTERS - 1) * _WIDTH, np.uint64)
        for word, bits in whole.items():
            if len(word) < _LETTERS:
                shorter[_code(word)] = bits
        longer = [(word, bits, False) for word, bits in parts.items()]
        longer += [(word, bits, True) for word, bits in whole.items() if len(word) >= _LETTERS]
        return cls(_Longer.of(longer), shorter)

    def find(self, names: Collection[str]) -> "Bits":
        """For each name the bits of all words that stand in it."""
        import numpy as np

        row = _read_row(names, self.longer.longest)
        found = np.zeros(len(names), np.uint64)
        for places, bits in (self.longer.find(row), self._find_shorter(row)):
            np.bitwise_or.at(found, row.name_ends.searchsorted(places, "right"), bits)
        return found

    def _find_shorter(self, row: _Row) -> "tuple[Ints, Bits]":
        import numpy as np

        places = np.nonzero(row.starts)[0]
        sizes = np.zeros(len(places), np.uint32)
        for size in range(_LETTERS - 1, 0, -1):
            sizes[row.ended[places + size]] = size
        bits = self.shorter[row.codes[places] & _mask(sizes)]
        held = np.nonzero(bits)[0]
        return places[held], bits[held]


@dataclass(frozen=True, slots=True)
class _Longer:
    """Words of at least as many letters as a code has, in parallel arrays, ordered by their first code."""

    begins: "Flags"
    """For every hash of a code whether words may begin with it: a few kilobytes instead of a table of all codes."""
    longest: int
    sizes: "Ints"
    codes: "Codes"
    """The codes of all words, a column per word: of its first letters, of those after them and so on."""
    masks: "Codes"
    """What counts of these codes."""
    whole: "Flags"
    """Whether the word counts as a whole word only."""
    bits: "Bits"

    @classmethod
    def of(cls, words: list[tuple[str, int, bool]]) -> "_Longer":
        import numpy as np

        words = sorted(words, key=lambda each: _code(each[0][:_LETTERS]))
        steps = range(0, max(len(word) for word, _, _ in words), _LETTERS)
        sizes = np.array([len(word) for word, _, _ in words])
        codes = np.array([[_code(word[at : at + _LETTERS]) for word, _, _ in words] for at in steps], np.uint32)
        masks = np.stack([_mask(np.clip(sizes - at, 0, _LETTERS).astype(np.uint32)) for at in steps])
        begins = np.zeros(1 << _HASH_BITS, np.bool_)
        begins[_hash(codes[0])] = True
        whole = np.array([each for _, _, each in words])
        longest = int(sizes.max())
        return cls(begins, longest, sizes, codes, masks, whole, np.array([bits for _, bits, _ in words], np.uint64))

    def find(self, row: _Row) -> "tuple[Ints, Bits]":
        """Where the words stand, and their bits."""
        import numpy as np

        begun = np.nonzero(self.begins.take(_hash(row.codes)))[0]
        first = self.codes[0].searchsorted(row.codes[begun])
        count = self.codes[0].searchsorted(row.codes[begun], "right") - first
        before = np.cumsum(count) - count
        places = np.repeat(begun, count)
        word = np.repeat(first - before, count) + np.arange(len(places))
        after = places + self.sizes[word]
        right = after <= row.cuts[row.cuts.searchsorted(places, "right")]
        for step in range(1, len(self.codes)):
            right &= row.codes[places + step * _LETTERS] & self.masks[step, word] == self.codes[step, word]
        right &= ~self.whole[word] | (row.starts[places] & row.ended[after])
        return places[right], self.bits[word[right]]


def _code(letters: str) -> int:
    return sum((ord(letter) & 31) << at * _WIDTH for at, letter in enumerate(letters))


def _hash(codes: "Codes") -> "Codes":
    import numpy as np

    return codes * np.uint32(_SPREAD) >> np.uint32(32 - _HASH_BITS)


def _mask(sizes: "Codes") -> "Codes":
    """The bits of so many letters."""
    import numpy as np

    return (np.uint32(1) << sizes * np.uint32(_WIDTH)) - np.uint32(1)
