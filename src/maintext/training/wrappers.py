"""Wrappers: a rule file per site that labels crawled pages of it, as training data (Pasternack and Roth 2009).

A rule file, YAML or JSON, is named after its site and says where the article is and what in it to drop:

    # nytimes.com.yaml
    article: "#article-body p"
    drop: [".ad", "figure"]

Inducing such rules from examples comes later.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from maintext.datasets import Example
from maintext.datasets.meta import load_mapping
from maintext.errors import DatasetError, PageError, TrainingError
from maintext.extractors.models import ModelFile
from maintext.page import Page, read_page
from maintext.page.tokens import CLOSE
from maintext.training.mss import main_span
from maintext.training.sources import source_of
from maintext.training.trainer import Labelled, Trainer
from maintext.version import __version__

LEAST_TOKENS: Final = 50
"""An article has at least this many words and symbols."""
MOST_TAGS: Final = 0.2
"""More than this share of tags is no article."""
_RULES: Final = (".yaml", ".yml", ".json")
_PAGES: Final = (".html", ".htm", ".xhtml", ".shtml")


@dataclass(frozen=True, slots=True)
class Wrapper:
    """Where the article is on the pages of one site."""

    site: str
    article: str
    drop: tuple[str, ...] = ()

    def apply(self, html: str) -> str:
        """The text of the article, empty if the page has none."""
        from turbohtml import parse

        document: Any = parse(html)
        for selector in self.drop:
            for element in self._select(document, selector):
                element.decompose()
        found = [read_page(element.html, max_bytes=None).text for element in self._select(document, self.article)]
        return "\n".join(text for text in found if text)

    def _select(self, document: Any, selector: str) -> list[Any]:
        try:
            return list(document.select(selector))
        except ValueError as error:
            raise TrainingError(f"the wrapper of {self.site}: {selector!r} is not a CSS selector: {error}") from error


def read_wrappers(folder: Path) -> dict[str, Wrapper]:
    """The rule files of a folder by site."""
    files = sorted(path for path in folder.glob("*") if path.suffix in _RULES)
    if not files:
        raise TrainingError(f"{folder} holds no rule files; a wrapper is SITE.yaml with the keys article and drop")
    return {path.stem: _read(path) for path in files}


def label(page: Page, wrapper: Wrapper) -> Labelled | None:
    """The page with its article, or None if the wrapper finds nothing that looks like one."""
    gold = wrapper.apply(page.source)
    if not gold:
        return None
    labelled = Labelled(page, gold, wrapper.site)
    return labelled if looks_like_article(labelled) else None


def looks_like_article(labelled: Labelled, least: int = LEAST_TOKENS, most: float = MOST_TAGS) -> bool:
    """Whether the labelled part has enough words and symbols, and not too many tags."""
    kinds = [kind for kind, inside in zip(labelled.page.tokens.kinds, main_span(labelled), strict=True) if inside]
    tags = sum(kind <= CLOSE for kind in kinds)
    return len(kinds) - tags >= least and tags <= most * len(kinds)


def label_pages(paths: Iterable[Path], wrappers: Mapping[str, Wrapper]) -> Iterator[Labelled]:
    """The pages that a wrapper labels; the site of a page is its folder's name, or what the page says it is from."""
    for path in paths:
        try:
            page = read_page(path.read_bytes(), max_bytes=None)
        except PageError:
            continue
        wrapper = wrappers.get(path.parent.name) or wrappers.get(source_of(Example(path.stem, b"", ""), page))
        labelled = label(page, wrapper) if wrapper else None
        if labelled is not None:
            yield labelled


def fit_with_wrappers(trainer: Trainer, paths: Iterable[Path], wrappers: Mapping[str, Wrapper]) -> ModelFile:
    """Train on the pages that the wrappers label."""
    pages: dict[str, int] = {}
    for labelled in label_pages(paths, wrappers):
        trainer.add(labelled)
        pages[labelled.source] = pages.get(labelled.source, 0) + 1
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
            raise TrainingError(f"{place}: there is no such file or folder")
    return found


def _read(path: Path) -> Wrapper:
    try:
        rules = load_mapping(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, DatasetError) as error:
        raise TrainingError(f"cannot read the wrapper {path}: {error}") from error
    article, drop = rules.get("article"), rules.get("drop") or []
    dropped = [drop] if isinstance(drop, str) else drop
    if not isinstance(article, str) or not article.strip():
        raise TrainingError(f"{path}: the key article must be a CSS selector")
    if not isinstance(dropped, list) or not all(isinstance(selector, str) for selector in dropped):
        raise TrainingError(f"{path}: the key drop must be a list of CSS selectors")
    unknown = rules.keys() - {"article", "drop"}
    if unknown:
        raise TrainingError(f"{path}: {', '.join(sorted(map(str, unknown)))} is no key of a wrapper: article, drop")
    return Wrapper(path.stem, article, tuple(dropped))
