"""Chunks, and the layouts of DCLM and Common Crawl's WET files; counts and digests of every file."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

from maintext.corpus import CorpusSettings, Local, Plan, make_corpus, read_records
from maintext.errors import CorpusError
from tests.corpus.conftest import manifest_of, packed, record

STORY = " ".join(f"Sentence {number} of the story is here." for number in range(60))
PAGE = f"<title>Tides</title><h1>Tides</h1><p>{STORY}</p><h2>Ebb</h2><p>{STORY[::-1]}</p>".encode()


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "pages.warc.gz"
    path.write_bytes(packed(record(1, PAGE)) + packed(record(2, PAGE)) + packed(record(3, "<p>Short, and é.".encode())))
    return path


def made(archive: Path, out: Path, **settings: Any) -> tuple[Path, dict[str, Any]]:
    """The only file of a corpus, and its entry in the manifest."""
    make_corpus(Plan.of([str(archive)], CorpusSettings(**{"extractor": "all", **settings})), str(out), Local(1))
    (path,) = (out / "data").iterdir()
    (shard,) = manifest_of(out)["shards"]
    assert shard["size"] == path.stat().st_size
    assert shard["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    return path, shard


@pytest.mark.parametrize(("file_format", "near_duplicates"), [("jsonl", None), ("parquet", "corpus")])
def test_chunks(archive: Path, file_format: str, near_duplicates: str | None, tmp_path: Path) -> None:
    settings: dict[str, Any] = {"text_format": "chunks", "file_format": file_format, "max_tokens": 100}
    settings |= {"near_duplicates": near_duplicates}
    path, shard = made(archive, tmp_path / "out", **settings)
    rows = list(read_records(path))
    assert shard["rows"] == len(rows)
    pages = 2 if near_duplicates else 3
    assert len({row["id"] for row in rows}) == shard["counts"]["kept"] == pages
    first = [row for row in rows if row["id"] == rows[0]["id"]]
    assert [row["chunk"] for row in first] == list(range(len(first)))
    assert len(first) > 4
    assert all(0 < row["tokens"] <= 100 for row in rows)
    assert first[-1]["headings"] == ["Tides", "Ebb"]
    source = PAGE.decode()
    assert all(row["text"].split()[-1] in source[row["start"] : row["end"]] for row in first)
    assert first[-1]["fragment_url"].startswith("http://example.org/1#:~:text=")


def test_dclm(archive: Path, tmp_path: Path) -> None:
    path, shard = made(archive, tmp_path / "out", file_format="dclm")
    rows = list(read_records(path))
    assert path.name == "pages.dclm.jsonl.zst"
    assert shard["rows"] == len(rows) == 3
    assert rows[2]["text"] == "Short, and é."
    assert rows[2]["url"] == rows[2]["metadata"]["WARC-Target-URI"] == "http://example.org/3"
    assert rows[2]["metadata"]["WARC-Date"] == "2024-01-02T03:04:05Z"
    assert rows[2]["metadata"]["WARC-Record-ID"] == "<urn:uuid:00000003>"


def test_wet(archive: Path, tmp_path: Path) -> None:
    warcio = pytest.importorskip("warcio.archiveiterator")
    path, shard = made(archive, tmp_path / "out", file_format="wet")
    assert (path.name, shard["rows"]) == ("pages.warc.wet.gz", 3)
    found = []
    with path.open("rb") as file:
        for each in warcio.ArchiveIterator(file, check_digests="raise"):
            found.append((each.rec_type, each.rec_headers, each.content_stream().read().decode()))
    assert [kind for kind, _, _ in found] == ["warcinfo", *["conversion"] * 3]
    _, headers, text = found[3]
    assert text == "Short, and é."
    assert headers.get_header("WARC-Target-URI") == "http://example.org/3"
    assert headers.get_header("WARC-Refers-To") == "<urn:uuid:00000003>"
    assert headers.get_header("Content-Type") == "text/plain"
    assert len({headers.get_header("WARC-Record-ID") for _, headers, _ in found}) == 4


@pytest.mark.parametrize(
    "settings",
    [
        {"text_format": "chunks", "repeated_lines": 3},
        {"text_format": "chunks", "file_format": "wet"},
        {"max_tokens": 10, "overlap": 10},
    ],
)
def test_what_does_not_go_together_is_an_error(settings: dict[str, Any]) -> None:
    with pytest.raises(CorpusError, match="chunks"):
        CorpusSettings(**settings)
