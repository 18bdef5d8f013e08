"""The folder of a report: tables, data and manifest."""

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path

from maintext.runs import Run
from tests.reports.made import ATTACK


class Attributes(HTMLParser):
    """All attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [(name, value or "") for name, value in attrs]


def test_the_folder_is_whole_and_names_nothing_outside(report: Path) -> None:
    pages = {path.name for path in report.glob("*.html")}
    assert pages == {"index.html", "figures.html", "pages.html", "page.html", "audit.html", "manifest.html"}
    for path in report.glob("*.html"):
        html = path.read_text(encoding="utf-8")
        assert "default-src 'none'" in html
        assert ATTACK not in html
        seen = Attributes()
        seen.feed(html)
        assert not [name for name, _ in seen.found if name.startswith("on") or name == "style"], path
        for target in [value.partition("#")[0] for name, value in seen.found if name in ("src", "href")]:
            assert target == "" or (report / target).exists(), (path.name, target)
    for path in (report / "static").iterdir():
        urls = re.findall(r"https?://[^\s\"')]+", path.read_text())
        assert set(urls) <= {"http://www.w3.org/2000/svg"}, path


def test_every_table_in_three_formats(report: Path) -> None:
    found = sorted(path.stem for path in (report / "tables").glob("*.csv"))
    assert {"made-up-leaderboard-bag", "made-up-leaderboard-words", "made-up-tau", "made-up-ranks"} <= set(found)
    for ending in ("md", "tex"):
        assert sorted(path.stem for path in (report / "tables").glob(f"*.{ending}")) == found
    with (report / "tables" / "made-up-leaderboard-bag.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert rows[0]["extractor"] == "density"
    assert rows[0]["score, all"] == "1.000"


def test_page_data_is_ascii_and_can_be_read_back(report: Path) -> None:
    text = (report / "data" / "made-up" / "4.js").read_bytes().decode("ascii")
    assert "<" not in text
    assert ">" not in text
    data = json.loads(text.removeprefix("maintext.page(").removesuffix(");\n"))
    assert data["id"] == "attack"
    found = "\n".join(data["lines"][line] for line in data["entries"][1]["text"])
    assert "window.hacked='close'" in found
    assert data["entries"][2]["kind"] == "crash"
    story = json.loads(
        (report / "data" / "made-up" / "0.js").read_text().removeprefix("maintext.page(").removesuffix(");\n")
    )
    assert set(story["pictures"]) == {"density", "simple-mss"}


def test_the_manifest_says_how_to_make_it_again(report: Path, made_run: Run) -> None:
    manifest = json.loads((report / "manifest.json").read_text())
    assert manifest["commands"] == ["maintext run made/up -o run", "maintext report run -o report"]
    assert manifest["runs"][0]["digest"] == made_run.dataset.digest
    html = (report / "manifest.html").read_text()
    assert made_run.dataset.digest in html
    assert "maintext report run -o report" in html
