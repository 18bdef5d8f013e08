"""Script-augmented pages: the same blocks, in a script without spaces."""

from maintext.page import read_page
from maintext.page.words import words
from maintext.training.learned.script_augmentation import augment_page, replace_words
from tests.bundled import SLUGS, bundled

SOURCE = """<html><head><title>A title</title><script>var text = "one two";</script></head><body class="home page">
<nav id="menu"><a class="item" href="/one?class=item">One &amp; two</a></nav>
<article class="entry-content" role="main"><h1 class=item>A title</h1><p>Some words, and more words.</p></article>"""


def test_words_become_characters_replace_words() -> None:
    page = read_page(replace_words(SOURCE))
    heading, last = page.tree.block_texts[-2:]
    assert page.title == heading
    assert " " not in last
    assert last.endswith("。")
    assert len(words(last)) > len(words("Some words, and more words."))
    assert last.removesuffix("。")[-2:] in last[:-4], "the same word is the same characters"


def test_markup_and_scripts_stay_as_they_are() -> None:
    source = replace_words(SOURCE)
    assert 'var text = "one two";' in source
    assert 'href="/one?class=item"' in source
    assert 'class="entry-content"' in source
    assert "&amp;" in source


def test_an_augmented_page_has_the_same_blocks() -> None:
    count = 0
    for slug in SLUGS:
        page = read_page(bundled(slug).data)
        other = augment_page(page)
        if other is None:
            continue
        count += 1
        assert len(other.tree.block_texts) == len(page.tree.block_texts)
        assert other.tree.tags == page.tree.tags
    assert count > 40
