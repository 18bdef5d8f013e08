"""Role of a text in a post, by the class names around it: author, date, body, or button.

Every element counts the signs from the root down to itself, so that what stands between a text and the post around it
is the difference of two counts, however deep the text is.
"""

import re
from bisect import bisect_left
from functools import cached_property
from typing import Final

from maintext.page.metadata.dates import read_date
from maintext.page.page import Page

AUTHOR: Final = re.compile(r"author|user|\bname\b|\bfn\b|poster|creator|member|byline|creator|nick", re.IGNORECASE)
DATE: Final = re.compile(r"date|time|posted|postdetails|created|permalink|\bmeta|[-_]meta", re.IGNORECASE)
BODY: Final = re.compile(r"body|content|text|prose|copy|cooked|markdown|(?:^|\s)message|description", re.IGNORECASE)
NO_TEXT: Final = re.compile(
    r"reply|vote|like|share|button|action|menu|signature|badge|reputation|tool|avatar|control", re.IGNORECASE
)
_SIGNS: Final = (AUTHOR, DATE, BODY, NO_TEXT)
_FIELD: Final = 16
"""Bits of a count; pages are not nearly so deep."""
_DATED: Final = frozenset(["time", "span", "abbr", "meta"])


class PostSigns:
    """The signs on a page's elements, read on demand."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._counts: dict[int, int] = {-1: 0}
        self._known: dict[str, int] = {}

    def between(self, element: int, outer: int) -> frozenset[re.Pattern[str]]:
        """The signs on an element and on those around it up to, not including, the outer one."""
        if not outer <= element < self._page.ends[outer]:
            return self._outside(element, outer)
        return _signs_of(self._count(element) - self._count(outer))

    def first_date(self, element: int) -> str | None:
        """The first machine-readable date in an element."""
        elements, days = self._dates
        at = bisect_left(elements, element)
        return days[at] if at < len(elements) and elements[at] < self._page.ends[element] else None

    def _outside(self, element: int, outer: int) -> frozenset[re.Pattern[str]]:
        """The same for a text that only its block connects with the post."""
        count = 0
        while element > outer:
            count += self._own(element)
            element = self._page.tree.parents[element]
        return _signs_of(count)

    def _count(self, element: int) -> int:
        counts, parents = self._counts, self._page.tree.parents
        passed = []
        while element not in counts:
            passed.append(element)
            element = parents[element]
        count = counts[element]
        for one in reversed(passed):
            count += self._own(one)
            counts[one] = count
        return count

    def _own(self, element: int) -> int:
        attributes = self._page.attributes
        time = " time" if self._page.tree.tags[element] == "time" else ""
        names = f"{attributes.names[element]} {attributes.roles[element]}{time}"
        found = self._known.get(names)
        if found is None:
            found = sum(1 << at * _FIELD for at, sign in enumerate(_SIGNS) if sign.search(names))
            self._known[names] = found
        return found

    @cached_property
    def _dates(self) -> tuple[list[int], list[str]]:
        """The elements that carry a machine-readable date, and these dates."""
        get = self._page.tree.elements.get
        elements, days = [], []
        for element, tag in enumerate(self._page.tree.tags):
            if tag in _DATED:
                written = get(element, "datetime") or get(element, "title") or get(element, "content")
                if written and (day := read_date(written)):
                    elements.append(element)
                    days.append(day)
        return elements, days


def _signs_of(count: int) -> frozenset[re.Pattern[str]]:
    full = (1 << _FIELD) - 1
    return frozenset(sign for at, sign in enumerate(_SIGNS) if count >> at * _FIELD & full)
