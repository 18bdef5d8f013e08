"""The URL against which the links of a page are resolved."""

from typing import TYPE_CHECKING, Final

from maintext.urls import host_of, web_address

if TYPE_CHECKING:
    from maintext.page.parsing.tree import Tree

_DECLARATIONS: Final = (('link[rel~="canonical" i]', "href"), ('meta[property="og:url"]', "content"))


def find_base_url(url: str | None, tree: "Tree") -> str:
    """The base URL of a page by the HTML standard; a page without a URL has the canonical one, else og:url.

    It is empty if the page declares none that is absolute.
    """
    own = _absolute("", url or "") or declared_url(tree)
    if "base" not in tree.tags:
        return own
    return _absolute(own, tree.elements.get(tree.tags.index("base"), "href") or "") or own


def declared_url(tree: "Tree") -> str:
    """The absolute URL that a page declares as its own; empty if there is none."""
    for selector, name in _DECLARATIONS:
        for element in tree.elements.select(selector)[:1]:
            if found := _absolute("", tree.elements.get(element, name) or ""):
                return found
    return ""


def _absolute(base: str, written: str) -> str:
    """The absolute URL of what is written; empty if it is none."""
    url = web_address(base, written.strip()) or ""
    return url if host_of(url) else ""
