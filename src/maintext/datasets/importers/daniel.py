"""The DAnIEL corpus [Lejeune 2015].

Press articles in Chinese, English, Greek, Polish and Russian: `html/`, `reference/` with the paragraphs in `<p>`,
`doc_lg.json` with the language. Many references have no page; one is a whole page instead of paragraphs.
"""

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from maintext.datasets.dataset import Header
from maintext.datasets.example import Example
from maintext.datasets.gold_text import decode_gold, page_encoding
from maintext.datasets.importers.file_pairs import Pair, read_pairs
from maintext.datasets.importers.importer import Entry, Importer, LeftOut, find_source, read_json
from maintext.datasets.importers.labeled_html import plain_text
from maintext.errors import DatasetError
from maintext.files import read_file

LANGUAGES: Final = {"Chinese": "zh", "English": "en", "Greek": "el", "Polish": "pl", "Russian": "ru"}
_PARAGRAPH = re.compile(r"</?p(?:\s[^<>]*)?>|,p>|<p(?=\w)", re.IGNORECASE)
"""The tag of a paragraph, including the typing errors `,p>` and `<pText`."""
_WHOLE_PAGE = re.compile(r"\s*<(?:!doctype|html)\b", re.IGNORECASE)
_NAME = re.compile(r"(?P<date>\d{8})_(?P<site>[^_]+)_")


@dataclass(frozen=True, slots=True)
class DanielCorpus(Importer):
    """The pages that have a reference text. The lexicons of the surveillance task are not part of the dataset."""

    def locate(self, folder: Path) -> Path:
        """The folder with html/, reference/ and doc_lg.json."""
        return find_source(folder, ("daniel", "."), ("html", "reference", "doc_lg.json"))

    def header(self, root: Path) -> Header:
        """Not trainable."""
        return Header(
            name="daniel",
            source="DAnIEL corpus",
            paper="Lejeune et al. 2015, Multilingual event extraction for epidemic detection, AI in Medicine",
            trainable=False,
            markup="cleaneval",
        )

    def entries(self, root: Path) -> Iterator[Entry | LeftOut]:
        """The references that have a page."""
        languages = read_json(root / "doc_lg.json")
        if not isinstance(languages, Mapping):
            raise DatasetError(f"{root / 'doc_lg.json'} must map documents to languages")
        return read_pairs(root / "html", root / "reference", lambda pair: _read(pair, languages))


def _read(pair: Pair, languages: Mapping[str, object]) -> Entry:
    page = read_file(pair.page)
    reference, encoding = decode_gold(read_file(pair.gold))
    whole = _WHOLE_PAGE.match(reference) is not None
    paragraphs = plain_text(reference).splitlines() if whole else read_paragraphs(reference)
    name = _NAME.match(pair.id)
    language = str(languages.get(pair.id) or "") or None
    known = {"language": language, "annotated": False if whole else None} | (name.groupdict() if name else {})
    example = Example(
        id=pair.id,
        raw=page,
        clean="\n".join(paragraphs),
        structure="\n".join(f"<p>{paragraph}" for paragraph in paragraphs),
        language=LANGUAGES.get(language or "", language),
        facts=known,
        raw_encoding=page_encoding(page),
        clean_encoding=encoding,
    )
    remark = "its reference is a whole page, not its paragraphs" if whole else "its gold is empty"
    return Entry(example, (remark,) if whole or not paragraphs else ())


def read_paragraphs(reference: str) -> list[str]:
    """The paragraphs of a reference."""
    texts = (" ".join(html.unescape(part).split()) for part in _PARAGRAPH.split(reference))
    return [text for text in texts if text]
