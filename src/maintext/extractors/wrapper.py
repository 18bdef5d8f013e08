"""A wrapper as an extractor [Kushmerick 1997]: the rules of a site say where its main text is."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

from maintext.errors import BadParameter
from maintext.extractors.base import Extractor
from maintext.extractors.extraction import Extraction
from maintext.page import Page
from maintext.sites.wrapper_rules import Wrapper, read_wrapper


@dataclass(frozen=True, slots=True)
class WrapperExtractor(Extractor):
    """Keep what a rule file names; where the rules do not fit a page, it says so and gives nothing."""

    paper: ClassVar[str] = "Kushmerick 1997"

    rules: str | None = None
    """A rule file, such as `maintext site wrapper learn` writes."""

    def __post_init__(self) -> None:
        if self.rules is not None:
            read_wrapper(Path(self.rules))

    def missing(self) -> str | None:
        """How to make the rules, if there are none."""
        return "maintext site wrapper learn FOLDER -o SITE.yaml" if self.rules is None else None

    def extract(self, page: Page) -> Extraction:
        """What the rules name."""
        if self.rules is None:
            raise BadParameter(
                "wrapper needs its rules: wrapper(rules=SITE.yaml); maintext site wrapper learn writes them"
            )
        if not page.tree.block_texts:
            return Extraction(page, str(self), chosen=(), reason="the page has no text")
        wrapper = _rules(self.rules, Path(self.rules).stat().st_mtime_ns)
        mismatch = wrapper.mismatch(page)
        if mismatch is not None:
            none = [False] * len(page.tree.block_texts)
            return Extraction(page, str(self), chosen=none, reason=f"the wrapper does not fit this page: {mismatch}")
        found = wrapper.find(page)
        return Extraction(page, str(self), chosen=found.kept, given=None if found.is_whole else found.text)


@lru_cache(maxsize=16)
def _rules(path: str, changed: int) -> Wrapper:
    return read_wrapper(Path(path))
