"""`maintext serve` as a program."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.cli.run import assert_one_line, program, run


def test_the_service_starts_answers_and_ends() -> None:
    command = [sys.executable, "-c", "from maintext.cli import main; main()", "serve", "--port", "0", "--workers", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        found = re.fullmatch(r"maintext at (http://127\.0\.0\.1:\d+)/ \(Ctrl\+C ends it\)\n", server.stdout.readline())
        assert found
        health = httpx.get(f"{found[1]}/health", timeout=30).json()
        assert health["status"] == "ok"
        workers = [int(pid) for pid in Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()]
        server.send_signal(signal.SIGINT)
        server.wait(20)
        assert "Traceback" not in server.stderr.read()
    for pid in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_port_that_is_taken_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = program("serve", "--port", str(taken.getsockname()[1]))
    assert done.returncode == 1
    assert_one_line(done.stderr.decode())
    assert "choose another with --port" in done.stderr.decode()


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--pages", "x"), 2, "--pages needs --annotate"),
        (("--annotate", "./gold", "--pages", "./no-such"), 1, "is not a dataset"),
        (("--memory", "lots"), 1, "not an amount of memory"),
        (("--api-key", "ключ"), 1, "plain ASCII"),
        (("--workers", "0"), 2, "--workers"),
    ],
)
def test_wrong_settings_are_told(arguments: tuple[str, ...], code: int, words: str) -> None:
    done = run("serve", *arguments)
    assert done.exit_code == code
    assert words in done.stderr


def test_help_says_what_to_do() -> None:
    text = run("serve", "--help").output
    assert "maintext serve --annotate mine --pages wcxb/dev" in text
    assert run("feed", "--help").exit_code == 0
