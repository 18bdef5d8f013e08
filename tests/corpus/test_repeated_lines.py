"""Repeated lines."""

import numpy as np
import pytest

from maintext.corpus.fingerprints import line_key
from maintext.corpus.repeated_lines import repeated_lines, without_repeated


def keys(*pages: list[str]) -> "np.ndarray[tuple[int], np.dtype[np.uint64]]":
    found = [key for page in pages for key in {line_key("a.org", line) for line in page} if key is not None]
    return np.array(found, np.uint64)


@pytest.mark.parametrize("at_once", [50_000_000, 3])
def test_lines_on_several_pages_are_found(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maintext.corpus.repeated_lines._AT_ONCE", at_once)
    first, second = keys(["Share this", "one"], ["Share  THIS", "two", "twice", "twice"]), keys(["share this", "two"])
    found = repeated_lines(lambda: iter([first, second]), 3)
    assert found.tolist() == [line_key("a.org", "Share this")]
    assert repeated_lines(lambda: iter([first, second]), 2).tolist() == sorted(
        [line_key("a.org", "Share this") or 0, line_key("a.org", "two") or 0]
    )


def test_repeated_lines_are_taken_out() -> None:
    repeated = keys(["Share this"])
    said = "A long line that says something about the matter"
    assert without_repeated(f"Share this\n{said}\n\nShare this\n\n---\n", "a.org", repeated) == (f"{said}\n\n---", 2)
    assert without_repeated(f"Share this\n{said}", "b.org", repeated) == (f"Share this\n{said}", 0)
    assert without_repeated(said, "a.org", repeated) == (said, 0)


def test_a_page_that_is_mostly_repeated_stays_whole() -> None:
    repeated = keys(["the whole text of an article", "that somebody has copied"])
    copied = "the whole text of an article\nthat somebody has copied\nand dated"
    assert without_repeated(copied, "a.org", repeated) == (copied, 0)
