"""What the tests of datasets share: a way to write source folders, and a small dataset in a data home of its own."""

from collections.abc import Callable
from pathlib import Path

import pytest

from maintext.datasets import Dataset, Encoding, Example, Header
from maintext.datasets.dataset_store import read_dataset, writing

Write = Callable[[dict[str, str | bytes]], Path]


@pytest.fixture
def source(tmp_path: Path) -> Write:
    """Writes files below a source folder and returns the folder."""

    def write(files: dict[str, str | bytes]) -> Path:
        folder = tmp_path / "source"
        for name, data in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data.encode() if isinstance(data, str) else data)
        return folder

    return write


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data home."""
    monkeypatch.setenv("MAINTEXT_DATA", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def small(home: Path) -> Dataset:
    """Three examples, imported as `small`."""
    header = Header(name="small", source="made by hand", trainable=True, markup="cleaneval")
    with writing(home / "small", header) as writer:
        page = b"<title>T</title><nav>Home</nav><p>One two three four.</p>"
        writer.add(Example("a", page, "One two three four.", "<p>One two three four.", split="dev", language="en"))
        greek = "<p>Ένα δύο τρία</p>".encode("iso-8859-7")
        writer.add(
            Example(
                "b/../c",
                greek,
                "Ένα δύο τρία",
                url="http://b.example/",
                raw_encoding=Encoding("iso-8859-7", "declared"),
                split="test",
            )
        )
        writer.add(Example("d", b"<p>x", "x", alternatives={"longer": "x y"}, facts={"site": "d.example"}))
    return read_dataset(home / "small")
