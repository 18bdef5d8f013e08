"""Metadata that an extractor returns with its text, instead of the metadata that maintext reads from the page."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from maintext.page.metadata import Metadata
from maintext.page.metadata.dates import read_date
from maintext.page.metadata.structured import SourcedValue


@dataclass(frozen=True, eq=False)
class GivenMetadata(Metadata):
    """Title, author, date, name of the site, description and image are the extractor's, and None where it has none."""

    given: Mapping[str, str] = field(default_factory=dict)
    source: str = ""
    """The extractor, as the source of every value."""

    @cached_property
    def _title(self) -> SourcedValue | None:
        return self._given("title")

    @cached_property
    def _authors(self) -> tuple[SourcedValue, ...]:
        found = self._given("author")
        return (found,) if found else ()

    @cached_property
    def _date(self) -> SourcedValue | None:
        found = self._given("date")
        day = read_date(found.value, self.given.get("language")) if found else None
        return SourcedValue(day, self.source) if day else None

    @cached_property
    def _site_name(self) -> SourcedValue | None:
        return self._given("site_name")

    @cached_property
    def _description(self) -> SourcedValue | None:
        return self._given("description")

    @cached_property
    def _image(self) -> SourcedValue | None:
        return self._given("image")

    def _given(self, name: str) -> SourcedValue | None:
        value = self.given.get(name)
        return SourcedValue(value, self.source) if value else None
