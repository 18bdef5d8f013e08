"""A registry of sites: a folder or an archive with templates and wrappers, each in a file named after its host."""

import re
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from maintext.data_formats import load_json
from maintext.errors import SiteError
from maintext.sites.template import Template
from maintext.sites.wrapper_rules import Wrapper, parse_wrapper

_ENDINGS: Final = (".yaml", ".yml", ".json")
_HOST = re.compile(r"\w(?:[\w.-]{0,251}\w)?")
_LARGEST: Final = 50_000_000
"""Bytes of a file in an archive; a larger one is refused."""


@dataclass(frozen=True, slots=True)
class KnownSite:
    """What a registry has for a host."""

    host: str
    wrapper: Wrapper | None = None
    template: Template | None = None


def find_site(registry: str | Path, url: str) -> KnownSite | None:
    """What a registry has for the host of a URL, or for the nearest domain above it; None if it has nothing."""
    path = Path(registry)
    if not path.exists():
        raise SiteError(f"{path}: no such folder or archive; a registry has files such as example.org.yaml")
    for host in _hosts(url):
        files = [found for ending in _ENDINGS if (found := _read(path, f"{host}{ending}")) is not None]
        if files:
            return _known_site(host, files)
    return None


def _hosts(url: str) -> Iterator[str]:
    """The names under which a host may stand: itself, and the domains above it with at least two labels."""
    try:
        host = (urlsplit(url).hostname or "").lower().rstrip(".").removeprefix("www.")
    except ValueError:
        return
    if not _HOST.fullmatch(host):
        return
    yield host
    labels = host.split(".")
    if not labels[-1].isdigit():  # the parts of an address are no domains
        yield from (".".join(labels[start:]) for start in range(1, len(labels) - 1))


def _known_site(host: str, files: list[tuple[Path, str]]) -> KnownSite:
    wrapper: Wrapper | None = None
    template: Template | None = None
    for path, text in files:
        if path.suffix != ".json" or _is_wrapper(path, text):
            wrapper = wrapper or _parse_wrapper(path, text)
        else:
            template = _parse_template(path, text)
    return KnownSite(host, wrapper, template)


@lru_cache(maxsize=256)
def _parse_wrapper(path: Path, text: str) -> Wrapper:
    return parse_wrapper(path, text)


@lru_cache(maxsize=64)
def _parse_template(path: Path, text: str) -> Template:
    try:
        return Template.from_json(text)
    except ValueError as error:
        raise SiteError(f"{path} is neither a site template nor a wrapper: {error}") from error


def _is_wrapper(path: Path, text: str) -> bool:
    try:
        value = load_json(text)
    except ValueError as error:
        raise SiteError(f"{path}: {error}") from error
    return isinstance(value, dict) and "article" in value


def _read(registry: Path, name: str) -> tuple[Path, str] | None:
    """The text of a file of a registry; None if there is no such file."""
    try:
        if registry.is_dir():
            path = registry / name
            return (path, path.read_text(encoding="utf-8")) if path.is_file() else None
        text = _archive(registry, registry.stat().st_mtime_ns).get(name)
        return None if text is None else (registry / name, text)
    except (OSError, ValueError) as error:
        raise SiteError(f"{registry}: {name} cannot be read ({getattr(error, 'strerror', None) or error})") from error


@lru_cache(maxsize=8)
def _archive(path: Path, changed: int) -> dict[str, str]:
    """The texts of an archive by file name, without folders."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            members = [one for one in archive.infolist() if _fits(path, one.filename, one.file_size)]
            return {Path(one.filename).name: archive.read(one).decode() for one in members}
    if not tarfile.is_tarfile(path):
        raise SiteError(f"{path} is neither a folder nor a zip or tar archive")
    with tarfile.open(path) as archive:
        files = [one for one in archive.getmembers() if one.isfile() and _fits(path, one.name, one.size)]
        return {Path(one.name).name: content.read().decode() for one in files if (content := archive.extractfile(one))}


def _fits(path: Path, name: str, size: int) -> bool:
    """Whether a file of an archive is one of a site; an error if it is too large."""
    if not name.endswith(_ENDINGS):
        return False
    if size > _LARGEST:
        raise SiteError(f"{path}: {name} is larger than {_LARGEST:,} bytes")
    return True
