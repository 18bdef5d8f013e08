"""Labeling pages with wrappers, as training data [Pasternack 2009]; the rule files are those of sites/."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from maintext.datasets import Example
from maintext.errors import PageError, TrainingError
from maintext.extractors.models import ModelFile
from maintext.files import read_file
from maintext.page import Page, read_page
from maintext.page.tokens import CLOSE
from maintext.sites.wrapper_rules import Wrapper, read_wrappers
from maintext.training.mss import main_span
from maintext.training.sources import source_of
from maintext.training.trainer import LabeledPage, Trainer
from maintext.version import __version__

__all__ = ["Wrapper", "fit_with_wrappers", "label", "label_pages", "looks_like_article", "page_files", "read_wrappers"]

LEAST_TOKENS: Final = 50
"""An article has at least this many words and symbols."""
MOST_TAGS: Final = 0.2
"""More than this share of tags is no article."""
_PAGES: Final = (".html", ".htm", ".xhtml", ".shtml")


def label(page: Page, wrapper: Wrapper) -> LabeledPage | None:
    """The page with its article, or None if the wrapper finds nothing that looks like one."""
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
    """The pages that a wrapper labels; the site of a page is its folder's name, or what the page says it is from."""
    for path in paths:
        try:
            page = read_page(_bytes(path), max_bytes=None)
        except PageError:
            continue
        wrapper = wrappers.get(path.parent.name) or wrappers.get(source_of(Example(path.stem, b"", ""), page))
        labeled = label(page, wrapper) if wrapper else None
        if labeled is not None:
            yield labeled


def _bytes(path: Path) -> bytes:
    try:
        return read_file(path)
    except OSError as error:
        raise TrainingError(f"{path}: cannot be read ({error.strerror})") from error


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


def page_files(places: Iterable[Path]) -> list[Path]:
    """Pages among files and in folders, in order; a file that is named is taken whatever it is called."""
    found: list[Path] = []
    for place in places:
        if place.is_dir():
            inside = (path for path in place.rglob("*") if path.is_file())
            found += sorted(path for path in inside if path.suffix.lower() in _PAGES)
        elif place.is_file():
            found.append(place)
        else:
            raise TrainingError(f"{place}: no such file or folder")
    return found
