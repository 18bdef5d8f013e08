"""Addresses that a page names: its own, its picture's, its license's."""

from collections.abc import Callable, Mapping

from maintext.page.metadata.structured import Found, Structured, text_of
from maintext.page.page import Page

Resolve = Callable[[str], str | None]
"""Turns an address as written into an absolute one; None if it is none."""


def find_canonical_url(structured: Structured, resolve: Resolve) -> Found | None:
    """The address the page wants to be known by."""
    for address in structured.links.get("canonical", ()):
        if resolved := resolve(address):
            return Found(resolved, "link")
    if (value := structured.meta("og:url")) and (resolved := resolve(value)):
        return Found(resolved, "opengraph")
    return None


def find_image(structured: Structured, resolve: Resolve) -> Found | None:
    """The picture that stands for the page."""
    if (value := structured.meta("og:image", "og:image:url", "og:image:secure_url")) and (resolved := resolve(value)):
        return Found(resolved, "opengraph")
    if (value := structured.meta("twitter:image", "twitter:image:src", "thumbnail")) and (resolved := resolve(value)):
        return Found(resolved, "meta")
    for thing in structured.things:
        image = thing.get("image")
        image = image[0] if isinstance(image, list) and image else image
        value = str(image.get("url") or "") if isinstance(image, Mapping) else text_of(image)
        if value and (resolved := resolve(value)):
            return Found(resolved, "json-ld")
    return None


def find_license(page: Page, structured: Structured, resolve: Resolve) -> Found | None:
    """The license the page is published under."""
    for thing in structured.things:
        license_ = thing.get("license")
        value = str(license_.get("url") or "") if isinstance(license_, Mapping) else text_of(license_)
        if value:
            return Found(value, "json-ld")
    for address in structured.links.get("license", ()):
        if resolved := resolve(address):
            return Found(resolved, "link")
    if named := structured.meta("dcterms.license", "dc.rights", "dcterms.rights", "license"):
        return Found(named, "meta")
    tree = page.tree
    for element, relation in structured.relations:
        if "license" not in relation.split():
            continue
        if resolved := resolve(tree.elements.get(element, "href") or ""):
            return Found(resolved, "html")
    return None
