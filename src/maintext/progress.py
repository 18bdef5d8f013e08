"""The progress callback: long work asks it for its items one by one, and it shows how far the work is."""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Progress(Protocol):
    """Yields the items it is given; the label says what they are."""

    def __call__(self, items: Sequence[T], label: str) -> Iterable[T]:
        """The same items in the same order."""
        ...


def no_progress(items: Sequence[T], label: str) -> Iterable[T]:
    """Show nothing."""
    return items
