"""Records of chunks: one row for every passage of a page, with the passage's citation and what is known of the page."""

from collections.abc import Iterator
from typing import Any, Final

from maintext.extractors import Extraction

CHUNK_COLUMNS: Final = ("chunk", "tokens", "headings", "blocks", "xpath", "start", "end", "fragment", "fragment_url")
"""What a row of a chunk has apart from the columns of a page."""


def chunk_values(extraction: Extraction, max_tokens: int, overlap: int) -> list[dict[str, Any]]:
    """The chunks of a page as plain values."""
    found = []
    for number, chunk in enumerate(extraction.chunks(max_tokens, overlap)):
        values = chunk.to_dict()
        values |= {"chunk": number, "fragment_url": values.pop("url")}
        found.append({name: encodable(value) for name, value in values.items()})
    return found


def rows_of(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The rows of a page's record: one per chunk, or the record itself if it has no chunks."""
    if "chunks" not in record:
        yield record
        return
    page = {name: value for name, value in record.items() if name != "chunks"}
    for chunk in record["chunks"]:
        yield page | {"text": chunk["text"]} | {name: chunk[name] for name in CHUNK_COLUMNS}


def encodable(value: Any) -> Any:
    """A value with lone surrogates replaced by question marks, so that it encodes as UTF-8."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    return [encodable(part) for part in value] if isinstance(value, list | tuple) else value
