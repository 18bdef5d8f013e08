"""The text of an extraction is that of its blocks, unless a kept block shows more than its text."""

import pytest

from maintext import read_page
from maintext.render.text import has_other_text

FIRST = [True, False]
BOTH = [True, True]


@pytest.mark.parametrize(
    ("html", "kept", "other"),
    [
        ("<p>One two.</p><p>Three.</p>", BOTH, False),
        ("<p>One two.</p><pre>a = 1</pre>", BOTH, True),
        ("<p>One two.</p><pre>a = 1</pre>", FIRST, False),
        ("<p>One two.</p><p>She said <q>three</q>.</p>", BOTH, True),
        ("<p>One two.</p><p>She said <q>three</q>.</p>", FIRST, False),
        ("<h2>One <a href='#one'>¶</a></h2><p>Two</p>", BOTH, True),
        ("<p>One <a href='#one'>#</a></p><p>Two</p>", BOTH, False),
        ("<h2>One [two]</h2><p>Three</p>", BOTH, False),
        ("<div role=heading>One <a href='#one'>#</a></div><p>Two</p>", BOTH, True),
        ("<p>One <img alt='x^2' src='/latex.php?x'></p><p>Two</p>", FIRST, True),
        ("<p>One <img src='/photo.jpg'></p><p>Two</p>", BOTH, False),
        ("<p>One</p><script type='math/tex'>x</script><p>Two</p>", BOTH, True),
    ],
)
def test_what_shows_more_than_its_text(html: str, kept: list[bool], other: bool) -> None:
    page = read_page(html)
    assert len(page.tree.block_texts) == len(kept)
    assert has_other_text(page, kept) is other
