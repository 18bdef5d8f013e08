"""The journal: what was not finished is cut off, and a URL is written once."""

from pathlib import Path

import pytest

from maintext.crawl.crawl_settings import Seeds
from maintext.crawl.journal import (
    FORMAT,
    Entry,
    Journal,
    PageEntry,
    RobotsEntry,
    StartEntry,
    journal_path,
    read_journal,
)
from maintext.errors import CrawlError

PAGES = ("http://example.org/a", "http://example.org/b")
ENTRIES: list[Entry] = [
    StartEntry(FORMAT, "x", Seeds(("http://example.org/",)), 10),
    RobotsEntry("http://example.org", "User-agent: *", 1.0, (), 5.0, 20),
    PageEntry("http://example.org/", "stored", 200, pages=PAGES, feeds=("http://example.org/f",), end=30),
    PageEntry(PAGES[0], "redirect", 301, location=PAGES[1], pages=PAGES[::-1], end=40),
]


def written(folder: Path) -> Path:
    warc = folder / "a.warc"
    with Journal(journal_path(warc)) as journal:
        for entry in ENTRIES:
            journal.append(entry)
    return warc


def test_what_is_written_is_read(tmp_path: Path) -> None:
    warc = written(tmp_path)
    assert list(read_journal(warc)) == ENTRIES
    assert journal_path(warc).read_text().count('"http://example.org/b"') == 2  # in its list, and as a target


@pytest.mark.parametrize(("size", "kept"), [(40, 4), (39, 3), (29, 2), (9, 0)])
def test_entries_without_their_records_are_cut_off(size: int, kept: int, tmp_path: Path) -> None:
    warc = written(tmp_path)
    with Journal(journal_path(warc)) as journal:
        assert journal.restore(size) == ENTRIES[:kept]
        for entry in ENTRIES[kept:]:
            journal.append(entry)
    assert list(read_journal(warc)) == ENTRIES


def test_a_incomplete_last_line_is_removed(tmp_path: Path) -> None:
    warc = written(tmp_path)
    path = journal_path(warc)
    path.write_bytes(path.read_bytes()[:-5])
    with Journal(path) as journal:
        assert journal.restore(100) == ENTRIES[:3]


def test_a_damaged_journal_is_an_error(tmp_path: Path) -> None:
    warc = written(tmp_path)
    with journal_path(warc).open("ab") as file:
        file.write(b'{"what": "page"}\n')
    with pytest.raises(CrawlError, match="damaged in line 5"):
        list(read_journal(warc))


def test_two_crawls_do_not_share_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    with Journal(path), pytest.raises(CrawlError, match="in use by another crawl"):
        Journal(path)
