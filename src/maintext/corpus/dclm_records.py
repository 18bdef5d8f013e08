"""Records in the layout of DCLM [Li 2024], which its tools for filtering and deduplication read."""

from typing import Any, Final

_METADATA: Final = ("title", "page_type", "confidence", "extractor", "digest", "chunk")


def dclm_record(record: dict[str, Any]) -> dict[str, Any]:
    """The record with the archive's headers in `metadata`, as DCLM has them, and maintext's own values beside them."""
    headers = {
        "WARC-Type": "response",
        "WARC-Record-ID": f"<{record['id']}>",
        "WARC-Target-URI": record["url"],
        "WARC-Date": record["date"],
    }
    language = record.get("language")
    return {
        "text": record["text"],
        "url": record["url"],
        "metadata": {name: value for name, value in headers.items() if value is not None},
        "language": language,
        **{name: record[name] for name in _METADATA if record.get(name) is not None},
    }
