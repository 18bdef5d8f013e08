"""Networks in torch: they learn, and the forward pass in numpy is the same; cross-validation reports its progress."""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random
from typing import TypeVar

import numpy as np
import pytest

from maintext.extractors.learned.features import NAMES
from maintext.extractors.learned.network import (
    GUIDELINES,
    HEADS,
    block_log_odds,
    join_inputs,
    run_networks,
    stack_networks,
)
from maintext.extractors.models import shipped
from maintext.training.learned.predictions import predict
from maintext.training.registry import build_trainer
from tests.training.learned.pages import GOLD, training_page

torch = pytest.importorskip("torch", reason="needs torch: pip install 'maintext[network]'")

from maintext.training.learned.batches import collate  # noqa: E402
from maintext.training.learned.cross_validation import cross_validate  # noqa: E402
from maintext.training.learned.network_fitting import Hyperparameters, fit_network  # noqa: E402
from maintext.training.learned.torch_network import Network  # noqa: E402

pytestmark = pytest.mark.torch
T = TypeVar("T")
ZERO = np.zeros(1, np.float32)


@pytest.mark.parametrize("width", [16, 15])
def test_the_forward_pass_is_the_network_that_was_trained(width: int) -> None:
    pages = [training_page(), training_page()]
    rows = [page.features.rows.astype(np.float16) for page in pages]
    network = Network(len(NAMES), width, 0.3).eval()
    batch, _ = collate(pages, rows, [0, 1], Random(0), 0.0)
    with torch.no_grad():
        blocks, types = network(batch)
    weights = join_inputs(stack_networks([network.export() | {"mean": ZERO, "scale": ZERO}]))
    hidden = run_networks(weights, rows[0].astype(np.float32), pages[0].features)
    log_odds = block_log_odds(weights, hidden, pages[0].guideline)
    assert np.allclose(log_odds[:, 0], blocks[0].numpy(), atol=1e-4)
    assert np.allclose(hidden.page_types[0], types[0].numpy(), atol=1e-4)


def test_it_learns_what_it_is_shown() -> None:
    page = training_page()
    settings = Hyperparameters(width=16, epochs=25, averaging_decay=0.9, feature_dropout=0.0, group_dropout=())
    weights = fit_network([page] * 20, settings)
    found = predict(join_inputs(stack_networks([weights])), page)
    assert int(found.log_odds[page.guideline, :, 0, 0].argmax()) == page.texts.index(GOLD)


def test_the_same_pages_and_seed_yield_the_same_weights() -> None:
    pages = [training_page()] * 6
    one, other = (fit_network(pages, Hyperparameters(width=8, epochs=2)) for _ in range(2))
    third = fit_network(pages, Hyperparameters(width=8, epochs=2, seed=1))
    assert one.keys() == other.keys()
    assert all(np.array_equal(one[name], other[name]) for name in one)
    assert not np.array_equal(one["in.w"], third["in.w"])


def test_the_shipped_model_was_trained_with_the_default_settings() -> None:
    settings = json.loads(json.dumps(build_trainer("learned").settings()))
    assert shipped("learned", "learned").manifest["settings"] == settings


_FITTED = ("fold 1 of 2", "fold 2 of 2", "all pages")


def test_cross_validation_reports_every_epoch_and_predicts_every_page() -> None:
    pages = [replace(training_page(), site=f"{number}.org") for number in range(6)]
    settings = Hyperparameters(width=8, epochs=2, networks=2)
    lines: list[str] = []

    def record(items: Iterable[T], label: str | Callable[[T], str] = "pages", total: int | None = None) -> Iterable[T]:
        assert total == (2 + 1) * 2 * 2
        assert not isinstance(label, str)
        for item in items:
            lines.append(label(item).rpartition(", loss")[0])
            yield item

    found = cross_validate(pages, settings, folds=2, processes=2, progress=record)
    parts = [f"{fitted}, network {net} of 2" for fitted in _FITTED for net in (1, 2)]
    assert sorted(lines) == sorted(f"{part}, epoch {epoch} of 2" for part in parts for epoch in (1, 2))
    shape = (len(GUIDELINES), len(pages[0].words), 2, len(HEADS))
    assert {each.log_odds.shape for each in found.predictions} == {shape}
    assert len(found.networks) == 2


def test_a_network_that_cannot_be_fitted_ends_the_cross_validation() -> None:
    pages = [replace(training_page(), site=f"{number}.org") for number in range(6)]
    with pytest.raises(RuntimeError, match="dimension"):
        cross_validate(pages, Hyperparameters(width=-1), folds=2)
