"""`maintext crawl` and `maintext corpus --crawl` as programs, killed on the way."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from crawl_site import CrawlSite, serving
from tests.cli.runner import assert_one_line, program, run
from tests.corpus.conftest import tree
from tests.runs.conftest import wait_for

pytestmark = pytest.mark.xdist_group("corpus")
OPTIONS = ["--allow-private", "--delay", "0", "--depth", "1", "--fetch-timeout", "60", "--max-bytes", "300000"]
PAGES = 20
PATIENCE = 240.0


@pytest.fixture
def site() -> Iterator[CrawlSite]:
    with serving(PAGES) as found:
        yield found


def test_what_it_prints(site: CrawlSite, tmp_path: Path) -> None:
    target = tmp_path / "pages.warc.gz"
    arguments = ["crawl", f"{site.address}/feed.xml", "-o", str(target), "--allow-private", "--delay", "0"]
    found = run(*arguments)
    assert found.exit_code == 0
    assert "3      stored" in found.output or "3 stored" in " ".join(found.output.split())
    again = json.loads(run(*arguments, "--format", "json").output)
    assert (again["requests"], again["waiting"], again["stopped"]) == (3, 0, None)
    assert site.seen["/feed.xml"] == 1


def test_errors_are_one_line(site: CrawlSite, tmp_path: Path) -> None:
    for arguments in ([site.address, "-o", "a.html"], [site.address, "-o", "a.warc.gz"], ["no.txt", "-o", "a.warc"]):
        found = program("crawl", *arguments, "--delay", "0", cwd=tmp_path)
        assert found.returncode == 1
        assert_one_line(found.stderr.decode().splitlines()[0])


def test_from_a_site_to_chunks_killed_twice_with_the_same_bytes(site: CrawlSite, tmp_path: Path) -> None:
    """Once while it crawls and once while it extracts."""
    assert finished(start(site, tmp_path / "whole")) == (0, "")
    site.seen.clear()
    first = len(site.requests)
    killed = tmp_path / "killed"
    for ready in (lambda: len(site.requests) >= first + PAGES // 2, lambda: bool(list(killed.glob("corpus/.stage")))):
        with start(site, killed) as process:
            assert wait_for(partial(_either, ready, process), PATIENCE)
            process.send_signal(signal.SIGKILL)
        assert process.returncode == -signal.SIGKILL
    assert finished(start(site, killed)) == (0, "")
    assert site.forbidden == []
    found, expected = tree(killed), tree(tmp_path / "whole")
    assert found.keys() == expected.keys()
    names = [name for name in found if not name.endswith(".journal")]  # which says when robots.txt was read
    assert {name: found[name] for name in names} == {name: expected[name] for name in names}
    assert "corpus/data/pages.parquet" in names
    manifest = json.loads(found["corpus/manifest.json"])
    assert manifest["counts"]["dropped"]["near-duplicate"] >= 1
    assert manifest["shards"][0]["rows"] >= manifest["counts"]["kept"] > PAGES // 2


def _either(ready: object, process: "subprocess.Popen[str]") -> bool:
    return bool(ready()) or process.poll() is not None  # type: ignore[operator]


def start(site: CrawlSite, folder: Path) -> "subprocess.Popen[str]":
    folder.mkdir(exist_ok=True)
    program = [sys.executable, "-c", "from maintext.cli import main; main()", "corpus"]
    options = ["--crawl", site.address, *OPTIONS, "--text", "chunks", "--to", "parquet", "--near-duplicates", "corpus"]
    return subprocess.Popen(
        [*program, *options, "--workers", "1", "-x", "density", "-o", "corpus"],
        cwd=folder,
        env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def finished(process: "subprocess.Popen[str]") -> tuple[int, str]:
    """The exit code, and what it says on standard error."""
    _, errors = process.communicate(timeout=PATIENCE)
    return process.returncode, errors
