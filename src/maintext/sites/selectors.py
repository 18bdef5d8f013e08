"""CSS selectors and XPaths on the tree of a page: the elements they select, and the texts inside them."""

from bisect import bisect_right

from maintext.errors import SiteError
from maintext.page import Page


def select(page: Page, selector: str) -> list[int]:
    """The selected elements in document order; a selector that starts with / or ( is an XPath."""
    elements = page.tree.elements
    try:
        return elements.xpath(selector) if is_xpath(selector) else elements.select(selector)
    except ValueError as error:
        kind = "an XPath" if is_xpath(selector) else "a CSS selector"
        raise SiteError(f"{selector!r} is not {kind}: {error}") from error
    except TypeError as error:
        raise SiteError(f"{selector!r} selects {error} instead of elements; write an XPath of elements") from error


def is_xpath(selector: str) -> bool:
    """Whether a selector is XPath."""
    return selector.lstrip().startswith(("/", "("))


def texts_inside(page: Page, elements: list[int]) -> list[bool]:
    """For every text of the tree, whether it is inside one of the elements."""
    spans: list[tuple[int, int]] = []
    for element in sorted(set(elements)):
        if not spans or element >= spans[-1][1]:
            spans.append((element, page.ends[element]))
    starts = [first for first, _ in spans]
    inside = []
    for owner in page.tree.text_elements:
        at = bisect_right(starts, owner) - 1
        inside.append(at >= 0 and owner < spans[at][1])
    return inside
