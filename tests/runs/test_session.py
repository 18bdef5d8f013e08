"""Runs that are started, resumed, extended and refused."""

import json
import platform
from pathlib import Path

import pytest

from maintext.errors import ExtractorMissing, RunError
from maintext.runs import Failure, Limits, Result, open_run, open_session, run_all
from maintext.runs.outcome import to_line
from tests.hostile import HOSTILE
from tests.runs.conftest import OBEY, dataset

FOREIGN = "tests.runs.bad_extractors:Foreign"


def lines(folder: Path) -> list[str]:
    paths = sorted(folder.glob("*.jsonl"))
    return [json.loads(line)["id"] for path in paths for line in path.read_bytes().splitlines()]


def test_a_run_reads_back(tmp_path: Path) -> None:
    made = run_all(dataset("fine", "raise", "fine"), [OBEY, FOREIGN], tmp_path / "run")
    run = open_run(tmp_path / "run")
    assert run == made
    assert run.extractors == (OBEY, FOREIGN)
    results = run.results(OBEY)
    assert set(results) == {"000", "001", "002"}
    assert isinstance(results["001"], Failure)
    foreign = run.results(FOREIGN)["001"]
    assert isinstance(foreign, Result)
    assert (foreign.text, foreign.raw, foreign.media_type) == ("raise page 1", "<p>raise page 1</p>", "text/html")
    summary = run.summary(OBEY)
    assert (summary.pages, summary.ok, summary.failed, summary.left) == (3, 2, {"exception": 1}, 0)
    assert summary.mean_seconds is not None
    assert summary.peak_memory is not None


def test_the_manifest_tells_all_but_who_and_where(tmp_path: Path) -> None:
    data = dataset("fine")
    run_all(data, ["all"], tmp_path / "run", limits=Limits(7, 1 << 30), workers=2)
    text = (tmp_path / "run" / "manifest.json").read_text()
    manifest = json.loads(text)
    assert manifest["dataset"] == {
        "name": "made/up", "digest": data.digest(), "pages": 1, "opened_as": "made/up", "split": None, "limit": None,
        "sample": None, "seed": 0, "mutation": None,
    }  # fmt: skip
    assert manifest["limits"] == {"timeout": 7, "memory": 1 << 30}
    assert manifest["extractors"]["all"]["version"]
    [once] = manifest["sessions"]
    assert once["workers"] == 2
    assert once["machine"]["python"].endswith(platform.python_version())
    assert platform.node() not in text
    assert str(tmp_path) not in text


def test_a_second_start_does_nothing_again(tmp_path: Path) -> None:
    data = dataset("fine", "raise")
    run_all(data, ["all"], tmp_path / "run")
    before = lines(tmp_path / "run")
    run_all(data, ["all"], tmp_path / "run")
    assert lines(tmp_path / "run") == before


def test_what_is_left_is_done_and_a_incomplete_line_done_again(tmp_path: Path) -> None:
    data = dataset(*["fine"] * 6)
    run = run_all(data, ["all"], tmp_path / "run")
    [path] = (tmp_path / "run").glob("*.jsonl")
    whole = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(whole[:3]) + whole[3][:-9])
    assert len(run.results("all")) == 3
    run_all(data, ["all"], tmp_path / "run")
    assert sorted(lines(tmp_path / "run")) == [example.id for example in data]


def test_an_extractor_may_be_added(tmp_path: Path) -> None:
    data = dataset("fine", "fine")
    run_all(data, ["all"], tmp_path / "run")
    run = run_all(data, ["nothing"], tmp_path / "run")
    assert run.extractors == ("all", "nothing")
    assert len(run.results("all")) == len(run.results("nothing")) == 2
    assert len(run.manifest.sessions) == 2


def test_one_extractor_under_two_names_is_one(tmp_path: Path) -> None:
    run = run_all(dataset("fine"), ["all", " all()"], tmp_path / "run")
    assert run.extractors == ("all",)
    assert lines(tmp_path / "run") == ["000"]


def test_failures_are_retried_when_asked_for(tmp_path: Path) -> None:
    data = dataset("fine", f"unless {tmp_path / 'now'}", "raise")
    run = run_all(data, [OBEY], tmp_path / "run")
    assert run.summary(OBEY).failed == {"exception": 2}
    (tmp_path / "now").touch()
    assert run_all(data, [OBEY], tmp_path / "run").summary(OBEY).failed == {"exception": 2}
    retried = run_all(data, [OBEY], tmp_path / "run", retry_failed=True)
    assert retried.summary(OBEY).failed == {"exception": 1}
    assert set(retried.results(OBEY)) == {"000", "001", "002"}
    assert sorted(lines(tmp_path / "run")) == ["000", "001", "001", "002", "002"]


def test_another_dataset_is_refused(tmp_path: Path) -> None:
    run_all(dataset("fine"), ["all"], tmp_path / "run")
    with pytest.raises(RunError, match="made/up has changed since"):
        run_all(dataset("other"), ["all"], tmp_path / "run")
    with pytest.raises(RunError, match="is a run of made/up, not of else"):
        run_all(dataset("other", name="else"), ["all"], tmp_path / "run")


def test_other_limits_are_refused(tmp_path: Path) -> None:
    run_all(dataset("fine"), ["all"], tmp_path / "run")
    with pytest.raises(RunError, match="was made with --timeout 30 --memory 2G, not --timeout 5 --memory 2G"):
        run_all(dataset("fine"), ["all"], tmp_path / "run", limits=Limits(timeout=5))


def test_another_version_of_an_extractor_is_refused(tmp_path: Path) -> None:
    run_all(dataset("fine"), ["all"], tmp_path / "run")
    manifest = tmp_path / "run" / "manifest.json"
    values = json.loads(manifest.read_text())
    values["extractors"]["all"]["version"] = "0.0"
    manifest.write_text(json.dumps(values))
    with pytest.raises(RunError, match=r"has results of all 0.0, but"):
        run_all(dataset("fine"), ["all"], tmp_path / "run")


def test_two_at_once_are_refused(tmp_path: Path) -> None:
    with open_session(dataset("fine"), ["all"], tmp_path / "run"), pytest.raises(RunError, match="another run"):
        run_all(dataset("fine"), ["nothing"], tmp_path / "run")


def test_a_missing_extractor_is_named_before_any_page_is_run(tmp_path: Path) -> None:
    absent = "tests.runs.bad_extractors:Absent"
    with pytest.raises(ExtractorMissing, match="try: pip install absent"):
        run_all(dataset("fine"), ["all", absent], tmp_path / "run")
    assert not (tmp_path / "run").exists()
    with open_session(dataset("fine"), ["all", absent], tmp_path / "run", skip_missing=True) as session:
        assert [pending.spec for pending in session.pending] == ["all"]
    with pytest.raises(RunError, match="no extractor to run"), open_session(
        dataset("fine"), [absent], tmp_path / "run", skip_missing=True
    ):  # fmt: skip
        pass


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(RunError, match="something else than a run"):
        run_all(dataset("fine"), ["all"], tmp_path)
    with pytest.raises(RunError, match="is not a run"):
        open_run(tmp_path)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"layout": 99}', '{"layout": 1}', '{"layout": 1, "dataset": 3}'])
def test_a_damaged_manifest_is_an_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(RunError, match=r"manifest\.json"):
        open_run(tmp_path)


def test_a_manifest_cannot_lead_out_of_its_folder(tmp_path: Path) -> None:
    run_all(dataset("fine"), ["all"], tmp_path / "run")
    manifest = tmp_path / "run" / "manifest.json"
    values = json.loads(manifest.read_text())
    values["extractors"]["all"]["file"] = "../secret.jsonl"
    (tmp_path / "secret.jsonl").write_bytes(to_line(Result("1", "secret")))
    manifest.write_text(json.dumps(values))
    with pytest.raises(RunError, match="damaged"):
        open_run(tmp_path / "run")


def test_an_unknown_extractor_of_a_run_is_an_error(tmp_path: Path) -> None:
    run = run_all(dataset("fine"), ["all"], tmp_path / "run")
    for read in (run.results, run.results_state, run.summary):
        with pytest.raises(RunError, match="has no results of 'nothing'; known: all"):
            read("nothing")


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_manifest_is_an_error_in_one_line(tmp_path: Path, kind: str) -> None:
    HOSTILE[kind](tmp_path / "manifest.json")
    with pytest.raises(RunError, match=r"manifest\.json") as caught:
        open_run(tmp_path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("path", "value", "complaint"),
    [
        ("dataset.pages", "many", "dataset.pages must be a whole number"),
        ("dataset.pages", 10**4000, "dataset.pages must be a whole number"),
        ("dataset.limit", 1.5, "dataset.limit must be a whole number or null"),
        ("dataset.sample", -1, "sample must be 0 or more"),
        ("limits.timeout", "30", "limits.timeout must be a number"),
        ("limits.timeout", float("nan"), "limits.timeout must be a number"),
        ("limits.timeout", -1, "time limit"),
        ("extractors", [], "extractors must be a mapping"),
        ("extractors.all", "all.jsonl", "extractors.all must be a mapping"),
        ("extractors.all.file", 3, "extractors.all.file must be text"),
        ("sessions", {}, "sessions must be a list"),
    ],
)
def test_wrong_values_in_a_manifest_are_reported_with_their_path(
    tmp_path: Path, path: str, value: object, complaint: str
) -> None:
    run_all(dataset("fine"), ["all"], tmp_path)
    manifest = tmp_path / "manifest.json"
    values = json.loads(manifest.read_text())
    *above, last = path.split(".")
    place = values
    for name in above:
        place = place[name]
    place[last] = value
    manifest.write_text(json.dumps(values))
    with pytest.raises(RunError, match="damaged") as caught:
        open_run(tmp_path)
    assert complaint in str(caught.value)


def test_results_that_are_gone_are_pages_left_to_run(tmp_path: Path) -> None:
    run = run_all(dataset("fine"), ["all"], tmp_path)
    (tmp_path / run.manifest.extractors["all"].file).unlink()
    assert run.results_state("all") == (0, 0)
    assert run.summary("all").left == 1
