"""What `check` finds, and what it lets pass."""

from pathlib import Path

import pytest

from maintext.datasets import Dataset, Example, SourceEncoding
from maintext.datasets.dataset_check import check

PAGE = "<p>The quick brown fox jumps over the lazy dog. Größe, naïve café.</p>".encode()


def _kinds(*examples: Example) -> list[tuple[str, str]]:
    return [(finding.id, finding.kind) for finding in check(examples)]


@pytest.mark.parametrize(
    ("page", "gold", "charset", "kind"),
    [
        (PAGE, "The quick brown fox.", None, None),
        (PAGE, "Größe, naïve café", "utf-8", None),
        ("<p>PÃO Â</p>".encode(), "PÃO Â", None, None),
        ("<p>中文维基百科</p>".encode(), "中文百科", None, None),
        (b"<p>Caf&eacute; &#8217;s</p>", "Café ’s", None, None),
        (b" ", "x", None, "empty page"),
        (PAGE, " \n", None, "empty gold"),
        (PAGE, "quick naÃ¯ve fox", None, "damaged gold"),
        (PAGE, "quick worldâ€™s fox", None, "damaged gold"),
        (PAGE, "quick â\x80\x94 fox", None, "damaged gold"),
        (PAGE, "quick \ufffd fox", None, "damaged gold"),
        (b"<p>caf\xe9 x", "x", "utf-8", "wrong charset"),
        (b"<p>caf\xe9 x", "x", "windows-1252", None),
        (PAGE, "The quick brown fox jum", None, "cut short"),
        (PAGE, "Nothing of all this stands there", None, "foreign gold"),
        ("<p>中文维基百科</p>".encode(), "日本語版", None, "foreign gold"),
    ],
)
def test_each_oddity_is_found(page: bytes, gold: str, charset: str | None, kind: str | None) -> None:
    example = Example("1", page, gold, raw_encoding=SourceEncoding(charset, "declared"))
    assert _kinds(example) == ([("1", kind)] if kind else [])


def test_duplicates_are_found_pages_and_gold_apart() -> None:
    assert _kinds(
        Example("1", b"<p>one", "one"),
        Example("2", b"<p>one", "one\n"),
        Example("3", b"<b>one", "one"),
        Example("4", b"<p>four", ""),
        Example("5", b"<p>five", ""),
    ) == [
        ("2", "same page"),
        ("2", "same gold"),
        ("3", "same gold"),
        ("4", "empty gold"),
        ("5", "empty gold"),
    ]


def test_missing_and_unlisted_files_are_found(small: Dataset) -> None:
    assert small.folder
    assert list(check(small)) == []
    assert isinstance(small["a"].clean, Path)
    small["a"].clean.unlink()
    (small.folder / "clean" / "new.txt").write_text("x")
    assert [(finding.kind, finding.id) for finding in check(small)] == [
        ("missing file", "a"),
        ("unlisted file", "clean/new.txt"),
    ]
