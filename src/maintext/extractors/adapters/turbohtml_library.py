"""turbohtml's own article finder, in C; the same package is maintext's parser."""

from dataclasses import dataclass
from typing import ClassVar

from maintext.extractors.adapters.library import LibraryExtractor


@dataclass(frozen=True, slots=True)
class Turbohtml(LibraryExtractor):
    """The Readability heuristic of the turbohtml library."""

    license: ClassVar[str] = "MIT"
    distribution: ClassVar[str] = "turbohtml"
    module: ClassVar[str] = "turbohtml"

    def call(self, html: str, url: str | None) -> str:
        """The main content in the library's own layout."""
        from turbohtml import parse

        from maintext.page.parser_guard import parser_safe

        return parse(parser_safe(html), positions=False).main_text()
