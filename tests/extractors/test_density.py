"""Text density against regions computed by hand and by the definition in [Arias 2009]."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext import EXTRACTORS, extract, read_page
from maintext.extractors.density import Density, StringRegion, grow


def _page(lengths: list[int]) -> str:
    """A page whose strings have these lengths."""
    return "".join(f"<p>{chr(97 + at % 26) * length}</p>\n" for at, length in enumerate(lengths))


def _kept(lengths: list[int], **parameters: object) -> list[int]:
    """The lengths of the strings that are kept."""
    text = EXTRACTORS.build("density", parameters).extract(read_page(_page(lengths))).text
    return [len(line) for line in text.split("\n")]


@pytest.mark.parametrize(
    ("lengths", "parameters", "kept"),
    [
        ([10], {}, [10]),
        ([10, 100, 10, 10, 50, 10, 10, 10, 10, 90], {}, [100, 10, 10, 50]),
        ([90, 10, 10, 100, 10, 10, 90], {}, [90, 10, 10, 100, 10, 10, 90]),
        ([90, 10, 10, 10, 100, 10, 10, 10, 90], {}, [100]),
        ([100, 1, 1, 60, 1, 1, 40, 1, 1, 34, 1, 1, 33], {}, [100, 1, 1, 60, 1, 1, 40, 1, 1, 34]),
        # c1: a string joins if it is longer than the cutoff, not if it is as long.
        ([100, 50], {"c1": 0.5}, [100]),
        ([100, 51], {"c1": 0.5}, [100, 51]),
        ([100, 1], {"c1": 0.0}, [100, 1]),
        ([100, 100], {"c1": 1.0}, [100]),
        ([100, 33], {}, [100]),
        ([100, 34], {}, [100, 34]),
        # c2: it must be fewer positions away, not as many.
        ([100, 1, 1, 100], {"c2": 3}, [100]),
        ([100, 1, 1, 100], {"c2": 4}, [100, 1, 1, 100]),
        ([100, 100], {"c2": 1}, [100]),
        ([100, 99, 98], {"c2": 2}, [100, 99, 98]),
        # Of equally long strings the first one is the start.
        ([5, 80, 5, 5, 5, 5, 5, 80, 5], {}, [80]),
        # The short ones between members are kept, those at the ends are not.
        ([1, 2, 50, 3, 60, 4, 5], {}, [50, 3, 60]),
    ],
)
def test_the_region_of(lengths: list[int], parameters: dict[str, object], kept: list[int]) -> None:
    assert _kept(lengths, **parameters) == kept


def _by_definition(lengths: list[int], cutoff: float, reach: int) -> tuple[int, int]:
    """As defined in [Arias 2009]: add what is long enough and near enough, until nothing can be added."""
    region = {max(range(len(lengths)), key=lengths.__getitem__)}
    while True:
        more = {
            at
            for at, length in enumerate(lengths)
            if at not in region and length > cutoff and any(abs(at - member) < reach for member in region)
        }
        if not more:
            return min(region), max(region) + 1
        region |= more


@given(st.lists(st.integers(0, 30), min_size=1, max_size=40), st.floats(0, 1), st.integers(1, 8))
def test_growing_is_the_papers_definition(lengths: list[int], c1: float, c2: int) -> None:
    cutoff = c1 * max(lengths)
    assert grow(lengths, cutoff, c2) == _by_definition(lengths, cutoff, c2)


def test_growing_nothing_gives_nothing() -> None:
    assert grow([], 0, 4) == (0, 0)


@pytest.mark.parametrize(
    ("html", "parameters", "strings"),
    [
        ("<p>aaa</p><p>bbb</p>", {}, ["aaa", "bbb"]),
        ("<p>aaa<br>bbb</p>", {}, ["aaa", "bbb"]),
        ("<p>aaa<br><br>bbb</p>", {}, ["aaa", "bbb"]),
        ("<p>aaa<b>bbb</b></p>", {}, ["aaabbb"]),
        ("<p>a <a href=x>link</a> here</p>", {}, ["a link here"]),
        ("<div>aaa<p>bbb</p>ccc</div>", {}, ["aaa", "bbb", "ccc"]),
        ("<script>xxx</script><p>aaa</p><!-- yyy -->", {}, ["aaa"]),
        ("<p>aaa</p><p>bbb</p>", {"empties": True}, ["", "aaa", "", "bbb", ""]),
        ("<p>aaa<br>bbb</p>", {"empties": True}, ["", "aaa", "bbb", ""]),
        ("<p>aaa<b>bbb</b></p>", {"empties": True}, ["", "aaabbb", ""]),
        ("<p>aaa</p><p>bbb</p>", {"closing": False}, ["aaa", "bbb"]),
        ("<p>aaa</p> bbb<p>ccc</p>", {"closing": False}, ["aaa bbb", "ccc"]),
        ("<p>aaa</p><p>bbb</p>", {"closing": False, "empties": True}, ["", "aaa", "bbb"]),
    ],
)
def test_strings_of(html: str, parameters: dict[str, bool], strings: list[str]) -> None:
    assert _region(html, **parameters).strings == strings


def _region(html: str, *, empties: bool = False, closing: bool = True) -> StringRegion:
    return Density(empties=empties, closing=closing).region(read_page(html))


def test_empty_strings_count_as_positions_if_asked() -> None:
    html = "<p>" + "a" * 100 + "</p><div></div><p>" + "b" * 90 + "</p>"
    assert extract(html, extractor="density(c2=3)").text.count("\n") == 1
    assert extract(html, extractor="density(c2=3, empties=True)").text == "a" * 100


@pytest.mark.parametrize("spec", ["density", "density(empties=True)", "density(closing=False)", "density(smooth=1.0)"])
def test_the_blocks_kept_are_those_of_the_text(spec: str) -> None:
    sentences = [f"Sentence {number} about the {'long ' * 20} pier {number}." for number in range(6)]
    html = "<ul>" + "<li>nav" * 9 + "</ul>" + "".join(f"<p>{sentence}</p>" for sentence in sentences)
    found = extract(html, extractor=spec)
    kept = [block.text for block, keep in zip(found.page.blocks, found.kept, strict=True) if keep]
    assert kept
    assert set(kept) <= {" ".join(sentence.split()) for sentence in sentences}
    assert found.text.split("\n") == kept


def test_a_block_half_in_the_region_is_kept() -> None:
    html = f"<p>{'a' * 100}<br>{'b' * 10}</p>"
    found = extract(html, extractor="density")
    assert found.text == "a" * 100
    assert list(found.kept) == [True]


def test_code_in_the_region_keeps_its_lines() -> None:
    code = "def sail(ferry):\n    if ferry.ready:\n        return ferry.go()\n\nsail(ferry)"
    html = f"<p>{'Some words on the ferry. ' * 4}</p><pre>{code}</pre><p>{'More words on the ferry. ' * 4}</p>"
    assert code in extract(html, extractor="density").text


@pytest.mark.parametrize("spec", ["density(empties=True)", "density(closing=False)"])
def test_no_text_always_has_a_reason(spec: str) -> None:
    found = extract("<svg><script><pre><", extractor=spec)
    assert bool(found.text) == (found.reason is None)
