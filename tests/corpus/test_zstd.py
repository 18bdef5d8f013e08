"""Zstandard streams, whole and cut off."""

import io
import json
from pathlib import Path

import pytest
import zstandard

from maintext.corpus.archive_records import ArchivedPage, BrokenRecord
from maintext.corpus.sources.jsonl import read_jsonl
from maintext.corpus.zstd import open_zstd

TEXT = b"".join(b"%d words and more words\n" % number for number in range(50_000))


def test_all_frames_of_a_stream_are_read() -> None:
    packed = b"".join(zstandard.compress(part) for part in (TEXT, b"", b"the end"))
    assert open_zstd(io.BytesIO(packed)).read() == TEXT + b"the end"


@pytest.mark.parametrize("missing", [1, 4, 100])
def test_a_stream_that_is_removed_is_an_error(missing: int) -> None:
    with pytest.raises(EOFError, match="ended before the end"):
        open_zstd(io.BytesIO(zstandard.compress(TEXT)[:-missing])).read()


def test_a_bomb_is_decompressed_bit_by_bit() -> None:
    bomb = zstandard.ZstdCompressor(level=19).compress(bytes(1 << 28))
    assert len(open_zstd(io.BytesIO(bomb)).read(1_000_000)) == 1_000_000


def test_pages_before_the_cut_are_kept_and_the_cut_is_reported(tmp_path: Path) -> None:
    lines = b"".join(json.dumps({"html": f"<p>{number}</p>" * 50}).encode() + b"\n" for number in range(5_000))
    file = tmp_path / "pages.jsonl.zst"
    file.write_bytes(zstandard.compress(lines)[:-50])
    *found, last = read_jsonl(str(file), "html", "url")
    assert found
    assert all(isinstance(item, ArchivedPage) for item in found)
    assert isinstance(last, BrokenRecord)
    assert "the rest of the file cannot be read" in last.why
