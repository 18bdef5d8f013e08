"""Class-name cues for the role of a text in a post: author, date, body, or button.

Cues are counted cumulatively from the root, so the cues between a text and its post are a difference of two counts,
independent of depth.
"""

import re
from bisect import bisect_left
from functools import cached_property
from typing import Final

from maintext.page.metadata.dates import read_date
from maintext.page.page import Page

AUTHOR: Final = re.compile(r"author|user|\bname\b|\bfn\b|poster|creator|member|byline|nick|postleft", re.IGNORECASE)
OWNER: Final = re.compile(r"(?<![-\w])(?:author|owner)(?![-\w])", re.IGNORECASE)
"""What says that a name is that of the author rather than of an editor or a reader."""
DATE: Final = re.compile(r"date|time|posted|postdetails|created|permalink|\bmeta|[-_]meta", re.IGNORECASE)
BODY: Final = re.compile(r"body|content|text|prose|copy|cooked|markdown|(?:^|\s)message|description", re.IGNORECASE)
NO_TEXT: Final = re.compile(
    r"reply|vote|like|share|button|action|menu|signature|badge|reputation|tool|avatar|control", re.IGNORECASE
)
_CUES: Final = (AUTHOR, OWNER, DATE, BODY, NO_TEXT)
_FIELD: Final = 16
"""The number of bits of each count, more than enough for the depth of any page."""
_DATED: Final = frozenset(["time", "span", "abbr", "meta"])


class PostCues:
    """The cues of a page's elements, computed on demand."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._counts: dict[int, int] = {-1: 0}
        self._known: dict[str, int] = {}

    def between(self, element: int, outer: int) -> frozenset[re.Pattern[str]]:
        """The cues of an element and its ancestors below `outer`."""
        if not outer <= element < self._page.ends[outer]:
            return self._outside_post(element, outer)
        return _cues_of(self._cumulative_count(element) - self._cumulative_count(outer))

    def first_date(self, element: int) -> str | None:
        """The first machine-readable date inside an element; None if there is none."""
        elements, days = self._dates
        first = bisect_left(elements, element)
        return days[first] if first < len(elements) and elements[first] < self._page.ends[element] else None

    def _outside_post(self, element: int, outer: int) -> frozenset[re.Pattern[str]]:
        """The cues of an element outside `outer` whose block starts inside it."""
        count = 0
        while element > outer:
            count += self._own_cues(element)
            element = self._page.tree.parents[element]
        return _cues_of(count)

    def _cumulative_count(self, element: int) -> int:
        counts, parents = self._counts, self._page.tree.parents
        passed = []
        while element not in counts:
            passed.append(element)
            element = parents[element]
        count = counts[element]
        for visited in reversed(passed):
            count += self._own_cues(visited)
            counts[visited] = count
        return count

    def _own_cues(self, element: int) -> int:
        attributes = self._page.attributes
        time = " time" if self._page.tree.tags[element] == "time" else ""
        names = f"{attributes.names[element]} {attributes.roles[element]}{time}"
        found = self._known.get(names)
        if found is None:
            found = sum(1 << index * _FIELD for index, cue in enumerate(_CUES) if cue.search(names))
            self._known[names] = found
        return found

    @cached_property
    def _dates(self) -> tuple[list[int], list[str]]:
        """The elements with a machine-readable date, and the dates, in parallel lists."""
        get = self._page.tree.elements.get
        elements, days = [], []
        for element, tag in enumerate(self._page.tree.tags):
            if tag in _DATED:
                written = get(element, "datetime") or get(element, "title") or get(element, "content")
                if written and (day := read_date(written)):
                    elements.append(element)
                    days.append(day)
        return elements, days


def _cues_of(count: int) -> frozenset[re.Pattern[str]]:
    full = (1 << _FIELD) - 1
    return frozenset(cue for index, cue in enumerate(_CUES) if count >> index * _FIELD & full)
