"""The journal of a crawl: one line per response, from which a killed crawl is resumed and a repeated one compared.

Every entry records the size of the WARC file after it. Data in either file after the last entry that both contain was
not finished, and is removed.
"""

import fcntl
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final, Literal

from maintext.crawl.crawl_settings import Seeds
from maintext.data_formats import load_json
from maintext.data_shapes import dataclass_from
from maintext.errors import CrawlError, MalformedData

Outcome = Literal[
    "stored", "duplicate", "unchanged", "redirect", "error", "failed", "forbidden", "absent"
]  # fmt: skip
FORMAT: Final = "maintext-crawl 1"
_LISTS: Final = ("pages", "sitemaps", "feeds")


@dataclass(frozen=True, slots=True)
class StartEntry:
    """The first entry: the seeds and settings of the crawl."""

    format: str
    identity: str
    seeds: Seeds
    end: int = 0


@dataclass(frozen=True, slots=True)
class RobotsEntry:
    """The robots.txt of an origin."""

    origin: str
    text: str
    delay: float
    sitemaps: tuple[str, ...]
    at: float
    """When it was read, in seconds since 1970."""
    end: int = 0


@dataclass(frozen=True, slots=True)
class PageEntry:
    """The outcome of one URL."""

    url: str
    outcome: Outcome
    status: int | None = None
    message: str = ""
    """The reason of a failure."""
    size: int = 0
    digest: str = ""
    id: str = ""
    """The record that holds the body."""
    date: str = ""
    etag: str = ""
    modified: str = ""
    kind: str = "other"
    """page, sitemap, feed or other."""
    location: str | None = None
    pages: tuple[str, ...] = ()
    sitemaps: tuple[str, ...] = ()
    feeds: tuple[str, ...] = ()
    end: int = 0


Entry = StartEntry | RobotsEntry | PageEntry
_CLASSES: Final[dict[str, type[Entry]]] = {"start": StartEntry, "robots": RobotsEntry, "page": PageEntry}
_NAMES: Final = {cls: name for name, cls in _CLASSES.items()}


class Journal:
    """A journal that is open for appending; one process at a time."""

    def __init__(self, path: Path) -> None:
        try:
            self._file: BinaryIO = path.open("a+b")
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self._file.close()
            raise CrawlError(f"{path} is in use by another crawl; wait for it, or choose another file") from error
        except OSError as error:
            raise CrawlError(f"cannot write {path}: {error.strerror or error}") from error
        self._path = path
        self._urls = _UrlTable()

    def restore(self, warc_size: int) -> list[Entry]:
        """The finished entries; the file is truncated after them."""
        self._file.seek(0)
        entries: list[Entry] = []
        kept = 0
        for line, entry in _entries(self._file, self._path, self._urls):
            if entry.end > warc_size:
                break
            kept += len(line)
            entries.append(entry)
        self._file.truncate(kept)
        self._file.seek(kept)
        self._urls = _UrlTable()
        for entry in entries:
            if isinstance(entry, PageEntry):
                self._urls.packed(entry)
        return entries

    def append(self, entry: Entry) -> None:
        """Add an entry."""
        values = self._urls.packed(entry) if isinstance(entry, PageEntry) else asdict(entry)
        line = json.dumps({"what": _NAMES[type(entry)], **values}, ensure_ascii=False, separators=(",", ":"))
        self._file.write(line.encode("utf-8", "replace") + b"\n")
        self._file.flush()

    def sync(self) -> None:
        """Sync the file to disk."""
        os.fsync(self._file.fileno())

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def journal_path(warc: Path) -> Path:
    """The journal beside a WARC file."""
    return warc.with_name(f"{warc.name}.journal")


def read_journal(warc: Path) -> Iterator[Entry]:
    """The entries of a crawl that was written before."""
    path = journal_path(warc)
    try:
        with path.open("rb") as file:
            for _, entry in _entries(file, path, _UrlTable()):
                yield entry
    except FileNotFoundError:
        raise CrawlError(f"{path}: no such file; name the WARC file of an earlier maintext crawl") from None
    except OSError as error:
        raise CrawlError(f"{path}: cannot be read ({error.strerror or error})") from error


def _entries(file: BinaryIO, path: Path, urls: "_UrlTable") -> Iterator[tuple[bytes, Entry]]:
    """The lines and their entries, up to the first incomplete line."""
    for number, line in enumerate(file, 1):
        if not line.endswith(b"\n"):
            return
        try:
            values = load_json(line)
            cls = _CLASSES[values.pop("what")]
            entry = dataclass_from(cls, urls.unpacked(values) if cls is PageEntry else values)
        except (MalformedData, LookupError, TypeError, AttributeError) as error:
            raise CrawlError(f"{path} is damaged in line {number}; choose another output file") from error
        if isinstance(entry, StartEntry) and entry.format != FORMAT:
            raise CrawlError(f"{path} was written by another version of maintext; choose another output file")
        yield line, entry


class _UrlTable:
    """Writes each URL once, and its number afterwards."""

    def __init__(self) -> None:
        self._urls: list[str] = []
        self._numbers: dict[str, int] = {}

    def packed(self, entry: PageEntry) -> dict[str, Any]:
        """The values of an entry that differ from the defaults."""
        plain = PageEntry(entry.url, entry.outcome)
        values = {name: value for name, value in asdict(entry).items() if value != getattr(plain, name)}
        values |= {"url": entry.url, "outcome": entry.outcome}
        for name in _LISTS:
            if name in values:
                values[name] = [self._pack(url) for url in values[name]]
        return values

    def unpacked(self, values: dict[str, Any]) -> dict[str, Any]:
        """The values with all their URLs."""
        return values | {name: self._unpack(values[name]) for name in _LISTS if name in values}

    def _pack(self, url: str) -> str | int:
        number = self._numbers.setdefault(url, len(self._urls))
        if number < len(self._urls):
            return number
        self._urls.append(url)
        return url

    def _unpack(self, written: Sequence[str | int]) -> list[str]:
        found = []
        for each in written:
            if isinstance(each, int):
                found.append(self._urls[each])
            else:
                self._pack(each)
                found.append(each)
        return found


def without_names(entry: PageEntry) -> PageEntry:
    """The entry without the URLs in its response."""
    return replace(entry, pages=(), sitemaps=(), feeds=())
