"""Mutated pages: every mutator gives bytes, and the seed decides them."""

import gzip
from pathlib import Path
from random import Random

import pytest

from fuzzing.case import make_case
from fuzzing.families import FAMILIES
from fuzzing.fragments import FRAGMENTS
from fuzzing.growth import unit_length
from fuzzing.mutators import LARGEST, MUTATORS
from fuzzing.sources import Sources

SOURCES = Sources.of()
EXTRACTORS = ("all", "density")


@pytest.mark.parametrize("name", MUTATORS)
def test_a_mutator_gives_bytes_and_the_same_for_the_same_seed(name: str) -> None:
    page = SOURCES.choose(Random(1))
    mutate = MUTATORS[name]
    made = [mutate(page, Random(seed), SOURCES) for seed in range(20)]
    assert made == [mutate(page, Random(seed), SOURCES) for seed in range(20)]
    assert all(isinstance(each, bytes) for each in made)
    assert any(each != page for each in made)


@pytest.mark.parametrize("page", [b"", b"x", b"<", b"<p>"])
@pytest.mark.parametrize("name", MUTATORS)
def test_a_mutator_bears_a_tiny_page(name: str, page: bytes) -> None:
    for seed in range(10):
        assert isinstance(MUTATORS[name](page, Random(seed), SOURCES), bytes)


@pytest.mark.parametrize("name", FRAGMENTS)
def test_a_fragment_is_seldom_large(name: str) -> None:
    lengths = sorted(len(FRAGMENTS[name](Random(seed))) for seed in range(60))
    assert lengths[30] < 20_000
    assert lengths[-1] < 2 * LARGEST


def test_a_case_is_decided_by_seed_and_number() -> None:
    first = [make_case(5, number, SOURCES, EXTRACTORS) for number in range(30)]
    assert first == [make_case(5, number, SOURCES, EXTRACTORS) for number in range(30)]
    assert first != [make_case(6, number, SOURCES, EXTRACTORS) for number in range(30)]
    assert len({case.html for case in first}) > 25
    assert all(len(case.html) <= LARGEST for case in first)


def test_sources_are_read_from_folders(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "a.html").write_bytes(b"a")
    (tmp_path / "b.HTM").write_bytes(b"b")
    (tmp_path / "deep" / "c.html.gz").write_bytes(gzip.compress(b"c"))
    (tmp_path / "deep" / "d").write_bytes(b"d")
    (tmp_path / "e.json").write_bytes(b"e")
    (tmp_path / "f.html.gz").write_bytes(b"not gzip")
    given = Sources(Sources.of([tmp_path]).files[len(SOURCES.files) :])
    assert {given.choose(Random(seed)) for seed in range(60)} == {b"a", b"b", b"c", b"d", b"not gzip"}


def test_a_folder_without_pages_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no pages in"):
        Sources.of([tmp_path])


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_grows_with_its_number(name: str) -> None:
    assert unit_length(FAMILIES[name]) >= 1
    assert 1.7 < len(FAMILIES[name](4_000)) / len(FAMILIES[name](2_000)) < 2.3


def test_there_are_many_families() -> None:
    assert len(FAMILIES) >= 40
