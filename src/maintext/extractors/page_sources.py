"""Extract from a file or from a URL, as `extract` does from the page itself."""

import os
from pathlib import Path

from maintext.errors import PageError, TooLarge
from maintext.extractors.extract import extract
from maintext.extractors.extraction import Extraction
from maintext.page import MAX_BYTES


def extract_file(
    path: str | os.PathLike[str], *, url: str | None = None, max_bytes: int = MAX_BYTES, **settings: object
) -> Extraction:
    """The main text of a page in a file; `url` is where it came from, further keywords are those of `extract`."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(max_bytes + 1)
    except (OSError, ValueError) as error:
        raise PageError(f"{path}: cannot be read ({getattr(error, 'strerror', None) or error})") from error
    if len(data) > max_bytes:
        raise TooLarge(Path(path).stat().st_size, max_bytes)
    return extract(data, url=url, max_bytes=max_bytes, **settings)  # type: ignore[arg-type]


def extract_url(
    url: str, *, timeout: float = 30.0, max_bytes: int = MAX_BYTES, private: bool = True, **settings: object
) -> Extraction:
    """The main text of the page at an http or https URL; further keywords are those of `extract`.

    `timeout` in seconds covers redirects too. The charset that the server names is used, and the URL after redirects
    is that of the extraction. Unless `private`, addresses that are not public are refused; say so if the URL comes
    from somebody else.
    """
    from maintext.fetch import fetch

    fetched = fetch(url, timeout=timeout, max_bytes=max_bytes, private=private)
    settings = {"charset": fetched.charset, **settings}
    return extract(fetched.body, url=fetched.url, max_bytes=max_bytes, **settings)  # type: ignore[arg-type]
