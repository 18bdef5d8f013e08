"""Chunks: their limits, what they do not divide, and the source and headings that they cite."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext import Extraction, extract
from maintext.errors import BadParameter
from maintext.page.tokens import count_tokens
from tests import bundled
from tests.clock import assert_linear

SENTENCE = "The ferry leaves the pier at nine and comes back at noon. "
GUIDE = f"""<h1>Guide</h1><p>{SENTENCE * 2}</p>
<h2>Times</h2><p>{SENTENCE}</p><ul><li>one <b>way</b></li><li>return</li></ul>
<h2>Fares</h2><table><tr><th>Age</th><th>Fare</th></tr><tr><td>child</td><td>2</td></tr>
<tr><td>adult</td><td>4</td></tr><tr><td>senior</td><td>3</td></tr></table>
<h3>Groups</h3><p>{SENTENCE}</p><pre><code class="language-python">for each in group:
    pay(each)
</code></pre>"""


def _all(html: str, url: str | None = None) -> Extraction:
    return extract(f"<body>{html}", extractor="all", url=url)


def test_a_page_that_fits_is_one_chunk() -> None:
    (chunk,) = _all(GUIDE).chunks(1000)
    assert chunk.headings == ("Guide",)
    assert chunk.text == _all(GUIDE).render("markdown")


def test_sections_are_not_divided_if_they_fit() -> None:
    chunks = _all(GUIDE).chunks(60)
    assert [chunk.headings for chunk in chunks] == [("Guide",), ("Guide", "Fares"), ("Guide", "Fares", "Groups")]
    assert chunks[1].text.startswith("## Fares\n\n| Age | Fare |")
    assert "```python\nfor each in group:\n    pay(each)\n```" in chunks[2].text


def test_no_chunk_ends_with_a_heading() -> None:
    for limit in range(40, 100):
        for chunk in _all(GUIDE).chunks(limit)[:-1]:
            assert not chunk.text.splitlines()[-1].startswith("#"), limit


def test_the_header_of_a_table_is_repeated() -> None:
    rows = "".join(f"<tr><td>row {number}</td><td>{number}</td></tr>" for number in range(20))
    chunks = _all(f"<table><tr><th>Name</th><th>Number</th></tr>{rows}</table>").chunks(60)
    assert len(chunks) > 1
    assert all(chunk.text.startswith("| Name | Number |\n| --- | --- |") for chunk in chunks)
    assert [chunk.blocks[0] for chunk in chunks] == sorted(chunk.blocks[0] for chunk in chunks)


def test_a_long_paragraph_is_split_at_sentences() -> None:
    chunks = _all(f"<p>{SENTENCE * 20}</p>").chunks(30)
    assert [chunk.text for chunk in chunks] == [(SENTENCE * 2).strip()] * 10
    assert all(one.end is not None and other.start is not None and one.end < other.start + 1
               for one, other in pairwise(chunks))  # fmt: skip


def test_long_code_is_split_at_lines() -> None:
    code = "".join(f"call({number})\n" for number in range(40))
    chunks = _all(f"<pre>{code}</pre>").chunks(30)
    assert all(chunk.text.startswith("```\ncall(") and chunk.text.endswith(")\n```") for chunk in chunks)


def test_the_end_of_a_chunk_is_repeated_in_the_next() -> None:
    plain = _all(f"<p>{SENTENCE * 2}</p>" * 4).chunks(40)
    overlapping = _all(f"<p>{SENTENCE * 2}</p>" * 4).chunks(40, overlap=13)
    assert plain[1].text.count(SENTENCE.strip()) == 2
    assert overlapping[1].text.count(SENTENCE.strip()) == 3
    assert all(chunk.tokens <= 40 for chunk in overlapping)


@pytest.mark.parametrize("slug", bundled.SLUGS)
@pytest.mark.parametrize("limit", [7, 60, 512])
def test_bundled_pages(slug: str, limit: int) -> None:
    extraction = extract(bundled.bundled(slug).data)
    page = extraction.page
    chunks = extraction.chunks(limit)
    assert all(count_tokens(chunk.text) == chunk.tokens <= limit for chunk in chunks)
    if extraction.given is not None:
        return
    kept = [number for number, keep in enumerate(extraction.kept) if keep]
    assert list(dict.fromkeys(block for chunk in chunks for block in chunk.blocks)) == kept
    for chunk in chunks:
        assert chunk.start is not None
        assert chunk.end is not None
        assert chunk.start < chunk.end
        first = page.blocks[chunk.blocks[0]]
        assert chunk.xpath == first.xpath
    assert all(one.start <= other.start for one, other in pairwise(chunks))  # type: ignore[operator]


def test_text_from_embedded_data_has_no_place_in_the_source() -> None:
    extraction = extract(bundled.bundled("js-shell-jsonld").data)
    chunks = extraction.chunks(60)
    assert len(chunks) > 1
    assert all((chunk.blocks, chunk.xpath, chunk.start) == ((), "", None) for chunk in chunks)
    assert "".join(chunk.text for chunk in chunks).split()[:5] == extraction.text.split()[:5]


def test_a_tokenizer_may_count_or_return_tokens() -> None:
    page = _all(f"<p>{SENTENCE * 4}</p>")
    assert page.chunks(60, tokenizer=len) == page.chunks(60, tokenizer=list)
    assert all(len(chunk.text) <= 60 for chunk in page.chunks(60, tokenizer=len))


@given(st.text(max_size=300), st.integers(1, 20))
def test_any_text_is_divided_within_the_limit(text: str, limit: int) -> None:
    page = extract("<p>x</p>", extractor="all")
    assert page.chunks(limit)
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    for chunk in extract(f"<p>{escaped}</p>", extractor="all").chunks(limit, tokenizer=lambda part: len(part.split())):
        assert len(chunk.text.split()) <= limit


@pytest.mark.parametrize(
    ("limit", "overlap", "named"), [(0, 0, "max_tokens"), (10, 10, "overlap"), (10, -1, "overlap")]
)
def test_impossible_limits_are_refused(limit: int, overlap: int, named: str) -> None:
    with pytest.raises(BadParameter, match=named):
        _all(GUIDE).chunks(limit, overlap)


def test_the_format_is_one_json_object_per_line() -> None:
    lines = _all(GUIDE, "https://ferry.example/guide").render("chunks", max_tokens=60).splitlines()
    first = json.loads(lines[0])
    assert len(lines) == 3
    assert first["page_url"] == "https://ferry.example/guide"
    assert first["url"].startswith("https://ferry.example/guide#:~:text=Guide,")
    assert first["headings"] == ["Guide"]


@pytest.mark.parametrize(
    "unit",
    [f"<h2>Part</h2><p>{SENTENCE}</p>", "<tr><td>a</td><td>b</td></tr>", "<li>x", "word ", "<h3>a</h3>", "word"],
)
def test_the_cost_is_linear(unit: str) -> None:
    wrapper = "<table>" if unit.startswith("<tr>") else "<div>"
    assert_linear(lambda times: _all(wrapper + unit * times).chunks(50), 2000)
