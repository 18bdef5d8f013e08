"""Minimization, on functions that need no process."""

import time

import pytest

from fuzzing.minimize import minimize


@pytest.mark.parametrize(
    ("page", "needed"),
    [
        (b"<div><p>some words</p><b>here</b></div>" * 50, [b"<b>"]),
        (b"<p>some words and a needle in them</p>" * 20, [b"needle"]),
        (b"<i>x" * 200 + b"<table>" + b"y" * 300 + b"</b>" + b"<u>" * 100, [b"<table>", b"</b>"]),
        (bytes(range(256)) * 4, [b"\xff", b"\x00"]),
    ],
)
def test_only_what_is_needed_stays(page: bytes, needed: list[bytes]) -> None:
    smaller = minimize(page, lambda each: all(part in each for part in needed), 20)
    assert sorted(smaller) == sorted(b"".join(needed))


def test_a_count_that_is_needed_stays() -> None:
    assert minimize(b"<td>" * 500, lambda page: page.count(b"<td>") >= 127, 20) == b"<td>" * 127


def test_nothing_smaller_gives_the_page() -> None:
    assert minimize(b"<p>a</p>", lambda page: page == b"<p>a</p>", 5) == b"<p>a</p>"


def test_time_is_kept() -> None:
    def fails(page: bytes) -> bool:
        time.sleep(0.01)
        return len(page) > 399

    start = time.monotonic()
    assert len(minimize(b"<p>a" * 100, fails, 0.2)) == 400
    assert time.monotonic() - start < 2
