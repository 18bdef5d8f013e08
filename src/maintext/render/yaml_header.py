"""The metadata as a YAML header of Markdown or text."""

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maintext.page.metadata import Metadata


def render_header(metadata: "Metadata") -> str:
    """A YAML header with all known values; values are quoted, so that YAML parses them as strings."""
    values: dict[str, object] = {
        "title": metadata.title,
        "author": metadata.author,
        "url": metadata.canonical_url or metadata.url,
        "sitename": metadata.site_name,
        "date": metadata.date,
        "modified": metadata.modified,
        "description": metadata.description,
        "language": metadata.language,
        "image": metadata.image,
        "license": metadata.license,
        "tags": list(metadata.tags) or None,
        "page_type": metadata.page_type,
    }
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in values.items() if value]
    return "\n".join(["---", *lines, "---"]) + "\n"
