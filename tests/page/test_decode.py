"""Bytes to text in the order of the HTML standard."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.page.decode import clean_text, decode
from tests.bundled import SLUGS, bundled
from tests.clock import assert_linear

CYRILLIC = "Да"
SENTENCE = "Это обычный русский текст, который объявлен неправильно."
KOI8, CP1251 = CYRILLIC.encode("koi8-r"), CYRILLIC.encode("windows-1251")


@pytest.mark.parametrize(
    ("data", "transport", "name", "source", "ending"),
    [
        # A byte order mark wins over everything.
        (b"\xef\xbb\xbf<p>\xc3\xa9", None, "utf-8", "bom", "<p>é"),
        (b"\xef\xbb\xbf<p>\xc3\xa9", "koi8-r", "utf-8", "bom", "é"),
        (b"\xef\xbb\xbf<meta charset=koi8-r>\xc3\xa9", None, "utf-8", "bom", "é"),
        (b"\xff\xfe" + "<p>é".encode("utf-16le"), None, "utf-16le", "bom", "<p>é"),
        (b"\xfe\xff" + "<p>é".encode("utf-16be"), None, "utf-16be", "bom", "<p>é"),
        (b"\xfe\xff" + "<p>é".encode("utf-16be"), "utf-8", "utf-16be", "bom", "é"),
        # Then what the transport says, by the standard's labels.
        (KOI8, "koi8-r", "koi8-r", "transport", CYRILLIC),
        (b"<meta charset=koi8-r>" + CP1251, "windows-1251", "windows-1251", "transport", CYRILLIC),
        (CP1251, "CP1251", "windows-1251", "transport", CYRILLIC),
        (b"\xc3\xa9", " UTF8 ", "utf-8", "transport", "é"),
        (b"caf\xe9 \x93q\x94", "iso-8859-1", "windows-1252", "transport", "café “q”"),
        (b"caf\xe9 \x93q\x94", "us-ascii", "windows-1252", "transport", "café “q”"),
        ("<p>é".encode("utf-16le"), "utf-16", "utf-16le", "transport", "<p>é"),
        ("<p>é".encode("utf-16be"), "utf-16be", "utf-16be", "transport", "<p>é"),
        ("中文".encode("gbk"), "gb2312", "gbk", "transport", "中文"),
        ("日本".encode("shift_jis"), "sjis", "shift_jis", "transport", "日本"),
        ("한국".encode("euc-kr"), "ks_c_5601-1987", "euc-kr", "transport", "한국"),
        ("한국".encode("cp949"), "euc-kr", "euc-kr", "transport", "한국"),
        (b"<meta charset=koi8-r>" + KOI8, "no-such-charset", "koi8-r", "meta", CYRILLIC),
        # Then a meta tag in the first 1024 bytes.
        (b"<meta charset=koi8-r>" + KOI8, None, "koi8-r", "meta", CYRILLIC),
        (b"<meta charset='koi8-r'>" + KOI8, None, "koi8-r", "meta", CYRILLIC),
        (b'<meta charset="koi8-r"/>' + KOI8, None, "koi8-r", "meta", CYRILLIC),
        (b'<meta/charset="koi8-r"/>' + KOI8, None, "koi8-r", "meta", CYRILLIC),
        (b'<META\tCHARSET\n=\r"KOI8-R">' + KOI8, None, "koi8-r", "meta", CYRILLIC),
        (b'<meta charset=" koi8-r ">' + KOI8, None, "koi8-r", "meta", CYRILLIC),
        (b'<meta name=x content=">" charset=koi8-r>' + KOI8, None, "koi8-r", "meta", CYRILLIC),
        (
            b'<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">' + KOI8,
            None, "koi8-r", "meta", CYRILLIC,
        ),
        (
            b"<META CONTENT='text/html;CHARSET = \"KOI8-R\"' HTTP-EQUIV=content-type>" + KOI8,
            None, "koi8-r", "meta", CYRILLIC,
        ),
        (b"<meta charset=foo><meta charset=koi8-r>" + KOI8, None, "koi8-r", "meta", CYRILLIC),
        (b"<!-- <meta charset=koi8-r> --><meta charset=windows-1251>" + CP1251, None, "windows-1251", "meta", CYRILLIC),
        (b"<meta charset=iso-8859-1>caf\xe9 \x93q\x94", None, "windows-1252", "meta", "café “q”"),
        (b"<meta charset=gb2312>" + "朱镕基".encode("gbk"), None, "gbk", "meta", "朱镕基"),
        (b"<meta charset=utf-16>\xc3\xa9", None, "utf-8", "meta", "é"),
        (b"<meta charset=utf-16be>\xc3\xa9", None, "utf-8", "meta", "é"),
        (b"<meta charset=x-user-defined>\xe9", None, "windows-1252", "meta", "é"),
        (b'<meta content="text/html; charset=koi8-r">\xc3\xa9', None, "utf-8", "utf-8", "é"),
        (b"<metacharset=koi8-r>\xc3\xa9", None, "utf-8", "utf-8", "é"),
        (b'<?xml version="1.0" encoding="ISO-8859-2"?><p>\xb1', None, "iso-8859-2", "meta", "ą"),
        (b"<?xml version='1.0' encoding='koi8-r'?>" + KOI8, None, "koi8-r", "meta", CYRILLIC),
        (b'<?xml version="1.0" encoding="UTF-16"?>\xc3\xa9', None, "utf-8", "meta", "é"),
        # A meta tag further down is better than a guess.
        (b"<p>" + b" " * 2000 + b"<meta charset=koi8-r>" + KOI8, None, "koi8-r", "late meta", CYRILLIC),
        # A declaration that the bytes contradict is not followed.
        (b"<meta charset=gbk>" + "中文网页".encode(), None, "utf-8", "utf-8", "中文网页"),
        (b"<meta charset=iso-8859-1>caf\xc3\xa9s", None, "utf-8", "utf-8", "cafés"),
        ("中文网页".encode(), "euc-jp", "utf-8", "utf-8", "中文网页"),
        (b"<meta charset=utf-8>" + SENTENCE.encode("windows-1251"), None, "windows-1251", "detected", SENTENCE),
        # UTF-16 without a mark, UTF-8 without a word, nothing at all.
        ("<p>hello world</p>".encode("utf-16le"), None, "utf-16le", "detected", "<p>hello world</p>"),
        ("<p>hello world</p>".encode("utf-16be"), None, "utf-16be", "detected", "<p>hello world</p>"),
        ("<p>é</p>".encode(), None, "utf-8", "utf-8", "<p>é</p>"),
        (b"<p>plain</p>", None, "utf-8", "utf-8", "<p>plain</p>"),
        (b"", None, "utf-8", "utf-8", ""),
    ],
)  # fmt: skip
def test_encoding_of(data: bytes, transport: str | None, name: str, source: str, ending: str) -> None:
    text, encoding = decode(data, transport)
    assert (encoding.name, encoding.source) == (name, source)
    assert text.endswith(ending)
    assert encoding.replaced == 0


@pytest.mark.parametrize("slug", SLUGS)
def test_a_bundled_page_is_read_in_its_encoding(slug: str) -> None:
    page = bundled(slug)
    text, encoding = decode(page.data)
    assert encoding.name == page.meta["encoding"]
    assert encoding.replaced == 0
    assert "\ufffd" not in text
    assert not text.startswith("\ufeff")


@pytest.mark.parametrize("place", range(985, 1030, 4))
def test_a_meta_tag_across_the_border_of_the_first_look_is_read(place: int) -> None:
    data = b"<html>".ljust(place) + b"<meta charset=iso-8859-15><p>\xa4"
    assert decode(data)[1].name == "iso-8859-15"


@pytest.mark.parametrize("before", [10, 500, 1000, 1010, 1100, 3000])
def test_a_meta_tag_in_a_long_comment_is_not_read(before: int) -> None:
    data = b"<!--" + b"x" * before + b"<meta charset=koi8-r>" + b"x" * 1100 + b"--><p>" + "Déjà vu, été, où".encode()
    assert decode(data)[1].name == "utf-8"


@pytest.mark.parametrize(
    "before",
    [b"<a title='<meta charset=koi8-r>'>", b'<!DOCTYPE html><div data-x="<meta charset=koi8-r>">'],
)
def test_a_meta_tag_inside_an_attribute_is_not_read(before: bytes) -> None:
    assert decode(before + "Déjà vu, été, où".encode())[1].name == "utf-8"


@pytest.mark.parametrize(
    ("data", "transport", "text", "replaced"),
    [
        (b"a\xffb", "utf-8", "a\ufffdb", 1),
        (b"\xff\xff\xff", "utf-8", "\ufffd\ufffd\ufffd", 3),
        ("\ufffd".encode(), "utf-8", "\ufffd", 0),
        ("\ufffd".encode() + b"\xff", "utf-8", "\ufffd\ufffd", 1),
        (b"a\x81", "windows-1253", "a\x81", 0),
        (b"a\xff", "shift_jis", "a\ufffd", 1),
        (b"a\x00b", "utf-16le", "a\ufffd", 1),
        ("é".encode() + b"\xc3", None, "é\ufffd", 1),
        ("日本語".encode()[:-1], None, "日本\ufffd", 1),
        ("日本語".encode()[:-2], None, "日本\ufffd", 1),
        ("a🎉".encode() + "🎉".encode()[:-1], None, "a🎉\ufffd", 1),
    ],
)
def test_bytes_that_mean_nothing_are_replaced_and_counted(
    data: bytes, transport: str | None, text: str, replaced: int
) -> None:
    found, encoding = decode(data, transport)
    assert found == text
    assert encoding.replaced == replaced


@pytest.mark.parametrize(
    ("text", "cleaned", "replaced"),
    [
        ("plain", "plain", 0),
        ("a\ud800b", "a\ufffdb", 1),
        ("\udfff\ud800", "\ufffd\ufffd", 2),
        ("\ufeffa", "a", 0),
        ("\ufffd", "\ufffd", 0),
        ("🎉", "🎉", 0),
    ],
)
def test_text_is_freed_of_lone_surrogates(text: str, cleaned: str, replaced: int) -> None:
    found, encoding = clean_text(text)
    assert found == cleaned
    assert (encoding.name, encoding.source, encoding.replaced) == ("utf-8", "text", replaced)


@given(st.binary(max_size=3000), st.none() | st.text(max_size=12) | st.sampled_from(["utf-8", "big5", "replacement"]))
def test_any_bytes_are_decoded(data: bytes, transport: str | None) -> None:
    text, encoding = decode(data, transport)
    text.encode("utf-8")
    assert 0 <= encoding.confidence <= 1
    assert encoding.replaced >= 0
    assert decode(data, transport) == (text, encoding)


@given(st.text(max_size=500))
def test_text_in_utf8_comes_back(text: str) -> None:
    clean = clean_text(text)[0]
    assert decode(clean.encode(), "utf-8")[0] == clean


@pytest.mark.parametrize("piece", [b"<!--", b"<meta ", b"<meta '", b'<meta a="', b"<meta charset=", b"<?xml encoding"])
def test_looking_for_a_declaration_takes_linear_time(piece: bytes) -> None:
    assert_linear(lambda times: decode(piece * times + b"\xe9"), 2000)


CHINESE = "气象部门发布了暴雨预警，提醒市民注意安全。" * 20
JAPANESE = "気象庁は大雨の警報を発表し、市民に注意を呼びかけています。" * 20


@pytest.mark.parametrize("label", ["gbk", "big5", "shift_jis", "euc-kr", "windows-1251"])
def test_utf8_with_some_damage_is_read_as_utf8_whatever_is_declared(label: str) -> None:
    data = f"<meta charset={label}>{CHINESE}".encode() + b"\xff\xe6" + CHINESE.encode()
    text, encoding = decode(data)
    assert (encoding.name, encoding.source, encoding.replaced) == ("utf-8", "utf-8", 2)
    assert text.count(CHINESE) == 2


@pytest.mark.parametrize(
    ("declared", "text", "name"),
    [
        ("gbk", SENTENCE * 10, "windows-1251"),
        ("euc-kr", SENTENCE * 10, "windows-1251"),
        ("big5", JAPANESE, "shift_jis"),
        ("euc-jp", JAPANESE, "shift_jis"),
    ],
)
def test_a_declaration_that_replaces_much_gives_way_to_what_is_detected(declared: str, text: str, name: str) -> None:
    found, encoding = decode(f"<meta charset={declared}>".encode() + text.encode(name))
    assert text in found
    assert (encoding.name, encoding.source, encoding.replaced) == (name, "detected", 0)


def test_a_declaration_with_little_damage_is_followed() -> None:
    text, encoding = decode(b"<meta charset=gbk>" + CHINESE.encode("gbk") + b"\xff" * 10)
    assert (encoding.name, encoding.source, encoding.replaced) == ("gbk", "meta", 10)
    assert CHINESE in text
