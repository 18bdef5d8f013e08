"""Units: which blocks are kept or dropped together, and what is below a heading."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.extractors.learned.units import KIND_NAMES, UnitKind, Units, find_units
from maintext.page import read_page

ROWS = "<tr><td>a<td>b<tr><td>c<td>d"


def units_of(html: str) -> Units:
    return find_units(read_page(html))


def kinds_and_sizes(html: str) -> list[tuple[str, int]]:
    units = units_of(html)
    sizes = [int((units.of_block == unit).sum()) for unit in range(len(units.kinds))]
    return [(KIND_NAMES[kind], size) for kind, size in zip(units.kinds.tolist(), sizes, strict=True)]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>a<p>b", [("block", 1), ("block", 1)]),
        (f"<p>a<table>{ROWS}</table>", [("block", 1), ("table", 4)]),
        ("<table><tr><td>a<td>b</table>", [("block", 1), ("block", 1)]),
        (f"<table><tr><td>a<td><table>{ROWS}</table><tr><td>b<td>c</table>",
         [("block", 1), ("table", 4), ("block", 1), ("block", 1)]),
        ("<table><tr><td><h2>a</h2><td>b<tr><td>c<td>d</table>", [("heading", 1), *[("block", 1)] * 3]),
        ("<table><tr><td><ul><li>a<li>b</ul><td>b<tr><td>c<td>d</table>", [("table", 5)]),
        ("<ul><li>a<ol><li>b<li>c</ol><li>d</ul>", [("list", 4)]),
        ("<ul><li><p>a<p>b<p>c<li><p>a<p>b<p>c</ul>", [("block", 1)] * 6),
        ("<ul><li><h3>a</h3>b<ol><li>c<li>d</ol></ul>", [("heading", 1), ("block", 1), ("list", 2)]),
        ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", [("definition list", 4)]),
        ("<figure><img src=x><figcaption>a<p>b</figcaption></figure>", [("figure", 2)]),
        ("<pre>a<div>b</div></pre><blockquote><p>c<p>d</blockquote>", [("code block", 2), ("quotation", 2)]),
        ("<h2>a<div>b</div></h2><p>c", [("heading", 2), ("block", 1)]),
        ("<h2>a<p>b<p>c<p>d</h2>", [("block", 1)] * 4),
    ],
)  # fmt: skip
def test_units(html: str, expected: list[tuple[str, int]]) -> None:
    assert kinds_and_sizes(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<h1>a</h1><p>b<h2>c</h2><p>d<h2>e</h2><p>f", [(0, 6), (2, 4), (4, 6)]),
        ("<h3>a</h3><p>b<h2>c</h2><p>d", [(0, 2), (2, 4)]),
        ("<div><h3>a</h3><p>b</div><p>c", [(0, 2)]),
        ("<div><span><h3>a</h3></span></div><p>b<p>c", [(0, 3)]),
        ("<h2>a</h2><ul><li>b<li>c</ul><h2>d</h2>", [(0, 2), (2, 3)]),
        ("<p>a", []),
    ],
)
def test_sections(html: str, expected: list[tuple[int, int]]) -> None:
    units = units_of(html)
    assert list(zip(units.headings.tolist(), units.section_ends.tolist(), strict=True)) == expected


tags = st.sampled_from(
    ["table", "tr", "td", "ul", "li", "dl", "dd", "h1", "h3", "pre", "blockquote", "div", "p", "figure"]
)
markup = st.lists(st.one_of(tags.map("<{}>".format), tags.map("</{}>".format), st.just("word ")), max_size=40)


@given(markup)
def test_units_are_runs_of_blocks_and_sections_begin_with_their_headings(pieces: list[str]) -> None:
    page = read_page("x" + "".join(pieces))
    units = find_units(page)
    steps = {
        after - before for before, after in zip(units.of_block[:-1].tolist(), units.of_block[1:].tolist(), strict=True)
    }
    assert steps <= {0, 1}
    assert len(units.of_block) == len(page.tree.block_texts)
    assert len(units.kinds) == units.of_block[-1] + 1
    assert (units.section_ends > units.headings).all()
    assert (units.section_ends <= len(units.kinds)).all()
    assert (units.kinds[units.headings] == UnitKind.HEADING).all()
