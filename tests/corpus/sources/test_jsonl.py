"""JSONL, whole and broken."""

import gzip
import json
from pathlib import Path

import pytest
import zstandard

from maintext.corpus.archive_records import ArchivedPage, BrokenRecord
from maintext.corpus.sources.jsonl import read_jsonl
from maintext.errors import BadInput
from tests.corpus.conftest import LINES


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstandard.compress], ids=["plain", "gzip", "zstd"])
def test_jsonl_in_any_compression(pack, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "pages.jsonl"
    path.write_bytes(pack(LINES.encode()))
    found = list(read_jsonl(str(path), "html", "url"))
    assert [item.html.decode() for item in found if isinstance(item, ArchivedPage)] == [
        f"<p>é {number}" for number in range(4)
    ]
    assert isinstance(found[3], ArchivedPage)
    assert (found[3].id, found[3].url, found[3].charset) == ("line 4", "http://a/3", "utf-8")


def test_broken_lines_are_counted_and_the_others_read(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text(
        '{"html": "<p>a"}\nnot json\n\n["a list"]\n{"html": null}\n{"html": "\\ud800"}\n{"html": "<p>b", "id": "b"}'
    )
    found = list(read_jsonl(str(path), "html", "url"))
    assert "".join("x" if isinstance(one, BrokenRecord) else "o" for one in found) == "oxxxoo"


def test_jsonl_that_breaks_off_is_read_up_to_there(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl.gz"
    lines = "".join(json.dumps({"html": "<p>" + str(number**40)}) + "\n" for number in range(2000))
    path.write_bytes(gzip.compress(lines.encode())[:-2000])
    *pages, last = read_jsonl(str(path), "html", "url")
    assert len(pages) > 100
    assert isinstance(last, BrokenRecord)
    assert "rest of the file" in last.why


def test_jsonl_without_the_field_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text(LINES)
    with pytest.raises(BadInput, match="'body'"):
        list(read_jsonl(str(path), "body", "url"))


@pytest.mark.parametrize("line", ["[" * 100_000, '{"html":' * 50_000, '{"html": ' + "9" * 5000 + "}", "\0"])
def test_a_hostile_line_is_counted_as_broken(tmp_path: Path, line: str) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text(f'{{"html": "<p>a"}}\n{line}\n{{"html": "<p>b"}}\n')
    assert [type(one) for one in read_jsonl(str(path), "html", "url")] == [ArchivedPage, BrokenRecord, ArchivedPage]
