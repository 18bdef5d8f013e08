"""Gold texts that are articles, and others."""

import pytest

from maintext.datasets.importers.article_gold import is_article

SENTENCE = "The ferry left the harbor late because of the strong wind. "


@pytest.mark.parametrize(
    ("markup", "article"),
    [
        ("<h>Late\n" + f"<p>{SENTENCE * 4}\n" * 2, True),
        ("<h>Late\n" + f"<P>{SENTENCE * 4}\n" * 2, True),
        (f"<p>{SENTENCE * 8}", False),
        (f"<p>{SENTENCE * 3}\n" * 2, False),
        (f"<p>{SENTENCE * 4}\n" * 2 + "<l>one item of a long list of ferries\n" * 30, False),
        ("<p>A short line.\n" * 30, False),
        ("", False),
        ("no tags at all", False),
    ],
)
def test_an_article_has_whole_paragraphs_and_enough_sentences(markup: str, article: bool) -> None:
    assert is_article(markup) == article
