"""Datasets written for other tools."""

import json
import zipfile
from pathlib import Path

import pytest

from maintext.datasets import Dataset, open_dataset
from maintext.datasets.export import EXPORTS, export
from maintext.datasets.importers import import_dataset
from maintext.errors import DatasetError


def test_jsonl_holds_everything(small: Dataset, tmp_path: Path) -> None:
    lines = export(small, "jsonl", tmp_path / "new" / "out.jsonl").read_text().splitlines()
    a, b, d = map(json.loads, lines)
    assert (a["id"], a["gold"], a["markup"], a["split"]) == (
        "a",
        "One two three four.",
        "<p>One two three four.",
        "dev",
    )
    assert (b["html"], b["charset"], b["url"]) == ("<p>Ένα δύο τρία</p>", "iso-8859-7", "http://b.example/")
    assert (d["versions"], d["facts"]) == ({"longer": "x y"}, {"site": "d.example"})


def test_pairs_can_be_imported_again(small: Dataset, tmp_path: Path) -> None:
    folder = export(small, "pairs", tmp_path / "pairs")
    import_dataset("pairs", folder, name="again")
    again = open_dataset("again")
    assert {(example.html, example.gold) for example in again} == {(example.html, example.gold) for example in small}


def test_a_zip_holds_the_pages_bytes_and_is_the_same_each_time(small: Dataset, tmp_path: Path) -> None:
    first, second = (export(small, "zip", tmp_path / name) for name in ("1.zip", "2.zip"))
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as archive:
        assert len(archive.namelist()) == 7
        assert archive.read("raw/a.html") == small["a"].html
        assert not any(".." in Path(name).parts or name.startswith("/") for name in archive.namelist())
        described = [json.loads(line) for line in archive.read("documents.jsonl").splitlines()]
    assert [document["id"] for document in described] == ["a", "b/../c", "d"]


@pytest.mark.parametrize("form", list(EXPORTS))
def test_nothing_is_overwritten(small: Dataset, tmp_path: Path, form: str) -> None:
    export(small, form, tmp_path / "out")
    with pytest.raises(DatasetError, match="already exists"):
        export(small, form, tmp_path / "out")


def test_an_unknown_form_is_refused(small: Dataset, tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="jsonl, pairs, zip"):
        export(small, "xml", tmp_path / "out")
