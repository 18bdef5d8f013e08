"""The base class of adapters to third-party libraries and programs."""

from dataclasses import dataclass

from maintext.extractors.base import Extractor
from maintext.extractors.extraction import Extraction
from maintext.page import Page, read_page


@dataclass(frozen=True, slots=True)
class ForeignExtractor(Extractor):
    """An extractor of another project; it gets the page as received, without repairs."""

    def prepare(self) -> None:
        """Start it and let it load what it needs, by extracting a small page."""
        self.extract(read_page("<title>Ready</title><p>Loading time does not count as the first page's time.</p>"))

    def extraction(self, page: Page, raw: str, media_type: str, name: str) -> Extraction:
        """The extraction of a raw output; `name` is what messages call the extractor."""
        text = html_to_text(raw) if media_type == "text/html" else raw.strip()
        reason = None if text else f"{name} found nothing"
        return Extraction(page, str(self), given=text, raw=raw, media_type=media_type, reason=reason)


def html_to_text(html: str) -> str:
    """The text of an HTML fragment, one block per line."""
    return read_page(html, max_bytes=None).text if html.strip() else ""
