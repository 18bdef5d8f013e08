"""Source folders and a small dataset, written for tests."""

from pathlib import Path

from maintext.datasets import Dataset, Example, Header, SourceEncoding
from maintext.datasets.dataset_store import read_dataset, writing


def write_files(folder: Path, files: dict[str, str | bytes]) -> Path:
    """Write files below a folder and return the folder."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
    return folder


def write_small(home: Path) -> Dataset:
    """Three examples, as the dataset `small` in a data home."""
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
                raw_encoding=SourceEncoding("iso-8859-7", "declared"),
                split="test",
            )
        )
        writer.add(Example("d", b"<p>x", "x", alternatives={"longer": "x y"}, facts={"site": "d.example"}))
    return read_dataset(home / "small")
