"""Records of a shard: an archived page, a broken record, or a record that is not a page."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ArchivedPage:
    """An archived page."""

    id: str
    html: bytes = field(repr=False)
    size: int
    """The size of the page in bytes; larger than `html` if it was too large to read."""
    url: str | None = None
    date: str | None = None
    """When the page was archived, as the archive says."""
    charset: str | None = None
    media_type: str | None = None
    status: int | None = None
    at: int = 0
    """The offset of the page in the shard, in bytes."""


@dataclass(frozen=True, slots=True)
class BrokenRecord:
    """An unreadable record; `lost` counts the bytes up to the next readable one."""

    at: int
    why: str
    lost: int = 0


@dataclass(frozen=True, slots=True)
class OtherRecord:
    """A record that is not a page, such as a request."""

    at: int = 0


ArchiveRecord = ArchivedPage | BrokenRecord | OtherRecord
