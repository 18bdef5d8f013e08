"""Training maximum subsequence segmentation on a corpus small enough to count by hand."""

import math

import numpy as np
import pytest

from maintext.extractors.mss.classify import classify
from maintext.extractors.mss.model import MssModel
from maintext.page import read_page
from maintext.training.mss import MssTrainer, main_span
from maintext.training.mss_tally import Tally, new_ids
from maintext.training.trainer import LabeledPage


def labeled(html: str, gold: str, source: str = "one") -> LabeledPage:
    return LabeledPage(read_page(html), gold, source)


def trained(trainer: MssTrainer) -> MssModel:
    return MssModel.from_file(trainer.finish({}))


def test_the_main_text_reaches_from_the_first_gold_word_to_the_last() -> None:
    item = labeled(
        "<p>menu home<p>alpha beta<i>ad</i>gamma delta epsilon<p>foot note", "alpha beta gamma delta epsilon"
    )
    names = [name for name, inside in zip(item.page.tokens.names, main_span(item), strict=True) if inside]
    assert names == ["alpha", "beta", "i", "ad", "i", "gamma", "delta", "epsilon"]


def test_weights_are_those_of_the_counts() -> None:
    trainer = MssTrainer(alpha=1.0, least_pages=1, least_singles=1, least_weight=0.0)
    trainer.add(labeled("menu alpha beta gamma delta", "alpha beta gamma delta"))
    model = trained(trainer)
    assert model.singles is not None
    weight = model.singles[model.vocabulary["alpha"] - 1]
    assert weight == pytest.approx(math.log((1 + 1) / (4 + 5)) - math.log((0 + 1) / (1 + 5)), abs=1 / 16)
    assert len(model.keys) == 5


def test_tags_of_one_source_only_become_unknown() -> None:
    trainer = MssTrainer(least_pages=1, least_singles=1, least_weight=0.0)
    text = "<p>alpha beta gamma delta</p>"
    trainer.add(labeled(f"<newselement>{text}</newselement>", "alpha beta gamma delta", "one"))
    trainer.add(labeled(f"<newselement>{text}</newselement>", "alpha beta gamma delta", "one"))
    trainer.add(labeled(text, "alpha beta gamma delta", "two"))
    model = trained(trainer)
    assert "<p>" in model.vocabulary
    assert "<newselement>" not in model.vocabulary
    ids = model.ids(read_page("<whatever>alpha</whatever>").tokens).tolist()
    assert ids == [model.vocabulary[unit] for unit in ("<UNKNOWN>", "alpha", "</UNKNOWN>")]


def test_rare_trigrams_are_left_out() -> None:
    trainer = MssTrainer(least_pages=2, least_weight=0.0)
    trainer.add(labeled("alpha beta gamma delta", "alpha beta gamma delta"))
    trainer.add(labeled("alpha beta gamma omega", "alpha beta gamma omega"))
    assert len(trained(trainer).keys) == 1


PAGES = [
    ("<p>alpha beta gamma delta</p>", "alpha beta gamma delta", "one"),
    ("<div>alpha beta gamma omega</div>", "alpha beta gamma omega", "two"),
    ("<p>menu</p>alpha beta gamma alpha", "alpha beta gamma alpha", "one"),
]


def test_tallies_of_parts_add_up_to_the_tally_of_the_whole() -> None:
    whole = MssTrainer(least_pages=1, common=0.5)
    parts: list[Tally] = []
    for page in PAGES:
        item = labeled(*page)
        whole.add(item)
        part = Tally(ids=parts[0].ids if parts else new_ids())
        part.add(part.number(item.page.tokens), main_span(item), item.source)
        parts.append(part)
    summed = MssTrainer(least_pages=1, common=0.5)
    summed.tally = Tally.sum(parts)
    assert summed.tally.pages == 3
    assert summed.model().vocabulary == whole.model().vocabulary
    assert summed.model().keys.tolist() == whole.model().keys.tolist()
    assert summed.model().trigrams.tolist() == pytest.approx(whole.model().trigrams.tolist())
    assert summed.model().tags == pytest.approx(whole.model().tags)


def test_tallies_that_number_their_units_apart_are_not_added_up() -> None:
    with pytest.raises(ValueError, match="do not share their ids"):
        Tally.sum([Tally(), Tally()])


def test_a_tag_counts_for_its_share_beside_trigrams_and_whole_beside_single_tokens() -> None:
    tags = {"": 0.0, "td": -2.0}
    nothing = np.empty(0, dtype=np.uint64)
    model = MssModel({}, nothing, np.empty(0), singles=np.empty(0), tags=tags, tag_share=0.25)
    again = MssModel.from_file(model.to_file({}))
    tokens = read_page("<td>word").tokens
    assert classify(tokens, again).probabilities[1] == pytest.approx(1 / (1 + math.exp(0.5)))
    assert classify(tokens, again, "general").probabilities[1] == pytest.approx(1 / (1 + math.exp(2.0)))
