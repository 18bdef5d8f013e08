"""Writers and readers of records."""

from pathlib import Path
from typing import Any

import pytest

from maintext.corpus.settings import FileFormat
from maintext.corpus.writers import ENDINGS, open_writer, read_records


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


@pytest.mark.parametrize("file_format", ["jsonl", "parquet"])
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
