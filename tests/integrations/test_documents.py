"""Document loaders for LangChain, LlamaIndex and Haystack, on a server on loopback."""

from pathlib import Path

import pytest

from maintext.errors import FetchError
from tests.bundled import PAGES
from tests.fetch.server import serving

pytestmark = pytest.mark.filterwarnings("ignore")

PAGE = PAGES / "news-inline-ads" / "page.html"


def test_a_loader_of_langchain() -> None:
    pytest.importorskip("langchain_core", reason="needs LangChain: pip install 'maintext[langchain]'")
    from maintext.integrations.langchain import MaintextLoader

    with serving() as site:
        [found] = MaintextLoader([f"{site}/hop"], allow_private=True).load()
    assert "The ferry is back" in found.page_content
    assert found.metadata["source"] == f"{site}/page"
    assert found.metadata["title"] == "The ferry"


def test_a_transformer_of_langchain_makes_chunks() -> None:
    pytest.importorskip("langchain_core", reason="needs LangChain: pip install 'maintext[langchain]'")
    from langchain_core.documents import Document

    from maintext.integrations.langchain import MaintextTransformer

    html = PAGE.read_text(encoding="utf-8")
    source = Document(page_content=html, metadata={"source": "https://news.example/pier", "mine": 1})
    found = MaintextTransformer(chunks=True, max_tokens=100).transform_documents([source])
    assert len(found) > 2
    assert [document.metadata["chunk"] for document in found] == list(range(len(found)))
    assert all(document.metadata["mine"] == 1 for document in found)
    assert found[0].metadata["fragment_url"].startswith("https://news.example/pier#:~:text=")
    place = found[1].metadata
    assert found[1].page_content.split()[0].strip("#*") in html[place["start"] : place["end"]]


def test_addresses_that_are_not_public_are_refused() -> None:
    pytest.importorskip("langchain_core", reason="needs LangChain: pip install 'maintext[langchain]'")
    from maintext.integrations.langchain import MaintextLoader

    with serving() as site, pytest.raises(FetchError, match="private, loopback"):
        MaintextLoader(f"{site}/page").load()


def test_a_reader_of_llama_index() -> None:
    pytest.importorskip("llama_index.core", reason="needs LlamaIndex: pip install 'maintext[llama-index]'")
    from maintext.integrations.llama_index import MaintextReader

    with serving() as site:
        [found] = MaintextReader(allow_private=True).load_data(urls=[f"{site}/page"])
    assert "The ferry is back" in found.text
    assert found.metadata["source"] == f"{site}/page"
    chunks = MaintextReader(chunks=True, max_tokens=100).from_html(PAGE.read_bytes())
    assert len(chunks) > 2


def test_a_converter_of_haystack_in_a_pipeline() -> None:
    pytest.importorskip("haystack", reason="needs Haystack: pip install 'maintext[haystack]'")
    from haystack import Pipeline
    from haystack.dataclasses import ByteStream

    from maintext.integrations.haystack import MaintextConverter

    pipeline = Pipeline()
    pipeline.add_component("text", MaintextConverter(output_format="text"))
    stored = Pipeline.loads(pipeline.dumps(), allowed_modules=["maintext.integrations.haystack"])
    good = ByteStream(PAGE.read_bytes(), meta={"url": "https://news.example/pier"})
    bad = ByteStream(b"%PDF-1.7\n", meta={"url": "https://news.example/pdf"})
    found = stored.run({"text": {"sources": [good, Path(PAGE), bad]}})["text"]
    assert [document.meta.get("url") for document in found["documents"]] == ["https://news.example/pier", None]
    assert len({document.content for document in found["documents"]}) == 1
    assert len(found["failed"]) == 1
    assert "https://news.example/pdf" in found["failed"][0]
