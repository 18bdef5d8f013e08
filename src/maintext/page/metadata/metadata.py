"""The metadata of a page: each value with its source, computed on first access."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from maintext.page.metadata.addresses import find_canonical_url, find_image, find_license
from maintext.page.metadata.authors import find_authors, join_authors
from maintext.page.metadata.descriptions import find_description, find_page_type, find_site_name, find_tags
from maintext.page.metadata.headings import Neighborhood, read_neighborhood
from maintext.page.metadata.languages import (
    detect_language,
    find_declared_language,
    find_language,
    regional_language,
)
from maintext.page.metadata.optional_libraries import date_by_htmldate, language_by_langid
from maintext.page.metadata.published import find_modified, find_published
from maintext.page.metadata.structured import SourcedValue, Structured, read_structured
from maintext.page.metadata.titles import find_title
from maintext.page.page import Page
from maintext.urls import web_address


@dataclass(frozen=True, eq=False)
class Metadata:
    """The metadata of a page; `found` has each value with its source."""

    page: Page = field(repr=False)
    text: str = field(default="", repr=False)
    """The main text, used to detect the language."""
    use_libraries: bool = False
    """Whether to use htmldate and py3langid if the built-in rules find nothing."""
    classified: str | None = None
    """The page type that an extractor found."""

    @property
    def url(self) -> str | None:
        """The URL the page was read from, if known."""
        return self.page.url

    @cached_property
    def structured(self) -> Structured:
        """The machine-readable metadata of the page."""
        return read_structured(self.page)

    @cached_property
    def _neighborhood(self) -> Neighborhood:
        return read_neighborhood(self.page)

    @cached_property
    def found(self) -> Mapping[str, SourcedValue | tuple[SourcedValue, ...]]:
        """Every value that was found, with its source."""
        values = {
            "title": self._title,
            "authors": self._authors,
            "date": self._date,
            "modified": self._modified,
            "site_name": self._site_name,
            "description": self._description,
            "language": self._language,
            "canonical_url": self._canonical_url,
            "image": self._image,
            "license": self._license,
            "tags": self._tags,
            "page_type": self._page_type,
        }
        return {name: value for name, value in values.items() if value}

    @property
    def title(self) -> str | None:
        """The title, without the name of the site."""
        return _value(self._title)

    @property
    def authors(self) -> tuple[str, ...]:
        """The authors."""
        return tuple(found.value for found in self._authors)

    @property
    def author(self) -> str | None:
        """The authors joined to one line."""
        return join_authors(self.authors)

    @property
    def date(self) -> str | None:
        """The date of publication, as YYYY-MM-DD."""
        return _value(self._date)

    @property
    def modified(self) -> str | None:
        """The date of the last change, as YYYY-MM-DD."""
        return _value(self._modified)

    @property
    def site_name(self) -> str | None:
        """The name of the site."""
        return _value(self._site_name)

    @property
    def description(self) -> str | None:
        """The description in the page's metadata."""
        return _value(self._description)

    @property
    def language(self) -> str | None:
        """The language of the text, decided by the text and by the markup; the source under `found` says by which."""
        return _value(self._language)

    @cached_property
    def declared_language(self) -> str | None:
        """The language that the page's markup declares."""
        return _value(self._declared)

    @property
    def _region(self) -> str | None:
        """The declared language; if that is English without a region, with the region of the host."""
        return regional_language(self.declared_language, self.url)

    @cached_property
    def detected_language(self) -> str | None:
        """The language of the text, as a two-letter code."""
        text = self.text or self.page.text
        return detect_language(text) or (language_by_langid(text) if self.use_libraries else None)

    @property
    def canonical_url(self) -> str | None:
        """The canonical URL of the page."""
        return _value(self._canonical_url)

    @property
    def image(self) -> str | None:
        """The URL of the page's main image."""
        return _value(self._image)

    @property
    def license(self) -> str | None:
        """The URL of the page's license."""
        return _value(self._license)

    @property
    def tags(self) -> tuple[str, ...]:
        """The page's keywords."""
        return tuple(found.value for found in self._tags)

    @property
    def page_type(self) -> str | None:
        """The page type that the extractor found, else the declared one: article, forum, product, and so on."""
        return _value(self._page_type)

    def to_dict(self) -> dict[str, object]:
        """All values as plain text, and their sources under `sources`."""
        sources = {
            name: value.source if isinstance(value, SourcedValue) else value[0].source
            for name, value in self.found.items()
        }
        return {
            "title": self.title,
            "authors": list(self.authors),
            "date": self.date,
            "modified": self.modified,
            "site_name": self.site_name,
            "description": self.description,
            "language": self.language,
            "declared_language": self.declared_language,
            "detected_language": self.detected_language,
            "url": self.url,
            "canonical_url": self.canonical_url,
            "image": self.image,
            "license": self.license,
            "tags": list(self.tags),
            "page_type": self.page_type,
            "sources": sources,
        }

    @cached_property
    def _title(self) -> SourcedValue | None:
        return find_title(self.page, self.structured, self.site_name)

    @cached_property
    def _authors(self) -> tuple[SourcedValue, ...]:
        return find_authors(self._neighborhood, self.structured, self.site_name)

    @cached_property
    def _date(self) -> SourcedValue | None:
        found = find_published(self._neighborhood, self.structured, self._region)
        if found is None and self.use_libraries and (day := date_by_htmldate(self.page.source, self.url)):
            return SourcedValue(day, "htmldate")
        return found

    @cached_property
    def _modified(self) -> SourcedValue | None:
        return find_modified(self.page, self.structured, self._region)

    @cached_property
    def _site_name(self) -> SourcedValue | None:
        return find_site_name(self.structured, self.url)

    @cached_property
    def _description(self) -> SourcedValue | None:
        return find_description(self.structured)

    @cached_property
    def _declared(self) -> SourcedValue | None:
        return find_declared_language(self.page, self.structured)

    @cached_property
    def _canonical_url(self) -> SourcedValue | None:
        return find_canonical_url(self.structured, self._resolve)

    @cached_property
    def _image(self) -> SourcedValue | None:
        return find_image(self.structured, self._resolve)

    @cached_property
    def _license(self) -> SourcedValue | None:
        return find_license(self.page, self.structured, self._resolve)

    @cached_property
    def _tags(self) -> tuple[SourcedValue, ...]:
        return find_tags(self.structured)

    @cached_property
    def _page_type(self) -> SourcedValue | None:
        return SourcedValue(self.classified, "extractor") if self.classified else find_page_type(self.structured)

    @cached_property
    def _language(self) -> SourcedValue | None:
        return find_language(self.text or self.page.text, self._declared, self.detected_language)

    def _resolve(self, address: str) -> str | None:
        """The absolute URL; None if it is invalid."""
        return web_address(self.page.base_url, address.strip())


def read_metadata(page: Page, text: str = "", *, use_libraries: bool = False, page_type: str | None = None) -> Metadata:
    """The metadata of a page; `text` is its main text, used to detect the language, `page_type` what is known of it.

    With `use_libraries`, htmldate and py3langid (which must be installed) are used if the built-in rules find nothing.
    """
    return Metadata(page, text, use_libraries, page_type)


def _value(found: SourcedValue | None) -> str | None:
    return found.value if found else None
