"""Records: what they hold, and the pages of which none is made."""

import json

import pytest

from maintext.corpus.records import RecordBuilder
from maintext.corpus.settings import CorpusSettings, Filters
from maintext.page import read_page

PARAGRAPH = (
    "<p>This is a sentence of the text that everybody would take for the main text of the page, and it goes on.</p>"
)


@pytest.mark.parametrize(
    ("settings", "dropped"),
    [
        (CorpusSettings("all"), None),
        (CorpusSettings("all", filters=Filters(languages=("en",))), None),
        (CorpusSettings("all", filters=Filters(languages=("de", "fr"))), "language"),
        (CorpusSettings("all", filters=Filters(min_words=1000)), "length"),
        (CorpusSettings("all", filters=Filters(page_types=("forum",))), "page type"),
        (CorpusSettings("all", filters=Filters(min_confidence=0.9)), None),
        (CorpusSettings("learned", filters=Filters(min_confidence=1.0)), "confidence"),
        (CorpusSettings("learned", filters=Filters(min_confidence=0.1)), None),
    ],
    ids=range(8),
)
def test_filters_after_reading(settings: CorpusSettings, dropped: str | None) -> None:
    built = RecordBuilder.of(settings).build(read_page(PARAGRAPH * 5))
    assert (built if isinstance(built, str) else None) == dropped


def test_a_page_without_text_is_dropped_as_empty() -> None:
    assert RecordBuilder.of(CorpusSettings("all")).build(read_page("<p> </p>")) == "empty"


def test_what_a_record_holds() -> None:
    head = '<html lang="en"><head><title>A title</title><meta name="author" content="Jo Doe"></head>'
    html = f"{head}<body><h1>A title</h1>{PARAGRAPH}<p>half \ud800 a sign</p></body>"
    values = RecordBuilder.of(CorpusSettings("all", "markdown")).build(read_page(html))
    assert isinstance(values, dict)
    assert values["text"].startswith("# A title\n\nThis is")
    assert (values["title"], values["language"], values["metadata"]["authors"]) == ("A title", "en", ["Jo Doe"])
    assert json.dumps(values, ensure_ascii=False).encode()
    bare = RecordBuilder.of(CorpusSettings("all", metadata=False)).build(read_page(html))
    assert isinstance(bare, dict)
    assert (bare["metadata"], bare["title"], bare["language"]) == (None, None, "en")
