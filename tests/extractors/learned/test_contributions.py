"""Contributions of feature groups, and the reasons made of them."""

import numpy as np
import pytest

import maintext
from maintext.arrays import Float32Array, Float64Array
from maintext.extractors.learned import network
from maintext.extractors.learned.contributions import FEATURE_GROUPS, contributions, group_columns, remove_group
from maintext.extractors.learned.features import NAMES, Features, featurize
from maintext.extractors.learned.model import load_model
from maintext.page import read_page
from tests.bundled import PAGES, SLUGS, bundled


def page(name: str) -> bytes:
    return bundled(name).data


@pytest.mark.parametrize("count", [1, 3])
def test_the_contributions_are_what_removing_a_group_does(count: int) -> None:
    """For 200 blocks: the output without the group differs by the contribution."""
    model = load_model(None)
    networks = model.networks(count)
    seen = 0
    for folder in sorted(PAGES.iterdir()):
        document = read_page((folder / "page.html").read_bytes())
        if not document.tree.block_texts:
            continue
        features = featurize(document, model.lexical)
        found = contributions(networks, features, 3)
        x = network.standardize(networks, features.rows)

        def log_odds(x: Float32Array, features: Features = features) -> Float64Array:
            hidden = network.run_networks(networks, x, features)
            return np.asarray(network.block_log_odds(networks, hidden, 3)[:, :, 0].mean(1), np.float64)

        full = log_odds(x)
        for group, stated in zip(FEATURE_GROUPS, found, strict=True):
            assert np.allclose(full - log_odds(remove_group(x, group)), stated, atol=1e-4)
        seen += len(full)
        if seen >= 200:
            return
    pytest.fail("there are fewer than 200 blocks")


def test_every_feature_belongs_to_one_group() -> None:
    columns = [column for group in FEATURE_GROUPS for column in group_columns(group)]
    assert sorted(columns) == list(range(len(NAMES)))


def test_reasons_name_groups_with_their_weight() -> None:
    found = maintext.extract(page("press-release"))
    whys = [block.why for block in found.blocks]
    assert any(whys)
    named = [reason for why in whys for reason in why if not reason.startswith(("left out as ", "kept "))]
    assert all(reason[0] in "+-" for reason in named)


def test_a_title_that_is_left_out_says_so() -> None:
    found = maintext.extract(page("press-release"))
    (title,) = [block for block in found.blocks if block.text == found.title]
    assert not title.kept
    assert title.why[0] == "left out as the title of the article"


def test_the_items_of_a_list_name_it_and_are_decided_together() -> None:
    items = "".join(f"<li>The {name} is closed this week." for name in ("harbor", "market", "old school"))
    found = maintext.extract(f"<h1>Closed</h1><p>{'All of this is about a town by the sea. ' * 9}</p><ul>{items}</ul>")
    blocks = [block for block in found.blocks if "closed this week" in block.text]
    assert len({block.kept for block in blocks}) == 1
    assert all("kept or left out with its list of 3 blocks" in block.why for block in blocks)


def test_a_block_of_one_word_says_so() -> None:
    blocks = [block for name in SLUGS for block in maintext.extract(page(name)).blocks]
    told = {reason.split("(")[1] for block in blocks for reason in block.why if "its length" in reason}
    assert "1 word)" in told
    assert "1 words)" not in told
