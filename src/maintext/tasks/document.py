"""A document as a task knows it: the gold text and what is known about the page, but not the page itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Document:
    """One page of a dataset; `facts` are what `maintext score --by` knows: language, page_type, site and others."""

    id: str
    gold: str
    language: str | None = None
    url: str | None = None
    facts: Mapping[str, object] = field(default_factory=dict, hash=False)

    def fact(self, name: str) -> str | None:
        """A fact as text, None if it is not known."""
        value = self.facts.get(name)
        return None if value is None else str(value)
