"""Whether a gold text is an article, as [Pasternack 2009] tells articles of CleanEval from other pages.

Their list of 411 articles among 674 pages was made by hand and not published. This rule uses the gold text alone: an
article has at least two paragraphs and eight sentences, which is their test of an article, and most of its words stand
in whole paragraphs rather than in lists, headings and short lines.
"""

from typing import Final

from maintext.page.words import count_sentences, count_words

_PARAGRAPHS: Final = 2
_SENTENCES: Final = 8
_WHOLE: Final = 20
"""Words of a paragraph that is more than a line of a list."""
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
