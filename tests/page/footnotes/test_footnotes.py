"""Footnotes as many tools write them: each becomes a mark in the text, and a note at the end without its label."""

from pathlib import Path

import pytest

from maintext import extract
from maintext.page import read_page
from maintext.page.footnotes import referenced_blocks
from tests.clock import assert_linear

TWO = "Grain[^1] and salt.[^2]\n\n[^1]: The *first* note.\n\n[^2]: The second note."
KINDS = {
    path.stem: path.read_text(encoding="utf-8") for path in sorted((Path(__file__).parent / "kinds").glob("*.html"))
}


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_of_footnotes(kind: str) -> None:
    assert extract(f"<main>{KINDS[kind]}</main>", extractor="all").markdown == TWO


TUFTE = """<p>Grain<label for="sn-1" class="margin-toggle sidenote-number"></label><input type="checkbox" id="sn-1"
class="margin-toggle"><span class="sidenote">The <em>first</em> note.</span> and salt.<label for="mn-1"
class="margin-toggle">&#8853;</label><input type="checkbox" id="mn-1"><span class="marginnote">The second
note.</span></p>"""


def test_side_notes_without_numbers_are_taken_out_of_their_sentence() -> None:
    found = extract(TUFTE, extractor="all")
    assert found.markdown == "Grain[^n1] and salt.⊕[^n2]\n\n[^n1]: The *first* note.\n\n[^n2]: The second note."
    assert found.text == "Grain[n1] and salt.⊕[n2]\nThe first note.\nThe second note."


NO_NOTES = {
    "powers": "<p>The field has 3 km<sup>2</sup>, the other 5 m<sup>2</sup>.</p><p>They are 10<sup>3</sup> rods.</p>",
    "verses": "<p><sup>1</sup> In May <sup>2</sup> it rained.</p><p><sup>3</sup> It cleared.</p>"
    "<p><sup>1</sup> In June <sup>2</sup> it froze.</p><p><sup>2</sup> Again.</p>",
    "contents": '<ol><li><a href="#s1">1</a> Ropes</li></ol><p id="s1">Ropes are long.</p>',
    "pages": '<p>Read on: <a href="?p=2">2</a> <a href="?p=3">3</a></p>',
    "a link to the top": '<p id="top">Ropes.</p><p>Back: <a href="#top"><sup>1</sup></a></p>',
}


@pytest.mark.parametrize("name", NO_NOTES)
def test_what_is_no_footnote(name: str) -> None:
    assert not any(read_page(NO_NOTES[name]).footnotes.notes)


def test_a_note_of_several_paragraphs_ends_at_the_next() -> None:
    html = """<p>Grain.<sup>1</sup> Salt.<sup>2</sup></p><hr><p><b>1</b> It grew:</p><ul><li>here,
    <li>there.</ul><p>Then it was milled.</p><p><b>2</b> It was mined.</p><p>By night.</p>"""
    assert extract(html, extractor="all").markdown == (
        "Grain.[^1] Salt.[^2]\n\n[^1]: It grew:\n\n    - here,\n    - there.\n\n    Then it was milled.\n\n"
        "[^2]: It was mined.\n\n    By night."
    )


def test_numbers_that_start_again_get_labels_of_their_own() -> None:
    section = "<p>Grain.<sup>1</sup></p><hr><p><sup>1</sup> A note.</p><h2>More</h2>"
    assert extract(2 * section + "<p>x</p>", extractor="all").markdown.endswith("[^1]: A note.\n\n[^n2]: A note.")


def test_a_mark_whose_note_is_missing_is_left_out() -> None:
    html = '<p>Grain<sup><a href="#fn9">9</a></sup> and salt.</p>'
    assert extract(html, extractor="all").markdown == "Grain and salt."


def test_the_notes_of_kept_blocks() -> None:
    page = read_page('<p>Elsewhere<sup><a href="#fn2">2</a></sup></p>' + KINDS["pandoc"])
    assert referenced_blocks(page, [False, True, False, False]) == [2, 3]
    assert referenced_blocks(page, [True, False, False, False]) == [3]
    assert referenced_blocks(page, [False, False, True, True]) == []


def test_a_title_above_moved_notes_is_left_out() -> None:
    notes = KINDS["raised-numbers-under-a-line"].replace("<hr>", "<h2>Footnotes</h2>")
    html = f"<h2>Grain</h2>{notes}<h2>Salt</h2><p>x</p>"
    assert "Footnotes" not in extract(html, extractor="all").markdown


@pytest.mark.parametrize("kind", KINDS)
def test_every_format_has_the_marks_and_the_notes(kind: str) -> None:
    found = extract(f"<main>{KINDS[kind]}</main>", extractor="all")
    assert found.text == "Grain[1] and salt.[2]\nThe first note.\nThe second note."
    assert found.html.count('<li id="note-') == found.html.count('<sup><a href="#note-') == 2
    assert found.to_tei().count('<note xml:id="note-') == found.to_tei().count('<ref type="note" target="#note-') == 2


LARGE = {
    "marks without notes": lambda n: "<p>" + "w<sup>1</sup> " * n,
    "leading numbers": lambda n: "<p>a<sup>1</sup></p>" + "<p><sup>1</sup> x</p>" * n,
    "lists of notes": lambda n: "<p>a<sup>1</sup></p>" + "<h2>Notes</h2><ol><li>x</ol>" * n,
    "siblings": lambda n: "<p>a<sup>1</sup></p><hr><p><sup>1</sup> x</p>" + "<p>y</p>" * n,
    "links to one element": lambda n: "<p>" + "<sup><a href=#n>1</a></sup> " * n + "<p id=n>" + "x<b>y</b>" * n,
    "nested side notes": lambda n: "<p>a " + "<span class=sidenote>b c " * n,
    "marks in marks": lambda n: "<p>a " + "<sup>1</sup>,</sup><sup>" * n,
}


@pytest.mark.parametrize("name", LARGE)
def test_time_grows_linearly(name: str) -> None:
    assert_linear(lambda n: read_page(LARGE[name](n)).footnotes, 1000, times=8, limit=24)  # quadratic: 64
