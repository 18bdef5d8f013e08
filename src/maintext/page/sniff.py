"""Detect data that is not a web page by its first bytes, as the `file` program does."""

import re

from maintext.errors import NotHtml

_SIGNATURES: tuple[tuple[int, bytes, str], ...] = (
    (0, b"%PDF-", "a PDF document"),
    (0, b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (0, b"\xff\xd8\xff", "a JPEG image"),
    (0, b"GIF87a", "a GIF image"),
    (0, b"GIF89a", "a GIF image"),
    (0, b"II*\x00", "a TIFF image"),
    (0, b"MM\x00*", "a TIFF image"),
    (0, b"\x00\x00\x01\x00", "an icon"),
    (0, b"PK\x03\x04", "a ZIP archive (or an Office or EPUB document)"),
    (0, b"PK\x05\x06", "an empty ZIP archive"),
    (0, b"\x1f\x8b", "gzip-compressed data (decompress it first)"),
    (0, b"\x28\xb5\x2f\xfd", "zstd-compressed data (decompress it first)"),
    (0, b"\xfd7zXZ\x00", "xz-compressed data (decompress it first)"),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (0, b"Rar!\x1a\x07", "a RAR archive"),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document"),
    (0, b"{\\rtf", "an RTF document"),
    (0, b"%!PS", "a PostScript document"),
    (0, b"\x7fELF", "an ELF program"),
    (0, b"MZ\x90\x00", "a Windows program"),
    (0, b"\xca\xfe\xba\xbe", "a Java class or a Mach-O program"),
    (0, b"OggS", "an Ogg file"),
    (0, b"fLaC", "a FLAC file"),
    (0, b"\x1aE\xdf\xa3", "a Matroska or WebM video"),
    (0, b"wOFF", "a web font"),
    (0, b"wOF2", "a web font"),
    (0, b"\x00asm", "a WebAssembly module"),
    (0, b"SQLite format 3\x00", "an SQLite database"),
    (0, b"WARC/", "a WARC archive (use: maintext corpus)"),
)
_PATTERNS: tuple[tuple[re.Pattern[bytes], str], ...] = (
    (re.compile(rb"RIFF....WEBP", re.DOTALL), "a WebP image"),
    (re.compile(rb"RIFF....WAVE", re.DOTALL), "a WAV file"),
    (re.compile(rb"RIFF....AVI ", re.DOTALL), "an AVI video"),
    (re.compile(rb"\0\0\0.ftypavif", re.DOTALL), "an AVIF image"),
    (re.compile(rb"\0\0\0.ftyp", re.DOTALL), "an MP4 video"),
    (re.compile(rb"ID3[\x02-\x04][\0-\x09]", re.DOTALL), "an MP3 file"),
    (re.compile(rb"BZh[1-9]1AY&SY", re.DOTALL), "bzip2-compressed data (decompress it first)"),
)
_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\x0c\r\x1b\x00")
_TAG = re.compile(
    rb"<(?:!doctype|\?xml|/?(?:a|article|b|body|br|center|div|font|form|h[1-6]|head|html|img|li|link|main|meta|ol|p"
    rb"|script|section|span|style|table|td|title|tr|ul))(?=[\s/>])",
    re.IGNORECASE,
)
_BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")


def refuse_other_types(data: bytes) -> None:
    """Raise NotHtml with the detected type if the bytes cannot be a web page."""
    head = data[:4096]
    if head.startswith(_BYTE_ORDER_MARKS):
        return
    for offset, signature, what in _SIGNATURES:
        if head.startswith(signature, offset):
            raise NotHtml(what)
    for pattern, what in _PATTERNS:
        if pattern.match(head):
            raise NotHtml(what)
    if _is_binary(head):
        raise NotHtml("binary data of unknown type")


def _is_binary(head: bytes) -> bool:
    """Whether there are many control characters and no tag; NULs do not count, because UTF-16 contains them."""
    controls = len(head) - len(head.translate(None, _CONTROLS))
    return controls > 0.03 * len(head) and len(_TAG.findall(head)) < 1 + len(head) // 1500
