"""Every format, read back into the words it shows."""

import html as entities
import re
from collections.abc import Callable

from lxml import etree
from markdown_it import MarkdownIt

from maintext import Page, read_page
from maintext.page.metadata import read_metadata
from maintext.page.words import words
from maintext.render.cleaneval_output import render_cleaneval
from maintext.render.document import Document
from maintext.render.document_builder import read_document
from maintext.render.html import render_html
from maintext.render.markdown import render_markdown
from maintext.render.options import Options
from maintext.render.tei import NAMESPACE, render_tei
from maintext.render.text import render_plain

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
_NOTE = re.compile(r"\[\^\w+\]:?")


def document_of(html: str, options: Options | None = None) -> tuple[Page, Document]:
    """A page of which everything is kept."""
    page = read_page(html, url="https://www.example.org/a/b.html")
    return page, read_document(page, [True] * len(page.blocks), options or Options())


def words_of_markdown(markdown: str) -> list[str]:
    """The words a CommonMark parser shows."""
    return words_of_html(_NOTE.sub("", PARSER.render(markdown)))


def words_of_html(html: str) -> list[str]:
    """The words of HTML; what an image shows counts too."""
    shown = re.sub(
        r'<img[^>]*? alt="([^"]*)"[^>]*>', lambda alt: f" {entities.escape(entities.unescape(alt[1]))} ", html
    )
    return words(read_page(shown).text)


def words_of_tei(tei: str) -> list[str]:
    """The words in the body of a TEI file."""
    body = etree.fromstring(tei.encode("utf-8")).find(f".//{{{NAMESPACE}}}body")
    blocks = {
        f"{{{NAMESPACE}}}{name}" for name in ("p", "head", "item", "cell", "ab", "label", "lb", "quote", "note", "row")
    }
    parts: list[str] = []
    for event, element in etree.iterwalk(body, events=("start", "end")):
        if element.tag in blocks:
            parts.append("\n")
        parts.append((element.text if event == "start" else element.tail) or "")
    return words("".join(parts))


def words_of_cleaneval(text: str) -> list[str]:
    """The words without the marks of blocks."""
    return words(re.sub(r"^<[phl]>", "", text, flags=re.MULTILINE))


READERS: dict[str, Callable[[Page, Document], list[str]]] = {
    "text": lambda page, document: words(render_plain(document)),
    "markdown": lambda page, document: words_of_markdown(render_markdown(document)),
    "html": lambda page, document: words_of_html(render_html(document)),
    "tei": lambda page, document: words_of_tei(render_tei(document, read_metadata(page))),
    "cleaneval": lambda page, document: words_of_cleaneval(render_cleaneval(document)),
}
