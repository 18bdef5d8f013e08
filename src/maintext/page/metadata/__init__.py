"""Metadata of a page: title, authors, dates, language and more, each with its source."""

from maintext.page.metadata.metadata import Metadata, read_metadata
from maintext.page.metadata.structured import SourcedValue

__all__ = ["Metadata", "SourcedValue", "read_metadata"]
