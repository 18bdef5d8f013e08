"""The site of a page; pages of one site are never split between training and test."""

import re
from collections import Counter

from maintext.datasets import Example
from maintext.page import Page
from maintext.urls import site_of

_DECLARED = re.compile(
    r"""<link[^>]+rel=["']?canonical[^>]+href=["']?(https?://[^"'>\s]+)"""
    r"""|<meta[^>]+og:url["'][^>]+content=["']?(https?://[^"'>\s]+)""",
    re.IGNORECASE,
)
_LINK = re.compile(r"""href=["']?(https?://[^"'>\s]+)""", re.IGNORECASE)
_READ = 2_000_000


def source_of(example: Example, page: Page) -> str:
    """The host of the example's URL or the site in its dataset, else the site that the page declares, else its id.

    A page declares its site by its canonical link, its og:url, or the host that it links to most.
    """
    if example.url:
        return site_of(example.url) or example.id
    site = example.facts.get("site")
    if isinstance(site, str) and site:
        return site
    return _guess(page.source[:_READ]) or example.id


def _guess(source: str) -> str:
    declared = _DECLARED.search(source)
    if declared:
        return site_of(declared.group(1) or declared.group(2))
    hosts = Counter(site_of(url) for url in _LINK.findall(source))
    return hosts.most_common(1)[0][0] if hosts else ""
