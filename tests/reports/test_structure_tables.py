from pathlib import Path

from maintext.datasets import Example, Header, open_dataset
from maintext.datasets.dataset_store import writing
from maintext.metrics import METRICS
from maintext.reports.comparison import comparisons
from maintext.reports.structure_tables import structure_tables
from maintext.runs import Failure, Outcome, Result
from tests.reports.made import write_run


def test_one_row_per_kind_and_extractor_that_has_markup(tmp_path: Path) -> None:
    with writing(tmp_path / "data", Header("made/up", markup="markdown")) as writer:
        writer.add(Example("1", b"<h2>A</h2><p>x", "A\nx", "## A\n\nx"))
        writer.add(Example("2", b"<h2>B</h2><p>y", "B\ny", "## B\n\ny"))
    made = open_dataset(tmp_path / "data")
    outcomes: dict[str, list[Outcome]] = {
        "density": [Result("1", "A\nx", html="<h2>A</h2><h3>C</h3><p>x</p>"), Failure("2", "crash", "it crashed")],
        "all": [Result("1", "A\nx"), Result("2", "B\ny")],  # of an older version
        "trafilatura": [Result("1", "A", raw="A"), Result("2", "B", raw="B")],  # text only
    }
    (found,) = comparisons([write_run(tmp_path / "run", made, outcomes)], [METRICS.build("bag")])
    (table,) = structure_tables(found)
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["heading", "density", "2", "0.500", "0.500", "0.500"]
    ]


def test_a_dataset_without_structure_has_no_table(tmp_path: Path) -> None:
    with writing(tmp_path / "data", Header("made/up")) as writer:
        writer.add(Example("1", b"<p>x", "x"))
    made = open_dataset(tmp_path / "data")
    run = write_run(tmp_path / "run", made, {"density": [Result("1", "x", html="<p>x</p>")]})
    (found,) = comparisons([run], [METRICS.build("bag")])
    assert structure_tables(found) == []
