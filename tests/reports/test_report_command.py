"""`maintext report` and `maintext report --compare`."""

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from maintext.runs import Result, Run
from tests.cli.run import assert_one_line, run
from tests.reports.made import ATTACK, dataset, results, write_run


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
        attributes = Attributes()
        attributes.feed(html)
        assert not [name for name, _ in attributes.found if name.startswith("on") or name == "style"], path
        for target in [value.partition("#")[0] for name, value in attributes.found if name in ("src", "href")]:
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


def test_the_command_writes_and_replaces_a_report_but_nothing_else(made_run: Run, tmp_path: Path) -> None:
    target = tmp_path / "out"
    options = ("report", str(made_run.folder), "-o", str(target), "--no-figures", "-w", "1")
    first = run(*options, "-m", "bag", "-x", "density")
    assert first.exit_code == 0
    assert str(target / "index.html") in first.stdout
    assert run(*options).exit_code == 0
    assert "simple-mss" in (target / "index.html").read_text()
    other = tmp_path / "precious"
    other.mkdir()
    (other / "thesis.txt").write_text("years of work")
    refused = run("report", str(made_run.folder), "-o", str(other))
    assert refused.exit_code == 1
    assert_one_line(refused.stderr)
    assert (other / "thesis.txt").read_text() == "years of work"


def test_a_folder_that_is_no_run_is_one_line(tmp_path: Path) -> None:
    refused = run("report", str(tmp_path), "-o", str(tmp_path / "out"))
    assert refused.exit_code == 1
    assert_one_line(refused.stderr)


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("compared")
    made = dataset(home / "data")
    before = results(made)
    worse = [Result(each.id, "Home") if each.id == "story-2" else each for each in before["density"]]
    better = [
        Result(each.id, each.gold) if each.id == "story-0" else old
        for each, old in zip(made, before["all"], strict=True)
    ]
    old = write_run(home / "old", made, {"density": before["density"], "all": before["all"]})
    new = write_run(home / "new", made, {"density": worse, "all": better})
    target = home / "report"
    done = run("report", "--compare", str(old.folder), str(new.folder), "-o", str(target), "-m", "bag", "-w", "1")
    assert done.exit_code == 0, done.stderr
    return target


def test_compare_counts_what_got_better_and_worse(compared: Path) -> None:
    with (compared / "tables" / "made-up-changes.csv").open(encoding="utf-8") as file:
        rows = {row["extractor"]: row for row in csv.DictReader(file)}
    assert [rows["density"][name] for name in ("better", "worse", "same")] == ["0", "1", "5"]
    assert [rows["all"][name] for name in ("better", "worse", "same")] == ["1", "0", "5"]
    assert float(rows["density"]["difference"]) < 0 < float(rows["all"]["difference"])


def test_compare_leads_to_the_changed_page_old_against_new(compared: Path) -> None:
    html = (compared / "index.html").read_text()
    assert "page.html#set=made-up&amp;n=2&amp;x=density+%40+new&amp;against=density+%40+old" in html
    assert (compared / "figures" / "made-up-changes.svg").exists()


def test_compare_needs_two_runs_over_the_same_pages(made_run: Run, tmp_path: Path) -> None:
    assert run("report", "--compare", str(made_run.folder), "-o", str(tmp_path / "x")).exit_code == 2
    twice = run("report", "--compare", str(made_run.folder), str(made_run.folder), "-o", str(tmp_path / "x"))
    assert twice.exit_code == 1
    assert_one_line(twice.stderr)
