"""Filters of pages before they are read."""

from typing import Any

import pytest

from maintext.corpus.archive_records import ArchivedPage
from maintext.corpus.page_filters import dropped_unread, in_sample
from maintext.corpus.settings import CorpusSettings, Filters

ITEM = ArchivedPage("1", b"<p>x", 4, "http://a/", None, None, "text/html", 200)


@pytest.mark.parametrize(
    ("filters", "item", "reason"),
    [
        ({}, {}, None),
        ({}, {"status": 404}, "status"),
        ({}, {"status": None}, None),
        ({"statuses": ()}, {"status": 500}, None),
        ({}, {"media_type": "application/pdf"}, "type"),
        ({}, {"media_type": None}, None),
        ({"types": ()}, {"media_type": "image/png"}, None),
        ({"min_bytes": 5}, {}, "size"),
        ({"max_bytes": 3}, {}, "size"),
        ({"min_bytes": 4, "max_bytes": 4}, {}, None),
    ],
)
def test_filters_before_reading(filters: dict[str, Any], item: dict[str, Any], reason: str | None) -> None:
    values = {name: getattr(ITEM, name) for name in ArchivedPage.__slots__} | item
    assert dropped_unread(ArchivedPage(**values), CorpusSettings(filters=Filters(**filters))) == reason


def test_a_larger_sample_holds_a_smaller_one() -> None:
    items = [ArchivedPage(str(number), b"", 0, f"http://a/{number}") for number in range(4000)]
    small, large = ([item for item in items if in_sample(item, share)] for share in (0.1, 0.3))
    assert {item.id for item in small} < {item.id for item in large}
    assert 320 < len(small) < 480
    assert 1080 < len(large) < 1320
