"""Extraction with what a registry knows of the page's site: its wrapper, or its template."""

from dataclasses import dataclass, field, replace
from typing import Final

from maintext.extractors.base import Extractor
from maintext.extractors.extraction import Extraction
from maintext.extractors.learned.extractor import Learned
from maintext.extractors.site import Site
from maintext.page import Page
from maintext.sites.registry import find_site
from maintext.sites.template import LEAST_PAGES

_REMEDY: Final = "maintext site wrapper learn FOLDER -o REGISTRY/HOST.yaml"


@dataclass(frozen=True, slots=True)
class SiteRegistry(Extractor):
    """By the page's host, use the wrapper or the template of its site, and another extractor for all other sites."""

    path: str | None = None
    """A folder, or a zip or tar archive, with wrappers such as example.org.yaml and templates: example.org.json."""
    then: Extractor = field(default_factory=Learned)
    """The extractor for sites that are not in it, for pages that a wrapper does not fit, and below templates."""

    def __post_init__(self) -> None:
        if isinstance(self.then, SiteRegistry | Site):
            raise ValueError("then is an extractor of its own, neither site-registry nor site")

    def prepare(self) -> None:
        """Prepare the other extractor."""
        self.then.prepare()

    def missing(self) -> str | None:
        """How to make a registry, if there is none; else what the other extractor misses."""
        return _REMEDY if self.path is None else self.then.missing()

    def version(self) -> str:
        """The version of the other extractor."""
        return self.then.version()

    def extract(self, page: Page) -> Extraction:
        """The text by the rules of the page's site."""
        url = page.url or page.base_url
        known = None if self.path is None else find_site(self.path, url)
        if known is None or not page.tree.block_texts:
            return replace(self.then.extract(page), extractor=str(self))
        mismatch = None
        if known.wrapper is not None:
            mismatch = known.wrapper.mismatch(page)
            if mismatch is None:
                found = known.wrapper.find(page)
                given = None if found.is_whole else found.text
                return Extraction(page, str(self), chosen=found.kept, given=given, leaves_out_hidden=given is None)
        if known.template is not None and known.template.pages >= LEAST_PAGES:
            extraction = Site(then=self.then).extract_with(known.template, page)
        else:
            extraction = self.then.extract(page)
        reason = f"the wrapper of {known.host} does not fit this page: {mismatch}" if mismatch else None
        return replace(extraction, extractor=str(self), reason=extraction.reason or reason)
