"""What is not a web page is refused by its name."""

import bz2
import gzip
import io
import lzma
import random
import zipfile

import pytest

from maintext.errors import NotHtml
from maintext.page import read_page
from maintext.page.sniff import refuse_other_types


def _zip() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("page.html", "<p>text</p>")
    return file.getvalue()


PAGE = b"<html><body><p>The ferry is back.</p></body></html>"


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj", "a PDF document"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "a PNG image"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF\x00", "a JPEG image"),
        (b"GIF89a\x01\x00\x01\x00\x80", "a GIF image"),
        (b"RIFF\x24\x00\x00\x00WEBPVP8 ", "a WebP image"),
        (b"RIFF\x24\x00\x00\x00WAVEfmt ", "a WAV file"),
        (b"RIFF\x24\x00\x00\x00AVI LIST", "an AVI video"),
        (b"\x00\x00\x00\x18ftypmp42", "an MP4 video"),
        (_zip(), "a ZIP archive"),
        (gzip.compress(PAGE, mtime=0), "gzip-compressed data"),
        (bz2.compress(PAGE), "bzip2-compressed data"),
        (lzma.compress(PAGE), "xz-compressed data"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 50, "an old Office document"),
        (b"\x7fELF\x02\x01\x01\x00", "an ELF program"),
        (b"ID3\x03\x00\x00\x00\x00\x0f", "an MP3 file"),
        (b"SQLite format 3\x00", "an SQLite database"),
        (b"{\\rtf1\\ansi", "an RTF document"),
        (bytes(range(256)) * 4, "binary data"),
    ],
)
def test_refused_as(data: bytes, what: str) -> None:
    with pytest.raises(NotHtml) as caught:
        read_page(data)
    assert what in str(caught.value)


def test_random_bytes_are_refused() -> None:
    source = random.Random(20)
    accepted = 0
    for _ in range(300):
        try:
            refuse_other_types(source.randbytes(4096))
        except NotHtml:
            continue
        accepted += 1
    assert accepted == 0


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"<p>a\x00b</p>", "b"),
        (b"<p>\x00\x00\x00\x00words</p>", "words"),
        (b"<p>a\x01\x02\x03\x04b</p>", "b"),
        (b"just plain text\nwith lines", "just plain text with lines"),
        (b"", ""),
        (b"   \n ", ""),
        (b"<p>%PDF-1.7 is a format</p>", "%PDF-1.7 is a format"),
        (b"\n%PDF in a text", "%PDF in a text"),
        (b"PKs are penalties", "PKs are penalties"),
        (b"<?xml version='1.0'?><html><p>x</p></html>", "x"),
        (b"\xff\xfe" + "<p>x</p>".encode("utf-16le"), "x"),
        ("<p>hello there</p>".encode("utf-16be"), "hello there"),
        (b"\x1b$B%F%9%H\x1b(B <p>x</p>", "x"),
    ],
)
def test_read_as_a_page(data: bytes, text: str) -> None:
    assert text in read_page(data).text


@pytest.mark.parametrize(
    "data",
    [
        b"<h1>HEATWAVE hits the coast</h1>",
        b"<p>Some AVI files are old</p>",
        b"<p>Some WEBP files are new</p>",
        b"<h1>ftyp boxes explained</h1>",
        b"ID3 tags explained",
        b"BZh is how such a file begins",
    ],
)
def test_a_page_that_speaks_of_files_is_no_file(data: bytes) -> None:
    assert read_page(data).blocks
