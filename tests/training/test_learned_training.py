"""Training the default extractor: what is right for every block, calibration, folds, and the network itself."""

from importlib.util import find_spec
from random import Random

import numpy as np
import pytest

from maintext.datasets import Example
from maintext.errors import TrainingError
from maintext.extractors.learned.features import NAMES
from maintext.extractors.learned.network import HEADS, forward
from maintext.page import read_page
from maintext.training.fit import labelled
from maintext.training.learned.calibrate import rising_curve, temperature
from maintext.training.learned.sheet import Sheet, guideline_of, read_sheet
from maintext.training.registry import TRAINERS
from maintext.training.sources import SHARED

PAGE = """<title>The fox</title><nav><a href=/>Home</a></nav><h1>The fox</h1><p>By Anna Fox</p>
<p>The fox sleeps all day and runs all night long.</p><ul><li>Reader says hello to everybody</li></ul>"""
GOLD = "The fox sleeps all day and runs all night long."

needs_torch = pytest.mark.skipif(not find_spec("torch"), reason="needs torch: pip install 'maintext[network]'")


def example(**more: object) -> Example:
    facts = {"title": "The fox", "author": "Anna Fox"}
    return Example("1", PAGE.encode(), GOLD, facts=facts, page_type="article", **more)  # type: ignore[arg-type]


def sheet() -> Sheet:
    both = f"{GOLD}\nReader says hello to everybody"
    found = read_sheet(read_page(PAGE), example(alternatives={"with-comments": both}), "wcxb/dev", "fox.org")
    assert found is not None
    return found


def test_what_is_right_for_every_block() -> None:
    made = sheet()
    told = {
        head: [text for text, share in zip(made.texts, made.right[:, at], strict=True) if share > 0.5]
        for at, head in enumerate(HEADS)
    }
    assert told == {
        "text": [GOLD],
        "title": ["The fox"],
        "comment": ["Reader says hello to everybody"],
        "byline": ["By Anna Fox"],
    }


def test_a_title_that_the_gold_leaves_out_is_no_error() -> None:
    made = sheet()
    assert made.weights[made.texts.index("The fox"), 0] == 0
    assert made.weights[made.texts.index(GOLD), 0] > 0


def test_a_page_without_text_makes_no_sheet() -> None:
    assert read_sheet(read_page("<p></p>"), example(), "wcxb/dev", "x") is None


def test_guidelines_belong_to_datasets() -> None:
    assert [guideline_of(name) for name in ("wcxb/dev", "dragnet", "cleaneval/dev")] == [0, 1, 2]
    with pytest.raises(TrainingError, match="guideline"):
        guideline_of("mine")


def test_a_page_that_a_test_set_holds_too_is_left_out() -> None:
    left_out = next(iter(SHARED["cleaneval/dev"]))
    shared = Example(left_out, b"<p>one two three</p>", "one two three")
    assert list(labelled([shared], "cleaneval/dev")) == []
    assert len(list(labelled([shared], "dragnet"))) == 1


def test_the_temperature_that_made_the_odds_is_found() -> None:
    rng = np.random.default_rng(0)
    true = rng.normal(0, 2, 20_000)
    right = (rng.random(20_000) < 1 / (1 + np.exp(-true))).astype(float)
    assert temperature(true * 2, right, np.ones(20_000)) == pytest.approx(2, abs=0.15)
    assert temperature(true, right, np.ones(20_000)) == pytest.approx(1, abs=0.1)


def test_the_curve_of_confidence_rises_and_keeps_the_mean() -> None:
    rng = np.random.default_rng(1)
    expected = rng.random(2000)
    observed = np.clip(expected**2 + rng.normal(0, 0.05, 2000), 0, 1)
    x, y = rising_curve(expected.tolist(), observed.tolist())
    assert (np.diff(x) > 0).all()
    assert (np.diff(y) > 0).all()
    assert np.interp(expected, x, y).mean() == pytest.approx(observed.mean(), abs=0.02)


def test_wrappers_cannot_train_it() -> None:
    from maintext.training.trainer import Labelled

    trainer = TRAINERS.build("learned")
    with pytest.raises(TrainingError, match="datasets"):
        trainer.add(Labelled(read_page(PAGE), GOLD, "x"))


@needs_torch
@pytest.mark.parametrize("width", [16, 15])
def test_the_forward_pass_is_the_network_that_was_trained(width: int) -> None:
    import torch

    from maintext.training.learned.batches import collate
    from maintext.training.learned.torch_network import Network

    made = [sheet(), sheet()]
    rows = [each.features.rows.astype(np.float16) for each in made]
    network = Network(len(NAMES), width, 0.3).eval()
    batch, _ = collate(made, rows, [0, 1], Random(0), 0.0)
    with torch.no_grad():
        blocks, types = network(batch)
    found = forward(network.export(), rows[0].astype(np.float32), made[0].features, made[0].guideline)
    assert np.allclose(found.blocks, blocks[0].numpy(), atol=1e-4)
    assert np.allclose(found.page, types[0].numpy(), atol=1e-4)


@needs_torch
def test_it_learns_what_it_is_shown() -> None:
    from maintext.training.learned.crossvalidate import judge
    from maintext.training.learned.learner import Recipe, fit_network

    made = sheet()
    weights = fit_network([made] * 20, Recipe(width=16, rounds=25, averaging=0.9, hide_feature=0.0, hide_groups=()))
    told = judge(weights, made).own[0].blocks[:, 0]
    assert int(told.argmax()) == made.texts.index(GOLD)
