"""Script augmentation: a copy of a training page in a script without spaces.

The training pages have spaces between words; Chinese, Japanese and Thai do not. The main text stays the same, so a
network that is trained on both does not rely on spaces.
"""

import re
from collections.abc import Callable
from typing import Final
from zlib import crc32

from maintext.errors import PageError
from maintext.page import Page, read_page

_NON_TEXT: Final = re.compile(
    r"(<script\b.*?</script\s*>|<style\b.*?</style\s*>|<!--.*?-->|<[^>]*>|&[#\w]+;)", re.DOTALL | re.IGNORECASE
)
"""Splits a source into text, at even indexes, and everything else."""
_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_WORD_END: Final = "\ufdd0"  # a noncharacter that marks where a word ended
_SPACE: Final = re.compile(rf"{_WORD_END}([,.?!:;]?)[ \t]*(?=\S)")
_FIRST_HAN: Final = 0x4E00
_HAN_CHARACTERS: Final = 3000
_LETTERS_PER_CHARACTER: Final = 2.6
_FULL_WIDTH: Final = str.maketrans({",": "，", ".": "。", "?": "？", "!": "！", ":": "："})


def augment_page(page: Page) -> Page | None:
    """The page in a script without spaces; None if that changes its blocks."""
    try:
        other = read_page(replace_words(page.original), url=page.url, max_bytes=None)
    except PageError:
        return None
    return other if len(other.tree.block_texts) == len(page.tree.block_texts) else None


def replace_words(source: str) -> str:
    """The source with every word replaced by a few Han characters, the same for the same word, without spaces."""
    return map_texts(source, _replace_words)


def map_texts(source: str, change: Callable[[str], str]) -> str:
    """The source with every text outside of tags, scripts, styles, comments and character references changed."""
    parts = _NON_TEXT.split(source)
    parts[::2] = map(change, parts[::2])
    return "".join(parts)


def _replace_words(text: str) -> str:
    replaced = _WORD.sub(lambda found: _han_characters(found[0]) + _WORD_END, text)
    return _SPACE.sub(r"\1", replaced).replace(_WORD_END, "").translate(_FULL_WIDTH)


def _han_characters(word: str) -> str:
    number = crc32(word.lower().encode())
    count = max(1, round(len(word) / _LETTERS_PER_CHARACTER))
    return "".join(chr(_FIRST_HAN + (number >> 5 * index) % _HAN_CHARACTERS) for index in range(count))
