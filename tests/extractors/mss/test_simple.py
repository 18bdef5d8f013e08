"""Simple maximum subsequence segmentation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext import extract
from maintext.extractors.mss.simple import best_run

numbers = st.lists(st.integers(-20, 20).map(lambda number: number / 4), max_size=25)


def _best_by_force(scores: list[float]) -> float:
    sums = [sum(scores[first:last]) for first in range(len(scores)) for last in range(first + 1, len(scores) + 1)]
    return max(sums, default=0.0)


@given(numbers)
def test_the_best_run_has_the_largest_sum(scores: list[float]) -> None:
    first, last = best_run(scores)
    assert 0 <= first <= last <= len(scores)
    assert sum(scores[first:last]) == max(0.0, _best_by_force(scores))


@given(st.lists(st.integers(-20, 0).map(float), max_size=25))
def test_the_best_run_is_empty_if_no_score_is_positive(scores: list[float]) -> None:
    first, last = best_run(scores)
    assert first == last


@pytest.mark.parametrize(
    ("scores", "run"),
    [
        ([], (0, 0)),
        ([1.0], (0, 1)),
        ([-1.0], (0, 0)),
        ([1.0, -3.0, 2.0], (2, 3)),
        ([2.0, -1.0, 2.0], (0, 3)),
        ([1.0, -1.0, 1.0], (0, 1)),
        ([-2.0, 3.0, -1.0, 4.0, -9.0, 5.0], (1, 4)),
    ],
)
def test_the_best_run_of(scores: list[float], run: tuple[int, int]) -> None:
    assert best_run(scores) == run


WORDS = "one two three four five six seven eight nine ten"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        (f"<p>{WORDS}</p>", WORDS),
        (f"<ul><li><a href=x>home</a><li><a href=y>news</a></ul><p>{WORDS}</p>", WORDS),
        (f"<p>{WORDS}</p><p>{WORDS}</p>", f"{WORDS}\n{WORDS}"),
        (f"<p>{WORDS}</p><div><div><div><div>x</div></div></div></div>", WORDS),
        ("<p>Well, (yes)! It's 1,000.5 m</p>", "Well, (yes)! It's 1,000.5 m"),
        (f"<p>{WORDS} <b>bold</b> {WORDS}</p>", f"{WORDS} bold {WORDS}"),
    ],
)
def test_the_text_of(html: str, text: str) -> None:
    assert extract(html, extractor="simple-mss").text == text


def test_tags_can_be_made_costly() -> None:
    html = f"<p>{WORDS}</p><p>{WORDS} eleven</p>"
    assert extract(html, extractor="simple-mss(tag=-50.0)").text == f"{WORDS} eleven"


def test_a_page_where_nothing_pays_has_a_reason() -> None:
    found = extract("<p>one</p>", extractor="simple-mss", word=-1.0)
    assert (found.text, found.reason) == ("", "no part looks like main text")


@pytest.mark.parametrize("raw", ["<noscript><img src='a.gif' width='1' height='1' alt='a b c d e f'></noscript>"])
def test_markup_is_never_in_the_text(raw: str) -> None:
    assert "<" not in extract(f"<p>{WORDS}</p>{raw}<p>{WORDS}</p>", extractor="simple-mss").text
