"""boilerpy3: boilerpipe [Kohlschütter 2010] as ported to Python, with its own parser."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from maintext.extractors.adapters.library import LibraryExtractor

Recipe = Literal[
    "article", "article-sentences", "canola", "default", "keep-everything", "largest-content", "num-words-rules"
]


@dataclass(frozen=True, slots=True)
class Boilerpy3(LibraryExtractor):
    """The Python port of boilerpipe; its parser gives up on many pages, which is shown as it is."""

    paper: ClassVar[str] = "Kohlschütter 2010"
    license: ClassVar[str] = "Apache-2.0"
    distribution: ClassVar[str] = "boilerpy3"
    module: ClassVar[str] = "boilerpy3"

    recipe: Recipe = "article"

    def call(self, html: str, url: str | None) -> str:
        """The content blocks, one per line."""
        import logging

        from boilerpy3 import extractors

        logging.getLogger("boilerpy3").setLevel(logging.CRITICAL)
        name = "".join(word.capitalize() for word in self.recipe.split("-")) + "Extractor"
        text: str = getattr(extractors, name)().get_content(html)
        return text
