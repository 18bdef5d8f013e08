"""Lines of the source."""

import pytest

from maintext.page import read_page
from maintext.page.source_lines import Line, split_lines
from tests.bundled import SLUGS, bundled


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("", []),
        ("\n\n", []),
        ("a", [Line("a", 0)]),
        ("<p>a</p>", [Line("a", 2)]),
        ("<p>a\nb</p>", [Line("a", 1), Line("b", 1)]),
        ("<p>a</p>\n\n<p>b</p>", [Line("a", 2), Line("b", 2)]),
        ("<p>a</p><p>b</p>", [Line("a b", 4)]),
        ("<p>a<b>b</b></p>", [Line("ab", 4)]),
        ("<br>\n", [Line("", 1)]),
        ("<script>\nx\n</script>\na", [Line("a", 0)]),
        ("<p>a\n<script>x</script>\n<style>y</style>\nb</p>", [Line("a", 1), Line("b", 1)]),
        ("<p>a<script src=b></script></p>", [Line("a", 2)]),
        ("a\r\nb\rc", [Line("a", 0), Line("b", 0), Line("c", 0)]),
        ("<!-- a\nb -->c", [Line("c", 0)]),
    ],
)
def test_lines_of(source: str, lines: list[Line]) -> None:
    assert split_lines(source) == lines


def test_a_long_line_is_broken_at_structural_tags_only() -> None:
    source = f"<p>{'a ' * 300}<b>b</b></p><p>c</p>"
    assert [line.text[-1:] for line in split_lines(source)] == ["b", "c"]
    assert len(split_lines(source, wrap=None)) == 1


@pytest.mark.parametrize("slug", SLUGS)
def test_lines_hold_all_text_of_a_bundled_page(slug: str) -> None:
    page = read_page(bundled(slug).data)
    lines = "".join("".join(line.text for line in page.lines).split())
    blocks = page.tree.block_texts
    assert sum("".join(block.split()) in lines for block in blocks) >= 0.85 * len(blocks)
