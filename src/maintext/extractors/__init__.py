"""BLOCKS -> EXTRACTION: one algorithm, one paper, one file.

`EXTRACTORS` names all of them. Another package adds its own through the entry point group `maintext.extractors`.
"""

from maintext.extractors.base import BlockExtractor, Extractor, TextExtractor
from maintext.extractors.extraction import ExtractedBlock, Extraction
from maintext.extractors.registry import EXTRACTORS

__all__ = ["EXTRACTORS", "BlockExtractor", "ExtractedBlock", "Extraction", "Extractor", "TextExtractor"]
