"""Maximal repeats by suffix array, in linear time: repeated strings that no longer string contains every time.

The suffix array is libdivsufsort's, the common prefixes are Kasai's; one pass over them with a stack visits every
right-maximal repeat once [Abouelhoda 2004], and knows in which parts and after which characters it
occurs.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from maintext.errors import TaskError

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SEVERAL = -1
"""Stands for the character before a string that is not always the same."""


class Repeat(NamedTuple):
    """A maximal repeat and the indices of the parts that contain it."""

    text: str
    parts: tuple[int, ...]


def maximal_repeats(parts: Sequence[str], *, least: int = 1, spread: int = 1) -> list[Repeat]:
    """The maximal repeats of several parts, of at least `least` characters and in at least `spread` of the parts.

    A repeat never crosses from one part into the next; the beginning of a part counts as a character of its own.
    """
    if not any(parts):
        return []
    codes, text, part_of = _coded(parts)
    suffixes, common = _sorted_suffixes(codes)
    found = []
    for start, length, mask in _intervals(codes, suffixes, common, part_of, max(1, least)):
        if mask.bit_count() >= spread:
            inside = tuple(at for at in range(len(parts)) if mask >> at & 1)
            found.append(Repeat(text[start : start + length], inside))
    return found


@contextmanager
def one_thread() -> Iterator[None]:
    """Sort suffixes in one thread: starting threads takes longer than sorting one text."""
    _library()
    from threadpoolctl import threadpool_limits

    with threadpool_limits(limits=1, user_api="openmp"):
        yield


def _coded(parts: Sequence[str]) -> tuple["NDArray[Any]", str, list[int]]:
    """All parts as one integer array, each followed by a unique separator."""
    import numpy as np

    text = "".join(f"{part}\0" for part in parts)
    signs = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    ends = np.cumsum([len(part) + 1 for part in parts]) - 1
    distinct, where = np.unique(signs, return_inverse=True)
    codes = where.astype(np.int64) + len(parts)
    codes[ends] = np.arange(len(parts))
    small = np.uint8 if len(distinct) + len(parts) <= 256 else np.uint16 if len(distinct) < 65_000 else np.uint32
    part_of = np.repeat(np.arange(len(parts)), [len(part) + 1 for part in parts])
    return codes.astype(small), text, part_of.tolist()


def _sorted_suffixes(codes: "NDArray[Any]") -> tuple["NDArray[Any]", "NDArray[Any]"]:
    """The suffix array, and how much each suffix has in common with the next one."""
    sort, compare = _library()
    suffixes = sort(codes)
    return suffixes, compare(codes, suffixes)


def _library() -> tuple[Any, Any]:
    try:
        from pydivsufsort import divsufsort, kasai
    except ImportError:
        raise TaskError("suffix arrays need pydivsufsort; try: pip install 'maintext[tasks]'") from None
    return divsufsort, kasai


def _intervals(
    codes: "NDArray[Any]", suffixes: "NDArray[Any]", common: "NDArray[Any]", part_of: Sequence[int], least: int
) -> Iterator[tuple[int, int, int]]:
    """Start, length and parts, as bits, of every maximal repeat; suffixes that share too little are passed over."""
    import numpy as np

    shared = np.where(common >= least, common, 0)
    shared[-1] = 0
    used = np.flatnonzero(shared + np.append(0, shared[:-1]))
    before = np.append(_SEVERAL, codes[:-1].astype(np.int64))
    starts = suffixes[used]
    lefts = before[starts].tolist()
    stack: list[list[int]] = []
    for start, left, length in zip(starts.tolist(), lefts, shared[used].tolist(), strict=True):
        mask = 1 << part_of[start]
        while stack and stack[-1][0] > length:
            top = stack.pop()
            mask |= top[1]
            left = left if left == top[2] else _SEVERAL
            if left == _SEVERAL:
                yield top[3], top[0], mask
        if stack and stack[-1][0] == length:
            top = stack[-1]
            top[1] |= mask
            top[2] = left if left == top[2] else _SEVERAL
        elif length:
            stack.append([length, mask, left, start])
