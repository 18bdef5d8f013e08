import pytest

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
