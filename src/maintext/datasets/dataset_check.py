"""Consistency checks of a dataset: missing files, empty gold text, duplicates, wrong encodings, gold of other pages."""

import hashlib
import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from maintext.datasets.dataset import Dataset
from maintext.datasets.dataset_store import unlisted_files
from maintext.datasets.example import Example
from maintext.datasets.gold_text import is_cut_short
from maintext.errors import DatasetError
from maintext.page.decode import decode
from maintext.page.words import words

FindingKind = Literal[
    "missing file",
    "unlisted file",
    "empty page",
    "empty gold",
    "same page",
    "same gold",
    "damaged gold",
    "wrong charset",
    "cut short",
    "foreign gold",
]

_MOJIBAKE = re.compile("[ÃÂ][\x80-\xbf\u20ac\u201a-\u201e\u2020\u2021\u2026]|â[\x80€][\x80-\xbf™œ\x9d˜¦“”]|ï»¿|ï¿½")
_RUN = re.compile(r"\w+")
_NOT_FOUND = 0.5
"""Gold text is considered that of another page if more than this share of its distinct words is not in the page."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem of one example."""

    kind: FindingKind
    id: str
    detail: str = ""


def check(dataset: Dataset | Iterable[Example]) -> Iterator[Finding]:
    """All findings of a dataset in the order of its examples, then the files that no example uses."""
    pages: dict[bytes, str] = {}
    golds: dict[bytes, str] = {}
    for example in dataset:
        try:
            page, gold, _, _ = example.html, example.gold, example.markup, example.versions
        except DatasetError as error:
            yield Finding("missing file", example.id, str(error))
            continue
        yield from _duplicates("same page", example.id, page, pages)
        if gold.strip():
            yield from _duplicates("same gold", example.id, " ".join(gold.split()).encode("utf-8", "replace"), golds)
        yield from check_example(example.id, page, gold, example.charset)
    if isinstance(dataset, Dataset) and dataset.folder:
        yield from (Finding("unlisted file", name, "no example uses it") for name in unlisted_files(dataset.folder))


def check_example(name: str, page: bytes, gold: str, charset: str | None) -> Iterator[Finding]:
    """The findings for one page and its gold text."""
    if not page.strip():
        yield Finding("empty page", name)
    if not gold.strip():
        yield Finding("empty gold", name)
    damage = "\ufffd" if "\ufffd" in gold else _first(_MOJIBAKE, gold)
    if damage:
        yield Finding("damaged gold", name, f"{damage!r}, {_context(gold, damage)}")
    text, encoding = decode(page, charset)
    if charset and encoding.source == "transport" and encoding.replaced:
        yield Finding("wrong charset", name, f"{encoding.replaced} characters of the page are not {charset}")
    elif charset and encoding.source not in ("transport", "bom"):
        yield Finding("wrong charset", name, f"the page is not {charset}; it was read as {encoding.name}")
    if page.strip() and gold.strip():
        yield from _compare(name, html.unescape(text), gold)


def _compare(name: str, page: str, gold: str) -> Iterator[Finding]:
    if is_cut_short(gold, page):
        yield Finding("cut short", name, f"the gold ends inside a word: ...{gold.rstrip()[-40:]!r}")
    source = page.lower()
    wanted = set(words(gold.lower()))
    missing = wanted.difference(_RUN.findall(source))
    if len(missing) > _NOT_FOUND * len(wanted):  # in scripts without spaces, words are substrings
        missing = {word for word in missing if word not in source}
    if len(missing) > _NOT_FOUND * len(wanted):
        some = ", ".join(sorted(missing, key=lambda word: (-len(word), word))[:5])
        yield Finding("foreign gold", name, f"{len(missing)} of {len(wanted)} words are not in the page: {some}")


def _duplicates(kind: FindingKind, name: str, data: bytes, seen: dict[bytes, str]) -> Iterator[Finding]:
    first = seen.setdefault(hashlib.sha256(data).digest(), name)
    if first != name:
        yield Finding(kind, name, f"as {first}")


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found.group() if found else ""


def _context(text: str, part: str) -> str:
    start = text.index(part)
    return repr(" ".join(text[max(0, start - 20) : start + 20].split()))
