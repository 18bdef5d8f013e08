"""The output formats by name, including the names that other tools use."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from maintext.errors import BadParameter, nearest

if TYPE_CHECKING:
    from maintext.extractors.extraction import Extraction


def _text(extraction: "Extraction") -> str:
    return _with_header(extraction, extraction.text)


def _markdown(extraction: "Extraction") -> str:
    from maintext.render.markdown import render_markdown

    if extraction.raw is not None and extraction.media_type == "text/markdown":
        return _with_header(extraction, extraction.raw.strip())
    return _with_header(extraction, render_markdown(extraction.document))


def _html(extraction: "Extraction") -> str:
    from maintext.render.html import render_html, render_page

    if extraction.options.with_metadata:
        return render_page(extraction.document, extraction.metadata)
    return render_html(extraction.document)


def _json(extraction: "Extraction") -> str:
    return extraction.to_json(indent=2)


def plain_values(extraction: "Extraction") -> dict[str, object]:
    """The extraction as JSON values."""
    encoding = extraction.encoding
    return {
        "url": extraction.url,
        "title": extraction.title,
        "metadata": extraction.metadata.to_dict(),
        "extractor": extraction.extractor,
        "page_type": extraction.metadata.page_type,
        "confidence": None if extraction.confidence is None else float(extraction.confidence),
        "encoding": {
            "name": encoding.name,
            "source": encoding.source,
            "confidence": encoding.confidence,
            "replaced": encoding.replaced,
        },
        "reason": extraction.reason,
        "text": extraction.text,
        "blocks": [
            {
                "text": block.text,
                "kept": bool(block.kept),
                "score": None if block.score is None else float(block.score),
                "kind": str(block.kind),
                "level": block.level,
                "xpath": block.xpath,
                "hidden": block.hidden,
            }
            for block in extraction.blocks
        ],
        "posts": [post._asdict() for post in extraction.posts],
    }


def _tei(extraction: "Extraction") -> str:
    from maintext.render.tei import render_tei

    return render_tei(extraction.document, extraction.metadata)


def _xml(extraction: "Extraction") -> str:
    from maintext.render.xml import render_xml

    return render_xml(extraction.document, extraction.metadata)


def _csv(extraction: "Extraction") -> str:
    from maintext.render.csv import csv_row

    return f"{csv_row(CSV_COLUMNS)}\n{csv_line(extraction)}"


def csv_line(extraction: "Extraction") -> str:
    """An extraction as one CSV row with the columns CSV_COLUMNS."""
    from maintext.render.csv import csv_row

    about = extraction.metadata.to_dict() | {"text": extraction.text, "authors": extraction.author}
    return csv_row([str(about[name] or "") for name in CSV_COLUMNS])


def _cleaneval(extraction: "Extraction") -> str:
    from maintext.render.cleaneval_output import render_cleaneval

    return render_cleaneval(extraction.document)


def _chunks(extraction: "Extraction") -> str:
    options = extraction.options
    shared = {"page_url": extraction.url, "title": extraction.title}
    chunks = extraction.chunks(options.max_tokens, options.overlap)
    return "\n".join(json.dumps(chunk.to_dict() | shared, ensure_ascii=False) for chunk in chunks)


def _with_header(extraction: "Extraction", text: str) -> str:
    """The text, after the page's metadata if the options include them."""
    if not extraction.options.with_metadata:
        return text
    from maintext.render.yaml_header import render_header

    return f"{render_header(extraction.metadata)}\n{text}"


FORMATS: Final[dict[str, Callable[["Extraction"], str]]] = {
    "text": _text,
    "markdown": _markdown,
    "html": _html,
    "json": _json,
    "tei": _tei,
    "xml": _xml,
    "csv": _csv,
    "cleaneval": _cleaneval,
    "chunks": _chunks,
}
CSV_COLUMNS: Final = ("url", "title", "authors", "date", "site_name", "language", "page_type", "text")
SYNONYMS: Final = {"txt": "text", "plain": "text", "md": "markdown", "xmltei": "tei", "phl": "cleaneval"}


def format_named(name: str) -> Callable[["Extraction"], str]:
    """The function that writes a format."""
    found = FORMATS.get(SYNONYMS.get(name, name))
    if found is None:
        raise BadParameter(f"there is no format called {name!r}; {nearest(name, FORMATS)}")
    return found
