"""Read published gold texts: decode them, repair malformed tags, detect truncation."""

import html
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from typing import NamedTuple

from maintext.datasets.example import SourceEncoding
from maintext.page.words import words

_BOMS = ((BOM_UTF8, "utf-8"), (BOM_UTF16_LE, "utf-16-le"), (BOM_UTF16_BE, "utf-16-be"))
_INVALID_BYTE = re.compile("[\udc80-\udcff]")
_BEYOND_ASCII = re.compile("[\x80-\ud7ff\ue000-\U0010ffff]")
_SLIP = re.compile(r'^([ \t]*)<([phl])(?:[.<]|(?=[A-Z"]))', re.MULTILINE)
_TAG = re.compile(r"<([phl])>", re.IGNORECASE)
_CLOSING = re.compile(r"</[phl]>", re.IGNORECASE)
_URL_LINE = re.compile(r"\s*URL:[ \t]*(\S*)[^\n]*(?:\n|\Z)")


class Decoded(NamedTuple):
    """A decoded text and its encoding."""

    text: str
    encoding: SourceEncoding


def decode_gold(data: bytes, declared: str | None = None) -> Decoded:
    """Decode a gold file: by its byte order mark, else as UTF-8, else as declared, else with mixed encodings.

    Some files mix UTF-8 and Windows-1252 (CleanEval final 222), so invalid bytes are decoded as Windows-1252.
    """
    for mark, name in _BOMS:
        if data.startswith(mark):
            return Decoded(_lines(data[len(mark) :].decode(name, "replace")), SourceEncoding(name, "declared"))
    try:
        return Decoded(_lines(data.decode("utf-8")), SourceEncoding("utf-8", "valid utf-8"))
    except UnicodeDecodeError:
        pass
    if declared:
        try:
            return Decoded(_lines(data.decode(declared)), SourceEncoding(declared, "declared"))
        except (UnicodeDecodeError, LookupError):
            pass
    escaped = data.decode("utf-8", "surrogateescape")
    name = "utf-8, windows-1252" if _BEYOND_ASCII.search(escaped) else "windows-1252"
    return Decoded(_lines(_INVALID_BYTE.sub(_windows_1252, escaped)), SourceEncoding(name, "guessed"))


def page_encoding(page: bytes, label: str | None = None) -> SourceEncoding:
    """The encoding of a page: as declared, else UTF-8 if the bytes are valid and not all ASCII, else unknown."""
    import webencodings

    known = webencodings.lookup(label) if label else None
    if known is not None:
        return SourceEncoding(str(known.name), "declared")
    try:
        page.decode("utf-8")
    except UnicodeDecodeError:
        return SourceEncoding()
    return SourceEncoding() if page.isascii() else SourceEncoding("utf-8", "valid utf-8")


class CleanEvalGold(NamedTuple):
    """Gold of CleanEval: the text, the text with p, h and l tags, the URL, and the number of repaired tags."""

    text: str
    markup: str
    url: str | None
    repaired: int


def read_structure(text: str) -> CleanEvalGold:
    """Parse a gold file of CleanEval; malformed tags such as `<h<Title`, `<l. Item` and `<P>` are repaired.

    Character references, which occur in CleanPortalEval, are replaced.
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
    """Whether the gold text is truncated inside a word: in the page, its last word is longer."""
    last = words(gold[-400:])[-3:]
    if len(last) < 3 or not gold.rstrip()[-1].isalnum():
        return False
    before, part = r"\W+".join(map(re.escape, last[:-1])), re.escape(last[-1])
    whole = re.search(rf"\b{before}\W+{part}(\w*)", page)
    return whole is not None and bool(whole.group(1)) and not re.search(rf"\b{before}\W+{part}\b", page)


def _windows_1252(invalid: re.Match[str]) -> str:
    return bytes([ord(invalid.group()) - 0xDC00]).decode("windows-1252", "replace")


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")


def _tidy(text: str) -> str:
    """The text without white space at both ends of lines and without repeated empty lines."""
    lines = "\n".join(line.strip() for line in text.split("\n"))
    return re.sub(r"\n{3,}", "\n\n", lines).strip()
