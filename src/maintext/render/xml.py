"""XML without a schema, as trafilatura writes it: `doc` with the metadata as attributes, and the blocks in `main`.

The elements are those of the TEI output, but there are no divisions, and headings name their level.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from maintext.render.document import Block, Code, Document, Heading
from maintext.render.tei import tei_block, tei_line
from maintext.render.tei_header import xml_attribute, xml_text
from maintext.urls import site_of

if TYPE_CHECKING:
    from maintext.page.metadata import Metadata


def render_xml(document: Document, metadata: "Metadata | None", comments: Sequence[str] = ()) -> str:
    """The document as XML; the readers' comments, if they are given apart, stand in `comments`."""
    values = {} if metadata is None else _attributes(metadata)
    attributes = "".join(f" {name}={xml_attribute(value)}" for name, value in values.items() if value)
    blocks = "".join(f"{_block(block)}\n" for block in document.blocks)
    remarks = "".join(f"<p>{xml_text(comment)}</p>\n" for comment in comments)
    return f"<doc{attributes}>\n<main>\n{blocks}</main>\n<comments>\n{remarks}</comments>\n</doc>"


def _attributes(metadata: "Metadata") -> dict[str, str | None]:
    url = metadata.canonical_url or metadata.url
    return {
        "sitename": metadata.site_name,
        "title": metadata.title,
        "author": metadata.author,
        "date": metadata.date,
        "url": url,
        "hostname": site_of(url or ""),
        "description": metadata.description,
        "tags": ";".join(metadata.tags),
        "language": metadata.language,
        "license": metadata.license,
        "image": metadata.image,
        "pagetype": metadata.page_type,
    }


def _block(block: Block) -> str:
    if isinstance(block, Heading):
        return f'<head rend="h{block.level}">{tei_line(block.content)}</head>'
    if isinstance(block, Code):
        language = f" rend={xml_attribute(f'language-{block.language}')}" if block.language else ""
        return f"<code{language}>{xml_text(block.text)}</code>"
    return tei_block(block)
