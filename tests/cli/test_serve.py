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

from tests.cli.runner import assert_one_line, program, run
from tests.sandbox.processes import needs_proc


@needs_proc
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
        (("--workers", "1e9"), 2, "--workers"),
        (("--max-bytes", "-5"), 2, "--max-bytes"),
        (("--max-bytes", "0"), 2, "--max-bytes"),
        (("--max-bytes", "9" * 30), 2, "--max-bytes"),
        (("--waiting", "-1"), 2, "--waiting"),
        (("--port", "70000"), 2, "--port"),
        (("--timeout", "-1"), 2, "--timeout"),
        (("--timeout", "inf"), 2, "--timeout"),
        (("--timeout", "nan"), 1, "a time limit of nan seconds"),
        (("--memory", "-5G"), 1, "give at least 64M"),
        (("--memory", "1"), 1, "give at least 64M"),
        (("--memory", "1e30G"), 1, "more than any machine has"),
        (("--client-connections", "0"), 2, "--client-connections"),
    ],
)
def test_wrong_settings_are_told(arguments: tuple[str, ...], code: int, words: str) -> None:
    done = run("serve", *arguments)
    assert done.exit_code == code
    assert words in done.stderr.strip().splitlines()[-1]


def test_without_its_extra_the_command_says_how_to_get_it() -> None:
    for missing in ("fastapi", "uvicorn", "httptools"):
        blocked = f"import sys; sys.modules[{missing!r}] = None; from maintext.cli import main; main(['serve'])"
        done = subprocess.run([sys.executable, "-c", blocked], capture_output=True, text=True, timeout=60)
        assert done.returncode == 1
        assert_one_line(done.stderr)
        assert "pip install 'maintext[service]'" in done.stderr


def test_help_says_what_to_do() -> None:
    text = run("serve", "--help").output
    assert "maintext serve --annotate mine --pages wcxb/dev" in text
    assert run("feed", "--help").exit_code == 0
