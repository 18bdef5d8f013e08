import shutil
from pathlib import Path

import pytest

from tests.bundled import PAGES

NAMES = {"news.html": "news-inline-ads", "zh.html": "news-zh-gb2312", "docs.htm": "docs-sphinx"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with some pages and some files that are none."""
    for name, slug in NAMES.items():
        shutil.copy(PAGES / slug / "page.html", tmp_path / name)
    (tmp_path / "paper.pdf").write_bytes(b"%PDF-1.7\n")
    (tmp_path / "empty.html").write_bytes(b"")
    (tmp_path / "site").mkdir()
    shutil.copy(PAGES / "press-release" / "page.html", tmp_path / "site" / "a.html")
    shutil.copy(PAGES / "poem-line-breaks" / "page.html", tmp_path / "site" / "b.xhtml")
    (tmp_path / "site" / "notes.txt").write_text("not a page")
    (tmp_path / "bare").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def no_given_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are as wide as where the output goes says, unless a test sets COLUMNS."""
    monkeypatch.delenv("COLUMNS", raising=False)
