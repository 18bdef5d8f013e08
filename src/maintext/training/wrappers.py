"""Label pages with wrappers, as training data [Pasternack 2009]; the rule files are those of sites/."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from maintext.datasets import Example
from maintext.errors import TrainingError
from maintext.extractors.models import ModelFile
from maintext.page import Page
from maintext.page.tokens import CLOSE
from maintext.sites.wrapper_rules import Wrapper
from maintext.training.mss import main_span
from maintext.training.page_files import read_page_files
from maintext.training.sources import source_of
from maintext.training.trainer import LabeledPage, Trainer
from maintext.version import __version__

LEAST_TOKENS: Final = 50
"""The minimum number of words and symbols of an article."""
MOST_TAGS: Final = 0.2
"""The maximum share of tags among the tokens of an article."""


def label(page: Page, wrapper: Wrapper) -> LabeledPage | None:
    """The page with its article as gold; None if the wrapper finds nothing that looks like an article."""
    gold = wrapper.find(page).text
    if not gold:
        return None
    labeled = LabeledPage(page, gold, wrapper.site)
    return labeled if looks_like_article(labeled) else None


def looks_like_article(labeled: LabeledPage, least: int = LEAST_TOKENS, most: float = MOST_TAGS) -> bool:
    """Whether the labeled part has enough words and symbols, and not too many tags."""
    kinds = [kind for kind, inside in zip(labeled.page.tokens.kinds, main_span(labeled), strict=True) if inside]
    tags = sum(kind <= CLOSE for kind in kinds)
    return len(kinds) - tags >= least and tags <= most * len(kinds)


def label_pages(paths: Iterable[Path], wrappers: Mapping[str, Wrapper]) -> Iterator[LabeledPage]:
    """The pages that a wrapper labels; the site of a page is the name of its folder, or the site that it declares."""
    for path, page in read_page_files(paths):
        wrapper = wrappers.get(path.parent.name) or wrappers.get(source_of(Example(path.stem, b"", ""), page))
        labeled = label(page, wrapper) if wrapper else None
        if labeled is not None:
            yield labeled


def fit_with_wrappers(trainer: Trainer, paths: Iterable[Path], wrappers: Mapping[str, Wrapper]) -> ModelFile:
    """Train on the pages that the wrappers label."""
    pages: dict[str, int] = {}
    for labeled in label_pages(paths, wrappers):
        trainer.add(labeled)
        pages[labeled.source] = pages.get(labeled.source, 0) + 1
    if not pages:
        raise TrainingError("no wrapper found an article on any page; put pages in folders named like the rule files")
    total = sum(pages.values())
    facts = {"maintext": __version__, "settings": trainer.settings(), "pages": total, "wrappers": pages}
    return trainer.finish(dict(facts))
