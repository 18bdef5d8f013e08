"""A block of a page with an extractor's decision about it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from maintext.page import Kind


@dataclass(frozen=True, slots=True)
class ExtractedBlock:
    """A block of the page with the extractor's decision about it."""

    text: str
    kept: bool
    score: float | None
    kind: Kind
    xpath: str
    hidden: bool
    level: int | None = None
    """The level of a heading, 1 to 6; None for other blocks."""
    explain: Callable[[], tuple[str, ...]] | None = field(default=None, repr=False, compare=False)

    @property
    def why(self) -> tuple[str, ...]:
        """The reasons for the decision, the weightiest first; empty if the extractor gives none."""
        return () if self.explain is None else self.explain()
