"""Pages that `maintext extract` leaves out: in another language, or without metadata."""

from dataclasses import dataclass

from maintext.extractors import Extraction


@dataclass(frozen=True, slots=True)
class PageFilters:
    """What a page must have."""

    language: str | None = None
    """A code such as en."""
    only_with_metadata: bool = False
    """Whether it needs a title, a date and a URL."""

    def why_left_out(self, extraction: Extraction) -> str | None:
        """Why a page is left out; None if it is not."""
        if self.language and extraction.language != self.language:
            return f"its language is {extraction.language or 'unknown'}, not {self.language}"
        if self.only_with_metadata:
            about = extraction.metadata
            values = {"title": about.title, "date": about.date, "URL": about.url or about.canonical_url}
            missing = [name for name, value in values.items() if not value]
            return f"it has no {' and no '.join(missing)}" if missing else None
        return None
