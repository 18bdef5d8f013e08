"""Readability: votes, siblings, cleaning, relaxed rules and the title, each by hand."""

from dataclasses import replace

import pytest

from maintext import read_page
from maintext.extractors.readability.cleaning import add_up
from maintext.extractors.readability.extractor import Readability
from maintext.extractors.readability.layout import Layout
from maintext.extractors.readability.rules import article_title, is_unlikely, name_weight, tag_score
from tests.bundled import bundled
from tests.clock import seconds
from tests.extractors.floors import HOSTILE, SECONDS, hostile_page, mean_word_f1

P100 = "x" * 98 + ", "
STORY = "A sentence of the story, which goes on for a while, and then ends. "
PARAGRAPH = f"<p>{STORY * 3}</p>"


def _text(html: str, **parameters: object) -> str:
    return Readability(**parameters).extract(read_page(html)).text  # type: ignore[arg-type]


def _scores(html: str) -> dict[str, float]:
    layout = Layout(read_page(html))
    tree = layout.page.tree
    alive = layout.alive(True)
    amounts = layout.amounts(alive)
    add_up(tree.parents, amounts)
    scores = Readability().scores(layout, alive, amounts, names=True)
    return {tree.tags[element]: score for element, score in scores.items()}


def test_the_parent_gets_the_vote_and_the_grandparent_half_of_it() -> None:
    # 199 characters and two commas (the last space is collapsed away): 1 + 2 + 1 = 4; a div starts with 5.
    scores = _scores(f"<section><div><p>{P100 * 2}</p></div></section>")
    assert scores == {"div": 5 + 4, "section": 2}


def test_a_vote_for_length_is_at_most_three() -> None:
    assert _scores(f"<section><div><p>{'x' * 5000}</p></div></section>")["div"] == 5 + 1 + 3


def test_short_paragraphs_have_no_vote() -> None:
    assert _scores("<div><p>one, two, three, four</p></div>") == {}


def test_names_and_links_weigh() -> None:
    text = "x" * 30
    scores = _scores(f"<section><div class=article id=sponsor><p>{text} <a href=q>{text}</a></p></div></section>")
    # One vote of 1, 5 for the tag, 25 - 25 for the names; 30 of 61 characters are links.
    assert scores["div"] == pytest.approx(6 * (1 - 30 / 61))


def test_loose_text_in_a_div_votes_for_the_div_and_a_div_of_text_for_its_parent() -> None:
    assert _scores(f"<section><div>{'x' * 30}<p>y</p></div></section>") == {"div": 6, "section": 0.5}
    assert _scores(f"<section><div>{'x' * 30}</div></section>") == {"section": 1, "body": 0.5}


@pytest.mark.parametrize(
    ("names", "unlikely"),
    [("sidebar", True), ("Comment-list", True), ("sidebar main", False), ("story", False), ("", False)],
)
def test_unlikely_names(names: str, unlikely: bool) -> None:
    assert is_unlikely(names) is unlikely


def test_weights_of_names_and_tags() -> None:
    assert name_weight((("class", "post"), ("id", "content"))) == 50
    assert name_weight((("class", "footer"), ("title", "article"), ("id", None))) == -25
    assert [tag_score(tag) for tag in ("div", "td", "ul", "h2", "span")] == [5, 3, -3, -5, 0]


@pytest.mark.parametrize(
    ("title", "short"),
    [
        ("Ferry terminal rebuild delayed until autumn | Harbor Gazette", "Ferry terminal rebuild delayed until autumn"),
        ("Harbor Gazette - Ferry terminal rebuild delayed until autumn", "Ferry terminal rebuild delayed until autumn"),
        ("Gazette: Ferry terminal rebuild delayed until autumn", "Ferry terminal rebuild delayed until autumn"),
        ("Two words | Site", "Two words | Site"),
        ("A self-made title of many words", "A self-made title of many words"),
        ("", ""),
    ],
)
def test_the_title_without_the_site(title: str, short: str) -> None:
    assert article_title(title) == short


def test_the_title_stands_before_the_text_if_asked() -> None:
    html = f"<title>Some story of the day - Gazette</title><div>{PARAGRAPH * 3}</div>"
    assert _text(html, title=True).startswith("Some story of the day\nA sentence")
    assert _text(html).startswith("A sentence")
    assert _text("<title>Some story of the day</title>", title=True) == ""


def test_siblings_that_read_well_belong_to_the_article() -> None:
    beside = "<p>A short sentence.</p><p>No sentence</p><p><a href=x>A link, which is one.</a></p>"
    html = f"<section><div>{PARAGRAPH * 5}</div>{beside}{'<div><p>' + STORY * 6 + '</p></div>'}</section>"
    text = _text(html)
    assert "A short sentence." in text
    assert "No sentence" not in text
    assert "A link" not in text


def test_loose_text_beside_the_article_belongs_to_it_if_it_reads_well() -> None:
    text = _text(f"<section>Loose but a sentence.<div>{PARAGRAPH * 5}</div>loose and none</section>")
    assert "Loose but a sentence." in text
    assert "loose and none" not in text


@pytest.mark.parametrize(
    "clutter",
    [
        "<ul><li><a href=x>Related story</a></li><li><a href=y>Another</a></li></ul>",
        "<div class=footer><p>Related story.</p></div>",
        "<form><input><input>Related story, sign up for it here, now</form>",
        "<div><img><img>Related story and another one here<p>x</p></div>",
        "<div>Related story</div>",
        "<h1>Related story</h1>",
    ],
)
def test_clutter_in_the_article_is_cleaned_away(clutter: str) -> None:
    text = _text(f"<body><div>{PARAGRAPH * 3}{clutter}{PARAGRAPH * 3}</div>")
    assert text.count("A sentence") == 18
    assert "Related story" not in text


def test_a_list_with_a_text_stays() -> None:
    items = "".join(f"<li>{STORY}</li>" for _ in range(3))
    assert _text(f"<body><div>{PARAGRAPH * 3}<ul>{items}</ul></div>").count("A sentence") == 12


def test_rules_are_relaxed_if_too_little_is_left() -> None:
    html = f"<body><p>{'x' * 30}</p><div class=sidebar>{PARAGRAPH * 3}</div>"
    assert "A sentence" in _text(html)
    assert "A sentence" not in _text(html, enough=0)


@pytest.mark.parametrize("parameters", [{"enough": -1}, {"shortest": -1}, {"sibling": -0.5}])
def test_impossible_parameters_are_refused(parameters: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(parameters))):
        Readability(**parameters)  # type: ignore[arg-type]


@pytest.mark.parametrize("slug", ["news-inline-ads", "tables-2000s-fonttags", "divs-br-no-p"])
def test_an_article_and_no_more(slug: str) -> None:
    page = bundled(slug)
    text = Readability().extract(read_page(page.data)).text
    assert [snippet for snippet in page.meta["with"] if snippet not in text] == []


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_finish(name: str) -> None:
    page = replace(hostile_page(name))
    assert seconds(lambda: Readability().extract(page).text) < SECONDS


def test_an_empty_page_has_no_text() -> None:
    assert _text("") == ""


def test_the_floor_on_the_bundled_pages() -> None:
    assert mean_word_f1(Readability()) >= 0.79
