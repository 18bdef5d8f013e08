"""Near-duplicates: pages that share most of their runs of words with an earlier page.

Pages that agree in a band of their MinHash signatures are compared by the whole signature. Of pages that are alike,
directly or through others, the first one stays; first is by the order of shards and pages, so that it never matters
which shard was done first. One band is looked at at a time: memory is a few numbers per page.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast

from maintext.page.shingles import MinHash

if TYPE_CHECKING:
    from maintext.arrays import Float64Array, Int64Array, UInt32Array

_AT_ONCE = 1 << 16


def near_duplicates(parts: Sequence["UInt32Array"], method: MinHash, similarity: float) -> list["Int64Array"]:
    """For each part, the indices of pages that are near-duplicates of an earlier page."""
    import numpy as np

    starts = np.concatenate(([0], np.cumsum([len(part) for part in parts]))).astype(np.int64)
    leaders: dict[int, int] = {}
    for band in range(method.bands):
        for earlier, later in _candidates(parts, method, band):
            alike = _resemblance(parts, starts, earlier, later) >= similarity
            for a, b in zip(earlier[alike].tolist(), later[alike].tolist(), strict=True):
                _join(leaders, a, b)
    dropped = np.array(sorted(page for page in leaders if _leader(leaders, page) != page), np.int64)
    edges = np.searchsorted(dropped, starts)
    return [dropped[low:high] - start for start, low, high in zip(starts, edges, edges[1:], strict=False)]


def _candidates(
    parts: Sequence["UInt32Array"], method: MinHash, band: int
) -> Iterator[tuple["Int64Array", "Int64Array"]]:
    """Pairs of pages with the same band: each with the first and with the one before it."""
    import numpy as np

    columns = slice(band * method.rows, (band + 1) * method.rows)
    keys = np.concatenate([method.band_keys(part[:, columns], band) for part in parts])
    wordless = np.concatenate([(part[:, columns] == np.iinfo(np.uint32).max).all(axis=1) for part in parts])
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    same = np.concatenate(([False], keys[1:] == keys[:-1])) & ~wordless[order]
    heads = np.maximum.accumulate(np.where(same, 0, np.arange(len(keys))))
    places = np.flatnonzero(same)
    for at in range(0, len(places), _AT_ONCE):
        some = places[at : at + _AT_ONCE]
        later, first, before = order[some], order[heads[some]], order[some - 1]
        yield first, later
        differs = before != first
        yield before[differs], later[differs]


def _resemblance(
    parts: Sequence["UInt32Array"], starts: "Int64Array", a: "Int64Array", b: "Int64Array"
) -> "Float64Array":
    return cast("Float64Array", (_rows(parts, starts, a) == _rows(parts, starts, b)).mean(axis=1))


def _rows(parts: Sequence["UInt32Array"], starts: "Int64Array", pages: "Int64Array") -> "UInt32Array":
    """The signatures of some pages."""
    import numpy as np

    found = np.empty((len(pages), parts[0].shape[1] if len(parts) else 0), np.uint32)
    owners = np.searchsorted(starts, pages, side="right") - 1
    for owner in np.unique(owners):
        mine = owners == owner
        found[mine] = parts[owner][pages[mine] - starts[owner]]
    return found


def _join(leaders: dict[int, int], a: int, b: int) -> None:
    """Merge the groups of two similar pages under the earlier leader."""
    one, other = _leader(leaders, a), _leader(leaders, b)
    leaders[max(one, other)] = min(one, other)
    leaders.setdefault(min(one, other), min(one, other))


def _leader(leaders: dict[int, int], page: int) -> int:
    root = page
    while leaders.get(root, root) != root:
        root = leaders[root]
    while leaders.get(page, page) != root:
        leaders[page], page = root, leaders[page]
    return root
