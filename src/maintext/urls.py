"""Parts of URLs that anyone may have written: what is not a URL has none, and is never an error."""

from urllib.parse import SplitResult, urljoin, urlsplit

_NOTHING = SplitResult("", "", "", "", "")


def split_url(url: str) -> SplitResult:
    """The parts of a URL; all empty if it is none."""
    try:
        return urlsplit(url)
    except ValueError:
        return _NOTHING


def host_of(url: str) -> str:
    """The host of a URL in lower case, empty if it has none."""
    return split_url(url).hostname or ""


def site_of(url: str) -> str:
    """The host of a URL without www., empty if it has none."""
    return host_of(url).removeprefix("www.")


def web_address(base: str, link: str) -> str | None:
    """The absolute http or https URL of a link on a page; None if it leads elsewhere."""
    try:
        joined = urljoin(base, link)
    except ValueError:
        return None
    return joined if joined.startswith(("http://", "https://")) else None
