"""Running commands inside the test's own process, and as a program."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

from maintext.cli import cli


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    """The outcome of a command; an exception that is not an exit counts as a fault of the program."""
    result = CliRunner().invoke(cli, list(arguments), input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def program(
    *arguments: str, stdin: bytes | None = None, cwd: Path | None = None, **environment: str
) -> "subprocess.CompletedProcess[bytes]":
    """The outcome of the real program."""
    command = [sys.executable, "-c", "from maintext.cli import main; main()", *arguments]
    env = {**os.environ, **environment}
    return subprocess.run(command, input=stdin, capture_output=True, cwd=cwd, env=env, timeout=60)


def hear_ctrl_c() -> None:
    """Have a child process hear SIGINT, which a shell lets programs in its background ignore: Popen's preexec_fn."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def assert_one_line(text: str) -> None:
    """An error is one line for a person, without a traceback."""
    assert "Traceback" not in text
    assert len(text.strip().splitlines()) == 1
    assert text.startswith("maintext: ")
