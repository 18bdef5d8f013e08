"""dragnet's data [Peters 2013].

Blogs and news. The gold holds the article and, after a line such as `!@#$%^&*()  COMMENTS` (written in a dozen ways),
the readers' comments. Gold is the article; the article with its comments is a second version.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from maintext.datasets.dataset import Header
from maintext.datasets.example import Example
from maintext.datasets.gold_text import decode_gold, page_encoding
from maintext.datasets.importers.file_pairs import Pair, read_pairs
from maintext.datasets.importers.importer import Entry, Importer, LeftOut, find_source
from maintext.files import read_file

_MARKER = re.compile(r"^[!@# \t]*\$%[$%]*\^&\*[*()]*[ \t]*[A-Z]*[ \t]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Dragnet(Importer):
    """The gold is the article; with `comments=True`, the article and its comments."""

    comments: bool = False

    def locate(self, folder: Path) -> Path:
        """The folder with input/ and GoldStandard/."""
        return find_source(folder, ("dragnet", "."), ("input", "GoldStandard"))

    def header(self, root: Path) -> Header:
        """Trainable."""
        return Header(
            name="dragnet",
            source="dragnet_data",
            paper="Peters and Lecocq 2013, Content extraction using diverse feature sets, WWW companion",
            license="AGPL-3.0",
            trainable=True,
        )

    def entries(self, root: Path) -> Iterator[Entry | LeftOut]:
        """The pages with gold."""
        return read_pairs(root / "input", root / "GoldStandard", self._read)

    def _read(self, pair: Pair) -> Entry:
        page = read_file(pair.page)
        text, encoding = decode_gold(read_file(pair.gold))
        article, comments = split_comments(text)
        both = f"{article}\n\n{comments}".strip()
        gold, other = (both, ("without-comments", article)) if self.comments else (article, ("with-comments", both))
        example = Example(
            id=pair.id,
            raw=page,
            clean=gold,
            alternatives=dict([other]) if comments else {},
            facts={"comments": len(comments) or None, "series": re.sub(r"\d+$", "", pair.id) or None},
            raw_encoding=page_encoding(page),
            clean_encoding=encoding,
        )
        guessed = f"its gold is not UTF-8 and was read as {encoding.name}"
        remarks = [guessed] if encoding.sure == "guessed" else []
        return Entry(example, tuple(remarks if gold else [*remarks, "its gold is empty"]))


def split_comments(text: str) -> tuple[str, str]:
    """The article and the comments."""
    found = _MARKER.search(text)
    if found is None:
        return text.strip(), ""
    return text[: found.start()].strip(), text[found.end() :].strip()
