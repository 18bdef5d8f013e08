"""Columns of HTML in pandas, Polars and Arrow become columns of main text, on all processors.

Rows keep their order and number; where extraction fails, `text` is empty and `error` says why.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from maintext.errors import BadParameter
from maintext.extractors.extract_many import Outcome, extract_many

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

COLUMNS: Final = ("text", "page_type", "confidence", "error")


def with_main_text(frame: "pd.DataFrame", html: str = "html", **options: Any) -> "pd.DataFrame":
    """A pandas DataFrame with the columns text, page_type, confidence and error; options are those of extract_many."""
    _check_columns(frame.columns, html)
    missing = frame[html].isna()
    pages = (None if gone else page for page, gone in zip(frame[html], missing, strict=True))
    return frame.assign(**_columns(pages, options))


def polars_with_main_text(frame: "pl.DataFrame", html: str = "html", **options: Any) -> "pl.DataFrame":
    """The same for a Polars DataFrame."""
    import polars as pl

    _check_columns(frame.columns, html)
    columns = _columns(frame[html], options)
    types = {"text": pl.String, "page_type": pl.String, "confidence": pl.Float64, "error": pl.String}
    return frame.with_columns([pl.Series(name, values, types[name]) for name, values in columns.items()])


def batch_with_main_text(batch: "pa.RecordBatch", html: str = "html", **options: Any) -> "pa.RecordBatch":
    """An Arrow batch with the same columns in place of the HTML."""
    import pyarrow as pa

    _check_columns(batch.schema.names, html)
    columns = _columns(batch.column(html).to_pylist(), options)
    kept = [name for name in batch.schema.names if name != html]
    types = {"text": pa.string(), "page_type": pa.string(), "confidence": pa.float64(), "error": pa.string()}
    arrays = [batch.column(name) for name in kept]
    arrays += [pa.array(values, types[name]) for name, values in columns.items()]
    return pa.RecordBatch.from_arrays(arrays, names=[*kept, *columns])


def convert_parquet(source: str, target: str, html: str = "html", batch_rows: int = 1000, **options: Any) -> int:
    """Write a Parquet file of HTML again with main text in place of the HTML, batch by batch; returns the rows."""
    import pyarrow.parquet as pq

    rows = 0
    writer = None
    with pq.ParquetFile(source) as file:
        try:
            for batch in file.iter_batches(batch_rows):
                found = batch_with_main_text(batch, html, **options)
                writer = writer or pq.ParquetWriter(target, found.schema)
                writer.write_batch(found)
                rows += found.num_rows
        finally:
            if writer is not None:
                writer.close()
    return rows


def _check_columns(names: Iterable[str], html: str) -> None:
    names = list(names)
    if html not in names:
        raise BadParameter(f"there is no column {html!r}; name the column with the HTML, one of {', '.join(names)}")
    if taken := [name for name in COLUMNS if name in names and name != html]:
        raise BadParameter(f"the columns {', '.join(taken)} exist already; rename them first")


def _columns(pages: Iterable[str | bytes | None], options: dict[str, Any]) -> dict[str, list[Any]]:
    """The new columns; a page that is None has only nulls."""
    given: list[bool] = []

    def present() -> Iterator[str | bytes]:
        for page in pages:
            given.append(page is not None)
            if page is not None:
                yield page

    found = list(extract_many(present(), **options))
    outcomes = iter(found)
    rows = [_row(next(outcomes)) if is_given else (None,) * len(COLUMNS) for is_given in given]
    return {name: [row[number] for row in rows] for number, name in enumerate(COLUMNS)}


def _row(outcome: Outcome) -> tuple[Any, ...]:
    confidence = None if outcome.confidence is None else float(outcome.confidence)
    return outcome.output, outcome.page_type, confidence, outcome.error
