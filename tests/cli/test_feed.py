"""`maintext feed`."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.runner import assert_one_line, run
from tests.fetch.server import ANSWERS, Handler, serving
from tests.service.test_feed import HOSTILE, RSS


@pytest.fixture
def local(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    def feed(handler: Handler) -> None:
        handler.reply(body=RSS.replace("https://news.example/story", "/page").encode(), Content_Type="text/xml")

    monkeypatch.setitem(ANSWERS, "/feed", feed)
    with serving() as address:
        yield address


def test_the_command(local: str, tmp_path: Path) -> None:
    done = run("feed", f"{local}/feed", "-n", "2", "-x", "all", "--allow-private", "-o", str(tmp_path / "full.xml"))
    assert done.exit_code == 0, done.output
    assert f"maintext: {local}/two: the server answered 404" in done.stderr
    assert "The ferry is back, and it is called Été." in (tmp_path / "full.xml").read_text("utf-8")


def test_the_command_follows_no_entry_to_a_private_address_unless_told(local: str) -> None:
    done = run("feed", f"{local}/feed", "-n", "1")
    assert done.exit_code == 1
    assert "is a private, loopback or link-local address" in done.stderr
    assert "extraction failed for all entries" in done.stderr


def test_the_command_needs_no_extra(local: str, tmp_path: Path) -> None:
    blocked = "import sys; sys.modules.update(dict.fromkeys(['defusedxml', 'fastapi', 'uvicorn', 'httptools', 'yaml']))"
    arguments = ["feed", f"{local}/feed", "-n", "1", "-x", "all", "--allow-private"]
    command = [sys.executable, "-c", f"{blocked}; from maintext.cli import main; main()", *arguments]
    done = subprocess.run(command, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "called Été." in done.stdout.decode()


def test_the_command_refuses_a_hostile_feed_in_one_line(local: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ANSWERS, "/deep", lambda handler: handler.reply(body=HOSTILE["deep"], Content_Type="text/xml"))
    done = run("feed", f"{local}/deep")
    assert done.exit_code == 1
    assert_one_line(done.stderr)
    assert "nested more than" in done.stderr
