"""Mozilla's Readability [Arc90 2009] in a Node.js process with a DOM library that keeps running."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from maintext.extractors.adapters.program import ProgramExtractor
from maintext.extractors.adapters.readability_script import WORKER, installed, node_folder, remedy
from maintext.page import Page
from maintext.sandbox.line_protocol import LineProgram, line_program


@dataclass(frozen=True, slots=True)
class ReadabilityNode(ProgramExtractor):
    """Mozilla's Readability script in Node.js: what the reader view of Firefox runs."""

    paper: ClassVar[str] = "Arc90 2009"
    license: ClassVar[str] = "Apache-2.0"
    program: ClassVar[str] = "Readability"

    dom: Literal["jsdom", "linkedom"] = "jsdom"
    output: Literal["text", "html"] = "text"
    """The title and the article's textContent, or the article as HTML."""

    def ask(self, page: Page) -> tuple[str, str]:
        """The article; nothing where Readability gives null."""
        return article(node().request(self.dom, page.original, page.url or ""), self.output)

    def missing(self) -> str | None:
        """How to get Node, Readability or the DOM library."""
        return remedy("@mozilla/readability", self.dom)

    def version(self) -> str:
        """The versions of Readability and of the DOM library."""
        return f"{installed('@mozilla/readability')} ({self.dom} {installed(self.dom)})"


def node() -> LineProgram:
    """The Node worker."""
    return line_program("the Node worker", ["node", "--max-old-space-size=1024", str(WORKER), str(node_folder())])


def article(found: list[str], output: Literal["text", "html"]) -> tuple[str, str]:
    """The raw output and its media type from title, text and HTML."""
    title, text, html = found or ("", "", "")
    if output == "html":
        return html, "text/html"
    return (f"{title}\n{text}" if text.strip() else ""), "text/plain"
