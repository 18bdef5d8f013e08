"""The program as a whole: help, version, exit codes, and a few real runs."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import maintext
from maintext.cli import COMMANDS
from tests.bundled import bundled
from tests.cli.runner import hear_ctrl_c, program, run


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_version(option: str) -> None:
    result = run(option)
    assert (result.exit_code, result.stdout) == (0, f"maintext {maintext.__version__}\n")


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_lists_every_command_and_the_exit_codes(option: str) -> None:
    result = run(option)
    assert result.exit_code == 0
    assert all(name in result.stdout for name in COMMANDS)
    text = " ".join(result.stdout.split())
    for part in ("Exit codes: 0 ", "1 error", "2 wrong usage", "130 interrupted"):
        assert part in text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    for option in ("--help", "-h"):
        result = run(name, option)
        assert result.exit_code == 0
        assert result.stdout.startswith(f"Usage: cli {name}")
        assert len(result.stdout.splitlines()) > 4


def test_help_of_the_program_imports_no_command() -> None:
    code = "import sys; from maintext.cli import cli\ntry: cli(['--help'])\nexcept SystemExit: pass\n"
    code += "print(*(name for name in sys.modules if name.startswith('maintext.cli.')), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert not {f"maintext.cli.{name}" for name in COMMANDS} & set(done.stderr.split())


@pytest.mark.parametrize(("name", "hint"), [("extrat", "did you mean extract"), ("zzz", "known: ")])
def test_an_unknown_command_is_told(name: str, hint: str) -> None:
    result = run(name)
    assert result.exit_code == 2
    assert hint in result.stderr


def test_the_program_reads_standard_input_and_writes_utf8() -> None:
    page = bundled("news-zh-gb2312")
    done = program("extract", stdin=page.data)
    assert done.returncode == 0
    assert done.stdout.decode() == maintext.extract(page.data).text + "\n"
    assert done.stderr == b""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_a_terminal_of_another_encoding_brings_no_traceback(encoding: str, folder: Path) -> None:
    for command in ("extract", "compare"):
        done = program(command, "zh.html", cwd=folder, PYTHONIOENCODING=encoding)
        assert b"Traceback" not in done.stderr
        assert done.returncode == 0


def test_errors_are_one_line_and_exit_code_one(folder: Path) -> None:
    done = program("extract", "news.html", "-x", "densty", cwd=folder)
    assert done.returncode == 1
    assert done.stderr.decode().splitlines() == [
        "maintext: there is no extractor called 'densty'; did you mean density?"
    ]


def test_the_reader_may_hang_up(folder: Path) -> None:
    command = [sys.executable, "-c", "from maintext.cli import main; main()", "extract", *["news.html"] * 40]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_stopping_gives_the_exit_code_that_help_promises() -> None:
    command = [sys.executable, "-c", "print(flush=True); from maintext.cli import main; main()", "extract", "-"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=hear_ctrl_c
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert b"Traceback" not in process.stderr.read()
