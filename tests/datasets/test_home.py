"""Names of datasets, and where they are looked for."""

from pathlib import Path

import pytest

from maintext.datasets import Dataset, Example, Header, data_home, dataset_names, open_dataset
from maintext.datasets.dataset_store import writing
from maintext.datasets.home import dataset_folder, source_home
from maintext.errors import DatasetError


def _make(folder: Path) -> None:
    with writing(folder, Header(folder.name)) as writer:
        writer.add(Example("1", b"", ""))


def test_the_data_home_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("MAINTEXT_DATA", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert data_home() == tmp_path / "maintext" / "datasets"
    assert source_home() == tmp_path / "maintext-data"
    monkeypatch.setenv("MAINTEXT_DATA", str(tmp_path / "mine"))
    assert data_home() == tmp_path / "mine"


def test_a_dataset_opens_by_name_and_by_folder(small: Dataset) -> None:
    assert small.folder
    for name in ("small", small.folder, str(small.folder)):
        assert open_dataset(name).digest() == small.digest()


def test_a_group_of_one_opens_by_its_own_name(home: Path) -> None:
    _make(home / "wcxb" / "dev")
    assert open_dataset("wcxb").folder == home / "wcxb" / "dev"
    _make(home / "wcxb" / "test")
    with pytest.raises(DatasetError, match="wcxb/dev or wcxb/test"):
        open_dataset("wcxb")
    assert dataset_names() == ("wcxb/dev", "wcxb/test")


def test_an_unknown_name_says_what_is_near_and_how_to_import(home: Path) -> None:
    with pytest.raises(DatasetError, match=r"no dataset is imported yet.*maintext datasets import"):
        open_dataset("l3s-gn1")
    _make(home / "cleaneval" / "final")
    with pytest.raises(DatasetError, match=r"did you mean cleaneval/final.*maintext datasets import"):
        open_dataset("cleaneval/finl")


def test_a_folder_without_a_dataset_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="no meta"):
        open_dataset(tmp_path)


@pytest.mark.parametrize("name", ["", "..", "../x", "a/../b", "/etc", "a//b", "a/", ".hidden", "a b", "a\0"])
def test_a_name_cannot_lead_out_of_the_home(home: Path, name: str) -> None:
    with pytest.raises(DatasetError):
        dataset_folder(name, home)


def test_what_is_being_written_is_not_listed(home: Path) -> None:
    _make(home / "done")
    _make(home / ".half.1234")
    assert dataset_names() == ("done",)
