"""Dates of time elements."""

import re
from collections.abc import Iterator
from typing import Final

from maintext.page.attributes import read_attributes
from maintext.page.containment import blocks_inside
from maintext.page.metadata.dates import read_date
from maintext.page.metadata.headings import Neighborhood
from maintext.page.metadata.structured import SourcedValue, Structured
from maintext.page.page import Page
from maintext.page.parsing.tree import Tree

OTHER_PART: Final = re.compile(
    r"comment|related|recommend|(?<!-)sidebar|footer|copyright|\bevents?\b|teaser|popular|latest|calendar|trending|infobox",
    re.IGNORECASE,
)
"""The classes of parts of a page with dates of other things."""
_READ = 2000
_MOST_TIMES = 60


def time_element_dates(page: Page, structured: Structured, language: str | None) -> Iterator[SourcedValue]:
    """Dates of time elements: those marked as publication, then the first without another meaning."""
    tree = page.tree
    around = {element: list(_self_and_ancestors(tree, element)) for element in structured.times[:_MOST_TIMES]}
    names = read_attributes(tree.elements, {one for listed in around.values() for one in listed}).names
    elements = tree.elements
    loose: list[str] = []
    for element, listed in around.items():
        day = read_date(elements.get(element, "datetime") or "", language)
        day = day or read_date(elements.leading_text(element, _READ), language)
        if not day:
            continue
        described = " ".join(names[one][:_READ] for one in listed)
        if elements.get(element, "pubdate") is not None or re.search(r"publish|entry-date", names[element]):
            yield SourcedValue(day, "time")
        elif not OTHER_PART.search(described) and "updated" not in names[element]:
            loose.append(day)
    if loose:
        yield SourcedValue(loose[0], "time")


def days_of_near_times(near: Neighborhood, structured: Structured, language: str | None) -> Iterator[str]:
    """The dates of time elements near the main heading, whatever they show."""
    for element in structured.times[:_MOST_TIMES]:
        is_near = blocks_inside(near.page.tree, element)[0] in near.blocks
        if is_near and (day := read_date(near.page.tree.elements.get(element, "datetime") or "", language)):
            yield day


def _self_and_ancestors(tree: Tree, element: int) -> Iterator[int]:
    """An element and up to six ancestors below main and body."""
    yield element
    for _ in range(6):
        element = tree.parents[element]
        if element < 0 or tree.tags[element] in ("body", "main"):
            return
        yield element
