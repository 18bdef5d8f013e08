"""Features come from flat arrays; these tests work them out the slow way and compare."""

from itertools import pairwise

import numpy as np
import pytest

from maintext.extractors.learned import characters as ch
from maintext.extractors.learned.features import NAMES, featurize, unpack
from maintext.extractors.learned.hints import GROUPS, hint_bits
from maintext.extractors.learned.layout import LEVELS, lay_out
from maintext.page import read_page

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
        told = column(f"tags: {tag} around")
        for block, start in enumerate(tree.block_starts):
            element = tree.text_elements[start]
            above = set()
            while element >= 0:
                above.add(tree.tags[element])
                element = tree.parents[element]
            assert told[block] == (tag in above), (tag, tree.block_texts[block])


def test_containers_hold_what_the_tree_says() -> None:
    page = read_page(PAGE)
    layout = lay_out(page)
    for element, end in enumerate(page.ends):
        inside = [block for block, own in enumerate(layout.blocks) if element <= own < end]
        assert layout.held[element] == len(inside)
        if inside:
            assert layout.first[element] == inside[0]
            assert inside == list(range(inside[0], inside[0] + len(inside)))


def test_each_level_holds_more_blocks_than_the_one_before() -> None:
    layout = lay_out(read_page(PAGE))
    sizes = [layout.held[level] for level in layout.containers()]
    assert len(sizes) == LEVELS
    for narrow, wide in pairwise(sizes):
        assert ((wide > narrow) | (wide == len(texts()))).all()


def test_what_the_markup_hides_is_told() -> None:
    hidden = column("place: hidden")
    assert [text for text, hides in zip(texts(), hidden, strict=True) if hides] == ["Hidden words"]


def test_the_heading_that_says_the_title_is_known() -> None:
    found = column("title: block in title")
    assert found[texts().index("The red fox")] == 1
    assert column("title: distance to h1")[texts().index("The red fox")] == 0


def test_hints_are_whole_words_or_parts() -> None:
    menu, body, gradient, slot, nothing = hint_bits(["top-menu", "PostBody", "gradient", "ad-slot", ""]).tolist()
    assert menu & 1 << GROUPS.index("navigation")
    assert body & 1 << GROUPS.index("text")
    assert not gradient & 1 << GROUPS.index("advert")
    assert slot & 1 << GROUPS.index("advert")
    assert nothing == 0


def test_bits_come_back_in_order() -> None:
    bits = np.array([0b101, 1 << 63], np.uint64)
    assert unpack(bits, 64).nonzero()[1].tolist() == [0, 2, 63]


@pytest.mark.parametrize(
    ("text", "words", "stops"),
    [
        ("Ein kurzer Satz.", 3, 1),
        ("你好世界。", 4, 1),
        ("Привет, мир!", 2, 1),
        ('He said "yes."', 3, 1),
        ("no end", 2, 0),
        ("", 0, 0),
        ("\U0002000b\U0002000c", 2, 0),
    ],
)
def test_characters_are_counted_in_every_script(text: str, words: int, stops: int) -> None:
    counts = ch.count_classes([text])[0]
    assert counts[ch.CLASSES] == words
    assert counts[ch.CLASSES + 1] == stops
    assert counts[: ch.CLASSES].sum() == len(text)


def test_the_shipped_table_is_what_unicode_says() -> None:
    """A few characters were added to Unicode since; no more than that may differ."""
    built = np.frombuffer(ch.build_table(), np.uint8)
    assert (built != ch.class_table()).mean() < 0.01
    assert (built[:0x3000] == ch.class_table()[:0x3000]).mean() > 0.999


def test_no_feature_depends_on_the_language() -> None:
    """Words of another script, equally long, in the same markup: nothing changes but what the title says."""
    swap = str.maketrans("abcdefghijklmnopqrstuvwxyz", "абвгдежзийклмнопрстуфхцчшщ")
    page = "<body><div class=x><p>{}</p><p>{}</p></div></body>"
    first, second = "a small fox runs, and sleeps.", "another one"
    one = featurize(read_page(page.format(first, second))).rows
    two = featurize(read_page(page.format(first.translate(swap), second.translate(swap)))).rows
    assert np.allclose(one, two)
