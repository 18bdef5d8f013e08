"""Features come from flat arrays; these tests compute them the slow way and compare."""

import numpy as np
import pytest

from maintext.extractors.learned.features import NAMES, featurize
from maintext.extractors.learned.structure_features import unpack_bits
from maintext.page import read_page
from tests.bundled import bundled

PAGE = """<html><head><title>The red fox - Zoo</title></head><body class="home-page">
<nav class="top-menu"><ul><li><a href="/">Home</a></li><li><a href="/a">Animals</a></li></ul></nav>
<main id="content"><h1>The red fox</h1><div class="entry"><p>The fox is a small animal, and it runs, all day long.</p>
<p>It eats mice; it sleeps in the sun. <a href="/m">Mice</a></p></div>tail text</main>
<div style="display: none"><p>Hidden words</p></div><footer><p>Copyright 2020</p></footer></body></html>"""


def column(name: str) -> np.ndarray:
    return featurize(read_page(PAGE)).rows[:, NAMES.index(name)]


def texts() -> list[str]:
    return read_page(PAGE).tree.block_texts


def test_every_feature_has_a_name_of_its_own() -> None:
    assert len(set(NAMES)) == len(NAMES) == featurize(read_page(PAGE)).rows.shape[1]


def test_rows_are_finite_and_one_per_block() -> None:
    rows = featurize(read_page(PAGE)).rows
    assert rows.shape[0] == len(texts())
    assert np.isfinite(rows).all()


def test_tags_around_are_those_of_all_ancestors() -> None:
    page = read_page(PAGE)
    tree = page.tree
    for tag in ("nav", "li", "main", "div", "footer"):
        ancestors = column(f"tags: {tag} around")
        for block, start in enumerate(tree.block_starts):
            element = tree.text_elements[start]
            above = set()
            while element >= 0:
                above.add(tree.tags[element])
                element = tree.parents[element]
            assert ancestors[block] == (tag in above), (tag, tree.block_texts[block])


def test_blocks_hidden_by_the_markup_are_marked() -> None:
    hidden = column("place: hidden")
    assert [text for text, hides in zip(texts(), hidden, strict=True) if hides] == ["Hidden words"]


def test_the_heading_that_says_the_title_is_known() -> None:
    found = column("title: block in title")
    assert found[texts().index("The red fox")] == 1
    assert column("title: distance to h1")[texts().index("The red fox")] == 0


def test_bits_come_back_in_order() -> None:
    bits = np.array([0b101, 1 << 63], np.uint64)
    assert unpack_bits(bits, 64).nonzero()[1].tolist() == [0, 2, 63]


def test_no_feature_depends_on_the_language() -> None:
    """Words of another script, equally long, in the same markup: nothing changes but what the title says."""
    swap = str.maketrans("abcdefghijklmnopqrstuvwxyz", "абвгдежзийклмнопрстуфхцчшщ")
    page = "<body><div class=x><p>{}</p><p>{}</p></div></body>"
    first, second = "a small fox runs, and sleeps.", "another one"
    one = featurize(read_page(page.format(first, second))).rows
    two = featurize(read_page(page.format(first.translate(swap), second.translate(swap)))).rows
    assert np.allclose(one, two)


@pytest.mark.parametrize(
    ("slug", "expected"),
    [
        ("amp-custom-elements", 1642.6069702359873),
        ("article-ar-rtl", 1719.374025143206),
        ("article-fa-zwnj", 1934.3391900026395),
        ("article-ko-euckr", 999.7990311187555),
        ("article-pl-8859-2", 1720.1202439725973),
    ],
)
def test_they_are_those_that_the_shipped_model_was_trained_on(slug: str, expected: float) -> None:
    """If they change, the model must be trained again; benchmarks/reproduce_model.py checks all training pages."""
    rows = featurize(read_page(bundled(slug).data)).rows.astype(np.float64)
    weights = np.random.default_rng(0).random(rows.shape)
    assert float((rows * weights).sum()) == pytest.approx(expected, rel=1e-6)
