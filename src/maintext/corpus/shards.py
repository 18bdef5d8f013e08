"""Shards: the units of work of a corpus, each read by one worker and written as one file."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from maintext.corpus.locations import (
    damage,
    decompressed,
    files_in,
    is_folder,
    join_location,
    matches,
    open_bytes,
    size_of,
)
from maintext.errors import BadInput, CorpusError

ShardKind = Literal["warc", "jsonl", "folder", "quarantine"]
KINDS: tuple[ShardKind, ...] = get_args(ShardKind)
PAGES_PER_SHARD: Final = 2000
_WARC: Final = re.compile(r"\.warc(\.gz|\.zst|\.zstd|\.lz4)?$", re.IGNORECASE)
_JSONL: Final = re.compile(r"\.(jsonl|ndjson|jsonlines)(\.gz|\.zst|\.zstd)?$", re.IGNORECASE)
_HTML: Final = re.compile(r"\.x?html?(\.gz)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Shard:
    """One input file, or some files of a folder."""

    name: str
    """The name of its output."""
    location: str
    kind: ShardKind
    size: int
    first: int = 0
    count: int = 0
    """Which files of a folder's listing."""
    listing: str = ""
    """The digest of that listing."""
    limit: int | None = None
    """Only this many pages."""


def plan_shards(inputs: Iterable[str], pages_per_shard: int = PAGES_PER_SHARD) -> tuple[Shard, ...]:
    """The shards of the inputs: files, folders, patterns and URLs."""
    found: list[Shard] = []
    for location in inputs:
        for place in matches(location):
            found.extend(_shards_of(place, pages_per_shard))
    locations = Counter((shard.location, shard.first) for shard in found)
    twice = next((place for (place, _), times in locations.items() if times > 1), None)
    if twice is not None:
        raise CorpusError(f"{twice} is named twice; remove one")
    return _with_names(found)


def html_files(folder: str) -> list[tuple[str, int]]:
    """The HTML files below a folder, with their sizes."""
    return [(name, size) for name, size in files_in(folder) if _HTML.search(name)]


def listing_digest(files: Sequence[tuple[str, int]]) -> str:
    """A digest of the file list of a folder, to notice changes."""
    return hashlib.sha256("\n".join(f"{size} {name}" for name, size in files).encode("utf-8", "replace")).hexdigest()


def _shards_of(location: str, pages_per_shard: int) -> Iterator[Shard]:
    if not is_folder(location):
        yield _file(location)
        return
    files = files_in(location)
    for name, size in files:
        kind = _kind(name)
        if kind is not None:
            yield Shard("", join_location(location, name), kind, size)
    pages = [(name, size) for name, size in files if _HTML.search(name)]
    digest = listing_digest(pages)
    for first in range(0, len(pages), pages_per_shard):
        part = pages[first : first + pages_per_shard]
        yield Shard("", location, "folder", sum(size for _, size in part), first, len(part), digest)
    if not pages and not any(_kind(name) for name, _ in files):
        raise BadInput(f"{location}: there are no WARC, JSONL or HTML files in this folder")


def _file(location: str) -> Shard:
    size = size_of(location)
    if _HTML.search(location):
        raise BadInput(f"{location} is one page; name its folder, or use: maintext extract")
    kind = _kind(location) or _sniffed(location)
    return Shard("", location, kind, size)


def _kind(name: str) -> ShardKind | None:
    return "warc" if _WARC.search(name) else "jsonl" if _JSONL.search(name) else None


def _sniffed(location: str) -> ShardKind:
    """The kind of a file by its content, if its name does not tell it."""
    with open_bytes(location) as stream:
        try:
            head = decompressed(stream).read(16)
        except damage(OSError) as error:
            raise BadInput(f"{location} cannot be read: {error}") from error
    if head.startswith(b"WARC/"):
        return "warc"
    if head.lstrip().startswith(b"{"):
        return "jsonl"
    raise BadInput(f"{location} is neither a WARC file nor JSONL; give those, or folders of HTML files")


def _with_names(shards: Sequence[Shard]) -> tuple[Shard, ...]:
    """The shards with unique names: the file name, with a suffix where two files share it."""
    stems = [_stem(shard) for shard in shards]
    shared = {stem for stem, times in Counter(stem.lower() for stem in stems).items() if times > 1}
    named = []
    for shard, stem in zip(shards, stems, strict=True):
        mark = f"-{hashlib.sha256(shard.location.encode()).hexdigest()[:8]}" if stem.lower() in shared else ""
        named.append(replace(shard, name=f"{stem}{mark}"))
    return tuple(named)


def _stem(shard: Shard) -> str:
    name = re.split(r"[/\\]", shard.location.rstrip("/\\"))[-1] or "pages"
    name = _JSONL.sub("", _WARC.sub("", name))
    slug = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.")[-120:] or "pages"
    return f"{slug}-{shard.first:08}" if shard.kind == "folder" else slug


def limit_shards(shards: Sequence[Shard], limit: int, pages: "Mapping[str, int]") -> tuple[Shard, ...]:
    """The shards with the first `limit` pages; `pages` counts the pages of a shard."""
    left, chosen = limit, []
    for shard in shards:
        if left <= 0:
            break
        chosen.append(replace(shard, limit=min(left, pages[shard.name])))
        left -= pages[shard.name]
    return tuple(chosen)
