import pytest

from maintext.datasets.dataset import MarkupFormat
from maintext.metrics import METRICS, Counts, Gold, Retrieved

GOLD = "The quick brown fox jumps over the lazy dog."


def test_the_sequence_of_words_ignores_case_and_punctuation() -> None:
    assert METRICS.build("words").counts(Gold(GOLD), Retrieved("the QUICK brown - fox!")) == Counts(4, 0, 5)


def test_the_sequence_of_words_keeps_order() -> None:
    assert METRICS.build("words").counts(Gold("a b c d"), Retrieved("c d a b")) == Counts(2, 2, 2)


def test_the_papers_example_by_characters() -> None:
    assert METRICS.build("diff(unit=chars)").counts(Gold("tototiti"), Retrieved("totititoti")) == Counts(6, 4, 2)


def test_a_replaced_token_is_extra_and_missed() -> None:
    assert METRICS.build("diff").counts(Gold("a b c"), Retrieved("a x c")) == Counts(2, 1, 1)


def test_case_and_punctuation_count_in_the_diff() -> None:
    assert METRICS.build("diff").counts(Gold("Hello, world"), Retrieved("hello, world")) == Counts(1, 1, 1)


def test_tags_weigh_as_much_as_words_in_the_diff() -> None:
    gold = Gold("Title Text here", markup="<h>Title <p>Text here")
    retrieved = Retrieved("", markup="<p>Title <p>Text here")
    assert METRICS.build("diff(markup=True)").counts(gold, retrieved) == Counts(4, 1, 1)


def test_the_diff_with_markup_does_not_apply_without_it() -> None:
    assert METRICS.build("diff(markup=True)").counts(Gold("text"), Retrieved("text")) is None


@pytest.mark.parametrize("spec", ["diff(markup=True)", "cleaneval(markup=labelled)"])
def test_a_text_without_markup_has_a_paragraph_per_line(spec: str) -> None:
    gold = Gold("one two three", markup="<p>one two\n<p>three")
    assert METRICS.build(spec).counts(gold, Retrieved("one two\n\nthree")) == Counts(5, 0, 0)


@pytest.mark.parametrize(
    ("markup", "markup_format"),
    [
        ("<h2>Fares</h2><ul><li>one way</li></ul><p>text <img src=x.png alt=map></p>", "html"),
        ("## Fares\n\n- one way\n\ntext", "markdown"),
    ],
)
def test_tags_come_from_html_and_markdown(markup: str, markup_format: MarkupFormat) -> None:
    gold = Gold("Fares one way text", markup="<h>Fares\n<l>one way\n<p>text")
    retrieved = Retrieved("Fares\none way\ntext", markup, markup_format)
    for spec in ("cleaneval(markup=labelled)", "diff(markup=True)"):
        assert METRICS.build(spec).counts(gold, retrieved) == Counts(7, 0, 0)
        assert METRICS.build(spec).counts(gold, Retrieved(retrieved.text)) == Counts(5, 2, 2)
    same = Gold("Fares one way text", markup, markup_format=markup_format)
    assert METRICS.build("cleaneval(markup=labelled)").counts(same, retrieved) == Counts(7, 0, 0)
