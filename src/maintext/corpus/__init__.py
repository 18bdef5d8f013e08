"""ARCHIVES -> CORPUS: WARC, JSONL and folders of HTML in, clean text as JSONL or Parquet out.

`Plan.of` lists the shards of the inputs and `make_corpus` builds the corpus, on this machine (`Local`) or on a cluster
(`Ray`). A corpus is a folder with `data/`, one file per shard, and `manifest.json`. You can resume a build.
"""

from maintext.corpus.archive_records import ArchivedPage
from maintext.corpus.build import CorpusManifest, Plan, make_corpus
from maintext.corpus.engines.local import Local
from maintext.corpus.engines.ray import Ray
from maintext.corpus.page_counts import PageCounts
from maintext.corpus.page_extraction import DroppedPage, FailedPage, KeptPage, extract_pages
from maintext.corpus.settings import CorpusSettings, Filters
from maintext.corpus.shards import Shard, plan_shards
from maintext.corpus.writers import read_records

__all__ = [
    "ArchivedPage",
    "CorpusManifest",
    "CorpusSettings",
    "DroppedPage",
    "FailedPage",
    "Filters",
    "KeptPage",
    "Local",
    "PageCounts",
    "Plan",
    "Ray",
    "Shard",
    "extract_pages",
    "make_corpus",
    "plan_shards",
    "read_records",
]
