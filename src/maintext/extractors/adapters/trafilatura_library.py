"""trafilatura [Barbaresi 2021], in Python: rules over the tree, then readability-lxml and jusText where they fail."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from maintext.extractors.adapters.library import LibraryExtractor


@dataclass(frozen=True, slots=True)
class Trafilatura(LibraryExtractor):
    """The trafilatura library; fast leaves out its fallbacks, favor shifts it to precision or recall."""

    paper: ClassVar[str] = "Barbaresi 2021"
    license: ClassVar[str] = "Apache-2.0"
    distribution: ClassVar[str] = "trafilatura"
    module: ClassVar[str] = "trafilatura"

    fast: bool = False
    favor: Literal["balance", "precision", "recall"] = "balance"
    comments: bool = True
    """Whether comments belong to the text, as they do by the library's default."""

    def call(self, html: str, url: str | None) -> str:
        """The text; empty where the library gives None."""
        from trafilatura import extract

        found = extract(
            html,
            url=url,
            fast=self.fast,
            favor_precision=self.favor == "precision",
            favor_recall=self.favor == "recall",
            include_comments=self.comments,
        )
        return found or ""
