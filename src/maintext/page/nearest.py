"""The nearest element around another that is of some kind, found in constant time on average.

The way up from an element is walked once: every element on it then knows the answer. Walking it for every block would
take the depth of the page for each of them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Nearest:
    """Finds the nearest element for which a test is true, the element itself included; -1 if there is none."""

    parents: Sequence[int]
    test: Callable[[int], bool]
    known: dict[int, int] = field(default_factory=lambda: {-1: -1})

    def __call__(self, element: int) -> int:
        """The nearest such element."""
        known = self.known
        passed = []
        while element not in known:
            passed.append(element)
            if self.test(element):
                known[element] = element
            else:
                element = self.parents[element]
        found = known[element]
        for one in passed:
            known[one] = found
        return found
