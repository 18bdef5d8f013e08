"""Decode bytes as the HTML standard prescribes: byte order mark, transport, meta tag, then detection.

Labels and decoders follow the WHATWG Encoding Standard: as in browsers, a page that declares iso-8859-1 is decoded as
windows-1252. Unlike in browsers, a declaration that the bytes contradict is not followed: text that is valid UTF-8 is
decoded as UTF-8, even with some damage, and text of which much is invalid in the declared encoding by what is detected.
Archives often store pages as UTF-8 and keep the meta tag of the original.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

Source = Literal["text", "bom", "transport", "meta", "late meta", "utf-8", "detected", "default"]

_DECLARED = ("transport", "meta", "late meta")
_UNICODE = ("utf-8", "utf-16le", "utf-16be")
_MANY = 8
"""With fewer replaced characters, the text is damaged and the declaration is correct."""
_DAMAGED = 50
"""If less than one character in this many is invalid, the text is damaged and not in another encoding."""
_FEWER = 0.05
"""Another encoding must replace at most this share of what the declared one does."""
_WRONG, _WRONG_UTF8 = 0.1, 0.5
"""The share of replaced characters from which the declared encoding is considered wrong."""
_PRESCAN = 1024
_LATE_PRESCAN = 65_536
_SAMPLE = 131_072
_CHUNK = 4096
_TAG = re.compile(rb"<(/?[a-zA-Z][^\s/>]*+)((?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+)>")
_TAG_START = re.compile(rb"</?[a-zA-Z]")
_ATTRIBUTE = re.compile(rb"([^\s=/>\"']+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?")
_CONTENT_CHARSET = re.compile(rb"charset\s*+=\s*+[\"']?+\s*+([^\s;\"']+)", re.IGNORECASE)
_XML = re.compile(rb"^<\?xml[^>]*?\sencoding\s*=\s*[\"']([^\"']+)[\"']", re.IGNORECASE)
_DECLARATION = re.compile(rb"charset|encoding", re.IGNORECASE)
"""Removed before detection, so that the detector does not follow the declaration."""
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Encoding:
    """An encoding, how it was determined, the confidence (0 to 1), and the number of replaced characters."""

    name: str
    source: Source
    confidence: float
    replaced: int = 0


def decode(data: bytes, transport: str | None = None) -> tuple[str, Encoding]:
    """The text of a page and its encoding; `transport` is the charset of the Content-Type header."""
    name, source, confidence, skip = _choose_encoding(data, transport)
    text, replaced = _decode_and_count(data[skip:] if skip else data, name)
    if replaced >= _MANY and source in _DECLARED:
        limit = _WRONG_UTF8 if name == "utf-8" else _WRONG
        other = _detected_instead(data, name) if replaced > limit * _count_non_ascii(text) else None
        other_text, other_replaced = _decode_and_count(data, other.name) if other else ("", replaced)
        if other and other_replaced <= _FEWER * replaced:
            return other_text, replace(other, replaced=other_replaced)
    return text, Encoding(name, source, confidence, replaced)


def _detected_instead(data: bytes, declared: str) -> Encoding | None:
    """What is detected without the declaration; None if it is the same encoding."""
    name, source, confidence, _ = _detect(_DECLARATION.sub(b"", data))
    return Encoding(name, source, confidence) if name != declared else None


def _decode_and_count(data: bytes, name: str) -> tuple[str, int]:
    """The text, and how many of its characters are replacements that decoding added."""
    text = _decode_bytes(data, name)
    replaced = text.count("\ufffd")
    return text, max(0, replaced - _count_written_replacements(data, name)) if replaced else 0


def _count_non_ascii(text: str) -> int:
    return len(text) - len(text.encode("ascii", "ignore"))


def clean_text(text: str) -> tuple[str, Encoding]:
    """Text without a byte order mark and without lone surrogates, which are replaced by U+FFFD and counted."""
    cleaned, count = (text, 0) if text.isascii() or _is_encodable(text) else _SURROGATE.subn("\ufffd", text)
    return cleaned.removeprefix("\ufeff"), Encoding("utf-8", "text", 1.0, count)


def _is_encodable(text: str) -> bool:
    """Whether a text has no lone surrogates; encoding it in chunks is faster than a regular expression."""
    try:
        for start in range(0, len(text), _CHUNK):
            piece = text[start : start + _CHUNK]
            if not piece.isascii():
                piece.encode()
    except UnicodeEncodeError:
        return False
    return True


def _choose_encoding(data: bytes, transport: str | None) -> tuple[str, Source, float, int]:
    """The encoding, its source, the confidence, and the length of the byte order mark."""
    for mark, name in ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16le"), (b"\xfe\xff", "utf-16be")):
        if data.startswith(mark):
            return name, "bom", 1.0, len(mark)
    found: tuple[str, Source, float, int]
    if transport and (named := _lookup(transport)):
        found = named, "transport", 1.0, 0
    elif named := _declared_encoding(data[:_PRESCAN]):
        found = named, "meta", 0.9, 0
    elif named := _detect_utf16(data[:_PRESCAN]):
        found = named, "detected", 0.9, 0
    elif named := _declared_encoding(data[:_LATE_PRESCAN]):
        found = named, "late meta", 0.8, 0
    else:
        return _detect(data)
    contradicted = found[0] not in _UNICODE and _has_utf8_text(data)
    return ("utf-8", "utf-8", 0.9, 0) if contradicted else found


def _detect(data: bytes) -> tuple[str, Source, float, int]:
    if data.isascii() or _is_utf8(data):
        return "utf-8", "utf-8", 1.0, 0
    from maintext.page.parsing.encodings import detect_encoding

    label, confidence = detect_encoding(_sample(data))
    named = _lookup(label)
    if named is None:
        return "windows-1252", "default", 0.1, 0
    return named, "detected", round(confidence, 3), 0


def _has_utf8_text(data: bytes) -> bool:
    """Whether bytes are UTF-8 with characters outside ASCII, nearly all valid, as in no other encoding by chance."""
    if data.isascii():
        return False
    text = data.decode("utf-8", "ignore" if _is_utf8(data) else "replace")
    return _count_non_ascii(text) > _DAMAGED * text.count("\ufffd")


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start > len(data) - 4 and error.reason == "unexpected end of data"  # truncated inside a character
    return True


def _sample(data: bytes) -> bytes:
    """A sample for detection that starts in the first chunk with bytes outside ASCII."""
    if len(data) <= _SAMPLE:
        return data
    first = next((start for start in range(0, len(data), 4096) if not data[start : start + 4096].isascii()), 0)
    return data[first : first + _SAMPLE]


def _declared_encoding(head: bytes) -> str | None:
    """The encoding that an XML declaration or a meta tag declares; None if there is none."""
    named = _XML.match(head)
    if named and (found := _lookup_declared(named.group(1))):
        return found
    for inside in _meta_attributes(head):
        label = _charset_of(inside)
        if label and (found := _lookup_declared(label)):
            return found
    return None


def _meta_attributes(head: bytes) -> Iterator[bytes]:
    """The attributes of every complete meta tag outside of comments and other tags."""
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
            closed = end = tag.end() if tag else -1  # an unclosed tag extends to the end
        elif head.startswith(b"</", at):
            closed = end = head.find(b">", at)
        else:
            closed, end = at, at + 1
        if closed < 0:
            return
        at = head.find(b"<", max(end, at + 1))


def _charset_of(inside: bytes) -> bytes | None:
    """The label in the attributes of a meta tag: `charset`, or `content` with `http-equiv=content-type`."""
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
    """The encoding of a declared label; UTF-16 becomes UTF-8, because the label itself was readable as ASCII."""
    name = _lookup(label.decode("ascii", "replace"))
    if name in ("utf-16le", "utf-16be"):
        return "utf-8"
    return "windows-1252" if name == "x-user-defined" else name


def _lookup(label: str) -> str | None:
    import webencodings

    found = webencodings.lookup(label)
    return str(found.name) if found is not None else None


def _detect_utf16(head: bytes) -> str | None:
    """The byte order of UTF-16 without a byte order mark, detected by NUL bytes; None if it is not UTF-16."""
    if len(head) < 4:
        return None
    even, odd = head[0::2], head[1::2]
    if odd.count(0) > 0.4 * len(odd) and even.count(0) < 0.1 * len(even):
        return "utf-16le"
    if even.count(0) > 0.4 * len(even) and odd.count(0) < 0.1 * len(odd):
        return "utf-16be"
    return None


def _decode_bytes(data: bytes, name: str) -> str:
    if name in _UNICODE:
        return data.decode(name, "replace")
    from maintext.page.parsing.encodings import decode_as

    return decode_as(name, data)


def _count_written_replacements(data: bytes, name: str) -> int:
    """The number of U+FFFD characters in the source itself, which decoding did not add."""
    try:
        return data.count("\ufffd".encode(name))
    except (LookupError, UnicodeEncodeError):
        return 0


def is_label(label: str) -> bool:
    """Whether a label names an encoding of the standard."""
    return _lookup(label) is not None
