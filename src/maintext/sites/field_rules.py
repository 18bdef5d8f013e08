"""Rules for title, date and author: selectors whose text equals the metadata on every page."""

from collections.abc import Iterator, Sequence

from maintext.page import Page
from maintext.page.metadata import read_metadata
from maintext.page.words import words
from maintext.sites.selector_candidates import lowest_costs, selector_candidates
from maintext.sites.selectors import select


def field_rules(pages: Sequence[Page]) -> dict[str, str]:
    """Selectors of title, date and author that match the metadata of every page."""
    rules = {}
    metadata = [read_metadata(page) for page in pages]
    for name in ("title", "date", "author"):
        values = [words(str(getattr(each, name) or "").lower()) for each in metadata]
        if not all(values) or (name == "title" and len(values) > 1 and len(set(map(tuple, values))) == 1):
            continue  # a page lacks the value, or all pages have the same title, which is the site name
        candidates: dict[str, float] | None = None
        for page, value in zip(pages, values, strict=True):
            here = lowest_costs(_selectors_of_value(page, value, name))
            candidates = (
                here if candidates is None else {each: cost for each, cost in candidates.items() if each in here}
            )
        if candidates:
            rules[name] = min(candidates, key=lambda each: (candidates[each], len(each), each))
    return rules


def _selectors_of_value(page: Page, value: Sequence[str], name: str) -> Iterator[tuple[str, float]]:
    """Selectors whose first element contains a value."""
    tree = page.tree
    for at, text in enumerate(tree.texts):
        said = words(text.lower())
        if not said or len(said) > 3 * len(value) + 6 or not _has_value(said, value, name):
            continue
        element = tree.text_elements[at]
        for selector, cost in selector_candidates(page, element, positions=False):
            found = select(page, selector)
            if found and found[0] == element:
                yield selector, cost


def _has_value(said: Sequence[str], value: Sequence[str], name: str) -> bool:
    if name == "date":
        return len(value) >= 3 and value[0] in said and str(int(value[2])) in [each.lstrip("0") for each in said]
    return any(list(said[at : at + len(value)]) == list(value) for at in range(len(said) - len(value) + 1))
