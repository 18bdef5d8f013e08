"""CleanEval [Baroni 2008].

Pages are wrapped in `<text id= title= encoding=>`; gold is text with opening `<p>`, `<h>` and `<l>` tags and often a
`URL:` line. The wrapper states the true encoding of many pages, which becomes the page's charset.
"""

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar, Literal

from maintext.datasets.dataset import Header
from maintext.datasets.example import Example
from maintext.datasets.gold_text import decode_gold, is_cut_short, page_encoding, read_structure
from maintext.datasets.importers.article_gold import is_article
from maintext.datasets.importers.file_pairs import Pair, read_pairs
from maintext.datasets.importers.importer import Entry, Importer, LeftOut, find_source
from maintext.errors import DatasetError
from maintext.files import read_file
from maintext.page.decode import decode

_WRAPPER = re.compile(rb"\A(?:\xef\xbb\xbf)?\s*<text\b((?:[^>\"]|\"[^\"]*\")*)>[ \t]*\r?\n?", re.IGNORECASE)
_END = re.compile(rb"\r?\n?</text>\s*\Z", re.IGNORECASE)
_ATTRIBUTE = re.compile(rb"([a-z]+)\s*=\s*\"([^\"]*)\"", re.IGNORECASE)
_NEEDS = ("input", "GoldStandard")


@dataclass(frozen=True, slots=True)
class CleanEvalCorpus(Importer):
    """The development set or the final set; both if no part is named."""

    part: Literal["dev", "final"] | None = None

    PARTS: ClassVar[tuple[Literal["dev", "final"], ...]] = ("dev", "final")

    def parts(self, folder: Path) -> tuple[Importer, ...]:
        """One importer for each part that the folder contains."""
        if self.part:
            return (self,)
        found = tuple(CleanEvalCorpus(part) for part in self.PARTS if (folder / part).is_dir() or _below(folder, part))
        if not found:
            raise DatasetError(
                f"{folder} holds neither dev/ nor final/ of CleanEval; name the part: cleaneval(part=dev)"
            )
        return found

    def locate(self, folder: Path) -> Path:
        """The folder that contains input/ and GoldStandard/ of this part."""
        return find_source(folder, (f"cleaneval/{self.part}", str(self.part), "."), _NEEDS)

    def header(self, root: Path) -> Header:
        """Only the development set is trainable."""
        return Header(
            name=f"cleaneval/{self.part}",
            source="CleanEval 2007, English",
            paper="Baroni et al. 2008, CleanEval: a competition for cleaning web pages, LREC",
            license="public research data",
            trainable=self.part == "dev",
            markup="cleaneval",
        )

    def entries(self, root: Path) -> Iterator[Entry | LeftOut]:
        """The pages with gold; some pages of the final set have none."""
        return read_pairs(root / "input", root / "GoldStandard", partial(read_pair, language="en", split=self.part))


def read_pair(
    pair: Pair, *, language: str | None, split: str | None = None, facts: Mapping[str, object] | None = None
) -> Entry:
    """An example from a wrapped page and its tagged gold."""
    page, wrapper = unwrap(read_file(pair.page))
    label = wrapper.get("encoding", "")
    encoding = page_encoding(page, label.removeprefix("unknown-").strip())
    gold, gold_encoding = decode_gold(read_file(pair.gold))
    structured = read_structure(gold)
    known = {
        "title": wrapper.get("title") or None,
        "encoding": label or None,
        "gold_url": structured.url,
        "repaired_tags": structured.repaired or None,
        "empty_gold": not structured.text or None,
        "article": "article" if is_article(structured.markup) else "other",
    }
    example = Example(
        id=pair.id,
        raw=page,
        clean=structured.text,
        structure=structured.markup,
        url=wrapper.get("id") or structured.url,
        language=language,
        split=split,
        facts={**known, **(facts or {})},
        raw_encoding=encoding,
        clean_encoding=gold_encoding,
    )
    return Entry(example, tuple(_remarks(example, structured.repaired)))


def unwrap(data: bytes) -> tuple[bytes, dict[str, str]]:
    """The page without its `<text>` wrapper, and the wrapper's attributes."""
    found = _WRAPPER.match(data)
    if found is None:
        return data, {}
    attributes = {name.decode().lower(): value for name, value in _ATTRIBUTE.findall(found.group(1))}
    page = _END.sub(b"", data[found.end() :])
    return page, {name: html.unescape(decode_gold(value).text).strip() for name, value in attributes.items()}


def _remarks(example: Example, repaired: int) -> Iterator[str]:
    if not example.gold:
        yield "its gold is empty"
    if repaired:
        yield "some tags of its gold were repaired"
    if example.clean_encoding.sure == "guessed":
        yield f"its gold is not UTF-8 and was read as {example.clean_encoding.name}"
    if is_cut_short(example.gold, html.unescape(decode(example.html, example.charset)[0])):
        yield "its gold ends in the middle of a word: it may be cut short"


def _below(folder: Path, part: str) -> bool:
    return (folder / "cleaneval" / part).is_dir()
