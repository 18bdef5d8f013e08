"""The command in a process of its own: killed, interrupted, resumed, refused; and what it prints."""

import json
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from maintext.cli import cli
from maintext.extractors import EXTRACTORS
from maintext.runs import available_specs, open_run
from tests.cli.runner import hear_ctrl_c
from tests.runs.conftest import OBEY, children, dataset, environment, is_alive, needs_proc, on_disk, wait_for

SLOW = f"{OBEY}(delay=0.05)"


def start(*arguments: str, cwd: Path) -> subprocess.Popen[str]:
    program = [sys.executable, "-c", "from maintext.cli import main; main()", "run", *arguments]
    return subprocess.Popen(
        program, cwd=cwd, env=environment(), text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=hear_ctrl_c,
    )  # fmt: skip


def call(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["run", *arguments])


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    return on_disk(dataset(*["fine"] * 60), tmp_path / "pages")


def done(folder: Path) -> int:
    return sum(path.read_bytes().count(b"\n") for path in folder.glob("*.jsonl"))


@needs_proc
def test_a_killed_run_leaves_no_worker_and_continues_with_every_page_once(pages: Path, tmp_path: Path) -> None:
    arguments = (str(pages), "-x", SLOW, "-o", "run", "--workers", "2")
    for stop in (5, 30):
        with start(*arguments, cwd=tmp_path) as process:
            assert wait_for(lambda: done(tmp_path / "run") >= stop)  # noqa: B023 - called at once
            workers = children(process.pid)
            assert len(workers) == 2
            process.kill()
            process.communicate()
        assert wait_for(lambda: not any(is_alive(pid) for pid in workers), 5)  # noqa: B023 - called at once
    assert 30 <= done(tmp_path / "run") < 60
    with start(*arguments, cwd=tmp_path) as process:
        assert "60" in process.communicate()[0]
        assert process.returncode == 0
    [results] = (tmp_path / "run").glob("*.jsonl")
    ids = Counter(json.loads(line)["id"] for line in results.read_bytes().splitlines())
    assert len(ids) == 60
    assert set(ids.values()) == {1}


@needs_proc
def test_a_worker_that_hangs_ends_with_its_parent(tmp_path: Path) -> None:
    data = on_disk(dataset("fine", "hang", "spin"), tmp_path / "pages")
    with start(str(data), "-x", OBEY, "-o", "run", "--workers", "2", cwd=tmp_path) as process:
        assert wait_for(lambda: done(tmp_path / "run") >= 1)
        workers = children(process.pid)
        assert workers
        process.kill()
        process.communicate()
    assert wait_for(lambda: not any(is_alive(pid) for pid in workers), 5)


@needs_proc
def test_ctrl_c_ends_cleanly_and_says_how_to_go_on(pages: Path, tmp_path: Path) -> None:
    with start(str(pages), "-x", f"{OBEY}(delay=0.3)", "-o", "run", "--workers", "2", cwd=tmp_path) as process:
        assert wait_for(lambda: done(tmp_path / "run") >= 3)
        workers = children(process.pid)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130
    assert out == ""
    assert err.startswith("maintext: interrupted; finished pages are kept. Resume with: maintext run ./pages -x ")
    assert err.count("\n") == 1
    assert not any(is_alive(pid) for pid in workers)


def test_a_second_run_on_the_same_folder_is_refused(pages: Path, tmp_path: Path) -> None:
    with start(str(pages), "-x", SLOW, "-o", "run", cwd=tmp_path) as process:
        assert wait_for(lambda: done(tmp_path / "run") >= 1)
        second = call(str(pages), "-x", "all", "-o", str(tmp_path / "run"))
        process.kill()
        process.communicate()
    assert second.exit_code == 1
    assert f"another run (process {process.pid}) is writing to" in second.output


def test_the_table_tells_what_failed(tmp_path: Path) -> None:
    data = on_disk(dataset("fine", "raise", "kill", "fine"), tmp_path / "pages")
    result = call(str(data), "-x", OBEY, "-x", "all", "-o", str(tmp_path / "run"))
    assert result.exit_code == 0, result.output
    words = result.output.split()
    for word in ("extractor", "exception,", "crash", "all", "ms", "MB"):
        assert word in words
    assert "maintext score" in result.output


def test_json_says_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    on_disk(dataset("fine", "raise", "other"), tmp_path / "pages")
    result = call("./pages", "-x", OBEY, "--format", "json", "--limit", "2", "--memory", "1G", "--timeout", "9")
    assert result.exit_code == 0, result.output
    content = json.loads(result.stdout)
    assert content["run"] == "runs/made-up-first-2"
    assert content["dataset"]["pages"] == 2
    [summary] = content["extractors"]
    assert (summary["ok"], summary["failed"]) == (1, {"exception": 1})
    command = open_run("runs/made-up-first-2").manifest.sessions[0].command
    spec = f"'{OBEY}'" if "'" in command else OBEY
    assert command == f"maintext run ./pages -x {spec} -o runs/made-up-first-2 --timeout 9 --memory 1G --limit 2"


def test_a_split_has_a_run_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    on_disk(dataset("fine", "other", "other"), tmp_path / "pages")
    assert call("./pages", "-x", "all", "--split", "other").exit_code == 0
    assert set(open_run("runs/made-up-other").results("all")) == {"001", "002"}
    wrong = call("./pages", "-x", "all", "--split", "none")
    assert wrong.exit_code == 1
    assert "its splits: fine, other" in wrong.output


def test_several_datasets_with_all_that_is_available(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (on_disk(dataset("fine", name=name), tmp_path / name) for name in ("one", "two"))
    monkeypatch.setattr("maintext.cli.run.available_specs", lambda: ["density", "all"])
    result = call(str(first), str(second), "-x", "all", "--available", "-o", str(tmp_path / "runs"), "--workers", "1")
    assert result.exit_code == 0, result.output
    for name in ("one", "two"):
        run = open_run(tmp_path / "runs" / name)
        assert run.extractors == ("all", "density")
        assert all(run.summary(spec).ok == 1 for spec in run.extractors)


def test_what_is_available_is_here_and_sends_pages_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIFFBOT_TOKEN", "x")
    specs = available_specs()
    assert len(specs) == len(set(specs))
    assert "density" in specs
    for peer in ("trafilatura", "trafilatura(fast=True)", "boilerpy3"):
        assert (peer in specs) == (EXTRACTORS.build(peer).missing() is None)
    for spec in specs:
        extractor = EXTRACTORS.build(spec)
        assert extractor.missing() is None
        assert not extractor.remote
        assert str(extractor) == spec


def test_wrong_usage_is_one_clear_line(tmp_path: Path) -> None:
    data = str(on_disk(dataset("fine"), tmp_path / "pages"))
    absent = "tests.runs.bad_extractors:Absent"
    for arguments, message in (
        ((data, "-x", "all", "--memory", "much"), "is not an amount of memory"),
        ((data, "-x", absent), "is not installed here; try: pip install absent"),
        (("no/such", "-x", "all"), "no dataset"),
    ):
        result = call(*arguments)
        assert result.exit_code == 1
        assert message in result.output
        assert result.output.count("\n") == 1


def test_help_shows_examples() -> None:
    result = call("--help")
    assert result.exit_code == 0
    assert "maintext run cleaneval/final -x density" in result.output
