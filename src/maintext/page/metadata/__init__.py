"""What a page says about itself: title, authors, dates, language and more, each with its source."""

from maintext.page.metadata.metadata import Metadata, read_metadata
from maintext.page.metadata.structured import Found

__all__ = ["Found", "Metadata", "read_metadata"]
