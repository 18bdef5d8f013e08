"""Documents from extractors that return their own HTML or text instead of choosing blocks."""

from maintext.page import read_page
from maintext.render.document import Document, Paragraph
from maintext.render.document_builder import read_document
from maintext.render.options import Options


def read_given(text: str, html: str | None, url: str | None, options: Options) -> Document:
    """The document of an extractor's HTML, else of its text, in which every line is a paragraph."""
    if html is not None and html.strip():
        page = read_page(html, url=url, max_bytes=None)
        return read_document(page, [True] * len(page.tree.block_texts), options)
    lines = (" ".join(line.split()) for line in text.splitlines())
    return Document(tuple(Paragraph((line,)) for line in lines if line))
