"""Read published gold: bytes in many encodings, malformed tags, signs of truncation."""

import html
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from typing import NamedTuple

from maintext.datasets.example import Encoding
from maintext.page.words import words

_BOMS = ((BOM_UTF8, "utf-8"), (BOM_UTF16_LE, "utf-16-le"), (BOM_UTF16_BE, "utf-16-be"))
_STRAY = re.compile("[\udc80-\udcff]")
_BEYOND_ASCII = re.compile("[\x80-\ud7ff\ue000-\U0010ffff]")
_SLIP = re.compile(r'^([ \t]*)<([phl])(?:[.<]|(?=[A-Z"]))', re.MULTILINE)
_TAG = re.compile(r"<([phl])>", re.IGNORECASE)
_CLOSING = re.compile(r"</[phl]>", re.IGNORECASE)
_URL_LINE = re.compile(r"\s*URL:[ \t]*(\S*)[^\n]*(?:\n|\Z)")


class Decoded(NamedTuple):
    """Text, and the encoding its bytes were in."""

    text: str
    encoding: Encoding


def decode_gold(data: bytes, declared: str | None = None) -> Decoded:
    """The text of a gold file: by its BOM, as UTF-8, as the source says, or with stray bytes read as Windows-1252.

    Files that mix UTF-8 and Windows-1252 exist (CleanEval final 222), so the guess is made byte by byte.
    """
    for mark, name in _BOMS:
        if data.startswith(mark):
            return Decoded(_lines(data[len(mark) :].decode(name, "replace")), Encoding(name, "declared"))
    try:
        return Decoded(_lines(data.decode("utf-8")), Encoding("utf-8", "valid utf-8"))
    except UnicodeDecodeError:
        pass
    if declared:
        try:
            return Decoded(_lines(data.decode(declared)), Encoding(declared, "declared"))
        except (UnicodeDecodeError, LookupError):
            pass
    escaped = data.decode("utf-8", "surrogateescape")
    name = "utf-8, windows-1252" if _BEYOND_ASCII.search(escaped) else "windows-1252"
    return Decoded(_lines(_STRAY.sub(_windows_1252, escaped)), Encoding(name, "guessed"))


def page_encoding(page: bytes, label: str | None = None) -> Encoding:
    """The encoding of a page: what the source declares; else UTF-8 if the bytes show it; else unknown."""
    import webencodings

    known = webencodings.lookup(label) if label else None
    if known is not None:
        return Encoding(str(known.name), "declared")
    try:
        page.decode("utf-8")
    except UnicodeDecodeError:
        return Encoding()
    return Encoding() if page.isascii() else Encoding("utf-8", "valid utf-8")


class CleanEvalGold(NamedTuple):
    """CleanEval's gold: its text, its text with p, h and l tags, the URL of its URL line, how many tags were mended."""

    text: str
    markup: str
    url: str | None
    repaired: int


def read_structure(text: str) -> CleanEvalGold:
    """Take CleanEval's gold apart; slips such as `<h<Title`, `<l. Item` and `<P>` become the tags that were meant.

    Character references (CleanPortalEval has them) become characters.
    """
    found = _URL_LINE.match(text)
    body = text[found.end() :] if found else text
    body, slips = _SLIP.subn(r"\1<\2>", body)
    body, closing = _CLOSING.subn("", body)
    capitals = sum(tag.isupper() for tag in _TAG.findall(body))
    markup = _TAG.sub(lambda tag: tag.group().lower(), body)
    plain = html.unescape(_tidy(_TAG.sub("\n", markup)))
    url = (found.group(1) or None) if found else None
    return CleanEvalGold(plain, html.unescape(_tidy(markup)), url, slips + closing + capitals)


def is_cut_short(gold: str, page: str) -> bool:
    """Whether the gold stops inside a word: its last word is only the beginning of what the page has at that place."""
    last = words(gold[-400:])[-3:]
    if len(last) < 3 or not gold.rstrip()[-1].isalnum():
        return False
    before, part = r"\W+".join(map(re.escape, last[:-1])), re.escape(last[-1])
    whole = re.search(rf"\b{before}\W+{part}(\w*)", page)
    return whole is not None and bool(whole.group(1)) and not re.search(rf"\b{before}\W+{part}\b", page)


def _windows_1252(stray: re.Match[str]) -> str:
    return bytes([ord(stray.group()) - 0xDC00]).decode("windows-1252", "replace")


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")


def _tidy(text: str) -> str:
    """No white space at the ends of lines, no runs of empty lines."""
    lines = "\n".join(line.strip() for line in text.split("\n"))
    return re.sub(r"\n{3,}", "\n\n", lines).strip()
