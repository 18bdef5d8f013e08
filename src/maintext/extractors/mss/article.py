"""Is it an article? For news, a story of at least two paragraphs and eight sentences."""

import re
from typing import Final

PARAGRAPHS: Final = 2
SENTENCES: Final = 8

_SENTENCE = re.compile(r"(?<![.!?…])[.!?…]++[\"'”’»)\]]*+(?=\s|$)|[。！？｡．]+|[।؟۔]")


def is_article(text: str, paragraphs: int = PARAGRAPHS, sentences: int = SENTENCES) -> bool:
    """Whether a text, one paragraph per line, is long enough; a line without the end of a sentence is no paragraph."""
    counts = [count_sentences(line) for line in text.splitlines()]
    return sum(count > 0 for count in counts) >= paragraphs and sum(counts) >= sentences


def count_sentences(text: str) -> int:
    """How many sentences end in a text."""
    return len(_SENTENCE.findall(text))
