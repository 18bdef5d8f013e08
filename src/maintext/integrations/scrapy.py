"""An item pipeline for Scrapy: items with the response of a page become items with its main text."""

from typing import Any

from itemadapter import ItemAdapter
from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem
from scrapy.http import Response, TextResponse

from maintext.errors import MaintextError
from maintext.extractors.extract import extract
from maintext.integrations.document_fields import page_metadata


class MaintextPipeline:
    """Puts `text` and `metadata` into every item that has a `response`, and takes the response out.

    Items without main text are dropped. The settings MAINTEXT_EXTRACTOR, MAINTEXT_FORMAT (markdown) and
    MAINTEXT_MIN_CONFIDENCE (0) are read.
    """

    def __init__(self, extractor: str = "default", output_format: str = "markdown", min_confidence: float = 0) -> None:
        self.extractor, self.output_format, self.min_confidence = extractor, output_format, min_confidence

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "MaintextPipeline":
        """The pipeline with the settings of a crawler."""
        settings = crawler.settings
        return cls(
            settings.get("MAINTEXT_EXTRACTOR", "default"),
            settings.get("MAINTEXT_FORMAT", "markdown"),
            settings.getfloat("MAINTEXT_MIN_CONFIDENCE", 0),
        )

    def process_item(self, item: Any) -> Any:
        """The item with the main text."""
        fields = ItemAdapter(item)
        response = fields.get("response")
        if not isinstance(response, Response):
            return item
        charset = response._declared_encoding() if isinstance(response, TextResponse) else None
        try:
            found = extract(response.body, extractor=self.extractor, url=response.url, charset=charset)
        except MaintextError as error:
            raise DropItem(f"maintext: {error}") from error
        if not found.text or (found.confidence is not None and found.confidence < self.min_confidence):
            raise DropItem(f"maintext: {found.reason or 'the confidence is too low'}")
        del fields["response"]
        fields["text"], fields["metadata"] = found.render(self.output_format), page_metadata(found)
        return item
