"""URLs in a page's metadata: its canonical URL, its main image and its license."""

from collections.abc import Callable, Mapping

from maintext.page.metadata.structured import SourcedValue, Structured, value_text
from maintext.page.page import Page

Resolve = Callable[[str], str | None]
"""Converts a URL of the source into an absolute one; None if it is invalid."""


def find_canonical_url(structured: Structured, resolve: Resolve) -> SourcedValue | None:
    """The canonical URL of the page."""
    for address in structured.links.get("canonical", ()):
        if resolved := resolve(address):
            return SourcedValue(resolved, "link")
    if (value := structured.meta("og:url")) and (resolved := resolve(value)):
        return SourcedValue(resolved, "opengraph")
    return None


def find_image(structured: Structured, resolve: Resolve) -> SourcedValue | None:
    """The URL of the page's main image."""
    if (value := structured.meta("og:image", "og:image:url", "og:image:secure_url")) and (resolved := resolve(value)):
        return SourcedValue(resolved, "opengraph")
    if (value := structured.meta("twitter:image", "twitter:image:src", "thumbnail")) and (resolved := resolve(value)):
        return SourcedValue(resolved, "meta")
    for entity in structured.json_ld:
        image = entity.get("image")
        image = image[0] if isinstance(image, list) and image else image
        value = str(image.get("url") or "") if isinstance(image, Mapping) else value_text(image)
        if value and (resolved := resolve(value)):
            return SourcedValue(resolved, "json-ld")
    return None


def find_license(page: Page, structured: Structured, resolve: Resolve) -> SourcedValue | None:
    """The URL of the page's license."""
    for entity in structured.json_ld:
        license_ = entity.get("license")
        value = str(license_.get("url") or "") if isinstance(license_, Mapping) else value_text(license_)
        if value:
            return SourcedValue(value, "json-ld")
    for address in structured.links.get("license", ()):
        if resolved := resolve(address):
            return SourcedValue(resolved, "link")
    if named := structured.meta("dcterms.license", "dc.rights", "dcterms.rights", "license"):
        return SourcedValue(named, "meta")
    tree = page.tree
    for element, relation in structured.relations:
        if "license" not in relation.split():
            continue
        if resolved := resolve(tree.elements.get(element, "href") or ""):
            return SourcedValue(resolved, "html")
    return None
