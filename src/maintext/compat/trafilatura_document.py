"""trafilatura's Document: text and metadata of a page under its names, and how it is written in its formats."""

import csv
import io
import json
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from maintext.errors import BadParameter, nearest
from maintext.page.page import fingerprint
from maintext.urls import site_of

if TYPE_CHECKING:
    from maintext.extractors import Extraction

_CSV_FIELDS = (
    "url", "id", "fingerprint", "hostname", "title", "image", "date", "text", "comments", "license", "pagetype",
)  # fmt: skip
_JSON_NAMES = {"url": "source", "sitename": "source-hostname", "description": "excerpt"}


@dataclass(frozen=True, slots=True)
class Document:
    """What `bare_extraction` and `extract_metadata` return; without the trees `body` and `commentsbody`."""

    title: str | None = None
    author: str | None = None
    url: str | None = None
    hostname: str | None = None
    description: str | None = None
    sitename: str | None = None
    date: str | None = None
    categories: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    fingerprint: str | None = None
    """A hash of the text; similar texts have different ones."""
    id: str | None = None
    license: str | None = None
    comments: str | None = None
    raw_text: str | None = None
    text: str | None = None
    language: str | None = None
    image: str | None = None
    pagetype: str | None = None
    filedate: str | None = None
    extraction: "Extraction | None" = field(default=None, repr=False)
    """maintext's own result, with the blocks and the other formats."""

    def as_dict(self) -> dict[str, Any]:
        """The values by name."""
        return {one.name: getattr(self, one.name) for one in fields(self) if one.name != "extraction"}


def document_of(
    extraction: "Extraction", *, comments: str | None = None, record_id: str | None = None, authors: str | None = None
) -> Document:
    """The document of an extraction; `authors` in place of its own."""
    about, text = extraction.metadata, extraction.text
    url = about.canonical_url or about.url
    return Document(
        title=about.title,
        author=authors,
        url=url,
        hostname=site_of(url or "") or None,
        description=about.description,
        sitename=about.site_name,
        date=about.date,
        tags=list(about.tags),
        fingerprint=fingerprint(text)[:16] if text else None,
        id=record_id,
        license=about.license,
        comments=comments,
        raw_text=" ".join(text.split()),
        text=text,
        language=about.language,
        image=about.image,
        pagetype=about.page_type,
        filedate=datetime.now(UTC).date().isoformat(),
        extraction=extraction,
    )


def write_document(document: Document, output_format: str, *, with_metadata: bool, markdown: bool) -> str:
    """A document in one of trafilatura's formats; `markdown` writes plain text with its formatting, as there."""
    extraction = document.extraction
    assert extraction is not None  # noqa: S101 - only documents with a text are written
    if output_format in ("txt", "markdown"):
        styled = markdown or output_format == "markdown"
        text = extraction.render("markdown" if styled else "text", with_metadata=with_metadata)
        return ("\n\n" if styled else "\n").join(filter(None, [text, document.comments]))
    if output_format == "json":
        return _json(document, with_metadata)
    if output_format == "csv":
        return _csv(document)
    if output_format == "xml":
        from maintext.render.xml import render_xml

        metadata = extraction.metadata if with_metadata else None
        return render_xml(extraction.document, metadata, (document.comments or "").splitlines())
    if output_format in ("html", "xmltei"):
        return extraction.render(output_format, with_metadata=with_metadata)
    raise BadParameter(f"there is no format called {output_format!r}; {nearest(output_format, FORMATS)}")


FORMATS = ("csv", "html", "json", "markdown", "txt", "xml", "xmltei")


def _json(document: Document, with_metadata: bool) -> str:
    if not with_metadata:
        return json.dumps({"text": document.text, "comments": document.comments or ""}, ensure_ascii=False)
    values = {_JSON_NAMES.get(name, name): value for name, value in document.as_dict().items()}
    lists = {name: ";".join(values[name]) for name in ("categories", "tags")}
    return json.dumps({**values, **lists, "comments": document.comments or ""}, ensure_ascii=False)


def _csv(document: Document) -> str:
    """One row, separated by tabs, with `null` for what is missing."""
    written = io.StringIO()
    csv.writer(written, delimiter="\t").writerow([getattr(document, name) or "null" for name in _CSV_FIELDS])
    return written.getvalue()
