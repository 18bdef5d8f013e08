"""Text fragments: the end of a URL by which a browser scrolls to a text and highlights it.

https://wicg.github.io/scroll-to-text-fragment/. A browser looks for a phrase within one line of a block and at word
boundaries, so phrases are taken from the first and the last line.
"""

import re
from typing import Final
from urllib.parse import quote, urldefrag

_WORDS: Final = 6
_MOST_CHARACTERS: Final = 150
"""A text with so few words or characters is named whole."""
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_CLAUSE = re.compile(r"[^。！？，、；：\s]+[。！？，、；：\s]*")


def text_fragment(first: str, last: str) -> str:
    """The fragment for a text from the start of one line to the end of another, which may be the same."""
    first, last = " ".join(first.split()), " ".join(last.split())
    pieces, others = _pieces(first), _pieces(last)
    if first == last and (len(pieces) <= 2 * _WORDS or len(first) <= _MOST_CHARACTERS):
        return f":~:text={_escape(first)}"
    start, end = "".join(pieces[:_WORDS]).strip(), "".join(others[-_WORDS:]).strip()
    return f":~:text={_escape(start)},{_escape(end)}"


def fragment_url(url: str, fragment: str) -> str:
    """The URL of a page with a text fragment."""
    return f"{urldefrag(url).url}#{fragment}"


def _pieces(text: str) -> list[str]:
    """The words of a text with the white space after them; where words are not separated, its clauses."""
    pattern = _CLAUSE if _UNSPACED.search(text) else re.compile(r"\S+\s*")
    return pattern.findall(text)


def _escape(text: str) -> str:
    return quote(text, safe="").replace("-", "%2D")
