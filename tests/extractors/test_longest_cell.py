"""The longest cell or div."""

import pytest

from maintext import extract


@pytest.mark.parametrize(
    ("html", "nested", "text"),
    [
        ("<div>short</div><div>longer text</div>", False, "longer text"),
        ("<table><tr><td>a</td><td>bbb</td><th>cc</th></table>", False, "bbb"),
        ("<div>a<p>bbb</p></div><div>cc</div>", False, "a\nbbb"),
        ("<div>aa<div>bbbb</div></div>", False, "bbbb"),
        ("<div>aa<div>bbbb</div></div>", True, "aa\nbbbb"),
        ("<div><div>aa</div><div>bb</div></div><div>ccc</div>", False, "ccc"),
        ("<div><div>aa</div><div>bb</div></div><div>ccc</div>", True, "aa\nbb"),
        ("<div>aa</div><div>bb</div>", False, "aa"),
        ("<p>no cell</p><p>at all</p>", False, "no cell\nat all"),
        ("<p>outside, and quite long</p><div>in</div>", False, "in"),
        ("<table><tr><td><p>one</p><ul><li>two</ul></td></tr></table>", False, "one\ntwo"),
        ("<section><div><b>x</b></div></section>", True, "x"),
    ],
)
def test_the_longest_cell_of(html: str, nested: bool, text: str) -> None:
    assert extract(html, extractor="longest-cell", nested=nested).text == text


def test_inner_cells_count_by_default_as_published() -> None:
    html = "<div>a<div>bb</div><div>cc</div></div><div>dddd</div>"
    assert extract(html, extractor="longest-cell").text == "a\nbb\ncc"
