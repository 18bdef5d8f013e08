"""article-extraction-benchmark [Zyte 2020]: news article bodies beside gzipped pages.

`ground-truth.json` maps an id to `{articleBody, url}`; the page is `html/ID.html.gz`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from maintext.datasets.dataset import Header
from maintext.datasets.example import Example, SourceEncoding
from maintext.datasets.gold_text import page_encoding
from maintext.datasets.importers.importer import Entry, Importer, LeftOut, attempt, find_source, natural, read_json
from maintext.datasets.importers.wcxb import read_page
from maintext.errors import DatasetError

_TRUTH = "ground-truth.json"


@dataclass(frozen=True, slots=True)
class ArticleExtractionBenchmark(Importer):
    """Article bodies, one text each. A test set, so it must not be trained on."""

    def locate(self, folder: Path) -> Path:
        """The folder with ground-truth.json and html/."""
        return find_source(folder, ("article-extraction-benchmark", "."), (_TRUTH, "html"))

    def header(self, root: Path) -> Header:
        """Not trainable: a public results table is computed on it."""
        return Header(
            name="article-extraction-benchmark",
            source="https://github.com/scrapinghub/article-extraction-benchmark",
            paper="Zyte 2020, Evaluating quality of article body extraction",
            license="MIT",
            trainable=False,
        )

    def entries(self, root: Path) -> Iterator[Entry | LeftOut]:
        """Every article body with its page."""
        truth = read_json(root / _TRUTH)
        if not isinstance(truth, Mapping):
            raise DatasetError(f"{root / _TRUTH} must map ids to article bodies")
        for page in sorted(root.glob("html/*.html*")):
            if page.name.partition(".")[0] not in truth:
                yield LeftOut(str(page), "it has no gold")
        for name in sorted(truth, key=natural):
            yield attempt(f"{root / _TRUTH} {name}", _read, root, name, truth[name])


def _read(root: Path, name: str, record: object) -> Entry:
    body = record.get("articleBody") if isinstance(record, Mapping) else None
    if not isinstance(record, Mapping) or not isinstance(body, str):
        raise DatasetError("it has no articleBody")
    if "/" in name or "\\" in name:
        raise DatasetError("its id is not a file name")
    page = read_page(root / "html", name)
    url = record.get("url")
    example = Example(
        id=name,
        raw=page,
        clean=body.strip(),
        url=url if isinstance(url, str) else None,
        page_type="article",
        raw_encoding=page_encoding(page),
        clean_encoding=SourceEncoding("utf-8", "declared"),
    )
    return Entry(example, () if body.strip() else ("its gold is empty",))
