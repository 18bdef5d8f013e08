"""Contributions of feature groups, and the reasons made of them."""

import numpy as np
import pytest

import maintext
from maintext.arrays import Float32Array, Float64Array
from maintext.extractors.learned import network
from maintext.extractors.learned.contributions import FEATURE_GROUPS, contributions, remove_group
from maintext.extractors.learned.features import Features, featurize
from maintext.extractors.learned.model import load_model
from maintext.page import read_page
from tests.bundled import PAGES, bundled


def page(name: str) -> bytes:
    return bundled(name).data


@pytest.mark.parametrize("networks", [1, 3])
def test_the_contributions_are_what_removing_a_group_does(networks: int) -> None:
    """For 200 blocks: the output without the group differs by the contribution."""
    model = load_model(None)
    assert len(model.networks) == 3
    seen = 0
    for folder in sorted(PAGES.iterdir()):
        document = read_page((folder / "page.html").read_bytes())
        if not document.tree.block_texts:
            continue
        features = featurize(document)
        found = contributions(model, features, 3, networks)
        x = network.standardize(model.networks[0], features.rows)

        def log_odds(x: Float32Array, features: Features = features) -> Float64Array:
            outputs = [network.forward(weights, x, features, 3).blocks[:, 0] for weights in model.networks[:networks]]
            return np.asarray(np.mean(outputs, axis=0), np.float64)

        full = log_odds(x)
        for group in FEATURE_GROUPS:
            difference = (full - log_odds(remove_group(x, group))) / model.calibration.temperatures[0]
            stated = [next(one.amount for one in block if one.group == group) for block in found]
            assert np.allclose(difference, stated, atol=1e-4)
        seen += len(full)
        if seen >= 200:
            return
    pytest.fail("there are fewer than 200 blocks")


def test_reasons_name_groups_with_their_weight() -> None:
    found = maintext.extract(page("press-release"))
    whys = [block.why for block in found.blocks]
    assert any(whys)
    named = [reason for why in whys for reason in why if not reason.startswith("left out as ")]
    assert all(reason[0] in "+-" for reason in named)


def test_a_title_that_is_left_out_says_so() -> None:
    found = maintext.extract(page("press-release"))
    (title,) = [block for block in found.blocks if block.text == found.title]
    assert not title.kept
    assert title.why[0] == "left out as the title of the article"


def test_a_block_of_one_word_says_so() -> None:
    names = ("article-ko-euckr", "docs-sphinx", "press-release", "forum-phpbb-tables")
    blocks = [block for name in names for block in maintext.extract(page(name)).blocks]
    told = {reason.split("(")[1] for block in blocks for reason in block.why if "its length" in reason}
    assert "1 word)" in told
    assert "1 words)" not in told
