"""Bytes to text in the order of the HTML standard: BOM, transport, meta, then detection.

Labels are the WHATWG Encoding Standard's, and so are the decoders: a page that says iso-8859-1 is read as windows-1252,
as every browser does.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Source = Literal["text", "bom", "transport", "meta", "late meta", "utf-8", "detected", "default"]

_PRESCAN = 1024
_LATE = 65_536
_SAMPLE = 131_072
_PIECE = 4096
_TAG = re.compile(rb"<(/?[a-zA-Z][^\s/>]*+)((?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+)>")
_TAG_START = re.compile(rb"</?[a-zA-Z]")
_ATTRIBUTE = re.compile(rb"([^\s=/>\"']+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?")
_CONTENT_CHARSET = re.compile(rb"charset\s*+=\s*+[\"']?+\s*+([^\s;\"']+)", re.IGNORECASE)
_XML = re.compile(rb"^<\?xml[^>]*?\sencoding\s*=\s*[\"']([^\"']+)[\"']", re.IGNORECASE)
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Encoding:
    """What the bytes were read as, why, how sure that is (0 to 1), and how many characters had to be replaced."""

    name: str
    source: Source
    confidence: float
    replaced: int = 0


def decode(data: bytes, transport: str | None = None) -> tuple[str, Encoding]:
    """The text of a page, and the decision that was made about its encoding."""
    name, source, confidence, skip = _decide(data, transport)
    text = _apply(data[skip:] if skip else data, name)
    replaced = text.count("\ufffd")
    if replaced:
        replaced = max(0, replaced - _written(data, name))
    return text, Encoding(name, source, confidence, replaced)


def clean_text(text: str) -> tuple[str, Encoding]:
    """Text that was decoded elsewhere: lone surrogates, which no encoding can hold, are replaced and counted."""
    cleaned, count = (text, 0) if text.isascii() or _is_whole(text) else _SURROGATE.subn("\ufffd", text)
    return cleaned.removeprefix("\ufeff"), Encoding("utf-8", "text", 1.0, count)


def _is_whole(text: str) -> bool:
    """Whether a text can be encoded; much quicker than a search for what can not, and in pieces quicker still."""
    try:
        for at in range(0, len(text), _PIECE):
            piece = text[at : at + _PIECE]
            if not piece.isascii():
                piece.encode()
    except UnicodeEncodeError:
        return False
    return True


def _decide(data: bytes, transport: str | None) -> tuple[str, Source, float, int]:
    """The encoding, where it comes from, how sure it is, and how many bytes of BOM to skip."""
    for mark, name in ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16le"), (b"\xfe\xff", "utf-16be")):
        if data.startswith(mark):
            return name, "bom", 1.0, len(mark)
    if transport and (named := _lookup(transport)):
        return named, "transport", 1.0, 0
    if named := _declared(data[:_PRESCAN]):
        return named, "meta", 0.9, 0
    if named := _utf16(data[:_PRESCAN]):
        return named, "detected", 0.9, 0
    if named := _declared(data[:_LATE]):
        return named, "late meta", 0.8, 0
    return _detect(data)


def _detect(data: bytes) -> tuple[str, Source, float, int]:
    if data.isascii() or _is_utf8(data):
        return "utf-8", "utf-8", 1.0, 0
    from maintext.page.parsing.encodings import detect_encoding

    label, confidence = detect_encoding(_sample(data))
    named = _lookup(label)
    if named is None:
        return "windows-1252", "default", 0.1, 0
    return named, "detected", round(confidence, 3), 0


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start > len(data) - 4 and error.reason == "unexpected end of data"  # cut inside a character
    return True


def _sample(data: bytes) -> bytes:
    """The part of the page that decides: from a little before the first byte beyond ASCII."""
    if len(data) <= _SAMPLE:
        return data
    first = next((at for at in range(0, len(data), 4096) if not data[at : at + 4096].isascii()), 0)
    return data[first : first + _SAMPLE]


def _declared(head: bytes) -> str | None:
    """The encoding named by an XML declaration or a meta tag, by the standard's rules."""
    named = _XML.match(head)
    if named and (found := _lookup_declared(named.group(1))):
        return found
    for inside in _metas(head):
        label = _charset_of(inside)
        if label and (found := _lookup_declared(label)):
            return found
    return None


def _metas(head: bytes) -> Iterator[bytes]:
    """The attributes of every complete meta tag; comments and other tags are passed over as wholes."""
    at = head.find(b"<")
    while at >= 0:
        if head.startswith(b"<!--", at):
            closed = head.find(b"-->", at + 2)
            end = closed + 3
        elif head[at + 1 : at + 2] in (b"!", b"?"):
            closed = head.find(b">", at)
            end = closed + 1
        elif _TAG_START.match(head, at):
            tag = _TAG.match(head, at)
            if tag and tag.group(1).lower() == b"meta":
                yield tag.group(2)
            closed = end = tag.end() if tag else -1  # a tag that does not end holds the rest
        elif head.startswith(b"</", at):
            closed = end = head.find(b">", at)
        else:
            closed, end = at, at + 1
        if closed < 0:
            return
        at = head.find(b"<", max(end, at + 1))


def _charset_of(inside: bytes) -> bytes | None:
    """The label in a meta tag's attributes: charset=, or content= beside http-equiv=content-type."""
    attributes: dict[bytes, bytes] = {}
    for name, double, single, bare in _ATTRIBUTE.findall(inside):
        attributes.setdefault(name.lower(), (double or single or bare).strip())
    if b"charset" in attributes:
        return attributes[b"charset"]
    if attributes.get(b"http-equiv", b"").lower() == b"content-type":
        found = _CONTENT_CHARSET.search(attributes.get(b"content", b""))
        return found.group(1) if found else None
    return None


def _lookup_declared(label: bytes) -> str | None:
    """A label read from ASCII bytes cannot be UTF-16, whatever it says."""
    name = _lookup(label.decode("ascii", "replace"))
    if name in ("utf-16le", "utf-16be"):
        return "utf-8"
    return "windows-1252" if name == "x-user-defined" else name


def _lookup(label: str) -> str | None:
    import webencodings

    found = webencodings.lookup(label)
    return str(found.name) if found is not None else None


def _utf16(head: bytes) -> str | None:
    """UTF-16 without a BOM, told by the NUL beside every ASCII character."""
    if len(head) < 4:
        return None
    even, odd = head[0::2], head[1::2]
    if odd.count(0) > 0.4 * len(odd) and even.count(0) < 0.1 * len(even):
        return "utf-16le"
    if even.count(0) > 0.4 * len(even) and odd.count(0) < 0.1 * len(odd):
        return "utf-16be"
    return None


def _apply(data: bytes, name: str) -> str:
    if name in ("utf-8", "utf-16le", "utf-16be"):
        return data.decode(name, "replace")
    from maintext.page.parsing.encodings import decode_as

    return decode_as(name, data)


def _written(data: bytes, name: str) -> int:
    """How many replacement characters the author wrote; those were not our doing."""
    try:
        return data.count("\ufffd".encode(name))
    except (LookupError, UnicodeEncodeError):
        return 0


def is_label(label: str) -> bool:
    """Whether a word names an encoding."""
    return _lookup(label) is not None
