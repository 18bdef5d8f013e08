"""`maintext compare`."""

import json
from pathlib import Path

import pytest

from tests.bundled import bundled
from tests.cli.runner import assert_one_line, run
from tests.fetch.server import serving


def test_a_table(folder: Path) -> None:
    result = run("compare", "news.html")
    assert result.exit_code == 0
    for name in ("learned", "readability", "density", "the whole page", "words", "all extractors drop"):
        assert name in result.stdout
    assert "●" in result.stdout


def test_the_blocks_that_no_extractor_keeps_are_shown_if_asked(folder: Path) -> None:
    assert "all extractors drop" not in run("compare", "news.html", "--all").stdout
    few, many = (run("compare", "news.html", *extra).stdout.count("\n") for extra in ((), ("--all",)))
    assert many > few


def test_json(folder: Path) -> None:
    result = run("compare", "news.html", "-x", "all", "-x", "density(c1=0.1)", "-x", "nothing", "-f", "json")
    whole = json.loads(result.stdout)
    assert [side["name"] for side in whole["extractors"]] == ["all", "density(c1=0.1)", "nothing"]
    assert [side["words"] > 0 for side in whole["extractors"]] == [True, True, False]
    assert all(len(block["kept"]) == 3 for block in whole["blocks"])
    kept = [sum(block["kept"][at] for block in whole["blocks"]) for at in range(3)]
    assert kept == [side["blocks"] for side in whole["extractors"]]
    assert whole["title"]


def test_standard_input(folder: Path) -> None:
    result = run("compare", "-x", "all", "-f", "json", stdin=bundled("news-zh-gb2312").data)
    assert "茶馆" in result.stdout


def test_a_page_served_on_loopback(folder: Path) -> None:
    with serving() as site:
        assert "Été" in run("compare", f"{site}/page", "-x", "all").stdout


def test_an_empty_page(folder: Path) -> None:
    assert run("compare", "empty.html").exit_code == 0


def test_square_brackets_in_a_page_are_text(folder: Path) -> None:
    (folder / "brackets.html").write_text("<title>[red]a[/red] [/x]</title><p>one [bold]two[/bold] [/y] three</p>")
    result = run("compare", "brackets.html", "-x", "all")
    assert "[red]a[/red] [/x]" in result.stdout
    assert "[bold]two[/bold] [/y]" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("missing.html",), 1),
        (("paper.pdf",), 1),
        (("bare",), 1),
        (("news.html", "-x", "densty"), 1),
        (("news.html", "--max-bytes", "10"), 1),
    ],
)
def test_a_mistake_is_one_line(folder: Path, arguments: tuple[str, ...], code: int) -> None:
    result = run("compare", *arguments)
    assert result.exit_code == code
    assert_one_line(result.stderr)


@pytest.mark.parametrize("arguments", [("site",), ("news.html", "zh.html"), ("news.html", "-f", "xml")])
def test_wrong_usage_is_exit_code_two(folder: Path, arguments: tuple[str, ...]) -> None:
    assert run("compare", *arguments).exit_code == 2
