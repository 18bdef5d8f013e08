"""XPaths: evaluated on the repaired tree, each leads to the text of its block."""

import pytest
import turbohtml
from hypothesis import given
from hypothesis import strategies as st

from maintext.page import Page, read_page
from tests.bundled import SLUGS, bundled


def _text_at(document: turbohtml.Document, path: str) -> str:
    """All text of the node that a path leads to."""
    found = document.xpath(path)
    assert isinstance(found, list)
    assert len(found) == 1, f"{path} leads to {len(found)} nodes"
    node = found[0]
    return node.text if isinstance(node, turbohtml.Element) else str(node)


def _is_within(part: str, whole: str) -> bool:
    """Whether all of the part's characters stand in the whole, in order; text that is not shown may lie between."""
    rest = iter("".join(whole.split()))
    return all(sign in rest for sign in "".join(part.split()))


def _assert_every_path_leads_to_its_text(page: Page) -> None:
    document = turbohtml.parse(page.source)
    for block in page.blocks:
        path = block.xpath
        found = _text_at(document, path)
        if path.rpartition("/")[2].startswith("text()"):
            assert _is_within(found, block.text), (path, found, block.text)
            assert found.strip()
        else:
            first = page.tree.texts[page.tree.block_starts[block.index]]
            assert _is_within(first, found), (path, first, found)


def _assert_every_node_holds_its_block(page: Page) -> None:
    document = turbohtml.parse(page.source)
    for block in page.blocks:
        name = block.xpath.rpartition("/")[2].partition("[")[0]
        if name in ("p", "h1", "h2", "h3", "li", "td", "th", "pre", "dd", "dt", "figcaption"):
            assert _is_within(block.text, _text_at(document, block.xpath)), block.xpath


@pytest.mark.parametrize("slug", SLUGS)
def test_every_block_of_a_bundled_page_is_where_its_path_says(slug: str) -> None:
    page = read_page(bundled(slug).data)
    _assert_every_path_leads_to_its_text(page)
    _assert_every_node_holds_its_block(page)


@pytest.mark.parametrize(
    ("html", "paths"),
    [
        ("<p>a</p><p>b</p>", ["/html[1]/body[1]/p[1]", "/html[1]/body[1]/p[2]"]),
        ("<p>a<b>b</b></p>", ["/html[1]/body[1]/p[1]"]),
        ("<div>a<p>b</p>c</div>", [
            "/html[1]/body[1]/div[1]/text()[1]", "/html[1]/body[1]/div[1]/p[1]", "/html[1]/body[1]/div[1]/text()[2]",
        ]),
        ("<div>a<br><br>b</div>", ["/html[1]/body[1]/div[1]/text()[1]", "/html[1]/body[1]/div[1]/text()[2]"]),
        ("<div><b>a</b><p>b</p></div>", ["/html[1]/body[1]/div[1]/b[1]", "/html[1]/body[1]/div[1]/p[1]"]),
        ("<div> <!-- c --> <p>a</p> b</div>", ["/html[1]/body[1]/div[1]/p[1]", "/html[1]/body[1]/div[1]/text()[3]"]),
        ("<table><tr><td>a</table>", ["/html[1]/body[1]/table[1]/tbody[1]/tr[1]/td[1]"]),
        ("<i>a</i><p>b</p><i>c</i>", ["/html[1]/body[1]/i[1]", "/html[1]/body[1]/p[1]", "/html[1]/body[1]/i[2]"]),
    ],
)  # fmt: skip
def test_paths(html: str, paths: list[str]) -> None:
    assert [block.xpath for block in read_page(html).blocks] == paths


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 700 + "deep<p>deeper" + "</div>" * 700 + "<p>after",
        "<noscript><p>one</p>two<br><br>three</noscript>",
        "<a><div>x<a><div>y",
        "<b><p>x</b>y</p>z",
        "<table>stray<tr>more<td>cell<b>x</table>y",
        "<my-card>text</my-card>",
        "<math><mi>x</mi></math><p>y",
        "a\r\nb<p>c\rd",
        "<p>a\0b</p>c\0d",
        "<frameset><frame></frameset><noframes><p>" + "some words in noframes " * 20 + "</noframes>",
    ],
)
def test_odd_pages_have_true_paths(html: str) -> None:
    _assert_every_path_leads_to_its_text(read_page(html))


@pytest.mark.parametrize("html", ["<p>x<o:p>y</o:p>z", "<st1:place>London</st1:place>", "<a$b>t", "<p'x>t", "<x=y>t"])
def test_elements_with_odd_names_have_true_paths(html: str) -> None:
    _assert_every_path_leads_to_its_text(read_page(html))


TAGS = ("p", "div", "b", "i", "a", "span", "br", "ul", "li", "table", "tr", "td", "pre", "h2", "select", "svg", "form")
pieces = st.one_of(
    st.sampled_from([f"<{tag}>" for tag in TAGS]),
    st.sampled_from([f"</{tag}>" for tag in TAGS]),
    st.sampled_from(["a", "b ", " ", "\n", "c&nbsp;d", "<!-- x -->", "&amp;"]),
)


@given(st.lists(pieces, max_size=25).map("".join))
def test_any_markup_has_true_paths(html: str) -> None:
    _assert_every_path_leads_to_its_text(read_page(html))
