"""Inputs of the command line: files, folders, URLs and standard input, read as bytes."""

import errno
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import click

from maintext.errors import MaintextError, TooLarge
from maintext.fetch import Fetched, fetch
from maintext.fetch.polite_downloads import DELAY, PARALLEL, fetch_politely
from maintext.page import MAX_BYTES

_ENDINGS = (".html", ".htm", ".xhtml")


@dataclass(frozen=True, slots=True)
class Input:
    """The bytes of a page, with the name given by the user."""

    name: str
    data: bytes
    url: str | None = None
    charset: str | None = None


@dataclass(frozen=True, slots=True)
class InputLimits:
    """Limits of time and size per input."""

    timeout: float = 30.0
    max_bytes: int = MAX_BYTES
    render: bool = False
    """Whether URLs are rendered in a browser."""
    page_url: str | None = None
    """The URL of a page that is read from a file or standard input."""
    private: bool = True
    """Whether private and loopback addresses are fetched too."""
    parallel: int = PARALLEL
    delay: float = DELAY
    """How many hosts are asked at the same time, and the pause between two requests to one of them."""


def expand(names: Sequence[str]) -> list[str]:
    """Expand folders to the pages in them; no names means standard input."""
    if not names:
        if sys.stdin is not None and sys.stdin.isatty():
            raise click.UsageError("no input; name a file or a URL, or pipe a page to standard input")
        return ["-"]
    expanded: list[str] = []
    for name in names:
        if not is_url(name) and name != "-" and _is_folder(name):
            pages = sorted(path for path in Path(name).rglob("*") if path.suffix.lower() in _ENDINGS)
            if not pages:
                raise MaintextError(f"{name}: no HTML files in this folder")
            expanded.extend(map(str, pages))
        else:
            expanded.append(name)
    return expanded


def read(name: str, limits: InputLimits) -> Input:
    """Read the input with this name."""
    if limits.render:
        return _rendered(name, limits)
    if is_url(name):
        return _fetched(name, _fetch(name, limits))
    if name == "-":
        return Input("standard input", _read_standard_input(limits.max_bytes), limits.page_url)
    return Input(name, _read_file(name, limits.max_bytes), limits.page_url)


def read_all(names: Sequence[str], limits: InputLimits) -> Iterator[tuple[int, Input | MaintextError]]:
    """Read every input, with its number; an error takes the place of an input that cannot be read.

    Several URLs are fetched after everything else, from several hosts at the same time, and come as they arrive.
    """
    downloads = [number for number, name in enumerate(names) if is_url(name) and not limits.render]
    if len(downloads) < 2:
        downloads = []
    for number in sorted(set(range(len(names))) - set(downloads)):
        try:
            yield number, read(names[number], limits)
        except MaintextError as error:
            yield number, error
    urls = [names[number] for number in downloads]
    fetched = fetch_politely(urls, lambda url: _fetch(url, limits), parallel=limits.parallel, delay=limits.delay)
    for index, found in fetched:
        yield downloads[index], found if isinstance(found, MaintextError) else _fetched(urls[index], found)


def read_url_list(file: TextIO) -> list[str]:
    """The lines of a list of URLs, each once, without empty lines and comments."""
    lines = (line.strip() for line in file)
    return list(dict.fromkeys(line for line in lines if line and not line.startswith("#")))


def is_url(name: str) -> bool:
    """Whether a name is a URL rather than a path."""
    return name.lower().startswith(("http://", "https://"))


def _fetch(url: str, limits: InputLimits) -> Fetched:
    return fetch(url, timeout=limits.timeout, max_bytes=limits.max_bytes, private=limits.private)


def _fetched(name: str, fetched: Fetched) -> Input:
    return Input(name, fetched.body, fetched.url, fetched.charset)


def _rendered(name: str, limits: InputLimits) -> Input:
    from maintext.fetch.rendered import render

    if not is_url(name):
        raise MaintextError(f"{name}: only URLs can be rendered; remove --render")
    fetched = render(name, timeout=limits.timeout, max_bytes=limits.max_bytes)
    return _fetched(name, fetched)


def _is_folder(name: str) -> bool:
    try:
        return Path(name).is_dir()
    except OSError:  # reading it will tell why
        return False


def _read_standard_input(max_bytes: int) -> bytes:
    try:
        if sys.stdin is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return sys.stdin.buffer.read(max_bytes + 1)
    except OSError as error:
        raise MaintextError(f"-: standard input cannot be read ({error.strerror}); name a file or a URL") from error


def _read_file(name: str, max_bytes: int) -> bytes:
    try:
        with Path(name).open("rb") as file:
            size = Path(name).stat().st_size
            if size > max_bytes:
                raise TooLarge(size, max_bytes)
            return file.read(max_bytes + 1)
    except FileNotFoundError:
        raise MaintextError(f"{name}: no such file") from None
    except ValueError:
        raise MaintextError(f"{name!r} is not the name of a file") from None
    except OSError as error:
        raise MaintextError(f"{name}: cannot be read ({error.strerror or error})") from error
