"""Canonical URLs: a normalized form in which equal URLs are written the same, and the host, origin and site of URLs."""

import re
from functools import lru_cache
from typing import Any, Final

from maintext.errors import CrawlError, FetchError
from maintext.fetch.url_check import check_url
from maintext.urls import split_url

_PORTS: Final = {"http": ":80", "https": ":443"}
_TRACKING: Final = (
    "fbclid", "gclid", "dclid", "gbraid", "wbraid", "msclkid", "yclid", "twclid", "igshid", "mc_cid", "mc_eid", "_ga",
    "utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "utm_id", "utm_name", "utm_reader",
)  # fmt: skip
_SESSION: Final = ("phpsessid", "jsessionid", "aspsessionid", "sessionid", "session_id", "sid", "cfid", "cftoken")
_DROPPED: Final = frozenset([*_TRACKING, *_SESSION])
_SESSION_PATH: Final = re.compile(r";(?:jsessionid|phpsessid|sid)=[^/?#]*", re.IGNORECASE)


def canonical_url(url: str) -> str | None:
    """The canonical form of an http or https URL; None if it cannot be requested.

    Fragments, default ports, tracking parameters and session identifiers are removed, parameters are sorted, and dots
    in the path are resolved.
    """
    w3lib = _w3lib()
    try:
        parts = check_url(url.strip())
        host = parts.hostname or ""
        port = f":{parts.port}" if parts.port is not None else ""
        path = _SESSION_PATH.sub("", _without_dots(parts.path or "/"))
        query = "&".join(part for part in parts.query.split("&") if part.partition("=")[0].lower() not in _DROPPED)
        authority = (f"[{host}]" if ":" in host else host) + ("" if port == _PORTS[parts.scheme] else port)
        written = f"{parts.scheme}://{authority}{path}" + (f"?{query}" if query else "")
        found: str = w3lib.canonicalize_url(written)
        check_url(found)
    except (FetchError, ValueError, UnicodeError):
        return None
    return found


@lru_cache(maxsize=4096)
def host_key(url: str) -> str:
    """The host of a URL, whose requests wait for each other."""
    return (split_url(url).hostname or "").removesuffix(".")


@lru_cache(maxsize=4096)
def origin_of(url: str) -> str:
    """Scheme, host and port, which share one robots.txt."""
    parts = split_url(url)
    return f"{parts.scheme}://{parts.netloc}"


def site_key(url: str) -> str:
    """The site of a URL: its host without www., and its port if it is not the usual one."""
    return split_url(url).netloc.rpartition("@")[2].removeprefix("www.")


def _without_dots(path: str) -> str:
    """A path with its . and .. segments resolved [RFC 3986, section 5.2.4]."""
    if "/." not in path:
        return path
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            kept = kept[:-1]
        elif segment != ".":
            kept.append(segment)
    end = "/" if segments[-1] in (".", "..") and kept else ""
    return "/" + "/".join(kept) + end


def _w3lib() -> Any:
    try:
        import w3lib.url
    except ImportError as error:
        raise CrawlError("crawling needs w3lib; try: pip install 'maintext[crawl]'") from error
    return w3lib.url
