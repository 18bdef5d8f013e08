"""Filters before extraction: media type, status, size, and sampling."""

import hashlib

from maintext.corpus.archive_records import ArchivedPage
from maintext.corpus.settings import CorpusSettings

_WHOLE = 1 << 64


def dropped_unread(item: ArchivedPage, settings: CorpusSettings) -> str | None:
    """Why a page is dropped before parsing; None if it is kept."""
    filters = settings.filters
    if filters.statuses and item.status is not None and item.status not in filters.statuses:
        return "status"
    if filters.types and item.media_type is not None and item.media_type not in filters.types:
        return "type"
    if not filters.min_bytes <= item.size <= filters.max_bytes:
        return "size"
    return None if settings.sample >= 1 or in_sample(item, settings.sample) else "sample"


def in_sample(item: ArchivedPage, share: float) -> bool:
    """Whether a page is in the sample, by its hash; a larger sample contains a smaller one."""
    key = hashlib.blake2b(f"{item.id}\n{item.url}".encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(key) < share * _WHOLE
