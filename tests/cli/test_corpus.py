"""The command as a user gives it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from maintext.cli import cli
from tests.corpus.conftest import OBEY, packed, page, record, records, warc

pytestmark = pytest.mark.xdist_group("corpus")


def call(*arguments: object, text: bytes | None = None) -> Result:
    return CliRunner().invoke(cli, ["corpus", *map(str, arguments)], input=text)


@pytest.fixture
def crawl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = warc(tmp_path / "crawl.warc.gz", ["fine", "raise", "fine"])
    with path.open("ab") as file:
        file.write(packed(record(3, page("fine", 3), status=b"404 Not Found")))
    return path


def test_a_corpus_and_its_summary(crawl: Path, tmp_path: Path) -> None:
    done = call("crawl.warc.gz", "-o", "out", "-x", OBEY, "-w", 1)
    assert done.exit_code == 0, done.output
    for part in (
        "read",
        "kept",
        "dropped: status",
        "failed: exception",
        "25.0%",
        "1 shard;",
        "pages/s",
        "maintext corpus replay out",
    ):
        assert part in done.output
    assert len(records(tmp_path / "out")) == 2
    again = call("crawl.warc.gz", "-o", "out", "-x", OBEY, "-w", 1, "--format", "json")
    assert json.loads(again.output)["counts"]["kept"] == 2
    replayed = call("replay", "out", "-x", "all", "-w", 1)
    assert replayed.exit_code == 0, replayed.output
    assert len(records(tmp_path / "out" / "replayed")) == 1
    saved = call("replay", "out", "--save", "saved")
    assert "1 pages are in saved" in saved.output
    assert (tmp_path / "saved" / "00001-exception.html").read_bytes() == page("raise", 1)


def test_markdown_in_parquet_from_a_list_of_inputs(crawl: Path, tmp_path: Path) -> None:
    done = call(
        "--from", "-", "-o", "out", "-x", "all", "--text", "markdown", "--to", "parquet", text=b"crawl.warc.gz\n\n"
    )
    assert done.exit_code == 0, done.output
    (path,) = (tmp_path / "out" / "data").iterdir()
    assert path.name == "crawl.parquet"
    found = records(tmp_path / "out")
    assert [each["url"] for each in found] == [f"http://example.org/{number}" for number in range(3)]
    assert set(found[0]) == {
        "id", "url", "date", "text", "title", "language", "page_type", "confidence", "metadata", "extractor", "digest",
    }  # fmt: skip
    assert found[0]["extractor"] == "all"


def test_a_dry_run_writes_nothing(crawl: Path, tmp_path: Path) -> None:
    done = call("crawl.warc.gz", "-o", "out", "-x", OBEY, "--dry-run")
    assert done.exit_code == 0, done.output
    assert "The first 4 pages, in one worker: 2 kept, 1 dropped (status), 1 failed (exception)" in done.output
    assert "nothing is written" in done.output
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("missing.warc.gz", "-o", "out"), "maintext: missing.warc.gz: no such file"),
        (("crawl.warc.gz", "-o", "crawl.warc.gz/x"), "cannot write"),
        (("crawl.warc.gz", "-o", "out", "--sample", "7"), "7.0 is not in the range 0<=x<=1"),
        (("crawl.warc.gz", "-o", "out", "--status", "ok"), "is not a list of numbers"),
        (("crawl.warc.gz", "-o", "out", "-x", "nosuch"), "no extractor called 'nosuch'"),
        (("-o", "out"), "name WARC files"),
        (("replay", "."), "is not a corpus"),
        (("crawl.warc.gz", "-o", "out", "--memory", "lots"), "not an amount of memory"),
    ],
    ids=range(8),
)
def test_errors_are_one_clear_line(arguments: tuple[str, ...], message: str, crawl: Path) -> None:
    done = call(*arguments)
    assert done.exit_code in (1, 2)
    assert message in done.output
    assert "Traceback" not in done.output


def test_a_damaged_input_is_reported_and_the_exit_code_is_1(crawl: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.warc.gz").write_bytes(b"not at all")
    done = call("bad.warc.gz", "crawl.warc.gz", "-o", "out", "-x", "all", "-w", 1)
    assert done.exit_code == 1
    assert "maintext: bad: bad.warc.gz: is not a WARC file" in done.output
    assert len(records(tmp_path / "out")) == 3


def test_help_for_both_commands() -> None:
    for arguments in (["--help"], ["make", "--help"], ["replay", "--help"]):
        done = call(*arguments)
        assert done.exit_code == 0
        assert "Usage: " in done.output
