"""Metadata: every value with its source, found when it is asked for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from maintext.page.metadata.addresses import find_canonical_url, find_image, find_license
from maintext.page.metadata.authors import author_line, find_authors
from maintext.page.metadata.descriptions import find_description, find_page_type, find_site_name, find_tags
from maintext.page.metadata.languages import detect_language, find_declared_language
from maintext.page.metadata.libraries import date_by_htmldate, language_by_langid
from maintext.page.metadata.published import find_modified, find_published
from maintext.page.metadata.structured import Found, Structured, read_structured
from maintext.page.metadata.titles import find_title
from maintext.page.page import Page
from maintext.urls import web_address


@dataclass(frozen=True, eq=False)
class Metadata:
    """What a page says about itself; `found` tells where each value comes from."""

    page: Page = field(repr=False)
    text: str = field(default="", repr=False)
    """The main text, by which the language is detected."""
    helped: bool = False
    """Whether to ask htmldate and py3langid where our own rules find nothing."""

    @property
    def url(self) -> str | None:
        """Where the page came from."""
        return self.page.url

    @cached_property
    def structured(self) -> Structured:
        """The machine-readable parts of the page."""
        return read_structured(self.page)

    @cached_property
    def found(self) -> Mapping[str, Found | tuple[Found, ...]]:
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
        """The title, without the site's name."""
        return _value(self._title)

    @property
    def authors(self) -> tuple[str, ...]:
        """The authors."""
        return tuple(found.value for found in self._authors)

    @property
    def author(self) -> str | None:
        """The authors in one line."""
        return author_line(self.authors)

    @property
    def date(self) -> str | None:
        """The day of publication, as year-month-day."""
        return _value(self._date)

    @property
    def modified(self) -> str | None:
        """The day of the last change, as year-month-day."""
        return _value(self._modified)

    @property
    def site_name(self) -> str | None:
        """What the site calls itself."""
        return _value(self._site_name)

    @property
    def description(self) -> str | None:
        """What the page says it is about."""
        return _value(self._description)

    @property
    def language(self) -> str | None:
        """The language: detected in the text, else declared."""
        return self.detected_language or self.declared_language

    @cached_property
    def declared_language(self) -> str | None:
        """The language that the page's markup names."""
        return _value(self._declared)

    @cached_property
    def detected_language(self) -> str | None:
        """The language of the text, as a two-letter code."""
        text = self.text or self.page.text
        return detect_language(text) or (language_by_langid(text) if self.helped else None)

    @property
    def canonical_url(self) -> str | None:
        """The address the page wants to be known by."""
        return _value(self._canonical_url)

    @property
    def image(self) -> str | None:
        """The picture that stands for the page."""
        return _value(self._image)

    @property
    def license(self) -> str | None:
        """The license the page is published under."""
        return _value(self._license)

    @property
    def tags(self) -> tuple[str, ...]:
        """The page's own key words."""
        return tuple(found.value for found in self._tags)

    @property
    def page_type(self) -> str | None:
        """What kind of page it says it is: article, forum, product, collection, listing or service."""
        return _value(self._page_type)

    def to_dict(self) -> dict[str, object]:
        """Every value as plain text, and where it was found under `sources`."""
        sources = {
            name: value.source if isinstance(value, Found) else value[0].source for name, value in self.found.items()
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
    def _title(self) -> Found | None:
        return find_title(self.page, self.structured, self.site_name)

    @cached_property
    def _authors(self) -> tuple[Found, ...]:
        return find_authors(self.page, self.structured, self.site_name)

    @cached_property
    def _date(self) -> Found | None:
        found = find_published(self.page, self.structured, self.declared_language)
        if found is None and self.helped and (day := date_by_htmldate(self.page.source, self.url)):
            return Found(day, "htmldate")
        return found

    @cached_property
    def _modified(self) -> Found | None:
        return find_modified(self.page, self.structured, self.declared_language)

    @cached_property
    def _site_name(self) -> Found | None:
        return find_site_name(self.structured, self.url)

    @cached_property
    def _description(self) -> Found | None:
        return find_description(self.structured)

    @cached_property
    def _declared(self) -> Found | None:
        return find_declared_language(self.page, self.structured)

    @cached_property
    def _canonical_url(self) -> Found | None:
        return find_canonical_url(self.structured, self._resolve)

    @cached_property
    def _image(self) -> Found | None:
        return find_image(self.structured, self._resolve)

    @cached_property
    def _license(self) -> Found | None:
        return find_license(self.page, self.structured, self._resolve)

    @cached_property
    def _tags(self) -> tuple[Found, ...]:
        return find_tags(self.structured)

    @cached_property
    def _page_type(self) -> Found | None:
        return find_page_type(self.structured)

    @property
    def _language(self) -> Found | None:
        return Found(self.detected_language, "text") if self.detected_language else self._declared

    def _resolve(self, address: str) -> str | None:
        """An absolute web address; None if it is none."""
        return web_address(self.url or "", address.strip())


def read_metadata(page: Page, text: str = "", *, helped: bool = False) -> Metadata:
    """What a page says about itself; `text` is its main text, if that is known.

    With `helped`, htmldate and py3langid are asked where our own rules find nothing; they must be installed.
    """
    return Metadata(page, text, helped)


def _value(found: Found | None) -> str | None:
    return found.value if found else None
