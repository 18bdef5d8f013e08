"""Gold as it was published: encodings, tags with slips, signs of damage."""

import pytest

from maintext.datasets import SourceEncoding
from maintext.datasets.gold_text import decode_gold, is_cut_short, page_encoding, read_structure


@pytest.mark.parametrize(
    ("data", "declared", "text", "encoding"),
    [
        (b"plain", None, "plain", SourceEncoding("utf-8", "valid utf-8")),
        ("Größe".encode(), None, "Größe", SourceEncoding("utf-8", "valid utf-8")),
        (b"\xef\xbb\xbfGr\xc3\xb6\xc3\x9fe", None, "Größe", SourceEncoding("utf-8", "declared")),
        ("Größe".encode("utf-16"), None, "Größe", SourceEncoding("utf-16-le", "declared")),
        (b"\xfe\xff\x00a", None, "a", SourceEncoding("utf-16-be", "declared")),
        (b"caf\xe9s \x93no\x94", None, "cafés “no”", SourceEncoding("windows-1252", "guessed")),
        (
            b'caf\xe9 \xe2\x80\x9cyes\xe2\x80\x9d \xe2\x80"',
            None,
            'café “yes” â€"',
            SourceEncoding("utf-8, windows-1252", "guessed"),
        ),
        ("Ένα".encode("iso-8859-7"), "iso-8859-7", "Ένα", SourceEncoding("iso-8859-7", "declared")),
        (b"caf\xe9", "no-such-charset", "café", SourceEncoding("windows-1252", "guessed")),
        (b"a\r\nb\rc", None, "a\nb\nc", SourceEncoding("utf-8", "valid utf-8")),
        (b"", None, "", SourceEncoding("utf-8", "valid utf-8")),
    ],
)
def test_gold_is_decoded(data: bytes, declared: str | None, text: str, encoding: SourceEncoding) -> None:
    assert decode_gold(data, declared) == (text, encoding)


@pytest.mark.parametrize(
    ("page", "label", "encoding"),
    [
        (b"x", "utf8", SourceEncoding("utf-8", "declared")),
        (b"x", "iso-8859-1", SourceEncoding("windows-1252", "declared")),
        (b"x", "unset", SourceEncoding(None, "unknown")),
        (b"x", None, SourceEncoding(None, "unknown")),
        ("é".encode(), None, SourceEncoding("utf-8", "valid utf-8")),
        (b"\xe9", None, SourceEncoding(None, "unknown")),
    ],
)
def test_a_page_has_the_charset_its_source_knows(page: bytes, label: str | None, encoding: SourceEncoding) -> None:
    assert page_encoding(page, label) == encoding


def test_cleaneval_gold_is_taken_apart() -> None:
    gold = "URL: http://x.example/\n\n   <h>  Title\n\n   <p>One\n   two.\n\n\n\n   <l>item &#8217;\n"
    text, markup, url, repaired = read_structure(gold)
    assert text == "Title\n\nOne\ntwo.\n\nitem ’"
    assert markup == "<h>  Title\n\n<p>One\ntwo.\n\n<l>item ’"
    assert (url, repaired) == ("http://x.example/", 0)


@pytest.mark.parametrize(
    ("gold", "markup", "repaired"),
    [
        ("<h<Are single rooms", "<h>Are single rooms", 1),
        ("<l. Next Shot", "<l> Next Shot", 1),
        ('  <l."Surfing', '<l>"Surfing', 1),
        ("<pIn the past", "<p>In the past", 1),
        ("<P>Note</P>", "<p>Note", 2),
        ("<p>P < .01 and <http://x> <CR> <-- <>Long", "<p>P < .01 and <http://x> <CR> <-- <>Long", 0),
    ],
)
def test_slips_in_tags_are_mended(gold: str, markup: str, repaired: int) -> None:
    read = read_structure(gold)
    assert (read.markup, read.repaired) == (markup, repaired)
    assert read.text == markup.replace("<p>", "").replace("<h>", "").replace("<l>", "").strip()


@pytest.mark.parametrize("gold", ["", "URL: http://x.example/\n  \n", "URL: http://x.example/", "\n \n"])
def test_gold_without_text_is_empty(gold: str) -> None:
    assert read_structure(gold)[:2] == ("", "")


@pytest.mark.parametrize(
    ("gold", "cut"),
    [
        ("the quick brown fox jum", True),
        ("the quick brown fox", False),
        ("the quick brown fox jumps.", False),
        ("something else entirely jum", False),
        ("", False),
        ("jum", False),
    ],
)
def test_gold_that_stops_inside_a_word_is_seen(gold: str, cut: bool) -> None:
    assert is_cut_short(gold, "<p>The quick brown the quick brown <b>fox</b> brown fox jumps.</p>") is cut
