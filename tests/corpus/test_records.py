"""Records: what they hold, and the pages of which none is made."""

import json

import pytest

from maintext.corpus.records import RecordBuilder
from maintext.corpus.settings import Filters, Settings
from maintext.page import read_page

PARAGRAPH = (
    "<p>This is a sentence of the text that everybody would take for the main text of the page, and it goes on.</p>"
)


@pytest.mark.parametrize(
    ("settings", "dropped"),
    [
        (Settings("all"), None),
        (Settings("all", filters=Filters(languages=("en",))), None),
        (Settings("all", filters=Filters(languages=("de", "fr"))), "language"),
        (Settings("all", filters=Filters(min_words=1000)), "length"),
        (Settings("all", filters=Filters(page_types=("forum",))), "page type"),
        (Settings("all", filters=Filters(min_confidence=0.9)), None),
        (Settings("learned", filters=Filters(min_confidence=1.0)), "confidence"),
        (Settings("learned", filters=Filters(min_confidence=0.1)), None),
    ],
    ids=range(8),
)
def test_filters_after_reading(settings: Settings, dropped: str | None) -> None:
    built = RecordBuilder.of(settings).build(read_page(PARAGRAPH * 5))
    assert (built if isinstance(built, str) else None) == dropped


def test_a_page_without_text_is_dropped_as_empty() -> None:
    assert RecordBuilder.of(Settings("all")).build(read_page("<p> </p>")) == "empty"


def test_what_a_record_holds() -> None:
    head = '<html lang="en"><head><title>A title</title><meta name="author" content="Jo Doe"></head>'
    html = f"{head}<body><h1>A title</h1>{PARAGRAPH}<p>half \ud800 a sign</p></body>"
    values = RecordBuilder.of(Settings("all", "markdown")).build(read_page(html))
    assert isinstance(values, dict)
    assert values["text"].startswith("# A title\n\nThis is")
    assert (values["title"], values["language"], values["metadata"]["authors"]) == ("A title", "en", ["Jo Doe"])
    assert json.dumps(values, ensure_ascii=False).encode()
    bare = RecordBuilder.of(Settings("all", metadata=False)).build(read_page(html))
    assert isinstance(bare, dict)
    assert (bare["metadata"], bare["title"], bare["language"]) == (None, None, "en")
