"""Text that stands only in a page's data is found there."""

import json
import time

from maintext.page import read_page
from maintext.page.embedded_text import embedded_text

STORY = "The fox came out at night and looked at the moon. " * 10


def script(data: object, kind: str = "application/ld+json") -> str:
    return (
        f'<html><head><script type="{kind}">{json.dumps(data)}</script></head><body><div id=root></div></body></html>'
    )


def test_the_body_of_an_article_in_json_ld() -> None:
    found = embedded_text(read_page(script({"@graph": [{"@type": "NewsArticle", "articleBody": STORY}]})))
    assert found is not None
    assert found.text == " ".join(STORY.split())
    assert found.source == "JSON-LD articleBody"


def test_markup_in_data_becomes_text() -> None:
    body = "".join(f"<p>Paragraph {number} says more than the one before it did.</p>" for number in range(9))
    found = embedded_text(read_page(script({"props": {"post": {"contentHtml": body}}}, "application/json")))
    assert found is not None
    assert found.text.splitlines()[3] == "Paragraph 3 says more than the one before it did."


def test_state_that_a_script_assigns() -> None:
    page = f"<script>window.__STATE__ = {json.dumps({'article': {'body': STORY}})};</script><div id=app></div>"
    found = embedded_text(read_page(page))
    assert found is not None
    assert found.source == "the script's data, body"


def test_what_is_no_text_is_not_taken() -> None:
    assert embedded_text(read_page(script({"@type": "Thing", "name": STORY}))) is None
    assert embedded_text(read_page(script({"@type": "Article", "description": "short"}))) is None
    assert embedded_text(read_page("<script>function f() { return 1 }</script>")) is None
    assert embedded_text(read_page('<script type="application/ld+json">{broken</script>')) is None


def test_hostile_data_takes_linear_time() -> None:
    nested = "[" * 50_000 + "]" * 50_000
    many = "<script>x={" * 20_000
    start = time.perf_counter()
    assert embedded_text(read_page(f'<script type="application/ld+json">{nested}</script>')) is None
    embedded_text(read_page(many))
    assert time.perf_counter() - start < 5
