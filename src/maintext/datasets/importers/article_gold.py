"""Distinguish the articles of CleanEval from its other pages, as [Pasternack 2009] does.

Their list of 411 articles among 674 pages was made by hand and not published. This rule uses only the gold text: an
article has at least two paragraphs and eight sentences, as in their definition, and most of its words are in full
paragraphs, not in lists, headings or short lines.
"""

from typing import Final

from maintext.page.words import count_sentences, count_words

_PARAGRAPHS: Final = 2
_SENTENCES: Final = 8
_WHOLE: Final = 20
"""The minimum number of words in a full paragraph."""
_SHARE: Final = 2 / 3


def is_article(markup: str) -> bool:
    """Whether a gold text with CleanEval's tags is an article."""
    blocks = [block.partition(">") for block in markup.split("<")[1:]]
    paragraphs = [text for tag, _, text in blocks if tag.lower() == "p"]
    whole = [text for text in paragraphs if count_words(text) >= _WHOLE]
    words = sum(count_words(text) for _, _, text in blocks)
    return (
        len(whole) >= _PARAGRAPHS
        and sum(map(count_sentences, paragraphs)) >= _SENTENCES
        and sum(map(count_words, whole)) >= _SHARE * words
    )
