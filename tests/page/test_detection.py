"""Pages that do not say what encoding they are in."""

import pytest

from maintext.page.decode import decode
from tests.bundled import bundled

CASES = [
    ("article-ru-windows-1251", "windows-1251"),
    ("article-ru-windows-1251", "koi8-r"),
    ("article-ru-windows-1251", "iso-8859-5"),
    ("news-greek-8859-7", "iso-8859-7"),
    ("news-greek-8859-7", "windows-1253"),
    ("article-pl-8859-2", "iso-8859-2"),
    ("article-pl-8859-2", "windows-1250"),
    ("news-zh-gb2312", "gb18030"),
    ("blog-ja-shiftjis", "shift_jis"),
    ("blog-ja-shiftjis", "euc-jp"),
    ("article-ko-euckr", "euc-kr"),
    ("article-he-windows-1255", "windows-1255"),
    ("blog-wordpress-fr", "windows-1252"),
]


@pytest.mark.parametrize(("slug", "encoding"), CASES)
def test_the_encoding_of_an_undeclared_page_is_detected(slug: str, encoding: str) -> None:
    text = "<html><body><p>" + bundled(slug).expected.replace("\n", "</p>\n<p>") + "</p></body></html>"
    found, decided = decode(text.encode(encoding, "ignore"))
    wanted = text.encode(encoding, "ignore").decode(encoding)
    right = sum(one == other for one, other in zip(found, wanted, strict=False))
    assert decided.source == "detected"
    assert right >= 0.99 * len(wanted), f"read as {decided.name}: {found[20:80]}"


@pytest.mark.parametrize("slug", ["article-th-nospace", "article-ar-rtl", "blog-wordpress-fr", "article-fa-zwnj"])
def test_undeclared_utf8_is_utf8(slug: str) -> None:
    found, decided = decode(bundled(slug).expected.encode())
    assert (decided.name, decided.source, decided.confidence) == ("utf-8", "utf-8", 1.0)
    assert found == bundled(slug).expected


@pytest.mark.parametrize("cut", range(1, 5))
def test_undeclared_utf8_cut_inside_a_character_is_utf8(cut: int) -> None:
    data = bundled("article-th-nospace").expected.strip().encode()[:-cut]
    decided = decode(data)[1]
    assert decided.name == "utf-8"
    assert decided.replaced <= 1


def test_the_first_foreign_letters_may_come_late() -> None:
    text = "<p>" + "plain words " * 20_000 + bundled("article-ru-windows-1251").expected
    assert decode(text.encode("windows-1251"))[1].name == "windows-1251"
