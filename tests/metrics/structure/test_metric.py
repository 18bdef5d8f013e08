"""Counts of structure and tables, computed by hand, and what holds for all documents."""

from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.metrics import METRICS, Counts, Gold, Metric, Retrieved, pool
from maintext.metrics.structure.document_items import KINDS, Table
from maintext.metrics.structure.item_overlap import Structure
from maintext.metrics.structure.table_similarity import Tables, paired_similarity, table_similarity, tree_distance

WANTED = "<h2>A</h2><h3>B</h3><ul><li>one</li><li>one</li></ul><p><a href='/x'>x</a></p>"
FOUND = "<h2>A</h2><h2>B</h2><ul><li>one</li></ul><p><a href='https://s.example/x'>x</a> <a href='/y'>y</a></p>"


def html_gold(markup: str) -> Gold:
    return Gold("text", markup, markup_format="html", url="https://s.example/")


def html_retrieved(markup: str) -> Retrieved:
    return Retrieved("text", markup, "html", "https://s.example/")


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ("structure(kind=heading)", Counts(1, 1, 1)),
        ("structure(kind=list-item)", Counts(1, 0, 1)),
        ("structure(kind=link)", Counts(1, 1, 0)),
        ("structure", Counts(3, 2, 2)),
    ],
)
def test_counts_by_hand(metric: str, expected: Counts) -> None:
    assert METRICS.build(metric).counts(html_gold(WANTED), html_retrieved(FOUND)) == expected


def test_the_parts_add_up_to_the_whole() -> None:
    whole = Structure()
    parts = whole.parts()
    assert tuple(parts) == KINDS
    found = (metric.counts(html_gold(WANTED), html_retrieved(FOUND)) for metric in parts.values())
    assert pool(counts for counts in found if counts is not None) == Counts(3, 2, 2)
    assert Structure("heading").parts() == {}


@pytest.mark.parametrize("metric", [Structure("image"), Tables()])
def test_a_page_without_such_things_does_not_count(metric: Metric) -> None:
    assert metric.counts(html_gold("<p>x</p>"), html_retrieved("<p>x</p>")) is None


@pytest.mark.parametrize("metric", [Structure(), Tables()])
def test_an_extractor_without_markup_is_not_scored(metric: Metric) -> None:
    table = "<table><tr><td>a<td>b</table>"
    assert metric.counts(html_gold(table), Retrieved("a b")) is None
    assert metric.counts(Gold("a", "<p>a"), html_retrieved(table)) is None
    assert metric.counts(Gold("a"), html_retrieved(table)) is None


def test_a_failed_page_has_missed_everything() -> None:
    assert Structure("heading").counts(html_gold(WANTED), Retrieved("", "")) == Counts(0, 0, 2)


def test_markdown_matches_html() -> None:
    markdown = Retrieved("text", "## A\n\n### B\n\n- one\n- one\n\n[x](/x)", "markdown", "https://s.example/")
    assert Structure().counts(html_gold(WANTED), markdown) == Counts(5, 0, 0)


def test_emptiness_is_that_of_the_kind() -> None:
    metric = Structure("list-item")
    assert not metric.gold_is_empty(html_gold(WANTED))
    assert metric.gold_is_empty(html_gold("<h2>A</h2>"))
    assert metric.text_is_empty(html_retrieved("<h2>A</h2>"))
    assert Tables().text_is_empty(html_retrieved(WANTED))


def test_specs_parse_back() -> None:
    assert str(METRICS.build("structure(kind=code-line)")) == "structure(kind=code-line)"
    assert METRICS.build("tables").signature().startswith("tables")


THREE: Table = (("a", "b"), ("c", "d"), ("e", "f"))


@pytest.mark.parametrize(
    ("left", "right", "distance"),
    [
        (THREE, THREE, 0),
        (THREE, THREE[:2], 3),  # a row and its two cells
        (THREE, (("a",), *THREE[1:]), 1),  # a cell
        ((("abcd",),), (("abcx",),), 0.25),  # one of four characters
        ((("a", "b"),), (("b", "a"),), 2),  # two cells changed, or one deleted and one inserted
    ],
)
def test_tree_distance_by_hand(left: Table, right: Table, distance: float) -> None:
    assert tree_distance(left, right) == pytest.approx(distance)


def test_similarity_divides_by_the_larger_tree() -> None:
    assert table_similarity(THREE, THREE[:2]) == pytest.approx(1 - 3 / 10)


def test_tables_are_paired_in_order() -> None:
    other: Table = (("x", "y"),)
    assert paired_similarity([THREE, other], [other]) == 1
    assert paired_similarity([THREE, other], [THREE, other]) == 2


def test_counts_of_tables() -> None:
    gold = html_gold("<table><tr><td>a<td>b<tr><td>c<td>d<tr><td>e<td>f</table><table><tr><td>x<td>y</table>")
    found = html_retrieved("<table><tr><td>a<td>b<tr><td>c<td>d</table>")
    counts = Tables().counts(gold, found)
    assert counts == pytest.approx(Counts(0.7, 0.3, 1.3))


words = st.text("ab c", max_size=6)
cells = st.lists(words, min_size=1, max_size=3).map(tuple)
tables = st.lists(cells, min_size=1, max_size=4).map(tuple)
blocks = st.one_of(
    st.builds("<h{}>{}</h{}>".format, st.integers(2, 2), words, st.just(2)),
    st.builds("<ul><li>{}</li><li>{}</li></ul>".format, words, words),
    st.builds("<p><a href='/{}'>{}</a></p>".format, st.sampled_from("xyz"), words),
    st.builds("<pre>{}\n{}</pre>".format, words, words),
    st.builds("<blockquote>{}</blockquote>".format, words),
    st.builds("<table><tr><td>{}<td>{}</table>".format, words, words),
    words.map(escape),
)
documents = st.lists(blocks, max_size=6).map("".join)


@given(tables, tables)
def test_distance_is_symmetric_and_bounded(left: Table, right: Table) -> None:
    distance = tree_distance(left, right)
    assert distance == pytest.approx(tree_distance(right, left))
    assert 0 <= distance <= tree_distance(left, right, exact=False) + 1e-9
    assert (distance == 0) == (left == right)
    assert -1e-9 <= table_similarity(left, right) <= 1


@given(documents)
def test_a_document_matches_itself(html: str) -> None:
    for metric in (Structure(), Tables(), *Structure().parts().values()):
        counts = metric.counts(html_gold(html), html_retrieved(html))
        assert counts is None or metric.score(counts).value == 1


@given(documents, documents)
def test_swapping_the_sides_swaps_precision_and_recall(first: str, second: str) -> None:
    for metric in (Structure(), Tables()):
        there = metric.counts(html_gold(first), html_retrieved(second))
        back = metric.counts(html_gold(second), html_retrieved(first))
        assert (there is None) == (back is None)
        if there is not None and back is not None:
            assert (there.shared, there.extra, there.missed) == pytest.approx((back.shared, back.missed, back.extra))
