"""Corpora from and to S3-compatible storage, on a local server."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from tests.corpus.conftest import page, tree, warc

pytest.importorskip("s3fs", reason="needs s3fs: pip install 'maintext[s3]'")
pytest.importorskip("moto", reason="needs moto: pip install 'moto[s3,server]'")

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture
def storage(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A file system with an empty bucket."""
    import s3fs
    from moto.server import ThreadedMotoServer

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = ThreadedMotoServer("127.0.0.1", port, verbose=False)
    server.start()
    urlopen(Request(f"http://127.0.0.1:{port}/moto-api/reset", method="POST")).close()
    address = f"http://127.0.0.1:{port}"
    monkeypatch.setenv("AWS_ENDPOINT_URL", address)
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "test")
    found = s3fs.S3FileSystem(endpoint_url=address, skip_instance_cache=True)
    found.mkdir("pages")
    try:
        yield found
    finally:
        server.stop()


def _corpus(*arguments: str) -> None:
    command = [sys.executable, "-m", "maintext", "corpus", *arguments, "-w", "1"]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ, timeout=300, check=False)
    assert done.returncode == 0, done.stderr


def test_a_corpus_from_s3_to_s3_has_the_bytes_of_a_local_one(storage: Any, tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    warc(pages / "a.warc.gz", ["fine"] * 3)
    warc(pages / "b.warc.gz", ["fine"] * 2, start=3)
    storage.put(str(pages / "a.warc.gz"), "pages/crawl/a.warc.gz")
    storage.put(str(pages / "b.warc.gz"), "pages/crawl/b.warc.gz")
    options = ["--to", "parquet", "--near-duplicates", "corpus"]
    _corpus(str(pages / "a.warc.gz"), str(pages / "b.warc.gz"), "-o", str(tmp_path / "local"), *options)
    _corpus("s3://pages/crawl/*.warc.gz", "-o", "s3://pages/corpus", *options)
    storage.invalidate_cache()
    for name, data in tree(tmp_path / "local").items():
        if name.startswith("data/"):
            assert storage.cat(f"pages/corpus/{name}") == data, name
    manifest = json.loads(storage.cat("pages/corpus/manifest.json"))
    assert manifest["counts"]["read"] == 5
    _corpus("s3://pages/crawl/*.warc.gz", "-o", "s3://pages/corpus", *options)  # all shards are finished


def test_a_folder_of_html_in_a_bucket(storage: Any) -> None:
    for number in range(3):
        storage.pipe(f"pages/site/{number}.html", page("fine", number))
    _corpus("s3://pages/site", "-o", "s3://pages/texts", "--to", "wet")
    storage.invalidate_cache()
    assert json.loads(storage.cat("pages/texts/manifest.json"))["counts"]["read"] == 3
    assert [name for name in storage.find("pages/texts/data") if not name.endswith(".warc.wet.gz")] == []
