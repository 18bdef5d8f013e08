"""Segments: every block in one of them, coarse or fine as asked, cut where the page is cut."""

import pytest

from maintext import EXTRACTORS, extract, read_page
from maintext.errors import BadParameter
from maintext.fetch.browser import missing
from maintext.fetch.rendered_layout import ElementBox, RenderedLayout
from maintext.page.segmentation import cut, segment_layout, segment_markup
from maintext.page.segmentation.segment import Box
from maintext.reports.explain import trace_of
from maintext.reports.segment_drawing import drawing
from tests.bundled import SLUGS, bundled
from tests.clock import seconds
from tests.sites.made import gold, story

PAGE = read_page(
    "<nav><a href=1>One</a> <a href=2>Two</a> <a href=3>Three</a></nav><article><h1>A title</h1>"
    "<p>The first paragraph of the story, with some words.</p><p>The second paragraph, with others.</p>"
    "<h2>A part</h2><p>The third paragraph, after a heading.</p></article><hr><footer><p>Imprint</p></footer>"
)


@pytest.mark.parametrize("slug", SLUGS[::5])
def test_at_every_granularity_each_block_is_in_one_segment_and_finer_ones_divide_coarser_ones(slug: str) -> None:
    page = read_page(bundled(slug).data)
    root = segment_markup(page)
    coarser: list[set[int]] = [set(range(len(page.blocks)))]
    for granularity in range(1, 11):
        found = cut(root, granularity)
        assert [block for segment in found for block in segment.blocks] == list(range(len(page.blocks)))
        assert all(any(set(segment.blocks) <= whole for whole in coarser) for segment in found)
        assert all(segment.coherence >= granularity or not segment.parts for segment in found)
        coarser = [set(segment.blocks) for segment in found]
    assert len(coarser) >= len(cut(root, 1))


def test_menu_story_and_footer_are_segments_and_headings_stand_with_what_follows() -> None:
    found = cut(segment_markup(PAGE), 6)
    texts = [[PAGE.tree.block_texts[block] for block in segment.blocks] for segment in found]
    assert texts[0] == ["One Two Three"]
    assert texts[-1] == ["Imprint"]
    assert texts[1][0] == "A title"
    fine = cut(segment_markup(PAGE), 9)
    [part] = [segment for segment in fine if "A part" in [PAGE.tree.block_texts[block] for block in segment.blocks]]
    assert PAGE.tree.block_texts[part.blocks[-1]].startswith("The third")


def test_a_segment_is_scored_by_its_words_and_tags() -> None:
    page = read_page("<p>one two three</p><p>four <b>five</b></p>")
    root = segment_markup(page)
    assert root.words(page) == 5
    assert root.tags(page) == 2 * 3  # two paragraphs and a b
    assert root.score(page) == 5 - 2 * 6
    assert root.score(page, word=2, tag=0) == 10


def test_the_extractor_keeps_the_segment_with_the_most_words_for_its_tags() -> None:
    found = extract(story(3), extractor="segments(granularity=8)")
    assert gold(3) in found.text
    assert "Copyright" not in found.text
    assert "Home" not in found.text
    with pytest.raises(BadParameter, match="granularity"):
        EXTRACTORS.build("segments(granularity=11)")
    with pytest.raises(ValueError, match="granularity"):
        cut(segment_markup(PAGE), 0)
    assert extract("", extractor="segments").reason == "the page has no text"


def test_its_trace_shows_the_scores_of_segments_and_the_chosen_one() -> None:
    extractor = EXTRACTORS.build("segments(granularity=6)")
    trace = trace_of(extractor, PAGE)
    [(first, last)] = trace.chosen
    assert len(trace.values) == len(PAGE.blocks)
    assert len(set(trace.values[int(first) : int(last)])) == 1
    assert max(trace.values) == trace.values[int(first)]


def look(left: float, top: float, right: float, bottom: float, **other: object) -> ElementBox:
    facts: dict[str, object] = {"size": 16.0, "weight": 400, "background": "white"} | other
    return ElementBox(left, top, right, bottom, **facts)  # type: ignore[arg-type]


def test_columns_and_gaps_of_a_layout_are_cut() -> None:
    page = read_page("<p>menu one</p><p>menu two</p><p>story one</p><p>story two</p><p>imprint</p>")
    elements = [at for at, tag in enumerate(page.tree.tags) if tag == "p"]
    boxes = [
        look(0, 0, 100, 20), look(0, 24, 100, 44), look(150, 0, 800, 60), look(150, 64, 800, 200),
        look(0, 260, 800, 280, background="black"),
    ]  # fmt: skip
    root = segment_layout(page, RenderedLayout(dict(zip(elements, boxes, strict=True))))
    assert [segment.blocks for segment in cut(root, 5)] == [(0, 1), (2, 3), (4,)]
    assert [segment.blocks for segment in cut(root, 1)] == [(0, 1, 2, 3, 4)]
    assert root.box == Box(0, 0, 800, 280)
    assert len(cut(root, 10)) == 5


def test_what_a_layout_does_not_show_is_in_no_segment() -> None:
    page = read_page("<p>shown</p><p>not shown</p>")
    element = page.tree.tags.index("p")
    assert segment_layout(page, RenderedLayout({element: look(0, 0, 10, 10)})).blocks == (0,)
    assert segment_layout(page, RenderedLayout({})).blocks == (0, 1)


def test_segments_are_drawn_with_boxes_or_in_rows() -> None:
    found = cut(segment_markup(PAGE), 6)
    rows = drawing(PAGE, found, found[1])
    assert rows.startswith("<svg")
    assert rows.count("<rect") == len(found) + 1
    assert "●" in rows
    page = read_page("<p>a &lt;b&gt;</p><p>c</p>")
    elements = [at for at, tag in enumerate(page.tree.tags) if tag == "p"]
    layout = RenderedLayout(dict(zip(elements, [look(0, 0, 90, 30), look(0, 90, 90, 120)], strict=True)))
    placed = cut(segment_layout(page, layout), 10)
    boxes = drawing(page, placed, placed[0])
    assert boxes.count("<title>") == 2
    assert "a &lt;b&gt;" in boxes


@pytest.mark.skipif(missing() is not None, reason="needs Chromium")
def test_chromium_tells_columns_apart() -> None:
    words = "Some words of the story that go on for a while. " * 8
    page = read_page(
        "<style>#menu{float:left;width:150px;background:#eee}#main{margin-left:220px}</style>"
        f"<div id=menu><p>One</p><p>Two</p></div><div id=main><p>{words}</p><p>{words}</p></div>"
        "<script>document.body.textContent = 'gone'</script><p hidden>nobody sees this</p>"
    )
    extractor = EXTRACTORS.build("segments(by=layout, granularity=6)")
    found = extractor.extract(page)
    assert [bool(keep) for keep in found.kept] == [False, False, True, True, False]


@pytest.mark.parametrize(
    "html", ["<div>" * 5_000 + "deep", "<table><tr><td>x" * 2_000, "<ul><li>x" * 2_000, "<p>x</p><hr>" * 5_000]
)
def test_hostile_pages_are_cut_in_time(html: str) -> None:
    page = read_page(html)
    assert seconds(lambda: cut(segment_markup(page), 10)) < 10
