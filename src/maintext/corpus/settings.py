"""Settings of a corpus build."""

from dataclasses import dataclass, field
from typing import Final, Literal

from maintext.errors import CorpusError
from maintext.page import MAX_BYTES
from maintext.sandbox.limits import Limits

TYPES: Final = ("text/html", "application/xhtml+xml")
TextFormat = Literal["text", "markdown", "chunks"]
FileFormat = Literal["jsonl", "parquet", "dclm", "wet"]
Scope = Literal["shard", "corpus"]


@dataclass(frozen=True, slots=True)
class Filters:
    """Which pages are kept; an empty tuple keeps all."""

    types: tuple[str, ...] = TYPES
    """Media types; a page that does not say its type passes, and is dropped if it turns out to be something else."""
    statuses: tuple[int, ...] = (200,)
    """HTTP status codes; a page that came without HTTP passes."""
    min_bytes: int = 0
    max_bytes: int = MAX_BYTES
    min_words: int = 1
    languages: tuple[str, ...] = ()
    min_confidence: float = 0.0
    """A page whose extractor states no confidence passes."""
    page_types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CorpusSettings:
    """All settings that affect the output, so that different builds can be distinguished."""

    extractor: str = "default"
    text_format: TextFormat = "text"
    file_format: FileFormat = "jsonl"
    max_tokens: int = 512
    overlap: int = 0
    """The size of chunks, and what two neighbors share; for no other text format."""
    filters: Filters = field(default_factory=Filters)
    timeout: float = 30.0
    memory: int = 1 << 30
    recycle: int = 5000
    """A worker process is replaced by a fresh one after this many pages."""
    sample: float = 1.0
    """The share of pages to take, chosen by their place in the shard."""
    metadata: bool = True
    """Whether records hold what the page says about itself; without, extraction is faster."""
    identify_language: bool = False
    """Whether py3langid is asked where the built-in rules do not know the language."""
    near_duplicates: Scope | None = None
    """The scope of near-duplicate detection."""
    similarity: float = 0.8
    """The share of runs of five words that two near-duplicates have in common."""
    repeated_lines: int | None = None
    """Lines on this many pages of a site or more are taken out."""
    html_field: str = "html"
    url_field: str = "url"
    """The fields of JSONL."""

    def __post_init__(self) -> None:
        Limits(self.timeout, self.memory)  # refuses what a worker cannot have
        _within("sample", self.sample, 0.0, 1.0)
        _within("similarity", self.similarity, 0.5, 1.0)
        _within("min_confidence", self.filters.min_confidence, 0.0, 1.0)
        if self.repeated_lines is not None and self.repeated_lines < 2:
            raise CorpusError("repeated lines need a number of pages of at least 2")
        if self.text_format == "chunks" and self.repeated_lines is not None:
            raise CorpusError("repeated lines cannot be removed from chunks; leave out one of them")
        if self.text_format == "chunks" and self.file_format == "wet":
            raise CorpusError("WET files hold whole texts; write chunks as JSONL or Parquet")
        if not 0 <= self.overlap < self.max_tokens:
            raise CorpusError(f"an overlap of {self.overlap} tokens needs larger chunks than {self.max_tokens} tokens")
        if self.recycle < 1:
            raise CorpusError("recycle must be at least 1 page")

    @property
    def in_two_passes(self) -> bool:
        """Whether pages must be compared with each other before writing."""
        return self.near_duplicates is not None or self.repeated_lines is not None


def _within(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise CorpusError(f"{name} must be from {low:g} to {high:g}, not {value:g}")
