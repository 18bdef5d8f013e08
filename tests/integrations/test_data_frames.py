"""Columns of HTML in pandas, Polars and Arrow."""

from pathlib import Path

import pytest

from maintext.errors import BadParameter
from maintext.integrations.data_frames import (
    batch_with_main_text,
    convert_parquet,
    polars_with_main_text,
    with_main_text,
)

pytestmark = pytest.mark.filterwarnings("ignore")

PAGES = ["<p>The ferry is back in the harbor.</p>", None, b"%PDF-1.7\n", b"<p>The second ferry is late today.</p>"]
TEXTS = ["The ferry is back in the harbor.", None, "", "The second ferry is late today."]


def test_a_column_of_pandas() -> None:
    pd = pytest.importorskip("pandas", reason="needs pandas: pip install 'maintext[pandas]'")
    frame = pd.DataFrame({"url": list("abcd"), "html": PAGES}, index=[9, 8, 7, 6])
    found = with_main_text(frame, processes=1)
    assert found.index.tolist() == [9, 8, 7, 6]
    assert [None if pd.isna(text) else text for text in found["text"]] == TEXTS
    assert "text" not in frame.columns
    assert [isinstance(error, str) for error in found["error"]] == [False, False, True, False]


def test_a_column_of_polars() -> None:
    pl = pytest.importorskip("polars", reason="needs Polars: pip install 'maintext[polars]'")
    frame = pl.DataFrame({"url": ["a", "b"], "page": ["<p>The ferry is back in the harbor.</p>", None]})
    found = polars_with_main_text(frame, "page", processes=1)
    assert found["text"].to_list() == TEXTS[:2]
    assert found.columns == ["url", "page", "text", "page_type", "confidence", "error"]


def test_a_parquet_file_by_batches_of_arrow(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow", reason="needs pyarrow: pip install 'maintext[corpus]'")
    import pyarrow.parquet as pq

    html = [page if isinstance(page, bytes) else page and page.encode() for page in PAGES]
    table = pa.table({"url": list("abcd"), "html": pa.array(html, pa.binary())})
    pq.write_table(table, tmp_path / "pages.parquet")
    rows = convert_parquet(str(tmp_path / "pages.parquet"), str(tmp_path / "texts.parquet"), batch_rows=3, processes=1)
    assert rows == 4
    found = pq.read_table(tmp_path / "texts.parquet")
    assert found["text"].to_pylist() == TEXTS
    assert found.column_names == ["url", "text", "page_type", "confidence", "error"]


def test_processes_give_the_same_rows() -> None:
    pa = pytest.importorskip("pyarrow", reason="needs pyarrow: pip install 'maintext[corpus]'")
    batch = pa.RecordBatch.from_pydict({"html": [f"<p>Ferry number {n} is late.</p>" for n in range(20)]})
    assert batch_with_main_text(batch, processes=2) == batch_with_main_text(batch, processes=1)


def test_a_wrong_column_is_named() -> None:
    pa = pytest.importorskip("pyarrow", reason="needs pyarrow: pip install 'maintext[corpus]'")
    with pytest.raises(BadParameter, match="one of page"):
        batch_with_main_text(pa.RecordBatch.from_pydict({"page": ["<p>"]}))
    with pytest.raises(BadParameter, match="text exist already"):
        batch_with_main_text(pa.RecordBatch.from_pydict({"html": ["<p>"], "text": ["x"]}))
