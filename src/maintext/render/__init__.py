"""PAGE + WHAT WAS KEPT -> TEXT, MARKDOWN, HTML, TEI: knows no extractor."""

from maintext.render.document import Document
from maintext.render.options import Options
from maintext.render.walk import read_document

__all__ = ["Document", "Options", "read_document"]
