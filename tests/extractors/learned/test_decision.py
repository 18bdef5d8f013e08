"""The decision: the best set of blocks, each text once, with what the options ask for, and the confidence in it."""

import re
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.extractors.learned.calibration import Calibration, DecisionTemperatures
from maintext.extractors.learned.decision import (
    Selection,
    TextOptions,
    decide,
    maximize_expected_f,
    select_blocks,
    text_probabilities,
)
from maintext.extractors.learned.duplicate_texts import NO_DUPLICATE
from maintext.extractors.learned.features import featurize
from maintext.extractors.learned.network import PAGE_TYPES, Output
from maintext.extractors.learned.units import find_units
from maintext.page import read_page

PAGE = read_page(
    "<h1>The fox</h1><p>By Anna</p><div><p>It sleeps all day, it runs by night.</p><p>So it does.</p></div><p>Nice!</p>"
)
HIGH = 9.0
#          text, title, comment, byline
BLOCKS = [
    (HIGH, HIGH, -HIGH, -HIGH),
    (-HIGH, -HIGH, -HIGH, HIGH),
    (HIGH, -HIGH, -HIGH, -HIGH),
    (HIGH, -HIGH, -HIGH, -HIGH),
    (-HIGH, -HIGH, HIGH, -HIGH),
]


def kept_blocks(page_type: str, options: TextOptions) -> list[int]:
    types = np.array([float(page_type == name) for name in PAGE_TYPES], np.float32)
    output = Output(np.array(BLOCKS, np.float32), types)
    temperatures = DecisionTemperatures(1.0, 1.0)
    selection = select_blocks(output, PAGE.tree.block_texts, featurize(PAGE), find_units(PAGE), temperatures, options)
    return [int(block) for block in np.nonzero(selection.kept)[0]]


@pytest.mark.parametrize(
    ("page_type", "options", "expected"),
    [
        ("article", TextOptions(), [2, 3]),
        ("product", TextOptions(), [0, 2, 3]),
        ("article", TextOptions(title=True), [0, 2, 3]),
        ("article", TextOptions(byline=True), [1, 2, 3]),
        ("article", TextOptions(comments=True), [2, 3, 4]),
        ("article", TextOptions(title=True, byline=True, comments=True), [0, 1, 2, 3, 4]),
    ],
)
def test_what_the_options_ask_for_is_kept(page_type: str, options: TextOptions, expected: list[int]) -> None:
    assert kept_blocks(page_type, options) == expected


def test_probabilities_of_text_and_comment_are_added_up_to_one() -> None:
    probabilities = np.array([[0.7, 0, 0.6, 0], [0.2, 0, 0.3, 0]], np.float32)
    assert text_probabilities(probabilities, TextOptions()).tolist() == pytest.approx([0.7, 0.2])
    assert text_probabilities(probabilities, TextOptions(comments=True)).tolist() == pytest.approx([1.0, 0.5])


@pytest.mark.parametrize(
    ("log_odds", "confidence", "kept"),
    [(HIGH, 0.4, [0, 1]), (-HIGH, 0.0, [])],
)
def test_a_short_text_halves_the_confidence_and_an_improbable_one_is_not_kept(
    log_odds: float, confidence: float, kept: list[int]
) -> None:
    page = read_page("<p>A line of text.</p><p>And another one.</p>")
    output = Output(np.full((2, 4), [log_odds, -HIGH, -HIGH, -HIGH], np.float32), np.zeros(7, np.float32))
    curve = np.array([0.0, 1.0], np.float32)
    calibration = Calibration(
        np.ones(4, np.float32), np.zeros(7, np.int64), DecisionTemperatures(1.0, 1.0), curve, 0.8 * curve
    )
    decision = decide(output, page.tree.block_texts, featurize(page), find_units(page), calibration, TextOptions())
    assert np.nonzero(decision.kept)[0].tolist() == kept
    assert decision.confidence == pytest.approx(confidence, abs=1e-3)


QUOTED = "<p>Words before the table.</p><table><tr><td>Name<td>Anna<tr><td>Born<td>1901</table><p>Words after it.</p>"


def selection_of(
    html: str,
    text_log_odds: list[float],
    title_log_odds: list[float] | None = None,
    options: TextOptions | None = None,
    page_type: str = "article",
    bylines: list[float] | None = None,
) -> Selection:
    page = read_page(html)
    blocks = np.full((len(text_log_odds), 4), -HIGH, np.float32)
    blocks[:, 0] = text_log_odds
    if title_log_odds is not None:
        blocks[:, 1] = title_log_odds
    if bylines is not None:
        blocks[:, 3] = bylines
    output = Output(blocks, np.array([float(name == page_type) for name in PAGE_TYPES], np.float32))
    temperatures = DecisionTemperatures(1.0, 1.0)
    texts, features = page.tree.block_texts, featurize(page)
    return select_blocks(output, texts, features, find_units(page), temperatures, options or TextOptions())


@pytest.mark.parametrize(
    ("log_odds", "expected"),
    [
        ([HIGH, 1, 1, 1, -1, HIGH], [True] * 6),
        ([HIGH, -1, -1, -1, 1, HIGH], [True, False, False, False, False, True]),
    ],
)
def test_the_cells_of_a_table_are_kept_or_dropped_together(log_odds: list[float], expected: list[bool]) -> None:
    assert selection_of(QUOTED, log_odds).kept.tolist() == expected


def test_the_rows_of_a_table_that_clearly_differ_are_decided_apart() -> None:
    selection = selection_of(QUOTED, [HIGH, HIGH, HIGH, -HIGH, -HIGH, HIGH])
    assert selection.kept.tolist() == [True, True, True, False, False, True]
    assert selection.parts.tolist() == [0, 1, 1, 2, 2, 3]


def test_a_cell_whose_text_is_elsewhere_on_the_page_stays_in_its_table() -> None:
    sentence = "She was born in the harbor in 1901."
    html = f"<p>{sentence}</p><table><tr><td>Name<td>Anna of the old harbor<tr><td>Born<td>{sentence}</table>"
    selection = selection_of(html, [HIGH] * 5)
    assert selection.kept.all()
    assert (selection.duplicate_of == NO_DUPLICATE).all()


def test_an_article_loses_its_title_and_what_repeats_it_but_not_its_subtitle() -> None:
    html = "<h1>The fox sleeps</h1><h2>And why we let it</h2><div><b>The fox sleeps!</b></div><p>Once upon a time.</p>"
    selection = selection_of(html, [HIGH] * 4, [HIGH, 1, 1, -HIGH])
    assert selection.kept.tolist() == [False, True, False, True]
    assert selection.excluded_titles.tolist() == [True, False, True, False]


def test_the_title_is_included_once_and_as_a_heading() -> None:
    html = "<div>The fox sleeps</div><h1>The fox sleeps</h1><p>Once upon a time.</p>"
    selection = selection_of(html, [HIGH] * 3, [HIGH, 5, -HIGH], TextOptions(title=True))
    assert selection.kept.tolist() == [False, True, True]


def test_a_subtitle_above_another_heading_is_kept() -> None:
    html = "<div><h1>The fox sleeps</h1><h2>And why we let it</h2></div><h2>First</h2><p>Once upon a time.</p>"
    selection = selection_of(html, [HIGH, 0.1, HIGH, HIGH], [HIGH, 1, -HIGH, -HIGH])
    assert selection.kept.tolist() == [False, True, True, True]


@pytest.mark.parametrize(
    ("page_type", "log_odds", "kept"),
    [("article", 1, False), ("documentation", 1, True), ("documentation", 5, False), ("product", 5, True)],
)
def test_where_the_title_is_left_out(page_type: str, log_odds: float, kept: bool) -> None:
    html = "<h1>The fox sleeps</h1><p>Once upon a time.</p>"
    selection = selection_of(html, [HIGH] * 2, [log_odds, -HIGH], page_type=page_type)
    assert selection.kept.tolist() == [kept, True]


BYLINE = "<p>The ferry runs again from Monday.</p><p>By Ida Lund, 14 May</p>"


@pytest.mark.parametrize(
    ("page_type", "byline", "text", "kept"),
    [("article", 0, 0.5, False), ("article", 0, 2, True), ("article", -2, 0.5, True), ("forum", 0, 0.5, True)],
)
def test_the_byline_of_an_article_is_left_out(page_type: str, byline: float, text: float, kept: bool) -> None:
    found = selection_of(BYLINE, [HIGH, text], page_type=page_type, bylines=[-HIGH, byline])
    assert found.kept.tolist() == [True, kept]
    assert found.excluded_bylines.tolist() == [False, not kept]


def test_a_long_paragraph_is_no_byline() -> None:
    html = BYLINE.replace("14 May", "who has written about the harbor for years, and takes the ferry to work every day")
    assert selection_of(html, [HIGH, 0.5], bylines=[-HIGH, 0]).kept.tolist() == [True, True]


def test_a_text_for_screen_readers_is_left_out() -> None:
    html = "<p>Lead.</p><h2 class='x sr-only'>Article content</h2><p>And more.</p><div class=sr-only><i>Post</i></div>"
    assert selection_of(html, [HIGH] * 4).kept.tolist() == [True, False, True, False]


def test_a_hidden_part_is_left_out_and_its_visible_copy_is_kept() -> None:
    html = "<div class=w-condition-invisible><div><div><p>It is twenty letters long.</div></div></div>"
    assert selection_of(html + "<p>It is twenty letters long.</p>", [HIGH, HIGH - 1]).kept.tolist() == [False, True]


@pytest.mark.parametrize(
    ("end", "page_type", "kept"),
    [
        ("<p>Related:</p>", "article", [False]),
        ("<h2>More stories</h2><p>Related:</p>", "article", [False, False]),
        ("<p>Related:</p>", "listing", [True]),
        ("<p>Sources: the harbor, the town hall</p>", "article", [True]),
        ("<p>So it does.</p>", "article", [True]),
        ("<h2>And that is how it all began</h2>", "article", [True]),
    ],
)
def test_an_article_does_not_end_with_a_label(end: str, page_type: str, kept: list[bool]) -> None:
    html = f"<p>It sleeps all day, it runs by night.</p>{end}"
    assert selection_of(html, [HIGH] * (1 + len(kept)), page_type=page_type).kept.tolist() == [True, *kept]


@pytest.mark.parametrize(
    ("label", "kept"), [("<p>— ADVERTISEMENT —</p>", False), ("<div>広告</div>", False), ("<h2>Advertising</h2>", True)]
)
def test_a_block_that_only_says_advertisement_is_left_out(label: str, kept: bool) -> None:
    html = f"<p>It sleeps all day.</p>{label}<p>It runs by night.</p>"
    assert selection_of(html, [HIGH] * 3).kept.tolist() == [True, kept, True]


SHOWN = "<p>The ferry runs again from Monday, and it runs until late at night.</p>"
POPUP = "<div style='color: red; display:none'><p>It is twenty letters long.</p></div>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (SHOWN + POPUP, [True, False]),
        (SHOWN + POPUP.replace("none", "block"), [True, True]),
        (SHOWN + POPUP.replace("display:none", "VISIBILITY : hidden"), [True, False]),
        (SHOWN.replace("<p>", "<p style=display:none>") + POPUP.replace("display:none", ""), [True, True]),
        (SHOWN + POPUP + "<div>It is twenty letters long.</div>", [True, False, True]),
        (SHOWN * 6 + "<p style='opacity: 0'>" + "It is twenty letters long. " * 9, [True] * 6 + [False]),
        (SHOWN + "<p style='opacity: 0'>It is twenty letters long.</p>" * 9, [True] * 10),
    ],
)
def test_what_people_do_not_see_is_left_out_unless_it_is_most_of_the_text(html: str, expected: list[bool]) -> None:
    log_odds = [HIGH, HIGH, *[HIGH - 1] * len(expected)][: len(expected)]
    assert selection_of(html, log_odds).kept.tolist() == expected


def test_code_counts_as_more_probable_than_the_networks_say() -> None:
    html = f"<p>{'Lead. ' * 50}</p><pre>a = 1</pre><p>a = 1</p>"
    assert selection_of(html, [HIGH, -0.7, -0.7]).kept.tolist() == [True, True, False]


SECTIONS = "<p>Lead.</p><h2>First</h2><p>Text of the first.</p><h2>Related</h2><ul><li><a>One</a><li><a>Two</a></ul>"


def test_a_heading_follows_its_section() -> None:
    selection = selection_of(SECTIONS, [HIGH, -0.5, HIGH, 0.2, -HIGH, -HIGH])
    assert selection.kept.tolist() == [True, True, True, False, False, False]
    assert selection.section_headings.tolist() == [False, True, False, True, False, False]


@pytest.mark.parametrize(
    ("contents", "list_score", "kept"),
    [
        ("<ul><li>One<li>Two<li>Three</ul>", -1, False),
        ("<ul><li>One<li>Two<li>Three</ul>", HIGH, True),
        ("<ul><li>One<li>Two</ul>", -1, True),
        ("<dl><dt>One<dd>Two<dt>Three<dd>Four</dl>", -1, False),
    ],
)
def test_a_heading_of_nothing_but_a_list_follows_it(contents: str, list_score: float, kept: bool) -> None:
    html = f"<p>{'Lead. ' * 50}</p><div><h2>Contents</h2>{contents}</div><h2>One</h2><p>{'Text. ' * 50}</p>"
    scores = [HIGH, 1, *[list_score] * len(re.findall("<(?:li|dt|dd)>", contents)), HIGH, HIGH]
    assert selection_of(html, scores).kept[1] == kept


@pytest.mark.parametrize(
    ("html", "kept"),
    [
        ("<div><section class='block block-ads'><h2>Advertisement</h2></section></div>", False),
        ("<div id=dfp-4><div><h3>Werbung</h3></div></div>", False),
        ("<div class=ads><h2>Used boats</h2><p>Two oars.</p></div>", True),
        ("<div class='loads reads'><h2>News</h2></div>", True),
        ("<div class=ads><h2>Why we no longer sell oars to anybody</h2></div>", True),
    ],
)
def test_a_heading_alone_in_the_place_of_an_advertisement_is_left_out(html: str, kept: bool) -> None:
    page = f"<p>First.</p>{html}<p>Second.</p>"
    blocks = 3 + page.count("oars.")
    assert selection_of(page, [HIGH] * blocks).kept.tolist() == [True, kept, *[True] * (blocks - 2)]


scored_blocks = st.lists(st.tuples(st.floats(0.01, 0.99), st.integers(1, 50)), min_size=1, max_size=8)


def expected_f(kept: tuple[bool, ...], pairs: list[tuple[float, int]], beta: float) -> float:
    gain = sum(p * size for keep, (p, size) in zip(kept, pairs, strict=True) if keep)
    size = sum(size for keep, (_, size) in zip(kept, pairs, strict=True) if keep)
    return (1 + beta**2) * gain / (size + beta**2 * sum(p * size for p, size in pairs))


@given(scored_blocks, st.sampled_from([0.5, 1.0, 2.0]))
def test_no_set_of_blocks_has_a_larger_expected_f(pairs: list[tuple[float, int]], beta: float) -> None:
    p = np.array([each for each, _ in pairs], np.float32)
    sizes = np.array([each for _, each in pairs], np.float32)
    best = maximize_expected_f(p, sizes, beta)
    highest = max(expected_f(kept, pairs, beta) for kept in product([False, True], repeat=len(pairs)) if any(kept))
    assert abs(best.expected_f - highest) < 1e-4


@given(scored_blocks)
def test_a_larger_beta_keeps_no_less(pairs: list[tuple[float, int]]) -> None:
    p = np.array([each for each, _ in pairs], np.float32)
    sizes = np.array([each for _, each in pairs], np.float32)
    kept = [maximize_expected_f(p, sizes, beta).kept for beta in (0.5, 1.0, 2.0)]
    assert (kept[0] <= kept[1]).all()
    assert (kept[1] <= kept[2]).all()
