"""Text that people do not see: found, reported, and left out of the output."""

import pytest

from hidden_pages import INSTRUCTION, SECRET, HiddenPage, hidden_pages, leaks
from maintext import extract, read_page
from maintext.extractors.formats import FORMATS
from maintext.page.css_colors import parse_color
from maintext.page.hidden_styles import Hiding, how_style_hides, is_tiny, read_style
from maintext.page.zero_width import remove_zero_width
from tests.clock import assert_linear

PAGES = list(hidden_pages())
_IN_BLOCK = "<p>seen <span {}>unseen</span> after</p>"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_hidden_instructions_do_not_reach_any_format(page: HiddenPage) -> None:
    found = extract(page.html, url="https://example.org/")
    leaking = [name for name in FORMATS if name != "json" and leaks(found.render(name))]
    assert leaking == []
    assert page.before in " ".join(found.text.split())
    assert not leaks("\n".join(block.text for block in found.blocks if block.kept))
    reported = " ".join(one.text for one in found.hidden_text)
    assert SECRET in reported or "U+200B" in reported or "U+E01" in reported


def test_there_are_forty_pages_and_each_would_leak_in_plain_sight() -> None:
    assert len(PAGES) == 40
    assert leaks(INSTRUCTION)
    assert all(leaks(page.html) for page in PAGES)


@pytest.mark.parametrize(
    ("style", "how"),
    [
        ("display:none", Hiding.NOT_DISPLAYED),
        ("visibility: collapse", Hiding.NOT_DISPLAYED),
        ("opacity:0%", Hiding.TRANSPARENT),
        ("opacity:0;transition:opacity 1s", None),
        ("opacity:0;transform:translateY(20px)", None),
        ("opacity:.5", None),
        ("position:absolute;left:-10000px", Hiding.OFF_SCREEN),
        ("left:-10000px", None),
        ("position:relative;top:-20px", None),
        ("margin-left:-15px", None),
        ("text-indent:-999em", Hiding.OFF_SCREEN),
        ("transform:translateX(-100%)", None),
        ("clip:rect(1px, 1px, 1px, 1px)", Hiding.CLIPPED),
        ("clip:rect(0,200px,300px,0)", None),
        ("max-height:0;overflow:hidden", Hiding.CLIPPED),
        ("height:0", None),
        ("width:1px;overflow:visible", None),
        ("transform:scale(0.5)", None),
        ("display", None),
        ("", None),
    ],
)
def test_styles(style: str, how: Hiding | None) -> None:
    assert how_style_hides(read_style(style)) is how


@pytest.mark.parametrize(
    ("style", "tiny"),
    [("font-size:2px", True), ("font-size:.05em", True), ("font:italic 1px serif", True), ("font-size:9px", False),
     ("font-size:80%", False), ("font-size:small", False), ("font:bold 12px/1.5 serif", False),
     ("font:700 14px x", False)],
)  # fmt: skip
def test_tiny_fonts(style: str, tiny: bool) -> None:
    assert is_tiny(read_style(style)) is tiny


@pytest.mark.parametrize(
    ("written", "color"),
    [("#fff", (1, 1, 1, 1)), ("#00000000", (0, 0, 0, 0)), ("rgb(255 0 0 / 50%)", (1, 0, 0, 0.5)),
     ("Black", (0, 0, 0, 1)),     ("hsl(0, 100%, 50%)", (1, 0, 0, 1)), ("white url(x.png)", None), ("inherit", None),
     ("var(--x)", None), (None, None)],
)  # fmt: skip
def test_colors(written: str | None, color: tuple[float, ...] | None) -> None:
    assert parse_color(written) == (None if color is None else pytest.approx(color))


@pytest.mark.parametrize(
    "attributes",
    [
        "style='color:#fff;background:#333'",
        "style='color:#fff;background:url(x.png) #fff'",
        "style='color:#eee'",
        "style='font-size:0' class=spaced",
        "aria-hidden=false",
    ],
)
def test_what_people_see_stays(attributes: str) -> None:
    inner = "unseen" if "class" not in attributes else "<b class=large>unseen</b>"
    page = read_page(f"<p>seen <span {attributes}>{inner}</span> after</p>")
    assert page.hidden_text == ()
    assert page.shown is page


def test_white_text_is_hidden_only_where_no_style_sheet_can_color_the_page() -> None:
    html = _IN_BLOCK.format("style='color:white'")
    assert [one.how for one in read_page(html).hidden_text] == [Hiding.SAME_COLOR]
    assert read_page(f"<link rel=stylesheet href=x.css>{html}").hidden_text == ()
    assert read_page(f"<body background=dark.png>{html}").hidden_text == ()


def test_the_report_says_what_is_hidden_how_and_where() -> None:
    html = "<p>seen</p><div hidden><p>one</p><p>two</p></div><p>more to see \U000e0068\U000e0069</p><!-- three -->"
    found = read_page(html).hidden_text
    assert [(one.text, str(one.how), one.xpath, one.block) for one in found] == [
        ("one two", "not displayed", "/html[1]/body[1]/div[1]", 1),
        ("hi", "zero-width characters", "/html[1]/body[1]/p[2]", 3),
        ("three", "comment", "", None),
    ]


@pytest.mark.parametrize(
    "panel",
    [
        "<a href='#more'>Details</a><div id=more style='display:none'><p>unseen</p></div>",
        "<button aria-controls=more>Details</button><div id=more aria-hidden=true><p>unseen</p></div>",
        "<div role=tabpanel hidden><p>unseen</p></div>",
        "<h3 aria-expanded=false>Details</h3><div style='height:0;overflow:hidden'><p>unseen</p></div>",
    ],
)
def test_text_that_a_click_shows_is_not_hidden(panel: str) -> None:
    assert read_page(f"<p>Some seen text of the page</p><section>{panel}</section>").hidden_text == ()


def test_a_page_that_a_script_shows_is_not_hidden() -> None:
    assert read_page("<div style='visibility:hidden'><h1>Title</h1><p>All of the text.</p></div>").hidden_text == ()


def test_positions_of_the_shown_page_are_those_of_the_source() -> None:
    html = "<p>a &amp; b <i hidden>no</i> c\U000e0068\U000e0069d e</p><p>last</p>"
    page = read_page(html).shown
    assert [block.text for block in page.blocks] == ["a & b cd e", "last"]
    spans = [block.source_span for block in page.blocks]
    assert spans[0] is not None
    assert spans[1] is not None
    assert html[slice(*spans[0])] == html[html.index("a &") : html.index("</p>")]
    assert html[slice(*spans[1])] == "last"
    part = page.source_positions.of_characters(0, 3, 5)
    assert part is not None
    assert html[slice(*part)] == "c\U000e0068\U000e0069d"
    assert [block.xpath for block in page.blocks] == [block.xpath for block in read_page(html).blocks]


@pytest.mark.parametrize(
    "text",
    [
        "می‌خواهم",
        "👩‍👩‍👧",
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "葛\U000e0100",
        "a\u200bb",
        "❤️",
    ],
)
def test_characters_without_width_that_belong_to_a_text_stay(text: str) -> None:
    assert remove_zero_width(text) == text


def test_a_page_whose_main_text_is_hidden_has_no_text() -> None:
    links = 40 * "<li><a href=x>Link to a page of the site</a></li>"
    hidden = "<h2 hidden>A long heading about ferries</h2><p hidden>" + 30 * "Ferry text. " + "</p>"
    assert "Ferry text" not in extract(f"<nav><ul>{links}</ul></nav><article>{hidden}</article>").text


@pytest.mark.parametrize(
    "unit",
    [
        "<div hidden><p>one</p>",
        "<p hidden>one</p>two<br>",
        "<font color=white>one <b>two</b>",
        "<p style='font-size:0'>one<span style='font-size:1px'>two</span>",
        "<p>one\U000e0068</p><!-- two -->",
        "<a href='#x'>x</a><div id=x hidden>one</div>",
    ],
)
def test_the_cost_is_linear(unit: str) -> None:
    def find(count: int) -> None:
        page = read_page(unit * count)
        assert len(page.shown.blocks) == len(page.blocks)
        assert page.hidden_text is not None

    assert_linear(find, 2000)
