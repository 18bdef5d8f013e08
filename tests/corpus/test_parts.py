"""Filters, counts, settings, writers, quarantine: each by itself."""

import gzip
import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from maintext.corpus.corpus_jobs import Report
from maintext.corpus.item import Item
from maintext.corpus.locations import PLAN
from maintext.corpus.page_counts import PageCounts
from maintext.corpus.page_extraction import FailedPage
from maintext.corpus.page_filters import dropped_unread, in_sample
from maintext.corpus.quarantine import Quarantine, read_quarantine, read_quarantined_pages
from maintext.corpus.records import RecordBuilder
from maintext.corpus.replay import replay_plan
from maintext.corpus.settings import FileFormat, Filters, Settings
from maintext.corpus.storage import WORKING, Storage
from maintext.corpus.writers import ENDINGS, open_writer, read_records
from maintext.errors import BadInput, CorpusError, MalformedData
from maintext.page import read_page
from tests.hostile import HOSTILE

ITEM = Item("1", b"<p>x", 4, "http://a/", None, None, "text/html", 200)
PARAGRAPH = (
    "<p>This is a sentence of the text that everybody would take for the main text of the page, and it goes on.</p>"
)


def record(text: str = "text", **values: Any) -> dict[str, Any]:
    metadata = dict.fromkeys(
        (
            "title",
            "date",
            "modified",
            "site_name",
            "description",
            "language",
            "declared_language",
            "canonical_url",
            "image",
            "license",
        )
    ) | {"authors": ["A", "B"], "tags": []}
    return {
        "id": "1", "url": None, "date": None, "text": text, "title": "T", "language": "en", "page_type": None,
        "confidence": 0.5, "metadata": metadata, "extractor": "all", "digest": "sha256:00",
    } | values  # fmt: skip


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
    values = {name: getattr(ITEM, name) for name in Item.__slots__} | item
    assert dropped_unread(Item(**values), Settings(filters=Filters(**filters))) == reason


def test_a_larger_sample_holds_a_smaller_one() -> None:
    items = [Item(str(number), b"", 0, f"http://a/{number}") for number in range(4000)]
    small, large = ([item for item in items if in_sample(item, share)] for share in (0.1, 0.3))
    assert {item.id for item in small} < {item.id for item in large}
    assert 320 < len(small) < 480
    assert 1080 < len(large) < 1320


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


def test_counts_add_up_and_come_back() -> None:
    one, two = PageCounts(read=3, kept=2, bytes=10), PageCounts(read=2, others=4)
    one.drop("size")
    two.fail("timeout")
    two.drop("type")
    one.add(two)
    assert one.read == one.settled == 5
    assert PageCounts.from_dict(json.loads(json.dumps(one.to_dict()))) == one
    one.drop_kept("near-duplicate", 1)
    assert (one.kept, one.settled) == (1, 5)


@pytest.mark.parametrize(
    "values",
    [
        {"sample": 1.5},
        {"similarity": 0.1},
        {"repeated_lines": 1},
        {"recycle": 0},
        {"filters": Filters(min_confidence=2)},
    ],
)
def test_settings_that_cannot_be(values: dict[str, Any]) -> None:
    with pytest.raises(CorpusError):
        Settings(**values)


def test_settings_survive_json() -> None:
    settings = Settings("density", sample=0.5, filters=Filters(languages=("en",), statuses=()))
    assert Settings.from_dict(json.loads(json.dumps(settings.to_dict()))) == settings


@pytest.mark.parametrize("file_format", ENDINGS)
def test_records_are_read_back_as_written_and_bytes_are_always_the_same(
    file_format: FileFormat, tmp_path: Path
) -> None:
    rows = [record(f"text {number} \u2028 ü", confidence=None if number % 2 else 0.25) for number in range(2500)]
    paths = [tmp_path / f"{name}{ENDINGS[file_format]}" for name in "ab"]
    for path in paths:
        with open_writer(path, file_format) as writer:
            for row in rows:
                writer.write(row)
    assert list(read_records(paths[0])) == rows
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_quarantine_keeps_the_bytes(tmp_path: Path) -> None:
    html = bytes(range(256))
    item = Item("1", html, len(html), "http://a/", "2024", "koi8-r", "text/html", 200)
    with ExitStack() as stack:
        quarantine = Quarantine(Storage(str(tmp_path)), "shard", stack)
        assert quarantine.is_empty
        quarantine.add(FailedPage(item, "crash", "the worker was ended by SIGSEGV"))
    location = str(tmp_path / quarantine.name)
    assert list(read_quarantine(location)) == [item]
    assert [entry.kind for entry in read_quarantined_pages(location)] == ["crash"]


def test_a_file_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    with pytest.raises(ZeroDivisionError), storage.atomic_path("data/x") as path:  # noqa: PT012 - it must be open meanwhile
        path.write_bytes(b"half")
        raise ZeroDivisionError
    assert not storage.has("data/x")
    assert list((tmp_path / WORKING).iterdir()) == []
    storage.write("data/x", b"whole")
    assert (storage.read("data/x"), storage.names("data")) == (b"whole", ["x"])


def test_two_attempts_at_a_file_do_not_meet(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    with storage.atomic_path("x") as one, storage.atomic_path("x") as two:
        assert one != two
        one.write_bytes(b"same")
        two.write_bytes(b"same")
    assert storage.read("x") == b"same"


def test_a_storage_that_cannot_be_written_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CorpusError, match="what is finished stays"):
        Storage(str(tmp_path / "file")).write("x", b"")


GOOD = {
    "id": "1", "url": None, "date": None, "charset": None, "media_type": None, "status": None,
    "kind": "crash", "message": "why", "body": "PHA+",
}  # fmt: skip
WRONG: list[dict[str, object]] = [
    {"body": "not base64!"},
    {"body": 3},
    {"kind": "../../escaped"},
    {"kind": []},
    {"status": "200"},
    {"id": 1},
]


@pytest.mark.parametrize(
    "line",
    [
        b"{", b"[]", b"{}", b"[" * 100_000, b"\xff", gzip.compress(b"{}", mtime=0)[:-9],
        *(json.dumps(GOOD | wrong).encode() for wrong in WRONG),
    ],
)  # fmt: skip
def test_a_hostile_quarantine_is_one_error(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "x.jsonl.zst"
    path.write_bytes(line)
    with pytest.raises(BadInput, match="is damaged") as caught:
        list(read_quarantine(str(path)))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_marker_or_plan_is_one_error(tmp_path: Path, kind: str) -> None:
    HOSTILE[kind](tmp_path / "x.json")
    HOSTILE[kind](tmp_path / PLAN)
    with pytest.raises(CorpusError, match=r"x\.json"):
        Storage(str(tmp_path)).read_json("x.json", Report)
    with pytest.raises(CorpusError):
        replay_plan(str(tmp_path), 30.0, 1 << 30)


@pytest.mark.parametrize(
    "values",
    [
        {"filters": []},
        {"filters": {"types": "text/html"}},
        {"filters": {"statuses": ["200"]}},
        {"sample": "all"},
        {"timeout": 1e999},
        {"memory": 10**400},
        {"text_format": "latex"},
        {"near_duplicates": "everywhere"},
    ],
)
def test_settings_with_wrong_types_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(MalformedData):
        Settings.from_dict(Settings().to_dict() | values)
