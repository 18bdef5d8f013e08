"""Whole corpora, in real processes: poison, kills, full disks, wrong inputs; and always the same bytes."""

import os
import resource
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from maintext.corpus import CorpusSettings, Filters, Local, Plan, make_corpus
from maintext.corpus.engines import Finished, JobEvent, JobProgress
from maintext.corpus.replay import replay_plan, save_pages
from maintext.corpus.storage import WORKING
from maintext.errors import CorpusError
from tests.corpus.conftest import OBEY, made, manifest_of, packed, page, record, records, tree, warc
from tests.runs.conftest import children, environment, is_alive, needs_proc, wait_for

pytestmark = pytest.mark.xdist_group("corpus")

PATIENCE = 240.0
"""Seconds that a busy machine may take for what takes a second."""

POISON = ["fine", "hang", "fine", "segfault", "fine", "eat", "fine", "raise", "leave", "fine"]


def poisoned(folder: Path) -> list[Path]:
    """Two archives with everything that can be wrong in them."""
    first = warc(folder / "first.warc.gz", POISON)
    deep = b"<div>" * 20_000 + b"<p>fine and deep</p>"
    second = folder / "second.warc.gz"
    parts = [
        packed(record(20, page("fine", 20))),
        packed(record(21, page("fine", 21), declared=50)),
        packed(record(22, deep)),
        packed(record(23, page("fine", 23), status=b"404 Not Found")),
        packed(record(24, b"%PDF-1.4 \x00\x01", headers=b"Content-Type: application/pdf\r\n")),
        packed(record(25, b"%PDF-1.4 \x00\x01")),
        packed(record(26, page("fine", 26), declared=9000)),
        packed(record(27, page("hang", 27))),
        packed(record(28, b"<p> </p>")),
        packed(record(29, page("fine", 29)))[:-60],
    ]
    second.write_bytes(b"".join(parts))
    return [first, second]


def test_pages_that_crash_are_quarantined_and_everything_else_continues(tmp_path: Path) -> None:
    inputs = poisoned(tmp_path)
    out = tmp_path / "out"
    manifest = made(inputs, out, timeout=10.0, memory=120 << 20)
    counts = manifest.counts
    assert (counts.read, counts.settled, counts.kept) == (20, 20, 7)
    assert counts.failed == {"timeout": 2, "crash": 2, "memory": 1, "exception": 1, "broken": 3}
    assert counts.dropped == {"status": 1, "type": 2, "empty": 1}
    assert [each["id"][-2:] for each in records(out)] == ["00", "02", "04", "06", "09", "20", "22"]
    assert manifest_of(out)["counts"] == counts.to_dict()
    assert [report.quarantine for report in manifest.reports] == [
        "quarantine/first.jsonl.zst",
        "quarantine/second.jsonl.zst",
    ]

    again = tmp_path / "again"
    made(inputs, again, timeout=10.0, memory=120 << 20)
    assert tree(again) == tree(out)

    assert save_pages(str(out), tmp_path / "saved") == 6
    assert (tmp_path / "saved" / "00001-timeout.html").read_bytes() == page("hang", 1)
    plan = replay_plan(str(out), 20.0, 1 << 30, "all")
    replayed = make_corpus(plan, str(out / "replayed"), Local(2))
    assert (replayed.counts.read, replayed.counts.kept, replayed.counts.failed) == (6, 6, {})
    assert records(out / "replayed")[0]["text"] == "hang page 1 says something of its own"


def start(*arguments: object, cwd: Path, limit: int | None = None) -> subprocess.Popen[str]:
    program = [sys.executable, "-c", "from maintext.cli import main; main()", "corpus", *map(str, arguments)]

    def smaller() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return subprocess.Popen(
        program,
        cwd=cwd,
        env=environment(),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=smaller,
    )


def finished(run: subprocess.Popen[str]) -> tuple[int, str]:
    """The exit code of a run, and what it says on standard error."""
    _, errors = run.communicate(timeout=PATIENCE)
    return run.returncode, errors


def family(pid: int) -> set[int]:
    """A process's descendants."""
    return {found for child in children(pid) for found in (child, *family(child))}


def _is_under_way(run: subprocess.Popen[str], marks: Path, moment: int) -> bool:
    """Whether both workers extract and so many shards are done, or the run has ended."""
    return (len(family(run.pid)) >= 4 and len(list(marks.glob("*.json"))) >= moment) or run.poll() is not None


def _are_gone(pids: set[int]) -> bool:
    return not any(map(is_alive, pids))


@needs_proc
@pytest.mark.parametrize(
    "steps", [[], ["--near-duplicates", "corpus", "--repeated-lines", "4"]], ids=["plain", "compared"]
)
def test_killed_at_any_moment_it_continues_to_the_same_bytes(steps: list[str], tmp_path: Path) -> None:
    for number in range(4):
        warc(tmp_path / f"part{number}.warc.gz", ["fine"] * 25, start=25 * number)
    inputs = [path.name for path in sorted(tmp_path.glob("*.warc.gz"))]
    arguments = [*inputs, "-x", f"{OBEY}(delay=0.01)", "--workers", "2", *steps, "-o"]
    assert finished(start(*arguments, "whole", cwd=tmp_path)) == (0, "")
    killed = 0
    for moment in (0, 1, 3):
        marks = tmp_path / "killed" / (".stage" if steps else "done")
        with start(*arguments, "killed", cwd=tmp_path) as run:
            assert wait_for(partial(_is_under_way, run, marks, moment), PATIENCE)
            below = family(run.pid)
            run.send_signal(signal.SIGKILL)
        killed += run.returncode == -signal.SIGKILL
        assert wait_for(partial(_are_gone, below), PATIENCE), "workers outlive the run"
    assert killed >= 2
    assert finished(start(*arguments, "killed", cwd=tmp_path)) == (0, "")
    assert tree(tmp_path / "killed") == tree(tmp_path / "whole")
    assert not (tmp_path / "killed" / WORKING).exists()


@needs_proc
def test_a_worker_that_is_lost_is_replaced(tmp_path: Path) -> None:
    inputs = [warc(tmp_path / f"part{number}.warc.gz", ["fine"] * 20, 20 * number) for number in range(2)]
    made(inputs, tmp_path / "whole")
    lost: list[int] = []

    def lose(event: JobEvent) -> None:
        if isinstance(event, JobProgress) and not lost:
            lost.extend(child for child in children(os.getpid()) if children(child))
            os.kill(lost[0], signal.SIGKILL)

    plan = Plan.of(map(str, inputs), CorpusSettings(f"{OBEY}(delay=0.1)", timeout=60.0))
    manifest = make_corpus(plan, str(tmp_path / "out"), Local(2), lose)
    assert lost
    assert manifest.failed_shards == {}
    texts = [(each["id"], each["text"]) for each in records(tmp_path / "out")]
    assert texts == [(each["id"], each["text"]) for each in records(tmp_path / "whole")]


@needs_proc
@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="needs two cores")
@pytest.mark.parametrize("workers", [1, 2])
def test_workers_have_a_core_each_if_they_fill_the_machine(tmp_path: Path, workers: int) -> None:
    inputs = [warc(tmp_path / f"part{number}.warc.gz", ["fine"] * 10, 10 * number) for number in range(2)]
    allowed = os.sched_getaffinity(0)
    others = children(os.getpid())  # such as a browser that other tests use
    held: dict[int, set[int]] = {}

    def look(event: JobEvent) -> None:
        if isinstance(event, JobProgress):
            for worker in children(os.getpid()) - others:
                for extracting in children(worker):
                    held[worker] = os.sched_getaffinity(worker) | os.sched_getaffinity(extracting)

    os.sched_setaffinity(0, sorted(allowed)[:2])
    try:
        plan = Plan.of(map(str, inputs), CorpusSettings(f"{OBEY}(delay=0.2)", timeout=60.0))
        make_corpus(plan, str(tmp_path / "out"), Local(workers), look)
    finally:
        os.sched_setaffinity(0, allowed)
    assert sorted(map(sorted, held.values())) == (
        [[core] for core in sorted(allowed)[:2]] if workers == 2 else [sorted(allowed)[:2]]
    )


def test_near_duplicates_and_repeated_lines_within_and_across_shards(tmp_path: Path) -> None:
    import random

    choose = random.Random(5)
    stories = [" ".join(f"word{choose.randrange(2000)}" for _ in range(120)) for _ in range(8)]

    def archive(name: str, numbers: list[int]) -> Path:
        pages = (
            f"<p>fine subscribe now</p><p>{stories[number]}</p><p>seen {place} times</p>".encode()
            for place, number in enumerate(numbers)
        )
        data = b"".join(packed(record(place, body)) for place, body in enumerate(pages))
        (tmp_path / name).write_bytes(data)
        return tmp_path / name

    inputs = [archive("a.warc.gz", [0, 1, 2, 0]), archive("b.warc.gz", [3, 1, 4, 5])]
    kept = {}
    for scope in ("shard", "corpus"):
        manifest = made(inputs, tmp_path / scope, near_duplicates=scope, repeated_lines=4)
        kept[scope] = [stories.index(each["text"].split("\n")[0]) for each in records(tmp_path / scope)]
        assert manifest.counts.read == manifest.counts.settled == 8
        assert manifest.counts.dropped == {"near-duplicate": 8 - len(kept[scope])}
        assert manifest.counts.lines_removed == len(kept[scope])
    assert kept == {"shard": [0, 1, 2, 3, 1, 4, 5], "corpus": [0, 1, 2, 3, 4, 5]}
    made(inputs, tmp_path / "one", workers=1, near_duplicates="corpus", repeated_lines=4)
    assert tree(tmp_path / "one") == tree(tmp_path / "corpus")
    assert sorted(path.name for path in (tmp_path / "one").iterdir()) == [
        "corpus.json",
        "data",
        "done",
        "manifest.json",
    ]


def test_a_full_disk_is_told_and_what_was_finished_stays(tmp_path: Path) -> None:
    import random

    letters = random.Random(1)
    noise = "".join(chr(letters.randrange(0x4E00, 0x9FA5)) for _ in range(60_000))
    warc(tmp_path / "a.warc.gz", ["fine"])
    warc(tmp_path / "b.warc.gz", [f"fine {noise}"])
    arguments = ("a.warc.gz", "b.warc.gz", "-x", OBEY, "-w", "1", "-o", "out")
    code, errors = finished(start(*arguments, cwd=tmp_path, limit=40_000))
    assert (code, errors.count("\n")) == (1, 1), errors
    assert "cannot write out/data/b.jsonl.zst: File too large; finished shards are kept" in errors
    before = (tmp_path / "out" / "data" / "a.jsonl.zst").stat()
    assert (tmp_path / "out" / "done" / "a.json").exists()
    assert finished(start(*arguments, cwd=tmp_path)) == (0, "")
    assert (tmp_path / "out" / "data" / "a.jsonl.zst").stat().st_mtime_ns == before.st_mtime_ns
    assert len(records(tmp_path / "out")) == 2


def test_an_input_that_is_no_archive_spoils_only_its_own_shard(tmp_path: Path) -> None:
    good = warc(tmp_path / "good.warc.gz", ["fine"] * 2)
    bad = tmp_path / "bad.warc.gz"
    bad.write_bytes(b"nothing of the kind")
    out = tmp_path / "out"
    manifest = made([bad, good], out)
    assert list(manifest.failed_shards) == ["bad"]
    assert "is not a WARC file" in manifest.failed_shards["bad"]
    assert manifest.counts.kept == 2
    assert manifest_of(out)["failed_shards"] == manifest.failed_shards


def test_a_corpus_is_not_mixed_with_another(tmp_path: Path) -> None:
    path = warc(tmp_path / "a.warc.gz", ["fine"])
    made([path], tmp_path / "out")
    with pytest.raises(CorpusError, match=r"started with text format text, not markdown; use the same"):
        made([path], tmp_path / "out", text_format="markdown")
    with pytest.raises(CorpusError, match=r"started with min bytes 0, not 5"):
        made([path], tmp_path / "out", filters=Filters(min_bytes=5))
    warc(tmp_path / "a.warc.gz", ["fine", "fine"])
    with pytest.raises(CorpusError, match="inputs that have changed"):
        made([path], tmp_path / "out")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.txt").write_text("precious")
    with pytest.raises(CorpusError, match="is not empty and not a corpus"):
        made([path], tmp_path / "full")
    assert [file.name for file in (tmp_path / "full").iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize("plan", [None, b"[]", b"[" * 100_000, b'{"settings": 3}'])
def test_a_corpus_that_is_refused_is_left_as_it_was(tmp_path: Path, plan: bytes | None) -> None:
    path, out = warc(tmp_path / "a.warc.gz", ["fine"]), tmp_path / "out"
    made([path], out)
    if plan is not None:
        (out / "corpus.json").write_bytes(plan)
    before = sorted(out.rglob("*"))
    with pytest.raises(CorpusError, match=r"started with|is damaged"):
        made([path], out, text_format="markdown")
    assert sorted(out.rglob("*")) == before


def test_limit_and_sample_choose_the_same_pages_whatever_the_workers(tmp_path: Path) -> None:
    inputs = [warc(tmp_path / f"part{number}.warc.gz", ["fine"] * 10, 10 * number) for number in range(3)]
    manifest = made(inputs, tmp_path / "limited", limit=13)
    assert (manifest.counts.read, [report.counts.read for report in manifest.reports]) == (13, [10, 3])
    manifest = made(inputs, tmp_path / "sampled", sample=0.4)
    assert manifest.counts.read == 30
    assert 0 < manifest.counts.kept == 30 - manifest.counts.dropped["sample"] < 30


def test_workers_are_recycled(tmp_path: Path) -> None:
    path = warc(tmp_path / "a.warc.gz", ["fine"] * 7)
    made([path], tmp_path / "often", recycle=2)
    made([path], tmp_path / "never")
    assert tree(tmp_path / "often" / "data") == tree(tmp_path / "never" / "data")


def test_a_corpus_in_a_location_of_fsspec(tmp_path: Path) -> None:
    import fsspec

    path = warc(tmp_path / "a.warc.gz", ["fine", "raise", "fine"])
    settings = CorpusSettings(OBEY, timeout=60.0, near_duplicates="corpus")
    done: list[Any] = []

    class Here:
        """Does the work in this process, whose memory the location is."""

        def run(self, jobs):  # type: ignore[no-untyped-def]
            from maintext.corpus.stages import run_job

            for job in jobs:
                done.append(job.kind)
                yield Finished(job, run_job(job))

    manifest = make_corpus(Plan.of([str(path)], settings), "memory://out", Here())
    assert (manifest.counts.kept, done) == (2, ["extract", "decide", "finish"])
    system = fsspec.filesystem("memory")
    assert sorted(system.find("/out")) == [
        "/out/corpus.json",
        "/out/data/a.jsonl.zst",
        "/out/done/a.json",
        "/out/manifest.json",
        "/out/quarantine/a.jsonl.zst",
    ]
    local = made([path], tmp_path / "out", near_duplicates="corpus")
    assert local.counts == manifest.counts
    assert system.cat_file("/out/data/a.jsonl.zst") == (tmp_path / "out" / "data" / "a.jsonl.zst").read_bytes()
    system.rm("/out", recursive=True)
