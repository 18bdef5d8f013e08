"""Rules for title, date and author: the elements that say on every page what the page's metadata says."""

from collections.abc import Iterator, Sequence

from maintext.page import Page
from maintext.page.metadata import read_metadata
from maintext.page.words import words
from maintext.sites.naming import cheapest, names_of
from maintext.sites.selectors import select


def field_rules(pages: Sequence[Page]) -> dict[str, str]:
    """Selectors of title, date and author, where one finds on every page what the page's metadata says."""
    rules = {}
    metadata = [read_metadata(page) for page in pages]
    for name in ("title", "date", "author"):
        values = [words(str(getattr(each, name) or "").lower()) for each in metadata]
        if not all(values) or (name == "title" and len(values) > 1 and len(set(map(tuple, values))) == 1):
            continue  # a page does not say it, or every page has the same title: that is the site's name
        candidates: dict[str, float] | None = None
        for page, value in zip(pages, values, strict=True):
            here = cheapest(_saying(page, value, name))
            candidates = (
                here if candidates is None else {each: cost for each, cost in candidates.items() if each in here}
            )
        if candidates:
            rules[name] = min(candidates, key=lambda each: (candidates[each], len(each), each))
    return rules


def _saying(page: Page, value: Sequence[str], name: str) -> Iterator[tuple[str, float]]:
    """Selectors whose first element says a value."""
    tree = page.tree
    for at, text in enumerate(tree.texts):
        said = words(text.lower())
        if not said or len(said) > 3 * len(value) + 6 or not _says(said, value, name):
            continue
        element = tree.text_elements[at]
        for selector, cost in names_of(page, element, positions=False):
            found = select(page, selector)
            if found and found[0] == element:
                yield selector, cost


def _says(said: Sequence[str], value: Sequence[str], name: str) -> bool:
    if name == "date":
        return len(value) >= 3 and value[0] in said and str(int(value[2])) in [each.lstrip("0") for each in said]
    return any(list(said[at : at + len(value)]) == list(value) for at in range(len(said) - len(value) + 1))
