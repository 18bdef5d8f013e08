"""TREE -> FOOTNOTES: the reference marks in the text and the notes they refer to."""

from maintext.page.footnotes.footnotes import Footnotes, find_footnotes, referenced_blocks
from maintext.page.footnotes.inline_notes import InlineNote

__all__ = ["Footnotes", "InlineNote", "find_footnotes", "referenced_blocks"]
