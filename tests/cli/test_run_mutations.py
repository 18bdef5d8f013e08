"""`maintext run --sample --mutate`, and the report of how far scores fall."""

import csv
import json
from pathlib import Path

import pytest

from maintext.cli.run import default_folder
from maintext.datasets import open_dataset
from maintext.datasets.importers import import_dataset
from maintext.runs import DatasetPart, mutation_runs, open_run
from tests.bundled import PAGES
from tests.cli.runner import run


@pytest.fixture(scope="module")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    (summary,) = import_dataset("pages", PAGES, name="bundled", home=tmp_path_factory.mktemp("home"))
    return summary.folder


@pytest.fixture(scope="module")
def mutated_run(bundled: Path) -> Path:
    folder = bundled.parent / "run"
    done = run("run", str(bundled), "-x", "density", "-x", "tag-ratio", "-o", str(folder), "--sample", "8", "--seed",
               "3", "--mutate", "one-line", "--mutate", "comments", "-w", "1")  # fmt: skip
    assert done.exit_code == 0, done.output
    return folder


def test_a_sample_is_the_same_for_the_same_seed_and_in_order(bundled: Path) -> None:
    dataset = open_dataset(bundled)
    first, again, other = (dataset.subset(sample=8, seed=seed) for seed in (3, 3, 4))
    ids = [example.id for example in dataset]
    assert [each.id for each in first] == [each.id for each in again] != [each.id for each in other]
    assert [each.id for each in first] == sorted((each.id for each in first), key=ids.index)
    assert len(dataset.subset(sample=10_000)) == len(dataset)


def test_every_mutation_is_a_run_on_the_same_pages(mutated_run: Path) -> None:
    run_ = open_run(mutated_run)
    inside = mutation_runs(run_)
    assert set(inside) == {"one-line", "comments"}
    ids = {frozenset(each.results("density")) for each in (run_, *inside.values())}
    assert [len(each) for each in ids] == [8]
    texts = [each.results("tag-ratio") for each in (run_, inside["one-line"])]
    assert texts[0] != texts[1]
    assert "--mutate one-line --mutate comments --seed 3" in run_.manifest.sessions[0].command


def test_a_run_on_mutated_pages_can_be_scored(mutated_run: Path) -> None:
    scored = run("score", str(mutated_run / "mutations" / "comments"), "-m", "bag", "-f", "json", "-w", "1")
    assert {row["n"] for row in json.loads(scored.stdout)} == {8}


def test_the_report_shows_the_fall_of_every_mutation(mutated_run: Path, tmp_path: Path) -> None:
    target = tmp_path / "report"
    assert run("report", str(mutated_run), "-o", str(target), "-m", "bag", "--no-figures", "-w", "1").exit_code == 0
    assert "mutation" in (target / "robustness.html").read_text()
    with (target / "tables" / "bundled-robustness.csv").open(encoding="utf-8") as file:
        rows = {row["extractor"]: row for row in csv.DictReader(file)}
    assert set(rows) == {"density", "tag-ratio"}
    assert (
        float(rows["density"]["comments"]) == float(rows["density"]["one-line"]) == 0
    )  # density reads no source lines
    assert float(rows["tag-ratio"]["one-line"]) != 0
    with (target / "tables" / "bundled-robustness-intervals.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            low, difference, high = (float(row[name]) for name in ("95 % from", "difference", "95 % to"))
            assert low <= difference <= high
            assert float(row["after"]) - float(row["before"]) == pytest.approx(difference, abs=0.0011)
            assert row["n"] == "8"


def test_a_report_of_a_run_without_mutations_has_no_page_for_them(mutated_run: Path, tmp_path: Path) -> None:
    target = tmp_path / "report"
    plain = mutated_run / "mutations" / "comments"
    assert run("report", str(plain), "-o", str(target), "-m", "bag", "--no-figures", "-w", "1").exit_code == 0
    assert not (target / "robustness.html").exists()


@pytest.mark.parametrize(
    ("part", "name"),
    [(DatasetPart(), "a-b"), (DatasetPart(limit=5), "a-b-first-5"), (DatasetPart(sample=5, seed=7), "a-b-sample-5-7")],
)
def test_the_folder_of_a_run_names_its_part(part: DatasetPart, name: str) -> None:
    assert default_folder("a/b", part) == Path("runs") / name
