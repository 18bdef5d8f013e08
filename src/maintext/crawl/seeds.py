"""The first URLs of a crawl, from the user's arguments: URLs, and files that list URLs."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from maintext.crawl.canonical_urls import canonical_url
from maintext.crawl.crawl_settings import Seeds
from maintext.errors import CrawlError
from maintext.files import read_file

_MOST: Final = 10_000_000


def read_seeds(sources: Iterable[str]) -> Seeds:
    """The seeds in their order, each once."""
    urls: dict[str, None] = {}
    listed: dict[str, None] = {}
    for source in sources:
        if source.lower().startswith(("http://", "https://")):
            urls[_checked(source, source)] = None
            continue
        for number, line in enumerate(_lines(source), 1):
            if line and not line.startswith("#"):
                listed[_checked(line, f"{source}, line {number}: {line}")] = None
    if not urls and not listed:
        raise CrawlError("there is no URL to crawl; name a site, a sitemap, a feed, or a file with one URL per line")
    return Seeds(tuple(urls), tuple(listed))


def _lines(path: str) -> list[str]:
    try:
        data = read_file(Path(path))
    except FileNotFoundError:
        raise CrawlError(f"{path}: no such file; a site begins with https://") from None
    except OSError as error:
        raise CrawlError(f"{path}: cannot be read ({error.strerror or error})") from error
    lines = data.decode("utf-8-sig", "replace").splitlines()
    if len(lines) > _MOST:
        raise CrawlError(f"{path}: more than {_MOST:,} lines; split the list")
    return [line.strip() for line in lines]


def _checked(url: str, where: str) -> str:
    found = canonical_url(url)
    if found is None:
        raise CrawlError(f"{where} is not a URL that can be requested; write it as https://host/path")
    return found
