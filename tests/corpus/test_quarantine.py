"""Quarantine files."""

import gzip
import json
from contextlib import ExitStack
from pathlib import Path

import pytest

from maintext.corpus.archive_records import ArchivedPage
from maintext.corpus.page_extraction import FailedPage
from maintext.corpus.quarantine import Quarantine, read_quarantine, read_quarantined_pages
from maintext.corpus.storage import Storage
from maintext.errors import BadInput


def test_quarantine_keeps_the_bytes(tmp_path: Path) -> None:
    html = bytes(range(256))
    item = ArchivedPage("1", html, len(html), "http://a/", "2024", "koi8-r", "text/html", 200)
    with ExitStack() as stack:
        quarantine = Quarantine(Storage(str(tmp_path)), "shard", stack)
        assert quarantine.is_empty
        quarantine.add(FailedPage(item, "crash", "the worker was ended by SIGSEGV"))
    location = str(tmp_path / quarantine.name)
    assert list(read_quarantine(location)) == [item]
    assert [entry.kind for entry in read_quarantined_pages(location)] == ["crash"]


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
