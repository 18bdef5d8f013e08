"""maintext gets the main text out of any web page, and measures how well any tool does that.

import maintext

page = maintext.extract(html)
print(page.title)
print(page.text)
"""

from maintext.errors import MaintextError
from maintext.extractors import EXTRACTORS, BlockExtractor, Extraction, Extractor
from maintext.extractors.extract import extract
from maintext.extractors.extract_many import Outcome, extract_many
from maintext.extractors.page_sources import extract_file, extract_url
from maintext.page import Block, Page, read_page
from maintext.version import __version__

__all__ = [
    "EXTRACTORS",
    "Block",
    "BlockExtractor",
    "Extraction",
    "Extractor",
    "MaintextError",
    "Outcome",
    "Page",
    "__version__",
    "extract",
    "extract_file",
    "extract_many",
    "extract_url",
    "read_page",
]
