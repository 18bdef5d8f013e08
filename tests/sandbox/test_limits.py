"""Limits and how they are written."""

import pytest

from maintext.errors import SandboxError
from maintext.sandbox.limits import Limits, format_size, parse_size


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("512M", 512 << 20),
        ("2G", 2 << 30),
        ("2gib", 2 << 30),
        ("1.5G", 3 << 29),
        ("100 MB", 100 << 20),
        ("70000000", 7 * 10**7),
    ],
)
def test_sizes_are_read(text: str, number: int) -> None:
    assert parse_size(text) == number


@pytest.mark.parametrize("text", ["", "M", "much", "1T", "inf", "nan", "1e999G"])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(SandboxError, match="write it as 512M"):
        parse_size(text)


def test_sizes_print_and_read_back() -> None:
    for number in (512 << 20, 2 << 30, 3 << 29, 1000):
        assert parse_size(format_size(number)) == number


@pytest.mark.parametrize("timeout", [0.0, -1.0, 1e7, float("inf"), float("nan")])
def test_impossible_times_are_refused(timeout: float) -> None:
    with pytest.raises(SandboxError, match="time limit"):
        Limits(timeout=timeout)


def test_a_limit_too_small_for_a_worker_is_refused() -> None:
    with pytest.raises(SandboxError, match="at least 64M"):
        Limits(memory=512)


def test_a_limit_beyond_any_machine_is_refused() -> None:
    with pytest.raises(SandboxError, match="more than any machine has"):
        Limits(memory=1 << 63)
