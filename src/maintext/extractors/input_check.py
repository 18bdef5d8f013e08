"""Reject input that cannot be a page: other types than text and bytes, paths and URLs."""

import os
import re

from maintext.errors import NotAPage

_URL = re.compile(r"\s*(?:https?|ftp|file)://\S+\s*", re.IGNORECASE)
_PATH = re.compile(r"(?:[~.]{0,2}[/\\]|[A-Za-z]:[/\\])?[^\s<>]+\.(?:x?html?|pdf|txt|xml)", re.IGNORECASE)
_LONGEST = 2000


def refuse_no_page(html: object) -> None:
    """Raise NotAPage, naming the right function, unless the value is text or bytes that can be a page."""
    if isinstance(html, os.PathLike):
        raise NotAPage(f"{html} is a path; use maintext.extract_file(path)")
    if html is None:
        raise NotAPage("there is no page: it is None; did a download fail?")
    if not isinstance(html, str | bytes):
        raise NotAPage(f"a page is text or bytes, not {type(html).__name__}; pass the HTML itself")
    if not isinstance(html, str) or len(html) > _LONGEST:
        return
    if _URL.fullmatch(html):
        raise NotAPage(f"{html.strip()} is a URL, not a page; use maintext.extract_url(url)")
    if _PATH.fullmatch(html):
        raise NotAPage(f"{html} is a path, not a page; use maintext.extract_file(path)")
