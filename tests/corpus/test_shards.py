"""Folders and other inputs, and how they become shards."""

import gzip
from pathlib import Path

import pytest

from maintext.corpus.archive_records import ArchivedPage, BrokenRecord
from maintext.corpus.locations import is_remote, size_of
from maintext.corpus.settings import CorpusSettings
from maintext.corpus.shards import plan_shards
from maintext.corpus.sources import read_shard
from maintext.corpus.sources.jsonl import read_jsonl
from maintext.errors import BadInput, CorpusError
from tests.corpus.conftest import LINES, page, warc
from tests.hostile import HOSTILE


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "site"
    for number in range(5):
        (home / f"part{number % 2}").mkdir(parents=True, exist_ok=True)
        (home / f"part{number % 2}" / f"{number}.html").write_bytes(page("fine", number))
    (home / "part0" / "6.html.gz").write_bytes(gzip.compress(page("fine", 6)))
    (home / "part0" / ".hidden.html").write_bytes(b"no")
    (home / "notes.txt").write_text("no page")
    return home


def test_a_folder_is_cut_into_shards(folder: Path) -> None:
    shards = plan_shards([str(folder)], pages_per_shard=4)
    assert [(shard.name, shard.first, shard.count) for shard in shards] == [
        ("site-00000000", 0, 4),
        ("site-00000004", 4, 2),
    ]
    found = [item for shard in shards for item in read_shard(shard, CorpusSettings())]
    assert [item.id for item in found if isinstance(item, ArchivedPage)] == [
        "part0/0.html", "part0/2.html", "part0/4.html", "part0/6.html.gz", "part1/1.html", "part1/3.html",
    ]  # fmt: skip
    assert isinstance(found[3], ArchivedPage)
    assert found[3].html == page("fine", 6)


def test_a_folder_that_has_changed_is_noticed(folder: Path) -> None:
    (shard,) = plan_shards([str(folder)])
    (folder / "part1" / "new.html").write_text("<p>new")
    with pytest.raises(BadInput, match="have changed"):
        list(read_shard(shard, CorpusSettings()))


def test_a_damaged_file_of_a_folder_is_one_broken_page(folder: Path) -> None:
    (folder / "part0" / "6.html.gz").write_bytes(b"\x1f\x8b nonsense")
    (shard,) = plan_shards([str(folder)])
    assert sum(isinstance(found, BrokenRecord) for found in read_shard(shard, CorpusSettings())) == 1


def test_a_folder_of_archives_is_a_shard_each(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    for name in ("a/one.warc.gz", "b/one.warc.gz", "a/two.warc"):
        warc(tmp_path / name, ["fine"])
    (tmp_path / "a" / "three.jsonl").write_text(LINES)
    shards = plan_shards([str(tmp_path)])
    assert [shard.kind for shard in shards] == ["warc", "jsonl", "warc", "warc"]
    assert len({shard.name for shard in shards}) == 4
    assert [shard.name for shard in shards if "one" not in shard.name] == ["three", "two"]


def test_a_corpus_made_inside_the_folder_is_no_input(folder: Path) -> None:
    before = plan_shards([str(folder)])
    (folder / "out" / "data").mkdir(parents=True)
    (folder / "out" / "corpus.json").write_text("{}")
    (folder / "out" / "data" / "site.jsonl").write_text(LINES)
    assert plan_shards([str(folder)]) == before


def test_patterns_and_files_without_an_ending(tmp_path: Path) -> None:
    for name in ("x1.warc.gz", "x2.warc.gz", "y"):
        warc(tmp_path / name, ["fine"])
    assert [shard.name for shard in plan_shards([f"{tmp_path}/x*.gz"])] == ["x1", "x2"]
    assert plan_shards([str(tmp_path / "y")])[0].kind == "warc"


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("missing.warc.gz", None, "no such file"),
        ("x*.warc", None, "no file matches"),
        ("notes.txt", b"just some text", "neither a WARC file nor JSONL"),
        ("page.html", b"<p>", "maintext extract"),
    ],
)
def test_inputs_that_cannot_be(name: str, content: bytes | None, words: str, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(BadInput, match=words):
        plan_shards([str(tmp_path / name)])


def test_an_empty_folder_and_the_same_file_twice(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no WARC, JSONL or HTML"):
        plan_shards([str(tmp_path)])
    path = str(warc(tmp_path / "a.warc.gz", ["fine"]))
    with pytest.raises(CorpusError, match="named twice"):
        plan_shards([path, path])


def test_an_archive_at_a_location_of_fsspec(tmp_path: Path) -> None:
    import fsspec

    data = warc(tmp_path / "a.warc.gz", ["fine", "fine"]).read_bytes()
    system = fsspec.filesystem("memory")
    system.pipe_file("/crawl/a.warc.gz", data + b"damage" + data)
    system.pipe_file("/crawl/b.jsonl", LINES.encode())
    shards = plan_shards(["memory://crawl/*"])
    assert [(shard.name, shard.kind) for shard in shards] == [("a", "warc"), ("b", "jsonl")]
    assert is_remote(shards[0].location)
    assert size_of(shards[0].location) == 2 * len(data) + 6
    kinds = [type(found) for found in read_shard(shards[0], CorpusSettings())]
    assert kinds == [ArchivedPage, ArchivedPage, BrokenRecord, ArchivedPage, ArchivedPage]
    assert [shard.name for shard in plan_shards(["memory://crawl"])] == ["a", "b"]
    system.rm("/crawl", recursive=True)


def test_a_protocol_that_needs_another_package_says_so() -> None:
    with pytest.raises(CorpusError, match="nosuch"):
        plan_shards(["nosuch://bucket/a.warc.gz"])


@pytest.mark.parametrize("kind", ["a folder", "a FIFO"])
def test_an_input_that_is_no_file_is_refused_at_once(tmp_path: Path, kind: str) -> None:
    HOSTILE[kind](tmp_path / "pages.jsonl")
    with pytest.raises(BadInput, match="cannot be read"):
        list(read_jsonl(str(tmp_path / "pages.jsonl"), "html", "url"))
