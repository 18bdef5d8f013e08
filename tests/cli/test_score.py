"""`maintext score`, on a small run."""

import json
import shutil
from pathlib import Path

import pytest

from maintext.datasets import open_dataset
from maintext.datasets.importers import import_dataset
from maintext.runs import run_all
from tests.bundled import PAGES
from tests.cli.runner import run


@pytest.fixture(scope="module")
def scored(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """A run of three extractors over six bundled pages, and the option that names its dataset."""
    home = tmp_path_factory.mktemp("home")
    (summary,) = import_dataset("pages", PAGES, name="bundled", home=home)
    run_all(open_dataset(summary.folder).subset(limit=6), ["density", "all", "nothing"], home / "run")
    manifest = home / "run" / "manifest.json"
    values = json.loads(manifest.read_text())
    values["dataset"]["limit"] = 6
    manifest.write_text(json.dumps(values))
    return (str(home / "run"), "--dataset", str(summary.folder), "--workers", "1")


def test_both_averages_stand_side_by_side(scored: tuple[str, ...]) -> None:
    result = run("score", *scored)
    assert result.exit_code == 0
    assert "F1 all" in result.stdout
    assert "words(tokens=ascii)" in result.stdout


@pytest.mark.parametrize("columns", [60, 80, 160])
def test_the_table_fits_with_the_names_of_extractors_and_says_what_it_leaves_out(
    scored: tuple[str, ...], columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = run("score", *scored).stdout.splitlines()
    assert max(map(len, lines)) <= columns
    headings = next(line for line in lines if "extractor" in line).split()
    assert "F1" in headings
    assert {"density", "all", "nothing"} <= {line.split()[0] for line in lines if line.split()}
    assert any(line.startswith("Left out for lack of space: ") for line in lines) == (columns < 160)


def test_json_has_the_promised_shape(scored: tuple[str, ...]) -> None:
    rows = json.loads(run("score", *scored, "-m", "bag(tokens=unicode)", "--format", "json").stdout)
    assert [row["extractor"] for row in rows][-1] == "nothing"
    for row in rows:
        assert {"run", "extractor", "dataset", "metric", "n", "cases", "success", "all"} <= row.keys()
        assert sum(row["cases"].values()) == row["n"] == 6
        assert {"p", "r", "f1", "sd", "ci"} <= row["success"].keys()
    nothing = rows[-1]
    assert nothing["success"]["f1"] is None
    assert nothing["all"]["f1"] == 0


@pytest.mark.parametrize(
    ("output_format", "sign"), [("csv", "run,dataset,metric"), ("markdown", "| extractor |"), ("latex", r"\toprule")]
)
def test_formats(scored: tuple[str, ...], output_format: str, sign: str) -> None:
    assert sign in run("score", *scored, "--format", output_format).stdout


def test_the_interval_of_cleaneval_stands_beside_its_score(scored: tuple[str, ...]) -> None:
    (row,) = json.loads(run("score", *scored, "-m", "cleaneval", "-x", "all", "--format", "json").stdout)
    markdown = run("score", *scored, "-m", "cleaneval", "-x", "all", "--format", "markdown").stdout.splitlines()
    headings, cells = ([cell.strip() for cell in line.strip("|").split("|")] for line in (markdown[0], markdown[2]))
    shown = dict(zip(headings, cells, strict=True))
    assert headings.index("score") + 1 == headings.index("sd")
    assert shown["score"] == f"{row['success']['value']:.4f}" != shown["F1"] == f"{row['success']['f1']:.4f}"
    assert shown["score all"] == f"{row['all']['value']:.4f}"
    low, high = row["all"]["ci"]
    assert shown["95 % all"] == f"{low:.3f}-{high:.3f}"


@pytest.mark.parametrize(
    ("metric", "shown", "hidden"),
    [("bag", "F1", "score"), ("cleaneval", "score", None), ("edit", "score", "F1")],
)
@pytest.mark.parametrize("output_format", ["table", "markdown"])
def test_f1_and_score_are_shown_where_they_are_defined_and_differ(
    scored: tuple[str, ...], output_format: str, metric: str, shown: str, hidden: str | None
) -> None:
    output = run("score", *scored, "-m", metric, "--format", output_format).stdout
    words = output.replace("|", " ").split()
    assert shown in words
    assert hidden not in words


@pytest.mark.parametrize(("output_format", "first"), [("markdown", "| slice |"), ("latex", "slice &")])
def test_slices_are_named_in_every_format(scored: tuple[str, ...], output_format: str, first: str) -> None:
    output = run("score", *scored, "--by", "language", "--format", output_format).stdout
    assert first in output
    assert "language ar" in output


@pytest.mark.parametrize(("output_format", "first"), [("markdown", "| metric |"), ("latex", "metric &")])
def test_several_metrics_are_named_in_every_format(scored: tuple[str, ...], output_format: str, first: str) -> None:
    output = run("score", *scored, "-m", "words", "-m", "bag", "-x", "all", "--format", output_format).stdout
    assert first in output
    assert sum("words(tokens" in line or "bag(tokens" in line for line in output.splitlines()) == 2
    assert first not in run("score", *scored, "-m", "bag", "--format", output_format).stdout


def test_agreement_needs_two_metrics(scored: tuple[str, ...]) -> None:
    done = run("score", *scored, "-m", "words", "--agreement")
    assert done.exit_code == 2
    assert "pass -m at least twice" in done.stderr


def test_an_alias_selects_its_extractor(scored: tuple[str, ...]) -> None:
    rows = json.loads(run("score", *scored, "-x", "density(c1=0.333)", "-x", "all", "--format", "json").stdout)
    assert {row["extractor"] for row in rows} == {"density", "all"}


def test_slices_add_up(scored: tuple[str, ...]) -> None:
    rows = json.loads(run("score", *scored, "--by", "language", "-x", "all", "--format", "json").stdout)
    assert sum(row["n"] for row in rows) == 6
    assert {row["slice"] for row in rows} >= {"language ar", "language fa"}


def test_by_length(scored: tuple[str, ...]) -> None:
    rows = json.loads(run("score", *scored, "--by", "length", "-x", "all", "--format", "json").stdout)
    assert sum(row["n"] for row in rows) == 6


def test_agreement_and_audit_are_printed(scored: tuple[str, ...]) -> None:
    result = run("score", *scored, "-m", "words", "-m", "bag", "--agreement", "--audit")
    assert result.exit_code == 0
    assert "Kendall's tau" in result.stdout
    assert "against the gold" in result.stdout


def test_the_second_time_the_scores_come_from_the_cache(scored: tuple[str, ...]) -> None:
    first = run("score", *scored, "-m", "lcs", "--format", "csv").stdout
    kept = list((Path(scored[0]) / "scores").glob("*.json"))
    assert kept
    assert run("score", *scored, "-m", "lcs", "--format", "csv").stdout == first


@pytest.mark.parametrize(
    "content", ["[[", "[" * 100_000, "[[1, 2, 3, 4]]", '[["x", null, [1e999, 0, 0], []]]', "[3]", "3"]
)
def test_a_damaged_cache_is_computed_again(scored: tuple[str, ...], content: str) -> None:
    first = run("score", *scored, "-m", "set", "--format", "csv").stdout
    for file in (Path(scored[0]) / "scores").glob("*.json"):
        file.write_text(content)
    assert run("score", *scored, "-m", "set", "--format", "csv").stdout == first


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("-m", "wrds"), "did you mean words"),
        (("-x", "densty"), "density"),
        (("--dataset", "no/such"), "no/such"),
    ],
)
def test_mistakes_are_one_line(scored: tuple[str, ...], arguments: tuple[str, ...], words: str) -> None:
    result = run("score", *scored, *arguments)
    assert result.exit_code == 1
    assert words in result.stderr


def test_what_is_no_run_is_told(tmp_path: Path) -> None:
    result = run("score", str(tmp_path))
    assert result.exit_code == 1
    assert "is not a run" in result.stderr


def test_structure_has_a_slice_per_kind(scored: tuple[str, ...]) -> None:
    rows = json.loads(run("score", *scored, "-m", "structure", "--format", "json").stdout)
    kinds = {row.get("slice") for row in rows}
    assert {None, "heading", "list-item", "cell", "link"} <= kinds
    everything = next(row for row in rows if row["extractor"] == "all" and row.get("slice") == "heading")
    assert everything["metric"] == "structure(kind=heading)"
    assert everything["all"]["pooled"]["r"] > 0.9
    table = run("score", *scored, "-m", "structure").stdout
    assert table.count("structure(kind=all)") == 1
    assert "list-item" in table
    assert "| slice |" in run("score", *scored, "-m", "structure", "--format", "markdown").stdout


@pytest.mark.parametrize("metric", ["structure", "cleaneval(markup=labelled)"])
def test_a_run_of_an_older_version_says_that_it_lacks_markup(
    scored: tuple[str, ...], tmp_path: Path, metric: str
) -> None:
    old = tmp_path / "old"
    shutil.copytree(scored[0], old)
    for file in old.glob("*.jsonl"):
        lines = [json.loads(line) for line in file.read_text().splitlines()]
        file.write_text("".join(json.dumps({**line, "html": None}) + "\n" for line in lines))
    result = run("score", str(old), *scored[1:], "-m", metric, "--format", "json")
    assert f"6 pages of all lack the markup that {metric} compares" in result.stderr
    assert {row["n"] for row in json.loads(result.stdout)} == {0}
    assert "lack" not in run("score", str(old), *scored[1:], "-m", "bag").stderr
