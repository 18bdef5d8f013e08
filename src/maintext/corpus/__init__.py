"""ARCHIVES -> ARCHIVES: WARC, JSONL and folders of HTML in, clean text as JSONL or Parquet out.

`Plan.of` looks at the inputs and `make_corpus` does the work, here (`Local`) or on a cluster (`Ray`). A corpus is a
folder with `data/`, one file per shard, and `manifest.json`; a run that was killed goes on where it was.
"""

from maintext.corpus.build import CorpusManifest, Plan, make_corpus
from maintext.corpus.engines.local import Local
from maintext.corpus.engines.ray import Ray
from maintext.corpus.item import Item
from maintext.corpus.page_counts import PageCounts
from maintext.corpus.page_extraction import DroppedPage, FailedPage, KeptPage, extract_pages
from maintext.corpus.settings import Filters, Settings
from maintext.corpus.shards import Shard, plan_shards
from maintext.corpus.writers import read_records

__all__ = [
    "CorpusManifest",
    "DroppedPage",
    "FailedPage",
    "Filters",
    "Item",
    "KeptPage",
    "Local",
    "PageCounts",
    "Plan",
    "Ray",
    "Settings",
    "Shard",
    "extract_pages",
    "make_corpus",
    "plan_shards",
    "read_records",
]
