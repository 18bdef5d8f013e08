"""Functions to examine pages with, each with a defect that pages with a certain word in them show."""

import os

from fuzzing.case import Case
from fuzzing.examine import LARGE, Pass, compare, judge_costs
from fuzzing.finding import Finding
from maintext.sandbox.memory import PeakMemory

WORD = b"</p>"


def abort(case: Case) -> tuple[list[Finding], str]:
    if WORD in case.html:
        os.abort()
    return [], "same"


def hang(case: Case) -> tuple[list[Finding], str]:
    while WORD in case.html:
        pass
    return [], "same"


def leave(case: Case) -> tuple[list[Finding], str]:
    if WORD in case.html:
        raise ValueError("nobody catches this")
    return [], "same"


def report(case: Case) -> tuple[list[Finding], str]:
    return [Finding("exception", "text", "all", "ValueError: no", "")] if WORD in case.html else [], "same"


def much_memory(case: Case) -> tuple[list[Finding], str]:
    meter = PeakMemory()
    meter.reset()
    held = b"x" * (LARGE if WORD in case.html else 1)
    return judge_costs(Pass("all", seconds={"text": 0.1 * (len(held) > 0)}), meter), "same"


def different(case: Case) -> tuple[list[Finding], str]:
    first = Pass("all", {"text": "a"})
    return compare(first, Pass("all", {"text": "b" if WORD in case.html else "a"}), "again"), "same"


def other_process(case: Case) -> tuple[list[Finding], str]:
    return [], str(hash("words"))
