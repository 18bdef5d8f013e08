"""The storage of a corpus: files appear whole or not at all."""

from pathlib import Path

import pytest

from maintext.corpus.corpus_jobs import Report
from maintext.corpus.locations import PLAN
from maintext.corpus.replay import replay_plan
from maintext.corpus.storage import WORKING, Storage
from maintext.errors import CorpusError
from tests.hostile import HOSTILE


def test_a_file_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    with pytest.raises(ZeroDivisionError), storage.atomic_path("data/x") as path:  # noqa: PT012 - it must be open meanwhile
        path.write_bytes(b"half")
        raise ZeroDivisionError
    assert not storage.has("data/x")
    assert list((tmp_path / WORKING).iterdir()) == []
    storage.write("data/x", b"whole")
    assert (storage.read("data/x"), storage.names("data")) == (b"whole", ["x"])


def test_two_attempts_at_a_file_do_not_meet(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    with storage.atomic_path("x") as one, storage.atomic_path("x") as two:
        assert one != two
        one.write_bytes(b"same")
        two.write_bytes(b"same")
    assert storage.read("x") == b"same"


def test_a_storage_that_cannot_be_written_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CorpusError, match="finished shards are kept"):
        Storage(str(tmp_path / "file")).write("x", b"")


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_marker_or_plan_is_one_error(tmp_path: Path, kind: str) -> None:
    HOSTILE[kind](tmp_path / "x.json")
    HOSTILE[kind](tmp_path / PLAN)
    with pytest.raises(CorpusError, match=r"x\.json"):
        Storage(str(tmp_path)).read_json("x.json", Report)
    with pytest.raises(CorpusError):
        replay_plan(str(tmp_path), 30.0, 1 << 30)
