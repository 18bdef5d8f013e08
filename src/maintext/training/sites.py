"""Learning sites from unlabeled pages: their templates, and models for MSS; no gold text is read."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from maintext.errors import MaintextError, PageError, SiteError, TrainingError
from maintext.extractors import Extraction, Extractor
from maintext.extractors.models import ModelFile, read_model, shipped
from maintext.extractors.mss.bootstrap import Bootstrap, learn_site
from maintext.extractors.mss.model import EXTRACTOR, MssModel
from maintext.extractors.site import Site, block_probabilities
from maintext.page import Page, read_page
from maintext.page.tokens import Tokens
from maintext.sites import Template, TemplateLearner
from maintext.sites.compared_pages import Comparison, learn_by_comparison
from maintext.sites.site_pages import SitePage
from maintext.training.page_files import read_page_files
from maintext.version import __version__

MSS_PAGES: Final = 200
"""The maximum number of pages for MSS, which keeps them in memory; of more pages, this many are sampled at random."""
COMPARED: Final = 20
"""The maximum number of pages that are compared with each other, which are kept in memory; the first ones are used."""


@dataclass(frozen=True, slots=True)
class SiteLearned:
    """The template of a site, and optionally its MSS model."""

    template: Template
    mss: ModelFile | None


def learn_pages(
    site: str, pages: Iterable[SitePage], extractor: Extractor | None, *, mss: bool = False, seed: int = 0
) -> SiteLearned:
    """The template of a site, in one pass, with the probabilities of an extractor if given, and a model for MSS."""
    learner = TemplateLearner(site, None if extractor is None else str(extractor))
    sample = _ReservoirSample(MSS_PAGES if mss else 0, Random(seed))  # noqa: S311
    for each in pages:
        page = read_or_leave_out(each, learner)
        if page is None:
            continue
        found = None if extractor is None else _probabilities(extractor, page)
        if learner.add(each.name, page, found) and mss:
            sample.add(page.tokens)
    template = learner.template()
    if not template.pages:
        raise SiteError(f"{site}: there is no page to learn from{_why(template)}")
    return SiteLearned(template, _fit_mss({site: sample.items}, None, Bootstrap()) if mss else None)


def learn_compared(site: str, pages: Iterable[SitePage], by: Comparison) -> Template:
    """The template of a few pages, at most COMPARED, that are compared with the first one."""
    learner = TemplateLearner(site)
    read = [(each.name, page) for each in islice(pages, COMPARED) if (page := read_or_leave_out(each, learner))]
    template = learn_by_comparison(site, read, by)
    if not template.pages:
        raise SiteError(f"{site}: there is no page to learn from{_why(learner.template())}")
    return template


def learn_read(site: str, pages: Iterable[tuple[str, Page]], extractor: Extractor | None) -> Template:
    """The template of parsed pages, by name."""
    learner = TemplateLearner(site, None if extractor is None else str(extractor))
    for name, page in pages:
        learner.add(name, page, None if extractor is None else _probabilities(extractor, page))
    return learner.template()


def read_or_leave_out(each: SitePage, learner: TemplateLearner) -> Page | None:
    """The parsed page; None if it cannot be read, which is recorded in the learner."""
    try:
        return read_page(each.data, url=each.url, charset=each.charset, max_bytes=None)
    except PageError as error:
        learner.leave_out(each.name, str(error))
        return None


def apply_template(template: Template, extractor: Site, page: Page) -> Extraction:
    """Run an extractor on a page with a template object instead of a template file."""
    if template.pages < 2 or not page.tree.block_texts:
        return extractor.extract(page)
    return extractor.extract_with(template, page)


def learn_folders(sites: Mapping[str, Sequence[Path]], start: str | None, how: Bootstrap) -> ModelFile:
    """Adapt a model for `mss` to the sites of these pages, starting from a model file or from the shipped model."""
    tokens = {site: [page.tokens for _, page in read_page_files(paths)] for site, paths in sites.items()}
    if not any(tokens.values()):
        raise TrainingError("there are no pages to learn from")
    return _fit_mss({site: pages for site, pages in tokens.items() if pages}, start, how)


def _fit_mss(tokens: Mapping[str, Sequence[Tokens]], start: str | None, how: Bootstrap) -> ModelFile:
    held = shipped("mss", EXTRACTOR) if start is None else read_model(start, EXTRACTOR)
    model = learn_site(tokens, MssModel.from_file(held), how)
    facts: dict[str, object] = {
        "maintext": __version__,
        "settings": {name: getattr(how, name) for name in how.__slots__},
        "pages": sum(map(len, tokens.values())),
        "sites": {site: len(pages) for site, pages in tokens.items()},
        "start": start or "shipped",
    }
    return model.to_file(facts)


def _probabilities(extractor: Extractor, page: Page) -> Sequence[float] | None:
    """The probability of each block being main text by the extractor; None if it fails."""
    if not page.tree.block_texts:
        return None
    try:
        probabilities: list[float] = block_probabilities(extractor, extractor.extract(page)).tolist()
    except MaintextError:
        return None
    return probabilities


@dataclass(slots=True)
class _ReservoirSample:
    """A uniform random sample of bounded size of a stream (Vitter's algorithm R)."""

    size: int
    random: Random
    items: list[Tokens] = field(default_factory=list)
    seen: int = 0

    def add(self, tokens: Tokens) -> None:
        """Offer one item."""
        self.seen += 1
        if len(self.items) < self.size:
            self.items.append(tokens)
        elif (place := self.random.randrange(self.seen)) < self.size:
            self.items[place] = tokens


def _why(template: Template) -> str:
    if not template.left_out:
        return ""
    name, why = next(iter(template.left_out.items()))
    return f" ({name}: {why})"
