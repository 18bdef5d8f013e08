"""`maintext task`: both layouts of the table, formats, what is kept beside the runs, and errors."""

import json
import os
import re
from pathlib import Path

import pytest

from maintext.metrics import METRICS
from maintext.reports.comparison import comparisons
from maintext.reports.extrinsic import stored_results
from maintext.reports.report_writer import write_report
from maintext.runs import Run, open_run
from maintext.tasks import run_task
from maintext.tasks.result_cache import cached_results
from tests.cli.runner import assert_one_line, run
from tests.hostile import HOSTILE
from tests.reports.made import write_run
from tests.tasks import made


@pytest.fixture(scope="module")
def news(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return made.run(tmp_path_factory.mktemp("news"))


@pytest.fixture
def truth(tmp_path: Path) -> Path:
    return made.annotations(tmp_path)


def told(*arguments: str) -> str:
    done = run("task", *arguments)
    assert done.exit_code == 0, done.output
    return done.stdout


def rows(text: str) -> dict[str, list[str]]:
    """The cells of each extractor's row in the first table."""
    names = ("density", "all", "readability", "nothing", "gold text")
    found: dict[str, list[str]] = {}
    for line in text.split("Kendall")[0].splitlines():
        for name in names:
            if line.strip().startswith(name + " "):
                found[name] = [*found.get(name, []), *line.strip().removeprefix(name).split()]
    return found


def test_without_annotations_the_table_shows_agreement_and_no_marks(news: Run) -> None:
    text = told("daniel", str(news.folder), "--no-agreement")
    found = rows(text)
    assert found["gold text"] == ["100.0"] * 18
    assert found["density"][:18] == ["100.0"] * 18
    assert found["nothing"][15:18] == ["N/A", "0.0", "N/A"]
    assert found["readability"][15:18] == ["100.0", "83.3", "90.9"]
    assert not any(cell.endswith(("+", "=")) for cells in found.values() for cell in cells)
    assert "100 by definition" in text
    assert "Beware" not in text


def test_with_annotations_cells_better_than_the_reference_are_marked_with_the_papers_warning(
    news: Run, truth: Path
) -> None:
    text = told(f"daniel(annotations='{truth}')", str(news.folder), "--no-agreement")
    found = rows(text)
    assert found["gold text"][15:18] == ["83.3", "100.0", "90.9"]
    assert found["density"][15:18] == ["83.3=", "100.0=", "90.9="]
    assert found["readability"][15:18] == ["100.0+", "100.0=", "100.0+"]  # the museum was emptied
    assert found["nothing"][15:18] == ["N/A", "0.0", "N/A"]
    assert "a document emptied by cleaning cannot be a false positive" in " ".join(text.split())


def test_languages_without_anything_to_find_are_not_available(news: Run, truth: Path) -> None:
    (found,) = json.loads(told(f"daniel(annotations='{truth}')", str(news.folder), "--format", "json"))
    assert set(found["parts"]) == {"en", "pl", "ru", "el", "zh", "all"}
    assert found["reference"]["en"] == {"P": 0.5, "R": 1.0, "F1": pytest.approx(2 / 3)}
    nothing = next(each for each in found["extractors"] if each["extractor"] == "nothing")
    assert nothing["figures"]["el"] == {"P": None, "R": 0.0, "F1": None}
    assert nothing["p"] < 0.1
    assert found["annotated"] is True


def test_agreement_has_every_metric_and_part_with_intervals(news: Run) -> None:
    (found,) = json.loads(told("daniel", str(news.folder), "-m", "diff", "-m", "bag", "--best", "--format", "json"))
    assert {each["metric"] for each in found["agreement"]} == {"diff, pooled", "bag, mean"}
    assert {each["part"] for each in found["agreement"]} == {"en", "pl", "ru", "el", "zh", "all"}
    everywhere = next(each for each in found["agreement"] if (each["metric"], each["part"]) == ("bag, mean", "all"))
    assert 0 < everywhere["tau"] <= 1
    assert -1 <= everywhere["ci"][0] <= everywhere["tau"] <= everywhere["ci"][1] <= 1
    best = {(each["evaluation"], each["part"], each["measure"]): each for each in found["best"]}
    assert best["diff, pooled", "all", "F1"]["extractors"] == ["density"]
    assert best["daniel", "ru", "F1"]["extractors"] == ["density", "readability"]  # a menu in front hides the title
    assert best["daniel", "ru", "F1"]["value"] == 1.0


def test_the_terminal_tables_of_agreement_and_best(news: Run) -> None:
    text = told("daniel", str(news.folder), "-m", "bag", "--best")
    assert "does daniel rank like the metrics?" in text
    assert "bag, mean" in text
    assert "F1 100.0: density, readability" in text


def test_a_narrow_terminal_gets_the_table_in_pieces(news: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    text = told("daniel", str(news.folder), "--no-agreement")
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    tables = [line for line in plain.splitlines() if not line.startswith("The truth")]
    assert max(map(len, tables)) <= 80
    assert plain.count("density") > 1
    assert sum(line.count(" all") for line in tables) >= 3


@pytest.mark.parametrize(
    ("name", "start"), [("csv", "extractor,"), ("markdown", "| extractor |"), ("latex", "% \\usepackage{booktabs}")]
)
def test_other_formats(news: Run, name: str, start: str) -> None:
    text = told("daniel", str(news.folder), "--no-agreement", "--format", name)
    assert text.startswith(start)
    assert "density" in text


@pytest.mark.parametrize(
    "task", ["search", "duplicates(near=0.05, size=1, bands=100, rows=1)", "classify(label=section, folds=2, least=4)"]
)
def test_the_other_tasks(news: Run, task: str) -> None:
    (found,) = json.loads(told(task, str(news.folder), "--no-agreement", "--by", "none", "--format", "json"))
    ranks = {each["extractor"]: each["figures"]["all"][found["ranks_by"]] or 0 for each in found["extractors"]}
    assert ranks["density"] == found["reference"]["all"][found["ranks_by"]]
    assert ranks["nothing"] <= ranks["density"]
    assert list(found["parts"]) == ["all"]


def test_what_was_done_is_kept_beside_the_run_until_the_results_change(tmp_path: Path) -> None:
    made_run = made.run(tmp_path)
    told("daniel", str(made_run.folder), "--no-agreement")
    files = sorted((made_run.folder / "tasks").iterdir())
    assert len(files) == 5
    changed = json.loads(files[0].read_text())
    assert changed["task"] == "daniel"
    for file in files:  # a second time nothing is computed: what is in the files is believed
        cached = json.loads(file.read_text())
        file.write_text(json.dumps(cached | {"stats": [[1.0, 0.0, 0.0]] * len(cached["stats"])}))
    (again,) = run_task("daniel", [open_run(made_run.folder)])
    assert again.value("nothing") == 1.0
    results = made_run.folder / made_run.manifest.extractors["nothing"].file
    os.utime(results, ns=(1, 1))
    (anew,) = run_task("daniel", [open_run(made_run.folder)])
    assert anew.value("nothing") == 0.0
    assert anew.value("all") == 1.0


def test_pages_can_be_left_out(news: Run, tmp_path: Path) -> None:
    (tmp_path / "ids.txt").write_text("en-cholera\nen-bridge\n")
    (found,) = json.loads(
        told("daniel", str(news.folder), "--without", str(tmp_path / "ids.txt"), "--no-agreement", "--format", "json")
    )
    assert found["documents"] == len(made.NEWS) - 2
    assert found["left_out"] == {"named to be left out": 2}


def test_pages_that_a_model_learned_from_are_left_out_for_all(tmp_path: Path) -> None:
    from maintext.extractors.models import ModelFile, write_model

    data = made.dataset(tmp_path / "data")
    learned = {"datasets": [{"name": "made/news", "ids": ["ru-most", "zh-qiao"]}]}
    write_model(ModelFile("ncleaner", learned), tmp_path / "few.model")
    outcomes = made.results()
    spec = f"all|ncleaner(model='{tmp_path / 'few.model'}')"
    made_run = write_run(tmp_path / "run", data, {"density": outcomes["density"], spec: outcomes["all"]})
    (found,) = run_task("daniel", [made_run])
    assert found.left_out == {"learned from by an extractor": 2}
    assert "ru-most" not in {document.id for document in found.documents}


def test_two_runs_over_the_same_pages_come_together(tmp_path: Path) -> None:
    data = made.dataset(tmp_path / "data")
    outcomes = made.results()
    first = write_run(tmp_path / "first", data, {"density": outcomes["density"], "all": outcomes["all"]})
    second = write_run(tmp_path / "second", data, {"all": outcomes["readability"][:-1]})
    (found,) = run_task("daniel", [first, second])
    assert set(found.extractors) == {"density", "all @ first", "all @ second"}
    assert found.left_out == {"not done by every extractor": 1}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["danil"], "did you mean daniel?"),
        (["daniel(lexicon=x)"], "daniel has no parameter 'lexicon'"),
        (["daniel(annotations=missing.json)"], "missing.json"),
        (["daniel(lexicons=missing)"], "there is no folder missing"),
        (["duplicates"], "no duplicates to find"),
        (["classify(label=page_type)"], "needs two labels"),
        (["daniel", "-x", "nobody"], "has results of 'nobody'"),
    ],
)
def test_errors_are_one_line(news: Run, arguments: list[str], said: str) -> None:
    done = run("task", arguments[0], str(news.folder), *arguments[1:])
    assert done.exit_code == 1
    assert_one_line(done.stderr)
    assert said in done.stderr


def test_a_folder_that_is_no_run_is_refused(tmp_path: Path) -> None:
    done = run("task", "daniel", str(tmp_path))
    assert done.exit_code == 1
    assert_one_line(done.stderr)


def test_the_report_has_a_section_with_scatter_plots_when_tasks_were_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "maintext.reports.report_writer.figures_of", lambda *_: ()
    )  # the other figures have their own tests
    made_run = made.run(tmp_path)
    (comparison,) = comparisons([made_run], [METRICS.build("bag")])
    assert list(stored_results(comparison)) == []
    write_report([comparison], tmp_path / "before", pictures=0, figures=False)
    assert "extrinsic evaluation" not in (tmp_path / "before" / "index.html").read_text()
    run_task("daniel", [made_run])
    run_task("search", [made_run], wanted=["density", "all"])
    page = write_report([comparison], tmp_path / "after", pictures=0).read_text()
    assert "extrinsic evaluation" in page
    assert "made/news: daniel, 10 documents" in page
    assert "made/news: search, 10 documents" in page
    for name in ("daniel-against-bag", "search-against-bag"):
        drawn = (tmp_path / "after" / "figures" / f"made-news-{name}.svg").read_text()
        assert "density" in drawn
        assert f"made-news-{name}.svg" in page
    assert (tmp_path / "after" / "tables" / "made-news-daniel-tau.csv").is_file()


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_of_results_is_passed_over(tmp_path: Path, kind: str) -> None:
    fresh = made.run(tmp_path)
    (fresh.folder / "tasks").mkdir()
    HOSTILE[kind](fresh.folder / "tasks" / "x.json")
    assert list(cached_results(fresh)) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_list_of_pages_that_never_ends_is_refused(news: Run) -> None:
    done = run("task", "search", str(news.folder), "--without", "/dev/full")
    assert done.exit_code == 1
    assert_one_line(done.stderr)
    assert "not a regular file" in done.stderr


def test_an_alias_selects_its_extractor(news: Run) -> None:
    found = json.loads(told("search", str(news.folder), "-x", "density(c1=0.333)", "-x", "all", "-f", "json"))
    assert {row["extractor"] for each in found for row in each["extractors"]} == {"density", "all"}
    refused = run("task", "search", str(news.folder), "-x", "density", "-x", "justext")
    assert refused.exit_code == 1
    assert_one_line(refused.stderr)


def test_a_run_without_markup_is_named_and_compared_by_the_other_metrics(news: Run) -> None:
    done = run("task", "search", str(news.folder), "-m", "diff(markup=True)", "-m", "bag", "-f", "json", "-w", "1")
    assert done.exit_code == 0
    assert "lack the markup" in done.stderr
    (found,) = json.loads(done.stdout)
    assert {each["metric"] for each in found["agreement"]} == {"bag, mean"}
