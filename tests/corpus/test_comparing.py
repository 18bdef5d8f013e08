"""Near-duplicates and repeated lines."""

import random

import numpy as np
import pytest

from maintext.corpus.fingerprints import line_key, record_site
from maintext.corpus.near_duplicates import near_duplicates
from maintext.corpus.repeated_lines import repeated_lines, without_repeated
from maintext.page.shingles import MinHash

METHOD = MinHash()


def text(seed: int, words: int = 300) -> list[str]:
    choose = random.Random(seed)
    return [f"w{choose.randrange(3000)}" for _ in range(words)]


def signatures(texts: list[list[str]]) -> "np.ndarray[tuple[int, int], np.dtype[np.uint32]]":
    return np.array([METHOD.signature(" ".join(words)) for words in texts], np.uint32).reshape(-1, 112)


def changed(words: list[str], at: int) -> list[str]:
    return [*words[:at], "changed", *words[at + 1 :]]


def test_the_first_of_pages_that_are_alike_stays() -> None:
    a, b = text(1), text(2)
    parts = [
        signatures([a, b, changed(a, 5)]),
        signatures([text(3), changed(b, 200)]),
        signatures([]),
        signatures([a, text(4)]),
    ]
    found = near_duplicates(parts, METHOD, 0.8)
    assert [part.tolist() for part in found] == [[2], [1], [], [0]]


def test_parts_are_only_an_arrangement() -> None:
    texts = [text(number % 60) if number % 3 else changed(text(number % 60), number) for number in range(150)]
    whole = signatures(texts)
    (together,) = near_duplicates([whole], METHOD, 0.8)
    apart = near_duplicates([whole[:50], whole[50:51], whole[51:]], METHOD, 0.8)
    assert together.tolist() == [*apart[0], *(apart[1] + 50), *(apart[2] + 51)]
    assert len(together) == 90


def test_pages_that_differ_in_a_third_are_not_near() -> None:
    base = text(1)
    assert [
        part.tolist() for part in near_duplicates([signatures([base, base[:200] + text(9, 100)])], METHOD, 0.8)
    ] == [[]]


def test_pages_without_words_are_not_alike() -> None:
    assert near_duplicates([signatures([[], []])], METHOD, 0.8)[0].tolist() == []


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


@pytest.mark.parametrize(
    ("url", "canonical", "site"),
    [
        ("http://www.Example.org:80/x", None, "example.org"),
        ("https://blog.example.org/x", "https://other.org/", "blog.example.org"),
        (None, "https://other.org/", "other.org"),
        (None, None, ""),
        ("http://[bad/", None, ""),
    ],
)
def test_the_site_of_a_page(url: str | None, canonical: str | None, site: str) -> None:
    assert record_site({"url": url, "metadata": {"canonical_url": canonical}}) == site
    if canonical is None:
        assert record_site({"url": url, "metadata": None}) == site
