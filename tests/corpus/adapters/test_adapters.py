"""The same extraction as a step of datatrove and as a function for Spark."""

import os
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from maintext.corpus import CorpusSettings, Filters
from tests.corpus.conftest import OBEY, page
from tests.runs.conftest import ROOT

pytestmark = pytest.mark.filterwarnings("ignore")

SETTINGS = CorpusSettings(OBEY, timeout=60.0, memory=200 << 20, filters=Filters(max_bytes=300))
PAGES = [
    page("fine", 0),
    page("raise", 1),
    b"%PDF-1.4 \x00\x01\x02",
    page("fine" + 300 * "!", 3),
    page("segfault", 4),
    page("fine", 5),
]


def _library(name: str, remedy: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pytest.importorskip(name, reason=f"needs {name}: {remedy}")


def test_a_step_of_datatrove() -> None:
    _library("datatrove", "pip install datatrove")
    from datatrove.data import Document

    from maintext.corpus.adapters.datatrove import Maintext

    documents = [
        Document(text=html.decode("latin-1"), id=str(number), metadata={"url": f"http://a/{number}"})
        for number, html in enumerate(PAGES)
    ]
    step = Maintext(SETTINGS)
    found = list(step.run(iter(documents)))
    assert [document.id for document in found] == ["0", "5"]
    assert found[1].text == "fine page 5 says something of its own"
    assert found[1].metadata["url"] == "http://a/5"
    assert found[1].metadata["digest"].startswith("sha256:")
    counted = {name: value.total for name, value in step.stats.stats.items()}
    assert {name: counted[name] for name in ("total", "forwarded", "dropped", "failed")} == {
        "total": 6, "forwarded": 2, "dropped": 2, "failed": 2,
    }  # fmt: skip
    assert (counted["dropped_size"], counted["dropped_type"]) == (1, 1)
    assert (counted["failed_crash"], counted["failed_exception"]) == (1, 1)


def test_the_step_runs_in_a_pipeline(tmp_path: Path) -> None:
    _library("datatrove", "pip install datatrove")
    from datatrove.data import Document
    from datatrove.executor import LocalPipelineExecutor

    from maintext.corpus.adapters.datatrove import Maintext

    def pages(data: object, rank: int, world_size: int) -> Iterator[Any]:
        yield from (Document(text=page("fine", number).decode(), id=str(number)) for number in range(3))

    texts: list[str] = []

    def keep(data: Iterator[Any], rank: int, world_size: int) -> Iterator[Any]:
        for document in data:
            texts.append(document.text)
            yield document

    executor = LocalPipelineExecutor([pages, Maintext(SETTINGS), keep], tasks=1, logging_dir=str(tmp_path / "logs"))
    executor.run()
    assert texts == [f"fine page {number} says something of its own" for number in range(3)]
    assert (tmp_path / "logs" / "completions" / "00000").exists()


def check(rows: list[dict[str, Any]]) -> None:
    by_id = {row["id"]: row for row in rows}
    assert sorted(by_id) == [str(number) for number in range(6)]
    assert [by_id[str(number)]["text"] is not None for number in range(6)] == [True, False, False, False, False, True]
    assert (by_id["2"]["dropped"], by_id["3"]["dropped"]) == ("type", "size")
    assert by_id["1"]["failed"].startswith("exception: ValueError")
    assert by_id["4"]["failed"] == "crash: the worker was ended by SIGSEGV"
    assert by_id["5"]["text"] == "fine page 5 says something of its own"


def test_a_function_over_frames() -> None:
    pandas = _library("pandas", "pip install pandas")
    from maintext.corpus.adapters.spark import SCHEMA, records

    rows = [{"id": str(number), "html": html, "url": None} for number, html in enumerate(PAGES)]
    frames = [pandas.DataFrame(rows[:4]), pandas.DataFrame(rows[4:])]
    (frame,) = records(SETTINGS)(iter(frames))
    assert list(frame.columns) == [column.split()[0] for column in SCHEMA.split(", ")]
    check(frame.astype(object).where(frame.notna(), None).to_dict("records"))


def test_the_function_in_spark(monkeypatch: pytest.MonkeyPatch) -> None:
    _library("pandas", "pip install pandas")
    _library("pyspark", "pip install pyspark, and Java")
    from pyspark.sql import SparkSession

    from maintext.corpus.adapters.spark import SCHEMA, records

    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
    session = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        rows = [(str(number), bytearray(html)) for number, html in enumerate(PAGES)]
        pages = session.createDataFrame(rows, "id string, html binary").repartition(2)
        check([row.asDict() for row in pages.mapInPandas(records(SETTINGS), SCHEMA).collect()])
    finally:
        session.stop()
