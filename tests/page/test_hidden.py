"""What the page's own markup keeps from being shown."""

import pytest

from maintext import extract
from maintext.page import read_page


@pytest.mark.parametrize(
    "attribute",
    [
        "hidden",
        "hidden=''",
        "HIDDEN=hidden",
        "style='display:none'",
        "style='display: none'",
        "style='color:red; display : none ; top:0'",
        "style='display:none!important'",
        "style='display:\tnone'",
        "style='display:\nnone'",
        "style='DISPLAY:NONE'",
        "STYLE='Display: None'",
        "style='VISIBILITY: HIDDEN'",
        "style='visibility:hidden'",
        "aria-hidden=true",
        "aria-hidden=TRUE",
    ],
)
def test_hidden_by(attribute: str) -> None:
    blocks = read_page(f"<div {attribute}><p>inner</p> own <b>text</b></div><p>shown</p>").blocks
    assert [block.hidden for block in blocks] == [True, True, False]


@pytest.mark.parametrize(
    "attribute",
    [
        "style='display:block'",
        "style='backface-visibility:hidden'",
        "style='-webkit-backface-visibility: hidden'",
        "style='overflow:hidden'",
        "aria-hidden=false",
        "class=hidden",
        "data-hidden=true",
        "style=''",
        "style",
    ],
)
def test_not_hidden_by(attribute: str) -> None:
    assert [block.hidden for block in read_page(f"<div {attribute}>text</div>").blocks] == [False]


def test_a_block_is_hidden_only_if_all_of_it_is() -> None:
    page = read_page("<p>seen <span hidden>not seen</span></p><p><span hidden>not</span> <b hidden>seen</b></p>")
    assert [block.hidden for block in page.blocks] == [False, True]


def test_hidden_text_is_left_out_of_all_text_unless_it_is_asked_for() -> None:
    html = "<p>seen</p><p hidden>unseen</p>"
    assert extract(html, extractor="all").text == "seen"
    assert extract(html, extractor="all(hidden=True)").text == "seen\nunseen"


def test_a_page_without_blocks_hides_none() -> None:
    assert read_page("<html><body><script>x()</script></body></html>").hidden_blocks == []
