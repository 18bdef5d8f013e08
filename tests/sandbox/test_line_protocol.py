"""Programs that stay up: reused, restarted, ended; and what becomes of a question they cannot answer."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import IO

import pytest

from maintext.errors import ProgramError
from maintext.sandbox.line_protocol import LineProgram, line_program
from tests.sandbox.processes import alive, needs_proc, soon

PROGRAM = """
import base64, os, sys, time
for line in sys.stdin:
    words = [base64.b64decode(field).decode() for field in line[:-1].split(" ")]
    match words[0]:
        case "pid": answer = ["ok", str(os.getpid())]
        case "echo": answer = ["ok", *words[1:]]
        case "refuse": answer = ["no", "this page is not for me"]
        case "sleep": time.sleep(60)
        case "die":
            print("something broke in here", file=sys.stderr, flush=True)
            os._exit(7)
        case "garbage":
            print("hello", flush=True)
            continue
    print(answer[0], *[base64.b64encode(word.encode()).decode() for word in answer[1:]], flush=True)
"""
COMMAND = [sys.executable, "-c", PROGRAM]


@dataclass
class _Interrupted:
    """A pipe over whose flushing somebody presses Ctrl-C."""

    pipe: IO[bytes]
    flush: Callable[[], None]

    def write(self, data: bytes) -> int:
        return self.pipe.write(data)

    def close(self) -> None:
        self.pipe.close()


@pytest.fixture
def program() -> Iterator[LineProgram]:
    talking = LineProgram("the test program", COMMAND)
    yield talking
    talking.close()


def test_a_program_is_started_once_and_reused(program: LineProgram) -> None:
    assert program.pid is None
    first, again = program.request("pid"), program.request("pid")
    assert first == again == [str(program.pid)]


@pytest.mark.parametrize("text", ["", "one line\nand another\r\n", "Été 日本 🎉 \0", "x" * 3_000_000])
def test_any_text_goes_there_and_back(program: LineProgram, text: str) -> None:
    assert program.request("echo", text, "end") == [text, "end"]


def test_a_refusal_is_an_error_and_the_program_goes_on(program: LineProgram) -> None:
    before = program.request("pid")
    with pytest.raises(ProgramError, match=r"^this page is not for me$"):
        program.request("refuse")
    assert program.request("pid") == before


def test_a_program_that_dies_says_how_and_the_next_question_starts_another(program: LineProgram) -> None:
    before = program.request("pid")
    with pytest.raises(ProgramError, match=r"the test program ended with exit code 7 .*something broke in here"):
        program.request("die")
    assert program.request("pid") != before


def test_a_program_that_was_killed_between_two_questions_is_started_again(program: LineProgram) -> None:
    [before] = program.request("pid")
    os.kill(int(before), signal.SIGKILL)
    assert soon(lambda: program.pid is None)
    assert program.request("pid") != [before]


def test_silence_is_an_error_and_ends_the_program(program: LineProgram) -> None:
    [before] = program.request("pid")
    with pytest.raises(ProgramError, match=r"no answer within 0\.3 seconds"):
        program.request("sleep", timeout=0.3)
    assert program.request("pid") != [before]


def test_a_question_that_was_interrupted_does_not_leave_its_answer_to_the_next_one(
    program: LineProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    program.request("pid")
    with monkeypatch.context() as patch:
        process = program._process
        assert process is not None
        assert process.stdin is not None
        flush = process.stdin.flush

        def interrupted() -> None:
            flush()
            raise KeyboardInterrupt

        patch.setattr(process, "stdin", _Interrupted(process.stdin, interrupted))
        with pytest.raises(KeyboardInterrupt):
            program.request("echo", "the first answer")
    assert program.request("echo", "the second answer") == ["the second answer"]


def test_garbage_is_no_answer(program: LineProgram) -> None:
    with pytest.raises(ProgramError, match="hello"):
        program.request("garbage")
    assert program.request("echo", "x") == ["x"]


def test_a_command_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(ProgramError, match="ended with exit code"):
        LineProgram("nothing", ["no-such-program-anywhere"]).request("x")


def test_threads_get_their_own_answers(program: LineProgram) -> None:
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda number: program.request("echo", str(number)), range(200)))
    assert answers == [[str(number)] for number in range(200)]


def test_a_program_outlives_the_thread_that_first_asked_it() -> None:
    program = LineProgram("the test program", COMMAND)
    asked: list[list[str]] = []
    thread = threading.Thread(target=lambda: asked.append(program.request("pid")))
    thread.start()
    thread.join()
    assert not soon(lambda: program.pid is None, 0.3)
    assert program.request("pid") == asked[0]
    program.close()


def test_everybody_gets_the_same_program() -> None:
    assert line_program("t", COMMAND) is line_program("t", list(COMMAND))
    assert line_program("t", COMMAND) is not line_program("t", [*COMMAND, "other"])


@needs_proc
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_program_in_an_endless_loop_ends_with_its_parent(how: signal.Signals) -> None:
    script = (
        "import sys, time; from maintext.sandbox.child_process import start_program; "
        f"p = start_program([sys.executable, '-c', {'while True: pass'!r}]); print(p.pid, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert alive([pid])
        parent.send_signal(how)
        parent.wait()
    assert soon(lambda: not alive([pid]))
