"""`maintext report` and `maintext report --compare`."""

import csv
from pathlib import Path

import pytest

from maintext.runs import Result, Run
from tests.cli.runner import assert_one_line, run
from tests.reports.made import dataset, results, run_of_everything, write_run


@pytest.fixture(scope="module")
def made_run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run_of_everything(tmp_path_factory.mktemp("made"))


def test_the_command_writes_and_replaces_a_report_but_nothing_else(made_run: Run, tmp_path: Path) -> None:
    target = tmp_path / "out"
    options = ("report", str(made_run.folder), "-o", str(target), "--no-figures", "-w", "1")
    first = run(*options, "-m", "bag", "-x", "density")
    assert first.exit_code == 0
    assert str(target / "index.html") in first.stdout
    assert run(*options).exit_code == 0
    assert "simple-mss" in (target / "index.html").read_text()
    other = tmp_path / "precious"
    other.mkdir()
    (other / "thesis.txt").write_text("years of work")
    refused = run("report", str(made_run.folder), "-o", str(other))
    assert refused.exit_code == 1
    assert_one_line(refused.stderr)
    assert (other / "thesis.txt").read_text() == "years of work"


def test_an_alias_selects_its_extractor(made_run: Run, tmp_path: Path) -> None:
    options = ("report", str(made_run.folder), "-o", str(tmp_path / "out"), "--no-figures", "-w", "1", "-m", "bag")
    assert run(*options, "-x", "density(c1=0.333)", "-x", "simple-mss(tag=-3.25)").exit_code == 0
    with (tmp_path / "out" / "tables" / "made-up-leaderboard-bag.csv").open(encoding="utf-8") as file:
        assert {row["extractor"] for row in csv.DictReader(file)} == {"density", "simple-mss"}
    refused = run(*options, "-x", "density", "-x", "justext")
    assert refused.exit_code == 1
    assert "justext" in refused.stderr


def test_a_folder_that_is_no_run_is_one_line(tmp_path: Path) -> None:
    refused = run("report", str(tmp_path), "-o", str(tmp_path / "out"))
    assert refused.exit_code == 1
    assert_one_line(refused.stderr)


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("compared")
    made = dataset(home / "data")
    before = results(made)
    worse = [Result(each.id, "Home") if each.id == "story-2" else each for each in before["density"]]
    better = [
        Result(each.id, each.gold) if each.id == "story-0" else old
        for each, old in zip(made, before["all"], strict=True)
    ]
    old = write_run(home / "old", made, {"density": before["density"], "all": before["all"]})
    new = write_run(home / "new", made, {"density": worse, "all": better})
    target = home / "report"
    done = run("report", "--compare", str(old.folder), str(new.folder), "-o", str(target), "-m", "bag", "-w", "1")
    assert done.exit_code == 0, done.stderr
    return target


def test_compare_counts_what_got_better_and_worse(compared: Path) -> None:
    with (compared / "tables" / "made-up-changes.csv").open(encoding="utf-8") as file:
        rows = {row["extractor"]: row for row in csv.DictReader(file)}
    assert [rows["density"][name] for name in ("better", "worse", "same")] == ["0", "1", "5"]
    assert [rows["all"][name] for name in ("better", "worse", "same")] == ["1", "0", "5"]
    assert float(rows["density"]["difference"]) < 0 < float(rows["all"]["difference"])


def test_compare_leads_to_the_changed_page_old_against_new(compared: Path) -> None:
    html = (compared / "index.html").read_text()
    assert "page.html#set=made-up&amp;n=2&amp;x=density+%40+new&amp;against=density+%40+old" in html
    assert (compared / "figures" / "made-up-changes.svg").exists()


def test_compare_needs_two_runs_over_the_same_pages(made_run: Run, tmp_path: Path) -> None:
    assert run("report", "--compare", str(made_run.folder), "-o", str(tmp_path / "x")).exit_code == 2
    twice = run("report", "--compare", str(made_run.folder), str(made_run.folder), "-o", str(tmp_path / "x"))
    assert twice.exit_code == 1
    assert_one_line(twice.stderr)
