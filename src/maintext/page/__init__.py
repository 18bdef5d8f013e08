"""BYTES -> BLOCKS: decode a page, parse it once, and store it in flat arrays."""

from maintext.page.blocks import Block, Blocks, Kind
from maintext.page.decode import Encoding
from maintext.page.page import MAX_BYTES, Page, read_page

__all__ = ["MAX_BYTES", "Block", "Blocks", "Encoding", "Kind", "Page", "read_page"]
