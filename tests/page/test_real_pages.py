"""Real pages: every twentieth of each dataset goes through everything, and two parsers see the same words."""

import gzip
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

import pytest
from selectolax.lexbor import LexborHTMLParser

from maintext import EXTRACTORS, MaintextError, read_page
from maintext.page.words import words
from tests import bundled

DATASETS = {
    "cleaneval": ("cleaneval/dev/input/*", "cleaneval/final/input/*"),
    "cleanportaleval": ("cleanportaleval/input/*",),
    "daniel": ("daniel/html/*",),
    "dragnet": ("dragnet/input/*",),
    "l3s-gn1": ("l3s-gn1/input/*",),
    "wcxb": ("wcxb/dev/html/*",),
}
UNSHOWN = (
    "annotation,applet,audio,canvas,datalist,head,iframe,input,noembed,noframes,noscript,object,optgroup,option,rp,"
    "script,select,style,svg,template,textarea,title,video"
)


def pages_of(home: Path, dataset: str) -> Iterator[tuple[str, bytes]]:
    """The name and the bytes of every twentieth page of a dataset."""
    files = [path for pattern in DATASETS[dataset] for path in sorted(home.glob(pattern)) if path.is_file()]
    for path in files[::20]:
        data = path.read_bytes()
        yield path.name, gzip.decompress(data) if path.suffix == ".gz" else data


def _overlap(one: Counter[str], other: Counter[str]) -> float:
    larger = max(one.total(), other.total())
    return (one & other).total() / larger if larger else 1.0


@pytest.mark.parametrize("dataset", DATASETS)
def test_every_twentieth_page_is_read_and_extracted(data_home: Path, dataset: str) -> None:
    pages = list(pages_of(data_home, dataset))
    assert pages
    for name, data in pages:
        try:
            page = read_page(data)
        except MaintextError as error:
            pytest.fail(f"{name}: {error}")
        for spec in bundled.IN_SLOW_TESTS:
            extraction = EXTRACTORS.build(spec).extract(page)
            assert len(extraction.kept) == len(page.blocks), name
            doubted = bool(extraction.text) and extraction.confidence is not None
            assert bool(extraction.text) != bool(extraction.reason) or doubted, (name, spec)
        assert extraction.to_json()


def _agreement(source: str, text: str) -> float:
    """How far the words of our blocks are those of the body that lexbor parses."""
    other = LexborHTMLParser(source)
    for node in other.css(UNSHOWN):
        node.decompose()
    theirs = other.body.text(separator=" ") if other.body else ""
    return _overlap(Counter(words(text)), Counter(words(theirs)))


def test_the_words_are_those_another_parser_sees(data_home: Path) -> None:
    shares = {
        dataset: [
            _agreement(page.source, page.text) for page in (read_page(data) for _, data in pages_of(data_home, dataset))
        ]
        for dataset in DATASETS
    }
    means = {dataset: round(mean(found), 4) for dataset, found in shares.items()}
    assert min(means.values()) >= 0.97, means
    assert mean(share for found in shares.values() for share in found) >= 0.98, means


@pytest.mark.parametrize("slug", bundled.SLUGS)
def test_the_words_of_a_bundled_page_are_those_another_parser_sees(slug: str) -> None:
    page = read_page(bundled.bundled(slug).data)
    assert _agreement(page.source, page.text) >= 0.9
