"""Learn wrappers from pages with gold or from pages with a confident extraction, and detect wrappers that broke."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from maintext.errors import MaintextError, PageError, SiteError
from maintext.extractors import Extractor
from maintext.extractors.site import Site
from maintext.files import read_file
from maintext.metrics.bag_of_words import multiset_overlap
from maintext.page import Page, read_page
from maintext.page.words import words
from maintext.sites.block_keys import read_block_keys
from maintext.sites.induction import MOST_SAMPLES, InducedWrapper, Sample, induce
from maintext.sites.layout_matching import jaccard_similarity
from maintext.sites.site_pages import SitePage
from maintext.sites.wrapper_rules import Wrapper
from maintext.training.align import align_blocks
from maintext.training.sites import apply_template, learn_read

CONFIDENT: Final = 0.8
"""The minimum confidence of extractions that are learned from, if the extractor has a confidence."""
AGREES: Final = 0.5
"""The minimum F1 of the wrapper's text against the extractor's text for a page to fit the wrapper."""
BROKEN: Final = 0.5
"""The minimum share of pages that must fit a wrapper; below it, the wrapper is broken."""


@dataclass(frozen=True, slots=True)
class PageCheck:
    """Whether a wrapper fits one page; `mismatch` says why not."""

    name: str
    mismatch: str | None
    agreement: float | None = None
    """F1 of the wrapper's text against an extractor's; None without an extractor."""


@dataclass(frozen=True, slots=True)
class WrapperLearned:
    """A wrapper, its fit on the pages it was learned from, and the checks on the site's other pages."""

    induced: InducedWrapper
    learned_from: tuple[str, ...]
    rest: tuple[PageCheck, ...]


def learn_annotated(site: str, pages: Sequence[tuple[Page, str]]) -> InducedWrapper:
    """Learn a wrapper from pages and their gold texts."""
    return induce(site, [Sample(page, align_blocks(page, gold).kept()) for page, gold in pages])


def learn_wrapper(
    site: str, pages: Iterable[SitePage], extractor: Extractor, samples: int = 3, gold: dict[str, str] | None = None
) -> WrapperLearned:
    """Learn rules from a few pages, and check them on the other pages.

    The pages with gold are used. Without gold, pages of the most common layout with the highest confidence of the
    extractor are used, those with the most text first.
    """
    read: list[tuple[str, Page]] = []
    for each in pages:
        try:
            read.append((each.name, read_page(each.data, url=each.url, charset=each.charset, max_bytes=None)))
        except PageError:
            continue
    read = [(name, page) for name, page in read if page.tree.block_texts]
    if not read:
        raise SiteError(f"{site}: no page with text to learn rules from")
    chosen = _annotated(read, gold or {}) if gold else _confident(site, read, extractor, samples)
    induced = induce(site, [sample for _, sample in chosen[:MOST_SAMPLES]])
    names = tuple(name for name, _ in chosen[:MOST_SAMPLES])
    rest = tuple(check_page(induced.wrapper, name, page, extractor) for name, page in read if name not in names)
    return WrapperLearned(induced, names, rest)


def check_page(wrapper: Wrapper, name: str, page: Page, extractor: Extractor | None) -> PageCheck:
    """Whether a wrapper fits a page, by its profile and by the text of an extractor."""
    mismatch = wrapper.mismatch(page)
    if mismatch is not None or extractor is None:
        return PageCheck(name, mismatch)
    other = extractor.extract(page).text
    if not other:
        return PageCheck(name, None)
    agreement = multiset_overlap(words(other.lower()), words(wrapper.find(page).text.lower())).f() or 0.0
    if agreement < AGREES:
        return PageCheck(name, f"it finds another text than {extractor} (F1 {agreement:.2f})", agreement)
    return PageCheck(name, None, agreement)


def is_broken(checks: Sequence[PageCheck]) -> bool:
    """Whether a wrapper fits too few pages."""
    return sum(each.mismatch is None for each in checks) < BROKEN * len(checks)


def read_gold(folder: Path) -> dict[str, str]:
    """Gold texts by the file stem of their page: `a.txt` is the gold of `a.html`."""
    if not folder.is_dir():
        raise SiteError(f"{folder}: no such folder; gold texts are NAME.txt beside NAME.html")
    try:
        found = {path.stem: read_file(path).decode("utf-8", "replace") for path in sorted(folder.glob("*.txt"))}
    except OSError as error:
        raise SiteError(f"{error.filename or folder}: cannot be read ({error.strerror})") from error
    if not found:
        raise SiteError(f"{folder} holds no .txt files; gold texts are NAME.txt for NAME.html")
    return found


def _annotated(read: Sequence[tuple[str, Page]], gold: dict[str, str]) -> list[tuple[str, Sample]]:
    chosen = [
        (name, Sample(page, align_blocks(page, text).kept()))
        for name, page in read
        if (text := gold.get(Path(name).stem, "")).strip()
    ]
    if not chosen:
        raise SiteError(f"no gold text belongs to any page; {next(iter(gold))}.txt is for {next(iter(gold))}.html")
    return chosen


def _confident(
    site: str, read: Sequence[tuple[str, Page]], extractor: Extractor, samples: int
) -> list[tuple[str, Sample]]:
    """The pages of the most common layout with the highest confidence of the extractor, helped by the template."""
    paths = [frozenset(read_block_keys(page).paths) for _, page in read]
    template = learn_read(site, read, extractor)
    ranked = []
    for at, (name, page) in enumerate(read):
        try:
            found = apply_template(template, Site(then=extractor), page)
        except MaintextError:
            continue
        sure = found.confidence if found.confidence is not None else CONFIDENT
        if sure < CONFIDENT or not any(found.kept):
            continue
        alike = sum(jaccard_similarity(paths[at], other) for other in paths) / len(paths)
        ranked.append((alike * sure, name, Sample(page, [bool(keep) for keep in found.kept])))
    if not ranked:
        raise SiteError(
            f"{site}: {extractor} is confident of none of the pages; annotate one to five of them (--gold), or write "
            "the rules by hand"
        )
    ranked.sort(key=lambda item: (-item[0], item[1]))
    return [(name, sample) for _, name, sample in ranked[:samples]]
