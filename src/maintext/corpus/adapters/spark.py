"""A function for Spark's mapInPandas: rows of pages become rows of records.

    from maintext.corpus.adapters.spark import SCHEMA, records

    corpus = pages.mapInPandas(records(), SCHEMA)

`pages` has a column html (text or binary), and url, id, date and charset if they are known. Pages are extracted in a
worker process with limits of its own; those that a filter drops or that fail have a row without text that says why.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from maintext.corpus.archive_records import ArchivedPage
from maintext.corpus.page_extraction import DroppedPage, FailedPage, extract_pages
from maintext.corpus.page_filters import dropped_unread
from maintext.corpus.settings import CorpusSettings

if TYPE_CHECKING:
    import pandas as pd

SCHEMA: Final = (
    "id string, url string, date string, text string, title string, language string, page_type string, "
    "confidence double, metadata string, extractor string, digest string, dropped string, failed string"
)
_COLUMNS: Final = tuple(column.split()[0] for column in SCHEMA.split(", "))
_ROWS: Final = 500


def records(
    settings: CorpusSettings | None = None, html: str = "html"
) -> "Callable[[Iterator[pd.DataFrame]], Iterator[pd.DataFrame]]":
    """The function for mapInPandas; `html` is the column with the page."""
    chosen = settings or CorpusSettings()

    def map_pages(frames: "Iterator[pd.DataFrame]") -> "Iterator[pd.DataFrame]":
        rows: list[dict[str, Any]] = []
        for result in extract_pages(_items(frames, html, chosen, rows), chosen):
            if isinstance(result, DroppedPage):
                rows.append(_origin(result.item) | {"dropped": result.reason})
            elif isinstance(result, FailedPage):
                rows.append(_origin(result.item) | {"failed": f"{result.kind}: {result.message}"})
            else:
                rows.append(_flat(result.record))
            if len(rows) >= _ROWS:
                yield _frame(rows)
                rows.clear()
        if rows:
            yield _frame(rows)

    return map_pages


def _items(
    frames: "Iterator[pd.DataFrame]", html: str, settings: CorpusSettings, rows: list[dict[str, Any]]
) -> Iterator[ArchivedPage]:
    number = 0
    for frame in frames:
        for row in frame.to_dict("records"):
            number += 1
            item = _item(row, html, number)
            reason = dropped_unread(item, settings)
            if reason is None:
                yield item
            else:
                rows.append(_origin(item) | {"dropped": reason})


def _item(row: dict[str, Any], html: str, number: int) -> ArchivedPage:
    page = row[html]
    data = page.encode("utf-8", "surrogatepass") if isinstance(page, str) else bytes(page or b"")
    charset = "utf-8" if isinstance(page, str) else _text(row.get("charset"))
    id_ = _text(row.get("id")) or f"row {number}"
    return ArchivedPage(id_, data, len(data), _text(row.get("url")), _text(row.get("date")), charset)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _origin(item: ArchivedPage) -> dict[str, Any]:
    return {"id": item.id, "url": item.url, "date": item.date}


def _flat(record: dict[str, Any]) -> dict[str, Any]:
    """A record whose metadata are JSON, so that the schema stays flat."""
    import json

    return record | {"metadata": json.dumps(record["metadata"], ensure_ascii=False)}


def _frame(rows: list[dict[str, Any]]) -> "pd.DataFrame":
    import pandas as pd

    return pd.DataFrame([{name: row.get(name) for name in _COLUMNS} for row in rows], columns=list(_COLUMNS))
