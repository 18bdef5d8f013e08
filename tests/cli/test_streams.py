"""The program with streams that are closed or full, and with names that are hard to print: one line, exit code 1."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from maintext.cli import COMMANDS
from maintext.cli.messages import one_line
from tests.cli.runner import assert_one_line, run

OURS = [name for name in COMMANDS if name not in ("feed", "serve")]


def shell(line: str, folder: Path, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    """The outcome of a line of shell in which `maintext` is the program."""
    start = f'maintext() {{ "{sys.executable}" -m maintext "$@"; }}\n'
    env = {**os.environ, **environment}
    return subprocess.run(["bash", "-c", start + line], cwd=folder, env=env, capture_output=True, timeout=120)


FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")


@FULL
@pytest.mark.parametrize(
    "arguments",
    [
        "--help", "--version", "extract news.html", "extract news.html --format json", "extract news.html news.html",
        "extract news.html --explain", "compare news.html", "compare news.html -f json", "extractors",
        "completion bash", "site segments news.html", "datasets list", "demo",
        *(f"{name} --help" for name in OURS),
    ],
)  # fmt: skip
def test_a_full_device_is_one_line(folder: Path, arguments: str) -> None:
    done = shell(f"maintext {arguments} > /dev/full", folder)
    assert done.returncode == 1
    assert done.stderr.decode() == "maintext: cannot write the output (No space left on device)\n"


@FULL
@pytest.mark.parametrize("streams", ["2> /dev/full", "> /dev/full 2> /dev/full"])
def test_nothing_can_be_said_but_the_exit_code_is_right(folder: Path, streams: str) -> None:
    done = shell(f"maintext extract none.html {streams}", folder)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"")


@FULL
def test_a_file_that_takes_no_more_is_named(folder: Path) -> None:
    done = shell("maintext extract news.html -o /dev/full", folder)
    assert done.returncode == 1
    assert done.stderr == b"maintext: /dev/full: cannot be written (No space left on device)\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("maintext extract - <&-", "-: standard input cannot be read (Bad file descriptor); name a file or a URL"),
        ("maintext extract <&-", "-: standard input cannot be read (Bad file descriptor); name a file or a URL"),
        ("maintext compare - <&-", "-: standard input cannot be read (Bad file descriptor); name a file or a URL"),
        ("maintext extract news.html >&-", "cannot write the output (Bad file descriptor)"),
        ("maintext --help >&-", "cannot write the output (Bad file descriptor)"),
        ("maintext extract none.html 2>&-", None),
        ("maintext extract none.html <&- >&- 2>&-", None),
    ],
)
def test_closed_streams(folder: Path, line: str, said: str | None) -> None:
    done = shell(line, folder)
    assert done.returncode == 1
    assert done.stderr.decode() == ("" if said is None else f"maintext: {said}\n")


def test_a_closed_stream_that_is_not_needed_does_no_harm(folder: Path) -> None:
    done = shell("maintext extract news.html -o out.txt <&- >&- 2>&-", folder)
    assert done.returncode == 0
    assert (folder / "out.txt").read_text()


@pytest.mark.parametrize("arguments", ["--help", "extractors", "extract news.html news.html news.html"])
def test_a_reader_that_stops_is_no_traceback(folder: Path, arguments: str) -> None:
    done = shell(f"maintext {arguments} | head -1", folder)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("extract", "x" * 300),
        ("compare", "x" * 300),
        ("extract", "a/" * 3000),
        ("extract", "none\n\x1b[31m.html"),
        ("extract", "none\udcff.html"),
        ("run", "x" * 300, "-x", "all"),
        ("run", "./" + "x" * 300, "-x", "all"),
        ("score", "x" * 300),
        ("report", "x" * 300),
        ("task", "search", "x" * 300),
        ("site", "learn", "x" * 300, "-o", "site.json"),
        ("site", "show", "x" * 300),
        ("site", "segments", "x" * 300),
        ("site", "wrapper", "check", "x" * 300 + ".yaml", "site"),
        ("train", "mss", "x" * 300, "-o", "model"),
        ("corpus", "x" * 300, "-o", "out"),
        ("corpus", "site", "-o", "x" * 300),
        ("corpus", "replay", "x" * 300),
        ("datasets", "show", "x" * 300),
        ("datasets", "import", "pages", "x" * 300),
        ("demo", "-o", "x" * 300),
        ("extract", "news.html", "-o", "x" * 300),
        ("extract", "http://[::1]evil.com/"),
        ("extract", "http://a b/"),
        ("extract", "http://"),
    ],
)
def test_a_name_that_cannot_be_is_one_line(folder: Path, arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 1
    assert_one_line(result.stderr)


@pytest.mark.parametrize("columns", ["1", "x"])
@pytest.mark.parametrize("arguments", ["--help", "compare news.html", "extract news.html --explain"])
def test_odd_widths(folder: Path, arguments: str, columns: str) -> None:
    done = shell(f"maintext {arguments}", folder, COLUMNS=columns)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    "environment",
    [{}, {"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}],
)
def test_names_that_are_hard_to_print(folder: Path, environment: dict[str, str]) -> None:
    (folder / "new\nline.html").write_text("<p>hello")
    (folder / "odd\udcff.html").write_text("<p>hello")
    done = shell("maintext extract new*.html odd*.html", folder, **environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"==> new\nline.html <==" in done.stdout


@pytest.mark.parametrize(
    ("message", "line"),
    [("a b", "a b"), ("a\nb", r"a\nb"), ("\x1b[31m", r"\x1b[31m"), ("\u2028", r"\u2028"), ("é 中", "é 中")],
)
def test_a_message_is_one_line(message: str, line: str) -> None:
    assert one_line(message) == line
