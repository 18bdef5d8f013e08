"""What an extraction promises, whichever extractor made it."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from maintext import EXTRACTORS, BlockExtractor, Extraction, extract, read_page
from maintext.page.word_alignment import kept_blocks
from tests import bundled

EMPTY = [
    "",
    "   \n",
    "<html></html>",
    "<p></p>",
    "<!-- x -->",
    "<script>var a</script>",
    "<title>only</title>",
    "<img>",
]


@pytest.mark.parametrize("spec", bundled.EXTRACTORS)
@pytest.mark.parametrize("html", EMPTY)
def test_an_empty_page_gives_an_empty_extraction_with_a_reason(html: str, spec: str) -> None:
    for source in (html, html.encode()):
        found = extract(source, extractor=spec)
        assert found.text == ""
        assert found.reason == "the page has no text"
        assert list(found.kept) == []
        assert found.blocks == ()
        assert json.loads(found.to_json())["reason"] == "the page has no text"


@pytest.mark.parametrize("spec", bundled.EXTRACTORS)
@pytest.mark.parametrize("slug", bundled.SLUGS)
def test_every_extractor_on_every_bundled_page(slug: str, spec: str) -> None:
    found = extract(bundled.bundled(slug).data, extractor=spec)
    assert len(found.kept) == len(found.page.blocks) == len(found.blocks)
    assert bool(found.text) == (found.reason is None) or (found.text and found.confidence is not None)
    assert found.extractor == spec
    assert not found.text.startswith("\n")
    assert not any(found.kept) or found.text
    whole = json.loads(found.to_json())
    assert whole["text"] == found.text
    assert [block["kept"] for block in whole["blocks"]] == [bool(keep) for keep in found.kept]
    assert set(whole) == {
        "url", "title", "metadata", "extractor", "page_type", "confidence", "encoding", "reason", "text", "blocks",
        "posts",
    }  # fmt: skip


@pytest.mark.parametrize("spec", bundled.EXTRACTORS)
def test_eight_threads_get_the_same_result(spec: str) -> None:
    pages = [read_page(bundled.bundled(slug).data) for slug in bundled.SLUGS[:12]]
    alone = [extract(bundled.bundled(slug).data, extractor=spec).to_json() for slug in bundled.SLUGS[:12]]
    extractor = EXTRACTORS.build(spec)

    def together(_: int) -> list[str]:
        return [extractor.extract(page).to_json() for page in pages]

    with ThreadPoolExecutor(8) as threads:
        assert all(found == alone for found in threads.map(together, range(8)))


@pytest.mark.parametrize(
    ("blocks", "text", "kept"),
    [
        (["a b c d"], "a b", [True]),
        (["a b c d"], "a", [False]),
        (["a b c d"], "A B", [True]),
        (["a b", "c d", "e f"], "a b e f", [True, False, True]),
        (["—", "a b"], "a b", [False, True]),
        (["中文字"], "中文", [True]),
        (["a b"], "", [False]),
        (["a b", "x", "c d"], "a b\nc d", [True, False, True]),
    ],
)
def test_a_block_is_kept_if_half_its_words_stand_in_the_text(blocks: list[str], text: str, kept: list[bool]) -> None:
    page = read_page("".join(f"<p>{block}</p>" for block in blocks))
    assert kept_blocks(page, text) == kept


@pytest.mark.parametrize(("html", "text"), [("<p>a b<p>c d", "c d a b"), ("<p>a b<p>a b", "a b")])
def test_words_count_once_and_in_order(html: str, text: str) -> None:
    assert sum(kept_blocks(read_page(html), text)) == 1


def test_text_that_was_given_is_the_text() -> None:
    page = read_page("<p>a b</p><p>c d</p>", url="http://example.org/")
    found = Extraction(page, "mine", given="c d")
    assert found.text == "c d"
    assert list(found.kept) == [False, True]
    assert found.url == "http://example.org/"


def test_blocks_carry_scores() -> None:
    page = read_page("<p>a</p><p>b</p>")
    found = Extraction(page, "mine", chosen=[True, False], scores=[0.9, 0.1])
    assert [block.score for block in found.blocks] == [0.9, 0.1]
    assert [block["score"] for block in json.loads(found.to_json())["blocks"]] == [0.9, 0.1]


def test_what_is_known_about_the_page_is_told() -> None:
    found = extract("<title>Thé</title><p>x".encode("koi8-r", "ignore"), charset="koi8-r", url="http://example.org/")
    whole = json.loads(found.to_json())
    assert whole["url"] == "http://example.org/"
    assert whole["encoding"] == {"name": "koi8-r", "source": "transport", "confidence": 1.0, "replaced": 0}


def test_replaced_characters_are_counted_in_the_result() -> None:
    found = extract(b"<p>a\xff\xffb", charset="utf-8", extractor="all")
    assert json.loads(found.to_json())["encoding"]["replaced"] == 2


def test_json_is_read_by_people() -> None:
    assert "日本" in extract("<p>日本</p>", extractor="all").to_json(indent=2)


def test_an_extractor_is_a_value() -> None:
    assert EXTRACTORS.build("density(c1=0.4)") == EXTRACTORS.build("density(c1=0.4)")
    assert len({EXTRACTORS.build("density(c1=0.4)"), EXTRACTORS.build("density(c1=0.4, c2=4)")}) == 1
    with pytest.raises(AttributeError):
        EXTRACTORS.build("density").c1 = 0.5  # type: ignore[attr-defined]


def test_an_extractor_of_ones_own_needs_one_method() -> None:
    from collections.abc import Sequence
    from dataclasses import dataclass

    from maintext import Page

    @dataclass(frozen=True, slots=True)
    class Long(BlockExtractor):
        """Keep what is long."""

        least: int = 5

        def keep(self, page: Page) -> Sequence[bool]:
            return [len(block.text) >= self.least for block in page.blocks]

    found = extract("<p>short</p><p>no</p>", extractor=Long())
    assert found.text == "short"
    assert "Long" in found.extractor
