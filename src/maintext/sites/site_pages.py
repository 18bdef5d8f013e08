"""Iterate over the pages of one site: files, folders, or the pages of a host in WARC archives."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from maintext.errors import SiteError
from maintext.files import open_file, read_file
from maintext.urls import site_of

if TYPE_CHECKING:
    from fastwarc.warc import WarcRecord

_ARCHIVES: Final = (".warc", ".warc.gz")
_PAGES: Final = (".html", ".htm", ".xhtml", ".shtml")
_TYPES: Final = ("text/html", "application/xhtml+xml", "")


@dataclass(frozen=True, slots=True)
class SitePage:
    """A stored page."""

    name: str
    data: bytes
    url: str | None = None
    charset: str | None = None


@dataclass(frozen=True, slots=True)
class SitePages:
    """The files or archives that hold the pages of a site."""

    site: str
    files: tuple[Path, ...]
    archives: tuple[Path, ...]

    def __iter__(self) -> Iterator[SitePage]:
        for path in self.files:
            try:
                data = read_file(path)
            except OSError as error:
                raise SiteError(f"{path}: cannot be read ({error.strerror})") from error
            yield SitePage(str(path), data)
        for archive in self.archives:
            for record in _records(archive, parse=True):
                url = record.headers.get("WARC-Target-URI") or ""
                if site_of(url) == self.site and _is_page(record):
                    yield SitePage(url, record.reader.read(), url, record.http_charset)


def find_site_pages(places: Sequence[Path], host: str | None = None) -> SitePages:
    """Find the pages in files, folders and archives; `host` selects one host of the archives."""
    try:
        return _find_site_pages(places, host)
    except OSError as error:
        raise SiteError(f"{error.filename or places[0]}: cannot be read ({error.strerror})") from error


def _find_site_pages(places: Sequence[Path], host: str | None) -> SitePages:
    files: list[Path] = []
    archives: list[Path] = []
    for place in places:
        if place.is_dir():
            inside = sorted(path for path in place.rglob("*") if path.is_file())
            pages = [path for path in inside if path.suffix.lower() in _PAGES]
            held = [path for path in inside if path.name.endswith(_ARCHIVES)]
            if not pages and not held:
                raise SiteError(f"{place}: no pages (.html, .htm, .xhtml) and no .warc files in this folder")
            files += pages
            archives += held
        elif not place.exists():
            raise SiteError(f"{place}: no such file or folder")
        elif place.name.endswith(_ARCHIVES):
            archives.append(place)
        else:
            files.append(place)
    if archives and files:
        raise SiteError("the inputs mix HTML files and WARC archives; give only one kind")
    site = _host(archives, host) if archives else host or _named_after(places)
    return SitePages(site, tuple(files), tuple(archives))


def _named_after(places: Sequence[Path]) -> str:
    place = places[0].resolve()
    return place.name if place.is_dir() else place.parent.name


def _host(archives: Iterable[Path], host: str | None) -> str:
    """The host to use: `host`, or the only host in the archives."""
    hosts = Counter(
        site_of(record.headers.get("WARC-Target-URI") or "") for path in archives for record in _records(path, False)
    )
    hosts.pop("", None)
    if not hosts:
        raise SiteError("the archives hold no pages")
    most = ", ".join(f"{name} ({count})" for name, count in hosts.most_common(5))
    if host is None and len(hosts) > 1:
        raise SiteError(f"the archives hold {len(hosts)} hosts: {most}; name one with --host")
    wanted = host.removeprefix("www.") if host else next(iter(hosts))
    if wanted not in hosts:
        raise SiteError(f"the archives hold no pages of {host}; the most frequent hosts are {most}")
    return wanted


def _is_page(record: "WarcRecord") -> bool:
    """Whether a record is a successful response with an HTML page."""
    if record.is_http_parsed and record.http_headers is not None:
        if not str(record.http_headers.status_code).startswith("2"):
            return False
        return (record.http_content_type or "").partition(";")[0].strip().lower() in _TYPES
    return True


def _records(path: Path, parse: bool) -> "Iterator[Any]":
    try:
        from fastwarc.warc import ArchiveIterator, WarcRecordType
    except ImportError as error:
        raise SiteError(
            "WARC files need fastwarc, which is not installed; try: pip install 'maintext[corpus]'"
        ) from error
    kinds = WarcRecordType.response | WarcRecordType.resource
    try:
        with open_file(path) as stream:
            yield from ArchiveIterator(
                stream, record_types=kinds, parse_http=parse, auto_decode="all" if parse else "none"
            )
    except OSError as error:
        raise SiteError(f"{path}: the archive cannot be read further ({error})") from error
