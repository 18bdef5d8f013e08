"""The importer of pages with an expected document, on a small source made here."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from maintext.datasets import open_dataset
from maintext.datasets.home import source_home
from maintext.datasets.importers import import_dataset

Write = Callable[[dict[str, str | bytes]], Path]


@pytest.fixture
def folder(source: Write) -> Path:
    reader = {"title": "Ferry", "byline": "A. Rower", "publishedDate": "2024-05-01T10:00:00Z", "siteName": "Harbor"}
    markdown = {"title": "Notes", "author": "", "site": "", "published": ""}
    return source(
        {
            "structure/reader/ferry/source.html": "<p>menu</p><h2>Ferry</h2><p>It came.</p>",
            "structure/reader/ferry/expected.html": "<div><h2>Ferry</h2><p>It <a href='http://fakehost/log'>came</a>.</p></div>",
            "structure/reader/ferry/expected-metadata.json": json.dumps(reader),
            "structure/reader/ferry/url.txt": "https://harbor.example/ferry > ferry\n",
            "structure/markdown/notes--one/page.html": '<!-- {"url": "https://n.example/1"} --><p>One.',
            "structure/markdown/notes--one/expected.md": "## A\n\nOne[^1] $x^2$.\n\n[^1]: Note.",
            "structure/markdown/notes--one/metadata.json": json.dumps(markdown),
            "structure/markdown/code-blocks--two.example-a/page.html": "<p>Two.",
            "structure/markdown/code-blocks--two.example-a/expected.md": "Two.",
            "structure/markdown/code-blocks--two.example-a/metadata.json": json.dumps(markdown),
        }
    )


@pytest.mark.usefixtures("home")
def test_both_parts_are_imported_and_neither_is_trained_on(folder: Path) -> None:
    reader, markdown = import_dataset("structure", folder)
    assert (reader.name, reader.imported, markdown.name, markdown.imported) == (
        "structure/reader", 1, "structure/markdown", 2,
    )  # fmt: skip
    headers = [open_dataset(name).header for name in ("structure/reader", "structure/markdown")]
    assert [(header.trainable, header.markup) for header in headers] == [(False, "html"), (False, "markdown")]


@pytest.mark.usefixtures("home")
def test_gold_text_is_that_of_the_expected_document(folder: Path) -> None:
    import_dataset("structure", folder)
    ferry = open_dataset("structure/reader")["ferry"]
    assert ferry.gold == "Ferry\nIt came."
    assert ferry.markup == "<div><h2>Ferry</h2><p>It <a href='https://harbor.example/log'>came</a>.</p></div>"
    assert ferry.url == "https://harbor.example/ferry"
    assert ferry.facts == {
        "title": "Ferry", "author": "A. Rower", "date": "2024-05-01T10:00:00Z", "site_name": "Harbor",
    }  # fmt: skip
    one = open_dataset("structure/markdown")["notes--one"]
    assert one.gold.startswith("A\nOne[1] x^2.\nNote.")
    assert one.facts == {"title": "Notes"}


@pytest.mark.usefixtures("home")
def test_a_page_without_a_url_comment_has_that_of_its_folder(folder: Path) -> None:
    import_dataset("structure(part=markdown)", folder)
    pages = open_dataset("structure/markdown")
    assert pages["notes--one"].url == "https://n.example/1"
    assert pages["code-blocks--two.example-a"].url == "https://two.example-a"


def test_the_real_source(tmp_path: Path) -> None:
    if not (source_home() / "structure").is_dir():
        pytest.skip(f"the source structure is not unpacked in {source_home()}")
    reader, markdown = import_dataset("structure", source_home(), home=tmp_path)
    assert (reader.imported, markdown.imported, reader.left_out, markdown.left_out) == (90, 105, (), ())
    for name in ("structure/reader", "structure/markdown"):
        assert all(page.gold and page.markup and page.url for page in open_dataset(name, tmp_path))
