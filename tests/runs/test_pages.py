"""Pages that misbehave, in real processes: each is one failure with its reason, and no other page is touched."""

import os
from collections import Counter
from contextlib import closing

import pytest

from maintext.errors import SandboxError
from maintext.runs import Failure, Limits, Outcome, PageJob, Result, extract_all
from maintext.runs.outcome import from_line
from tests.runs.conftest import OBEY, children, example, is_alive, needs_proc, wait_for

pytestmark = pytest.mark.xdist_group("pool")

LIMITS = Limits(timeout=3.0, memory=80 << 20)
EXPECTED: dict[str, str | None] = {
    "hang": "timeout",
    "spin": "timeout",
    "child": "timeout",
    "raise": "exception",
    "exit": "exception",
    "leave": "crash",
    "segfault": "crash",
    "kill": "crash",
    "fork": "crash",
    "eat": "memory",
    "spike": "memory",
    "ask": "memory",
    "missing": "missing",
    "print": None,
    "surrogate": None,
    "old": None,
    "threads": None,
}


def job(number: int, order: str) -> PageJob:
    return PageJob(f"{order} {number}", f"<p>{order} page {number}</p>".encode())


def run(jobs: list[PageJob], spec: str = OBEY, limits: Limits = LIMITS, workers: int = 2) -> list[Outcome]:
    outcomes = []
    with closing(extract_all(spec, jobs, limits, workers)) as answers:
        for answer in answers:
            outcome = from_line(answer.line)
            assert outcome is not None
            assert outcome.id == answer.id
            assert answer.kind == (outcome.kind if isinstance(outcome, Failure) else None)
            outcomes.append(outcome)
    return outcomes


@pytest.fixture(scope="module")
def outcomes() -> list[Outcome]:
    """One run over pages of all sorts, with a good page after each bad one."""
    orders = [order for bad in EXPECTED for order in ("fine", bad)] + ["fine"]
    return run([job(number, order) for number, order in enumerate(orders)])


def only(outcomes: list[Outcome], order: str) -> Outcome:
    [found] = [outcome for outcome in outcomes if outcome.id.split()[0] == order]
    return found


def failure(outcomes: list[Outcome], order: str) -> Failure:
    found = only(outcomes, order)
    assert isinstance(found, Failure)
    return found


@pytest.mark.parametrize(("order", "kind"), EXPECTED.items())
def test_each_page_fails_with_its_reason_or_not_at_all(outcomes: list[Outcome], order: str, kind: str | None) -> None:
    outcome = only(outcomes, order)
    assert (outcome.kind if isinstance(outcome, Failure) else None) == kind


def test_good_pages_among_bad_ones_are_untouched(outcomes: list[Outcome]) -> None:
    good = [outcome for outcome in outcomes if outcome.id.startswith("fine")]
    assert len(good) == len(EXPECTED) + 1
    for outcome in good:
        assert isinstance(outcome, Result)
        assert outcome.text == f"fine page {outcome.id.split()[1]}"
        assert outcome.memory > 1_000_000
        assert 0 < outcome.reading <= outcome.seconds < 3


def test_every_page_is_answered_once(outcomes: list[Outcome]) -> None:
    assert set(Counter(outcome.id for outcome in outcomes).values()) == {1}
    assert len(outcomes) == 2 * len(EXPECTED) + 1


def test_an_exception_keeps_its_message_and_traceback(outcomes: list[Outcome]) -> None:
    raised = failure(outcomes, "raise")
    assert raised.message == "ValueError: this page is bad\nin two lines"
    assert raised.traceback is not None
    assert 'File "tests/runs/bad_extractors.py"' in raised.traceback
    assert "in find" in raised.traceback


def test_a_crash_says_which_signal_and_where(outcomes: list[Outcome]) -> None:
    crash = failure(outcomes, "segfault")
    assert crash.signal == "SIGSEGV"
    assert crash.traceback is not None
    assert "string_at" in crash.traceback
    assert 'File "tests/runs/bad_extractors.py"' in crash.traceback
    assert failure(outcomes, "kill").signal == "SIGKILL"
    assert failure(outcomes, "leave").message == "the worker exited with exit code 3"


def test_a_timeout_says_where_the_extractor_hangs(outcomes: list[Outcome]) -> None:
    hanging = failure(outcomes, "hang")
    assert hanging.traceback is not None
    assert "in find" in hanging.traceback
    assert 3 <= hanging.seconds < 10


def test_text_that_is_no_unicode_comes_through(outcomes: list[Outcome]) -> None:
    outcome = only(outcomes, "surrogate")
    assert isinstance(outcome, Result)
    assert outcome.text == "\ud800 \u2028 \x00 text"


def test_workers_compute_on_one_thread(outcomes: list[Outcome]) -> None:
    outcome = only(outcomes, "threads")
    assert isinstance(outcome, Result)
    assert outcome.text == "1"


@needs_proc
def test_nothing_that_a_worker_started_is_left(outcomes: list[Outcome]) -> None:
    found = failure(outcomes, "child")
    assert found.kind == "timeout"
    assert wait_for(lambda: not _sleepers(), 5)


def _sleepers() -> list[str]:
    from pathlib import Path

    lines = []
    for command in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            lines.append(command.read_bytes().decode("utf-8", "replace"))
        except OSError:
            continue
    return [line for line in lines if line.startswith("sleep\x001234")]


def test_a_page_does_not_fail_for_memory_that_others_left_behind() -> None:
    jobs = [job(number, "fine") for number in range(5)]
    outcomes = run(jobs, "tests.runs.bad_extractors:Hoard(megabytes=20)", workers=1)
    assert [type(outcome) for outcome in outcomes] == [Result] * 5


def test_memory_peaks_are_of_the_page_and_not_for_life() -> None:
    limits = Limits(memory=400 << 20)
    orders = ("fine", "spike", "fine")
    small, large, again = run([job(n, order) for n, order in enumerate(orders)], limits=limits, workers=1)
    assert large.memory > small.memory + (100 << 20)
    assert again.memory < small.memory + (50 << 20)


def test_large_pages_and_large_answers_pass_the_pipes() -> None:
    words = " ".join(["word"] * 600_000)
    jobs = [PageJob(str(number), f"<p>large {words} {number}</p>".encode()) for number in range(4)]
    outcomes = run(jobs, limits=Limits(timeout=60))
    texts = {outcome.id: outcome.text for outcome in outcomes if isinstance(outcome, Result)}
    assert texts == {str(number): f"large {words} {number}" for number in range(4)}


def test_the_extractor_gets_charset_and_url_and_nothing_of_the_gold() -> None:
    page = PageJob("x", "<p>charset é".encode("cp1252"), "http://example.org/", "windows-1252")
    [outcome] = run([page])
    assert isinstance(outcome, Result)
    assert outcome.text == "windows-1252 http://example.org/"
    assert "gold" not in repr(PageJob.of(example(1, "fine")))


def test_what_is_no_extraction_is_an_exception() -> None:
    [outcome] = run([job(1, "fine")], "tests.runs.bad_extractors:Nonsense")
    assert isinstance(outcome, Failure)
    assert outcome.kind == "exception"
    assert "NoneType" in outcome.message


def test_a_page_that_is_no_page_is_an_exception() -> None:
    [outcome] = run([PageJob("pdf", b"%PDF-1.4 \x00\x01")], "all")
    assert isinstance(outcome, Failure)
    assert outcome.message.startswith("NotHtml: ")


def test_preparing_is_no_page_s_time_and_if_it_fails_the_pages_are_still_tried() -> None:
    [result] = run([job(0, "fine")], "tests.runs.bad_extractors:Unprepared", workers=1)
    assert isinstance(result, Result)
    assert result.text == "prepared"
    assert result.seconds < 1


def test_an_extractor_that_cannot_start_ends_the_run() -> None:
    with pytest.raises(SandboxError, match=r"cannot be started .*no workers, please"):
        run([job(1, "fine")], "tests.runs.bad_extractors:Unbuildable")


def test_no_pages_need_no_workers() -> None:
    assert run([]) == []


@needs_proc
def test_closing_the_iterator_ends_the_workers() -> None:
    before = children(os.getpid())
    answers = extract_all(OBEY, [job(0, "fine"), job(1, "hang"), job(2, "hang")], LIMITS, 2)
    next(answers)
    started = children(os.getpid()) - before
    assert started
    answers.close()
    assert not any(is_alive(pid) for pid in started)


def test_what_was_kept_is_stored_as_html_with_its_time() -> None:
    page = PageJob("1", b"<h2>Fares</h2><ul><li>One way: 5</li><li>Return: 8</li></ul>")
    (outcome,) = run([page], "all", workers=1)
    assert isinstance(outcome, Result)
    assert outcome.raw is None
    assert "<h2>Fares</h2>" in (outcome.html or "")
    assert "<li>Return: 8</li>" in (outcome.html or "")
    assert outcome.rendering > 0
