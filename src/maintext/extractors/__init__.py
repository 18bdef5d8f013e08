"""PAGE -> EXTRACTION: extractors find the main text of a page, each by one published algorithm.

`EXTRACTORS` is the registry of all of them. Other packages add theirs with the entry point group `maintext.extractors`.
"""

from maintext.extractors.base import BlockExtractor, Extractor, TextExtractor
from maintext.extractors.extracted_block import ExtractedBlock
from maintext.extractors.extraction import Extraction
from maintext.extractors.registry import EXTRACTORS

__all__ = ["EXTRACTORS", "BlockExtractor", "ExtractedBlock", "Extraction", "Extractor", "TextExtractor"]
