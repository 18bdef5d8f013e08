"""Results files: torn lines, damaged lines, names, locks."""

import re
from pathlib import Path

import pytest

from maintext.errors import RunError
from maintext.runs.outcome import Failure, Outcome, Result, from_line, to_line
from maintext.runs.store import Appender, file_name, locked, read_outcomes
from tests.hostile import HOSTILE

ONE, TWO = (
    Result("1", "text\nof one", raw="<p>", seconds=0.5, memory=7),
    Failure("2", "crash", "why", "where", "SIGSEGV"),
)


@pytest.mark.parametrize("outcome", [ONE, TWO, Result("\u2028", "\ud800\x00")])
def test_an_outcome_is_one_line_and_reads_back(outcome: Outcome) -> None:
    line = to_line(outcome)
    assert line.count(b"\n") == 1
    assert from_line(line) == outcome


@pytest.mark.parametrize(
    "line",
    [
        b"", b"{", b"[]", b"{}", b"null", b'{"id": 1, "status": "ok", "text": ""}', b"\0\0", b"\xff",
        b"[" * 100_000, b'{"a":' * 50_000, b'"status"', b'{"status": []}',
        b'{"id": "1", "status": "ok", "text": 3}', b'{"id": "1", "status": "ok", "text": "", "seconds": "x"}',
        b'{"id": "1", "status": "ok", "text": "", "seconds": 1e999}',
        b'{"id": "1", "status": "ok", "text": "", "memory": ' + b"9" * 4000 + b"}",
        b'{"id": "1", "status": "failed", "kind": "sad", "message": ""}',
    ],
)  # fmt: skip
def test_a_damaged_line_is_no_outcome(line: bytes) -> None:
    assert from_line(line + b"\n") is None


def test_a_incomplete_line_is_skipped_and_removed(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    for cut in range(1, len(to_line(TWO))):
        path.write_bytes(to_line(ONE) + to_line(TWO)[:-cut])
        assert read_outcomes(path) == {"1": ONE}
    with Appender(path) as results:
        results.append(to_line(TWO))
    assert path.read_bytes() == to_line(ONE) + to_line(TWO)


def test_a_long_incomplete_line_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    for whole in (b"", to_line(ONE)):
        path.write_bytes(whole + b"x" * 200_000)
        with Appender(path):
            pass
        assert path.read_bytes() == whole


def test_a_damaged_line_in_the_middle_hides_no_other(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(to_line(ONE) + b"\0\0\0\n" + to_line(TWO))
    assert read_outcomes(path) == {"1": ONE, "2": TWO}


def test_the_last_line_of_a_page_counts(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(to_line(Failure("1", "timeout", "slow")) + to_line(ONE))
    assert read_outcomes(path) == {"1": ONE}


def test_no_file_is_no_outcomes(tmp_path: Path) -> None:
    assert read_outcomes(tmp_path / "none.jsonl") == {}


@pytest.mark.parametrize("spec", ["density", "a|b||c", "../../etc/passwd", "x(path='/tmp/ä')", "()", "a" * 500])
def test_file_names_are_safe(spec: str) -> None:
    assert re.fullmatch(r"[a-z0-9-]{1,60}-[0-9a-f]{8}\.jsonl", file_name(spec))


def test_specs_that_look_alike_have_different_files() -> None:
    assert file_name("a|b") != file_name("a||b")


def test_a_locked_folder_is_refused_until_it_is_free(tmp_path: Path) -> None:
    refused = pytest.raises(RunError, match=r"another run .process [0-9]+. is writing")
    with locked(tmp_path / "run"), refused, locked(tmp_path / "run"):
        pass
    with locked(tmp_path / "run"):
        pass


def test_a_folder_that_cannot_be_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match="choose another folder"), locked(tmp_path / "file" / "run"):
        pass


def test_a_result_keeps_its_confidence_and_a_line_of_a_later_maintext_is_read() -> None:
    sure = Result("1", "text", confidence=0.75)
    assert from_line(to_line(sure)) == sure
    old = b'{"id": "1", "status": "ok", "text": "text", "seconds": 0.5}\n'
    assert from_line(old) == Result("1", "text", seconds=0.5)
    later = b'{"id": "1", "status": "ok", "text": "text", "seconds": 0.5, "mood": "good"}\n'
    assert from_line(later) == Result("1", "text", seconds=0.5)


@pytest.mark.parametrize(
    ("result", "markup", "lacking"),
    [
        (Result("1", "text", html="<p>text</p>"), ("<p>text</p>", "html"), False),
        (Result("1", "text", raw="<p>text</p>", media_type="text/html"), ("<p>text</p>", "html"), False),
        (Result("1", "text", raw="text", media_type="text/markdown"), ("text", "markdown"), False),
        (Result("1", "text", raw="text"), None, False),  # an extractor that returns text
        (Result("1", "text"), None, True),  # a run of an older maintext
    ],
)
def test_the_markup_of_a_result(result: Result, markup: tuple[str, str] | None, lacking: bool) -> None:
    read = from_line(to_line(result))
    assert read == result
    assert (result.markup, result.lacks_markup) == (markup, lacking)


@pytest.mark.parametrize("kind", ["a folder", "a FIFO"])
def test_a_results_file_that_is_none_is_an_error_at_once(tmp_path: Path, kind: str) -> None:
    HOSTILE[kind](tmp_path / "results.jsonl")
    with pytest.raises(RunError, match="cannot read"):
        read_outcomes(tmp_path / "results.jsonl")
