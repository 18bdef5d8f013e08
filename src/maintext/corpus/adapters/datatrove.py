"""A step for datatrove: documents whose text is HTML become documents whose text is the main text.

    from datatrove.pipeline.readers import WarcReader
    from maintext.corpus.adapters.datatrove import Maintext

    pipeline = [WarcReader("crawl/"), Maintext(), JsonlWriter("corpus/")]

Pages are extracted in a worker process with limits of its own, as everywhere: one that hangs or crashes costs one
document.
"""

from collections import deque
from collections.abc import Iterator
from typing import Any

from datatrove.data import Document
from datatrove.pipeline.base import PipelineStep
from datatrove.utils.typeshelper import StatHints

from maintext.corpus.archive_records import ArchivedPage
from maintext.corpus.page_extraction import DroppedPage, FailedPage, extract_pages
from maintext.corpus.page_filters import dropped_unread
from maintext.corpus.settings import CorpusSettings


class Maintext(PipelineStep):  # type: ignore[misc]  # datatrove has no types
    """Replaces the HTML of each document by its main text, and adds the page's metadata."""

    name = "maintext"
    type = "🛢 - EXTRAC"

    def __init__(self, settings: CorpusSettings | None = None) -> None:
        super().__init__()
        self.settings = settings or CorpusSettings()

    def run(self, data: Iterator[Document], rank: int = 0, world_size: int = 1) -> Iterator[Document]:
        """The documents that are kept; the others are counted by reason."""
        waiting: deque[Document] = deque()
        for result in extract_pages(self._items(data, waiting), self.settings):
            document = waiting.popleft()
            self.stat_update(StatHints.total)
            if isinstance(result, DroppedPage):
                self.stat_update(StatHints.dropped, f"dropped_{result.reason}")
            elif isinstance(result, FailedPage):
                self.stat_update("failed", f"failed_{result.kind}")
            else:
                record = result.record
                document.text = record.pop("text")
                document.metadata |= {
                    name: value for name, value in record.items() if name not in ("id", "url", "date")
                }
                self.stat_update(StatHints.forwarded)
                self.update_doc_stats(document)
                yield document

    def _items(self, data: Iterator[Document], waiting: "deque[Document]") -> Iterator[ArchivedPage]:
        for document in data:
            item = _item(document)
            reason = dropped_unread(item, self.settings)
            if reason is None:
                waiting.append(document)
                yield item
            else:
                self.stat_update(StatHints.total)
                self.stat_update(StatHints.dropped, f"dropped_{reason}")


def _item(document: Any) -> ArchivedPage:
    html = document.text.encode("utf-8", "surrogatepass")
    facts = document.metadata
    return ArchivedPage(document.id, html, len(html), facts.get("url"), facts.get("date"), "utf-8")
