"""The progress callback: long work asks it for its items one by one, and it shows how far the work is."""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Progress(Protocol):
    """Yields the items it is given."""

    def __call__(
        self, items: Iterable[T], label: str | Callable[[T], str] = "pages", total: int | None = None
    ) -> Iterable[T]:
        """The same items in the same order; the label says what they are, or describes the last one."""
        ...


def no_progress(items: Iterable[T], label: str | Callable[[T], str] = "pages", total: int | None = None) -> Iterable[T]:
    """Show nothing."""
    return items
