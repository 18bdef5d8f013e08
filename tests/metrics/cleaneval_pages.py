"""CleanEval's final pages as gold text beside crudely stripped page text, read without the rest of maintext."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

_UNSEEN = re.compile(r"<(script|style)\b.*?</\1>|<!--.*?-->", re.IGNORECASE | re.DOTALL)


def cleaneval_pages(home: Path) -> Iterator[tuple[str, str]]:
    """Gold and stripped page, for every page that has both."""
    folder = home / "cleaneval" / "final"
    for gold in sorted((folder / "GoldStandard").glob("*.txt")):
        page = folder / "input" / f"{gold.stem}.html"
        if page.is_file():
            yield _gold(gold), _stripped(page)


def _gold(path: Path) -> str:
    text = path.read_text("utf-8", errors="replace")
    return re.sub(r"<[phl]>", " ", re.sub(r"\AURL:[^\n]*", "", text))


def _stripped(path: Path) -> str:
    text = _UNSEEN.sub(" ", path.read_text("utf-8", errors="replace"))
    return unescape(re.sub(r"<[^>]*>", " ", text))
