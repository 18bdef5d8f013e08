"""Training maximum subsequence segmentation on a corpus small enough to count by hand."""

import math

import pytest

from maintext.extractors.mss.model import Model
from maintext.page import read_page
from maintext.training.mss import MssTrainer, main_span
from maintext.training.trainer import Labelled


def labelled(html: str, gold: str, source: str = "one") -> Labelled:
    return Labelled(read_page(html), gold, source)


def trained(trainer: MssTrainer) -> Model:
    return Model.from_file(trainer.finish({}))


def test_the_main_text_reaches_from_the_first_gold_word_to_the_last() -> None:
    item = labelled(
        "<p>menu home<p>alpha beta<i>ad</i>gamma delta epsilon<p>foot note", "alpha beta gamma delta epsilon"
    )
    names = [name for name, inside in zip(item.page.tokens.names, main_span(item), strict=True) if inside]
    assert names == ["alpha", "beta", "i", "ad", "i", "gamma", "delta", "epsilon"]


def test_weights_are_those_of_the_counts() -> None:
    trainer = MssTrainer(alpha=1.0, least_pages=1, least_singles=1, least_weight=0.0)
    trainer.add(labelled("menu alpha beta gamma delta", "alpha beta gamma delta"))
    model = trained(trainer)
    assert model.singles is not None
    weight = model.singles[model.vocabulary["alpha"] - 1]
    assert weight == pytest.approx(math.log((1 + 1) / (4 + 5)) - math.log((0 + 1) / (1 + 5)), abs=1 / 16)
    assert len(model.keys) == 5


def test_tags_of_one_source_only_become_unknown() -> None:
    trainer = MssTrainer(least_pages=1, least_singles=1, least_weight=0.0)
    text = "<p>alpha beta gamma delta</p>"
    trainer.add(labelled(f"<newselement>{text}</newselement>", "alpha beta gamma delta", "one"))
    trainer.add(labelled(f"<newselement>{text}</newselement>", "alpha beta gamma delta", "one"))
    trainer.add(labelled(text, "alpha beta gamma delta", "two"))
    model = trained(trainer)
    assert "<p>" in model.vocabulary
    assert "<newselement>" not in model.vocabulary
    ids = model.ids(read_page("<whatever>alpha</whatever>").tokens).tolist()
    assert ids == [model.vocabulary[unit] for unit in ("<UNKNOWN>", "alpha", "</UNKNOWN>")]


def test_rare_trigrams_are_left_out() -> None:
    trainer = MssTrainer(least_pages=2, least_weight=0.0)
    trainer.add(labelled("alpha beta gamma delta", "alpha beta gamma delta"))
    trainer.add(labelled("alpha beta gamma omega", "alpha beta gamma omega"))
    assert len(trained(trainer).keys) == 1
