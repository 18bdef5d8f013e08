"""All networks are evaluated at once, with the same result as one after the other."""

import tracemalloc

import numpy as np
import pytest

from maintext.extractors.learned import network
from maintext.extractors.learned.ensemble import choose_guideline, run_ensemble
from maintext.extractors.learned.features import featurize
from maintext.extractors.learned.model import load_model
from maintext.extractors.learned.network import ANY_GUIDELINE, GUIDELINES, PAGE_TYPES, join_inputs
from maintext.page import read_page
from tests.bundled import SLUGS, bundled

TIGHT = GUIDELINES.index("tight")
PREFERRED = np.full(len(PAGE_TYPES), TIGHT)


def test_the_outputs_are_the_means_of_those_of_single_networks() -> None:
    model = load_model(None)
    assert model.size == 3
    for slug in SLUGS[:10]:
        page = read_page(bundled(slug).data)
        if not page.tree.block_texts:
            continue
        features = featurize(page, model.lexical)
        found = run_ensemble(model.networks(), features, TIGHT, PREFERRED)
        own = ("mean", "scale")
        singles = [
            join_inputs({name: a if name in own else a[index : index + 1] for name, a in model.stacked.items()})
            for index in range(model.size)
        ]
        outputs = [run_ensemble(single, features, TIGHT, PREFERRED) for single in singles]
        assert np.allclose(found.blocks, np.mean([each.blocks for each in outputs], axis=0), atol=1e-4)
        assert np.allclose(found.page, np.mean([each.page for each in outputs], axis=0), atol=1e-4)


def test_fewer_networks_may_be_run() -> None:
    model = load_model(None)
    features = featurize(read_page("<p>Short.</p><p>Shorter</p>"), model.lexical)
    one, all_three = (run_ensemble(model.networks(count), features, TIGHT, PREFERRED) for count in (1, 0))
    assert one.blocks.shape == all_three.blocks.shape == (2, 4)
    assert not np.allclose(one.blocks, all_three.blocks)


def test_any_stands_for_the_guideline_that_the_page_type_prefers() -> None:
    preferred = np.array([TIGHT, *[ANY_GUIDELINE] * (len(PAGE_TYPES) - 1)])
    article, other = np.eye(len(PAGE_TYPES), dtype=np.float32)[:2]
    assert choose_guideline(ANY_GUIDELINE, article, preferred) == TIGHT
    assert choose_guideline(ANY_GUIDELINE, other, preferred) == ANY_GUIDELINE
    assert choose_guideline(0, article, preferred) == 0


@pytest.mark.parametrize("count", [1, 2479, 2480, 2481, 5003])
def test_long_pages_are_computed_in_parts_with_the_same_result(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    model = load_model(None)
    html = "".join(f"<p>{'words ' * (number % 9)}of {number} <a href=/x>a link</a></p>" for number in range(count))
    features = featurize(read_page(html), model.lexical)
    in_parts = run_ensemble(model.networks(), features, TIGHT, PREFERRED)
    monkeypatch.setattr(network, "_PART", 10_000)
    in_one = run_ensemble(model.networks(), features, TIGHT, PREFERRED)
    assert np.array_equal(in_parts.blocks, in_one.blocks)
    assert np.array_equal(in_parts.page, in_one.page)


def test_memory_for_a_long_page_is_a_few_values_for_each_block() -> None:
    model, count = load_model(None), 20_000
    features = featurize(read_page("<p>x</p>" * count), model.lexical)
    tracemalloc.start()
    try:
        run_ensemble(model.networks(), features, TIGHT, PREFERRED)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak / count < 2_500
