"""Defuddle, the extractor of the Obsidian Web Clipper, in a Node.js process that keeps running."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from maintext.data_formats import load_json, load_mapping
from maintext.extractors.adapters.foreign_extractor import html_to_text
from maintext.extractors.adapters.program import ProgramExtractor
from maintext.extractors.adapters.readability_script import DEFUDDLE_WORKER, installed, node_folder, remedy
from maintext.extractors.extraction import Extraction
from maintext.page import Page
from maintext.sandbox.line_protocol import LineProgram, line_program

_FIELDS = {"published": "date", "site": "site_name"}
"""Defuddle's names of fields that have other names in maintext."""


@dataclass(frozen=True, slots=True)
class DefuddleNode(ProgramExtractor):
    """Defuddle in Node.js: the article with headings, code, formulas and footnotes in one form, and its metadata."""

    license: ClassVar[str] = "MIT"
    program: ClassVar[str] = "Defuddle"

    dom: Literal["linkedom", "jsdom"] = "linkedom"
    output: Literal["html", "markdown"] = "html"
    """The format of `raw`; the text is that of the HTML in both cases."""

    def read(self, page: Page) -> Extraction:
        """The article and the metadata that Defuddle gives."""
        html, markdown, facts = defuddle().request(self.dom, page.original, page.url or "")
        text = html_to_text(html)
        return Extraction(
            page,
            str(self),
            given=text,
            raw=html if self.output == "html" else markdown,
            media_type=f"text/{self.output}",
            reason=None if text else "Defuddle found nothing",
            given_metadata=_metadata(facts),
        )

    def ask(self, page: Page) -> tuple[str, str]:
        """The article in the chosen format."""
        found = self.read(page)
        return found.raw or "", found.media_type

    def missing(self) -> str | None:
        """How to get Node, Defuddle or the DOM library."""
        return remedy("defuddle", self.dom)

    def version(self) -> str:
        """The versions of Defuddle and of the DOM library."""
        return f"{installed('defuddle')} ({self.dom} {installed(self.dom)})"


def defuddle() -> LineProgram:
    """The Node worker."""
    command = ["node", "--max-old-space-size=1024", str(DEFUDDLE_WORKER), str(node_folder())]
    return line_program("the Defuddle worker", command)


def _metadata(facts: str) -> dict[str, str]:
    values: dict[str, object] = load_mapping(load_json, facts)
    return {_FIELDS.get(name, name): value for name, value in values.items() if value and isinstance(value, str)}
