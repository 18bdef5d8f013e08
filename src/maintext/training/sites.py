"""Semi-supervised learning of sites: each folder of unlabelled pages is one site; no gold is needed or read."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from maintext.errors import PageError, TrainingError
from maintext.extractors.models import ModelFile, read_model, shipped
from maintext.extractors.mss.bootstrap import Bootstrap, learn_site
from maintext.extractors.mss.model import EXTRACTOR, Model
from maintext.page import read_page
from maintext.page.tokens import Tokens
from maintext.version import __version__


def learn_folders(sites: Mapping[str, Sequence[Path]], start: str | None, how: Bootstrap) -> ModelFile:
    """A model for `mss` of the sites whose pages these are, starting from a model file or from the shipped model."""
    tokens = {site: _read(paths) for site, paths in sites.items()}
    if not any(tokens.values()):
        raise TrainingError("there are no pages to learn from")
    held = shipped("mss", EXTRACTOR) if start is None else read_model(start, EXTRACTOR)
    model = learn_site({site: pages for site, pages in tokens.items() if pages}, Model.from_file(held), how)
    facts: dict[str, object] = {
        "maintext": __version__,
        "settings": {name: getattr(how, name) for name in how.__slots__},
        "pages": sum(map(len, tokens.values())),
        "sites": {site: len(pages) for site, pages in tokens.items()},
        "start": start or "shipped",
    }
    return model.to_file(facts)


def _read(paths: Sequence[Path]) -> list[Tokens]:
    found = []
    for path in paths:
        try:
            found.append(read_page(path.read_bytes(), max_bytes=None).tokens)
        except PageError:
            continue
    return found
