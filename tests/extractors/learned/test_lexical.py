"""Lexical scores: the evidence in a text, and what a model makes of it."""

import numpy as np
import pytest

from maintext.extractors.learned.lexical import BUCKET_BITS, MAX_WORDS, SCORE_LIMIT, LexicalModel, find_evidence
from maintext.page.words import words


def evidence(text: str) -> set[int]:
    return set(find_evidence([text]).buckets.tolist())


def counted(texts: list[str]) -> np.ndarray:
    return np.array([len(words(text)) for text in texts], np.float32)


def model_of(*texts: str, weight: int = 50) -> LexicalModel:
    """A model in which the evidence of these texts speaks for main text."""
    weights = np.zeros(1 << BUCKET_BITS, np.int8)
    for text in texts:
        weights[find_evidence([text]).buckets] = weight
    return LexicalModel(weights, 0.01)


@pytest.mark.parametrize(
    ("one", "other"),
    [("READ more", "read MORE"), ("12:30", "07:59"), ("am 3. Mai 2021", "am 4. Mai 1999"), ("ÜBER uns", "über uns")],
)
def test_case_and_digits_make_no_difference(one: str, other: str) -> None:
    assert evidence(one) == evidence(other)


def test_order_and_position_count() -> None:
    assert evidence("read more") != evidence("more read")
    assert evidence("more") - evidence("read more of it")


def test_texts_do_not_touch_each_other() -> None:
    texts = ["Read more", "", "中文新闻", "a", "By Anna Fox", "..."]
    found = find_evidence(texts)
    assert set(found.texts.tolist()) == {0, 2, 3, 4}
    for index, text in enumerate(texts):
        assert set(found.buckets[found.texts == index].tolist()) == evidence(text)


def test_every_character_of_a_script_without_spaces_is_a_word() -> None:
    assert evidence("中") & evidence("文中") - evidence("文")


@pytest.mark.parametrize("text", ["\ud800", "x" * 100_000, "\U0010ffff", "İ" * 500, "\n\n", "\0"])
def test_no_text_is_too_odd(text: str) -> None:
    assert np.isfinite(model_of("a").scores([text, "b"], np.array([1, 1], np.float32))).all()


def test_scores_say_what_the_weights_say() -> None:
    model = model_of("the harbor was rebuilt in spring", weight=40)
    texts = ["the harbor was rebuilt in spring", "subscribe to our newsletter", "harbor words " * MAX_WORDS, ""]
    known, unknown, long, empty = model.scores(texts, counted(texts)).tolist()
    assert 0 < known <= SCORE_LIMIT
    assert abs(unknown) < known / 4
    assert long == empty == 0


def test_no_texts_at_all() -> None:
    assert model_of("a").scores([], np.zeros(0, np.float32)).shape == (0,)
