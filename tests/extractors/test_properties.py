"""Any input at all: an extraction or an error of our own, and the same one every time."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from maintext import EXTRACTORS, MaintextError, extract, read_page
from tests import bundled

SMALL_PAGES = sorted((bundled.bundled(slug).data for slug in bundled.SLUGS), key=len)[:25]
TAGS = (
    "p /p table td title script /script textarea svg math frameset noscript plaintext template select pre br xmp iframe"
)
SIGNS = [
    "<",
    ">",
    "</",
    "/>",
    "<!--",
    "-->",
    "<!",
    "<?",
    "<![CDATA[",
    "]]>",
    "&",
    "&amp;",
    "&#0;",
    "&#xD800;",
    "=",
    "'",
]
TEXTS = [
    "word ",
    "text",
    "\0",
    "\r\n",
    "\t",
    "é",
    "日本",
    "\u200d",
    "\ud800",
    "\ufeff",
    "\ufffd",
    "🎉",
    '"',
    "<a href=x>",
]
MARKUP = st.lists(st.sampled_from([f"<{tag}>" for tag in TAGS.split()] + SIGNS + TEXTS), max_size=60).map("".join)


def _outcome(html: str | bytes) -> str:
    """Everything every extractor says about a page, or the error it meets."""
    try:
        page = read_page(html)
    except MaintextError as error:
        return f"{type(error).__name__}: {error}"
    found = [EXTRACTORS.build(spec).extract(page) for spec in bundled.IN_SLOW_TESTS]
    for one in found:
        assert len(one.kept) == len(page.blocks)
        assert bool(one.text) == (one.reason is None) or (one.text and one.confidence is not None)
        one.text.encode()
    whole = [one.to_json() for one in found]
    assert all(json.loads(text)["text"] == one.text for text, one in zip(whole, found, strict=True))
    for block in page.blocks:
        assert block.text
        assert block.xpath.startswith("/html[1]")
        assert 0 <= block.link_characters <= len(block.text)
    return "\n".join(whole)


@given(st.binary(max_size=2000))
@example(b"\xff\xfe")
@example(b"\xfe\xff\xd8")
@example(b"<p>\xff\xfe\0\0")
def test_any_bytes(data: bytes) -> None:
    assert _outcome(data) == _outcome(data)


@given(st.binary(max_size=300), st.text(max_size=20))
def test_any_bytes_with_any_charset(data: bytes, charset: str) -> None:
    try:
        extract(data, charset=charset).to_json()
    except MaintextError:
        return


@given(st.text(alphabet=st.characters(), max_size=500) | st.text(alphabet="<>/!-a ='\"&;\ud800\0", max_size=300))
def test_any_text(html: str) -> None:
    assert _outcome(html) == _outcome(html)


@settings(max_examples=200)
@given(MARKUP)
@example("<svg><script><pre><")
def test_any_markup(html: str) -> None:
    assert _outcome(html) == _outcome(html)


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A bundled page with pieces dropped, doubled, swapped and overwritten."""
    data = bytearray(draw(st.sampled_from(SMALL_PAGES)))
    for _ in range(draw(st.integers(1, 6))):
        first, last = sorted(draw(st.tuples(st.integers(0, len(data)), st.integers(0, len(data)))))
        last = min(last, first + draw(st.sampled_from([1, 10, 300, 5000])))
        piece = bytes(data[first:last])
        match draw(st.sampled_from(["drop", "double", "move", "overwrite", "cut"])):
            case "drop":
                del data[first:last]
            case "double":
                data[first:first] = piece
            case "move":
                del data[first:last]
                at = draw(st.integers(0, len(data)))
                data[at:at] = piece
            case "overwrite":
                data[first:last] = draw(st.binary(max_size=20))
            case _:
                del data[last:]
    return bytes(data)


@settings(max_examples=60)
@given(mutated())
def test_any_mutated_page(data: bytes) -> None:
    assert _outcome(data) == _outcome(data)


@pytest.mark.parametrize("size", [12])
def test_eight_threads_agree_on_mutated_pages(size: int) -> None:
    pages = [page[at % 50 :: 1][: len(page) - 37 * at] for at, page in enumerate(SMALL_PAGES[:size])]
    alone = [_outcome(page) for page in pages]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(_outcome, pages * 4)) == alone * 4
