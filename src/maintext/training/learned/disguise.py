"""Pages in disguise: the same page as if it were written in a script without spaces.

The pages that may be trained on are written with spaces between words; Chinese, Japanese and Thai are not. What is main
text stays the same in disguise, so a network that learns from both learns to do without.
"""

import re
from typing import Final
from zlib import crc32

from maintext.errors import PageError
from maintext.page import Page, read_page

_APART: Final = re.compile(
    r"(<script\b.*?</script\s*>|<style\b.*?</style\s*>|<!--.*?-->|<[^>]*>|&[#\w]+;)", re.DOTALL | re.IGNORECASE
)
"""Splits a source into text, at even places, and everything else."""
_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_JOINED: Final = "\ufdd0"  # no character: marks the end of a word that was
_SPACE: Final = re.compile(rf"{_JOINED}([,.?!:;]?)[ \t]*(?=\S)")
_FIRST_HAN: Final = 0x4E00
_HAN_CHARACTERS: Final = 3000
_LETTERS_PER_CHARACTER: Final = 2.6
_WIDE: Final = str.maketrans({",": "，", ".": "。", "?": "？", "!": "！", ":": "："})


def disguise(page: Page) -> Page | None:
    """The page in a script without spaces; None if its blocks came out others."""
    try:
        other = read_page(without_spaces(page.original), url=page.url, max_bytes=None)
    except PageError:
        return None
    return other if len(other.tree.block_texts) == len(page.tree.block_texts) else None


def without_spaces(source: str) -> str:
    """The page in a script without spaces: every word a few Han characters, always the same ones."""
    parts = _APART.split(source)
    for at in range(0, len(parts), 2):
        told = _WORD.sub(lambda found: _characters(found[0]) + _JOINED, parts[at])
        parts[at] = _SPACE.sub(r"\1", told).replace(_JOINED, "").translate(_WIDE)
    return "".join(parts)


def _characters(word: str) -> str:
    number = crc32(word.lower().encode())
    count = max(1, round(len(word) / _LETTERS_PER_CHARACTER))
    return "".join(chr(_FIRST_HAN + (number >> 5 * at) % _HAN_CHARACTERS) for at in range(count))
