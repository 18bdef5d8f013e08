"""Model files: what is written is read again; anything else is refused in one line."""

import json
import os
import zipfile
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

from maintext.errors import BadParameter, MaintextError
from maintext.extractors.models.files import ModelFile, read_model, write_model
from tests.hostile import HOSTILE

MODEL = ModelFile("mss", {"pages": 3}, {"words": ["a", "b"]}, {"weights": np.arange(4.0)})


def test_a_model_is_written_and_read_back(tmp_path: Path) -> None:
    write_model(MODEL, tmp_path / "m.model")
    again = read_model(tmp_path / "m.model", "mss")
    assert (again.words, again.manifest["pages"]) == (MODEL.words, 3)
    assert (again.arrays["weights"] == MODEL.arrays["weights"]).all()


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_file_that_is_no_model_is_refused(tmp_path: Path, kind: str) -> None:
    HOSTILE[kind](tmp_path / "m.model")
    with pytest.raises(BadParameter, match=r"m\.model is not a model of maintext, or is damaged"):
        read_model(tmp_path / "m.model", "mss")


def _array() -> bytes:
    held = BytesIO()
    np.save(held, np.array([{"a": 1}], dtype=object), allow_pickle=True)
    return held.getvalue()


HEAD = json.dumps({"format": 1, "extractor": "mss"}).encode()


@pytest.mark.parametrize(
    "members",
    [
        {},
        {"manifest.json": b"[]", "words.json": b"{}"},
        {"manifest.json": b"[" * 100_000, "words.json": b"{}"},
        {"manifest.json": b"{}", "words.json": b"{}"},
        {"manifest.json": HEAD, "words.json": b"[]"},
        {"manifest.json": HEAD, "words.json": b'["a"]'},
        {"manifest.json": HEAD, "words.json": b'{"words": "text"}'},
        {"manifest.json": HEAD, "words.json": b'{"words": [1]}'},
        {"manifest.json": HEAD, "words.json": b'{"a":' * 50_000},
        {"manifest.json": HEAD, "words.json": b"{}", "weights.npy": b"no array"},
        {"manifest.json": HEAD, "words.json": b"{}", "weights.npy": _array()},
    ],
)
def test_a_model_with_wrong_members_is_refused(tmp_path: Path, members: dict[str, bytes]) -> None:
    with zipfile.ZipFile(tmp_path / "m.model", "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    with pytest.raises(BadParameter, match="damaged"):
        read_model(tmp_path / "m.model", "mss")


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "x" * 300, "~no-such-user/m.model", "none.model"])
def test_a_name_that_is_no_file_is_reported(name: str) -> None:
    with pytest.raises(BadParameter, match="cannot read the model"):
        read_model(name, "mss")


@pytest.mark.parametrize("name", ["", "folder", "fifo", "x" * 300, "file/x", "a\0b"])
def test_a_model_that_cannot_be_written_is_reported(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(MaintextError, match=r"cannot be written|not a regular file|not the name of a file"):
        write_model(MODEL, tmp_path / name)
    assert (tmp_path / "fifo").is_fifo()


def test_a_model_without_a_name_is_reported() -> None:
    with pytest.raises(MaintextError, match="not a regular file"):
        write_model(MODEL, Path())
