"""Metrics that need more of the gold than its text, and metrics over collections."""

import pytest

from maintext.metrics import METRICS, Counts, Gold, Retrieved
from maintext.metrics.cleaneval_markup import MarkedBlock, lines_as_paragraphs, split_marked_blocks


def counts(spec: str, gold: Gold | str, text: str) -> Counts | None:
    return METRICS.build(spec).counts(gold if isinstance(gold, Gold) else Gold(gold), Retrieved(text))


def test_markup_falls_into_segments() -> None:
    assert split_marked_blocks(" \n<h>Title\n<P>Text <l>item") == [
        MarkedBlock("h", "Title\n"),
        MarkedBlock("p", "Text "),
        MarkedBlock("l", "item"),
    ]
    assert split_marked_blocks("loose <p>x") == [MarkedBlock("", "loose "), MarkedBlock("p", "x")]
    assert lines_as_paragraphs("one\n\n two") == "<p>one\n<p> two"


def test_the_example_of_cleaneval() -> None:
    metric = METRICS.build("cleaneval")
    found = metric.counts(Gold("the dog barked"), Retrieved("the dog"))
    assert found == Counts(2, 0, 1)
    assert metric.score(found) == pytest.approx((1, 2 / 3, 0.8, 1 - 1 / 3))


def test_labels_of_tags_count_only_if_asked_for() -> None:
    gold, text = Gold("a b", markup="<h>a <p>b"), Retrieved("a b", markup="<p>a <p>b")
    assert METRICS.build("cleaneval(markup=labelled)").counts(gold, text) == Counts(3, 1, 1)
    assert METRICS.build("cleaneval(markup=unlabelled)").counts(gold, text) == Counts(4, 0, 0)
    assert METRICS.build("cleaneval(markup=none)").counts(gold, text) == Counts(2, 0, 0)


@pytest.mark.parametrize(
    ("spec", "gold", "text", "expected"),
    [
        ("bag", "a a b", "a b b c", Counts(2, 2, 1)),
        ("set", "a a b", "a b b c", Counts(2, 1, 0)),
        ("shingles(n=2)", "a b c", "a b d b c", Counts(2, 2, 0)),
        ("shingles", "a b", "a b", Counts(1, 0, 0)),
        ("blocks", "one line\nother line", "One line.\nthird line", Counts(1, 1, 1)),
        ("blocks(weighted=True)", "a b c\nd", "a b c", Counts(3, 0, 1)),
    ],
)
def test_collections(spec: str, gold: str, text: str, expected: Counts) -> None:
    assert counts(spec, gold, text) == expected


def test_the_same_word_elsewhere_in_the_page_is_another_word() -> None:
    gold = Gold("the cat sat", page_text="menu the cat sat home the end")
    assert counts("positions", gold, "the end") == Counts(0, 2, 3)
    assert counts("bag", gold, "the end") == Counts(1, 1, 2)
    assert counts("positions", gold, "the cat sat home") == Counts(3, 1, 0)


def test_blocks_of_the_page_belong_to_a_side_from_half_their_words() -> None:
    gold = Gold("first block here second one", page_text="Menu\nfirst block here\nsecond one\nmenu")
    assert counts("blocks(of=page)", gold, "first block") == Counts(1, 0, 1)
    assert counts("blocks(of=page, weighted=True)", gold, "Menu first block") == Counts(3, 1, 2)


def test_snippets() -> None:
    gold = Gold("", with_snippets=("first words", "last words"), without_snippets=("Cookie", "word"))
    assert counts("snippets", gold, "The FIRST\nwords. A cookie!") == Counts(1, 1, 1)
    assert counts("snippets", "gold text alone", "text") is None


def test_the_most_favourable_version_counts() -> None:
    gold = Gold("body text", versions=("Title by Me body text", "Title body text", "body text"))
    assert counts("best", gold, "Title body text") == Counts(3, 0, 0)
    assert counts("best(version=short)", gold, "Title body text") == Counts(2, 1, 0)
    assert counts("best", "no versions", "no") == Counts(1, 0, 1)


def test_the_start_and_the_end_alone_can_count() -> None:
    gold = "one two three four five six"
    assert counts("weighted(first=2)", gold, "one two") == Counts(2, 0, 0)
    assert counts("weighted(first=2)", gold, "junk two three x four") == Counts(1, 1, 1)
    assert counts("weighted(last=2)", gold, "five six junk") == Counts(2, 1, 0)
    assert counts("weighted(first=1, last=1)", gold, "one six") == Counts(2, 0, 0)


def test_noise_inside_the_article_can_weigh_more_than_outside() -> None:
    gold, text = "one two three", "menu one two advert three footer"
    assert counts("weighted", gold, text) == Counts(3, 3, 0)
    assert counts("weighted(outside=0)", gold, text) == Counts(3, 1, 0)
    assert counts("weighted(inline=5)", gold, text) == Counts(3, 7, 0)


def test_noise_before_and_after_the_article_is_outside() -> None:
    gold, text = "one two three", "menu home one two advert three footer"
    assert counts("weighted(inline=2, outside=3)", gold, text) == Counts(3, 2 * 3 + 2 + 3, 0)
    assert counts("weighted(inline=2, outside=3)", gold, "nothing of it") == Counts(0, 3 * 3, 3)


@pytest.mark.parametrize(("spec", "missed"), [("tables=3", 12), ("code=5", 5), ("lists=7", 7), ("headings=2", 2)])
def test_gold_in_html_has_kinds_of_blocks_too(spec: str, missed: float) -> None:
    html = "<h2>head</h2><p>text</p>"
    html += "<table><tr><td>cell<td>one<tr><td>two<td>three</table><pre><code>code</code></pre><ul><li>item</ul>"
    gold = Gold("head text cell one two three code item", markup=html, markup_format="html")
    kept = {"tables": "head text code item", "code": "head text cell one two three item",
            "lists": "head text cell one two three code",
            "headings": "text cell one two three code item"}  # fmt: skip
    found = counts(f"weighted({spec})", gold, kept[spec.partition("=")[0]])
    assert found is not None
    assert found.missed == missed


def test_kinds_of_blocks_can_weigh_more() -> None:
    gold = Gold("Title text item", markup="<h>Title <p>text <l>item")
    assert counts("weighted(headings=3)", gold, "text item") == Counts(2, 0, 3)
    assert counts("weighted(lists=0)", gold, "Title text") == Counts(2, 0, 0)
    assert counts("weighted(headings=3)", "no markup", "no") is None


def test_marked_words_and_regions_have_their_weights() -> None:
    gold = Gold("one two three two four", weights=(("two", 3), ("three two four", 2), ("absent words", 9)))
    assert counts("weighted(marked=True)", gold, "one two") == Counts(1 + 3, 0, 2 + 2 + 2)
    assert counts("weighted(marked=True)", gold, "three") == Counts(2, 0, 1 + 3 + 2 + 2)
    assert counts("weighted", gold, "one two") == Counts(2, 0, 3)
    assert counts("weighted(marked=True)", "without marks", "without") is None
