"""Fingerprints of pages for comparison, stored with each shard until all shards are extracted."""

import hashlib
from array import array
from typing import TYPE_CHECKING, Any, Final

from maintext.corpus.settings import CorpusSettings
from maintext.corpus.storage import Storage
from maintext.page.shingles import MinHash
from maintext.page.words import words
from maintext.urls import site_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

METHOD: Final = MinHash()
STAGE: Final = ".stage"


class Fingerprints:
    """The fingerprints of a shard's records, in their order."""

    def __init__(self, settings: CorpusSettings) -> None:
        self._settings = settings
        self._signatures = array("I")
        self._lines = array("Q")
        self._counts = array("I")

    def add(self, record: dict[str, Any]) -> None:
        """Add the fingerprints of a record."""
        if self._settings.near_duplicates is not None:
            self._signatures.frombytes(METHOD.signature(record["text"]).tobytes())
        if self._settings.repeated_lines is not None:
            site = record_site(record)
            keys = sorted({key for line in record["text"].split("\n") if (key := line_key(site, line)) is not None})
            self._lines.extend(keys)
            self._counts.append(len(keys))

    def save(self, storage: Storage, shard: str) -> None:
        """Save them with the records of the shard."""
        import numpy as np

        arrays: dict[str, NDArray[Any]] = {
            "signatures": np.asarray(self._signatures, np.uint32).reshape(-1, METHOD.bands * METHOD.rows),
            "lines": np.asarray(self._lines, np.uint64),
            "counts": np.asarray(self._counts, np.uint32),
        }
        for name, values in arrays.items():
            save(storage, file_of(shard, name), values)


def file_of(shard: str, name: str) -> str:
    """The file name of an array of a shard."""
    return f"{STAGE}/{shard}.{name}.npy"


def save(storage: Storage, name: str, values: "NDArray[Any]") -> None:
    """Save an array."""
    import numpy as np

    with storage.atomic_path(name) as path, path.open("wb") as file:
        np.save(file, values, allow_pickle=False)


def load(storage: Storage, shard: str, name: str) -> "NDArray[np.generic]":
    """Load an array of a shard, memory-mapped if it is a local file."""
    import numpy as np

    with storage.local(file_of(shard, name)) as path:
        values: NDArray[np.generic] = np.load(path, mmap_mode=None if storage.remote else "r", allow_pickle=False)
        return values


def record_site(record: dict[str, Any]) -> str:
    """The site of a page: the host of its address; pages without an address are one site."""
    return site_of(record["url"] or (record["metadata"] or {}).get("canonical_url") or "")


def line_key(site: str, line: str) -> int | None:
    """A number for a line of a site; None for a line without words, which is layout."""
    if not words(line):
        return None
    key = f"{site}\n{' '.join(line.lower().split())}".encode("utf-8", "replace")
    return int.from_bytes(hashlib.blake2b(key, digest_size=8).digest())
