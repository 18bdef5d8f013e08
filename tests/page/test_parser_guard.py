"""The guard in front of the parser, and the pages that crashed it or exhausted the memory."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from maintext.page import open_elements, read_page
from maintext.page.open_elements import depth_stays_below
from maintext.page.parser_guard import parser_safe
from maintext.page.parsing.tree import linearize

CRASHES = {
    "end of a row at the limit": "'<div><ul><li>' + '<table><td>' * 127 + '</tr><b><p></b>'",
    "end of a table at the limit": "'<nav><ul><li>' + '<table><td>' * 127 + '</table> words <span>Source words</span>'",
    "containers around one table": "'<div>' * 508 + '<table><tr><td>x</tr><b><p></b>'",
    "hidden end tags": "'<div><!--</div>-->' * 508 + '<table><tr><td>x</tr><b><p></b>'",
    "end tags in an attribute": "'<div title=\"></div>\">' * 508 + '<table><tr><td>x</tr><b><p></b>'",
    "end tags in a script": "'<div><script></div></script>' * 508 + '<table><tr><td>x</tr><b><p></b>'",
    "end tags out of scope": "'<div>' * 505 + '<object>' + '</div>' * 505 + '<table><tr><td>x</tr><b><p></b>'",
    "self-closing tags outside a drawing": "'<svg><p></p>' + '<path/>' * 506 + '<table><tr><td>x</tr><b><p></b>'",
    "void elements in a drawing": "'<svg>' + '<source>' * 504 + '<desc><table><tr><td>x</tr><b><p></b>'",
    "tags in the style of a drawing": "'<svg><style>' + '<g>' * 504 + '<desc><table><tr><td>x</tr><b><p></b></style>'",
    "elements open at the last tags": "'<p>x</p>' * 900 + '<i>' * 508 + '<table><td>x</tr><b><p></b>'",
    "capital letters": "'<DIV>' * 508 + '<TABLE><TR><TD>x</TR><B><P></B>'",
    "a letter with a third case": "'<linK>' * 508 + '<table><tr><td>x</tr><b><p></b>'",
}
PROGRAM = """
import sys, maintext
for name, page in {pages}.items():
    print(name, flush=True)
    for extra in range(4):
        maintext.extract("<i>" * extra + page, extractor="turbohtml")
        found = maintext.extract("<i>" * extra + page, extractor="all")
        found.text, found.markdown, found.html, found.to_json(), found.to_tei()
    maintext.extract(page).markdown
"""
PIECES = """
    <div> <div> </div> <p> </p> <b> </b> <table> </table> <tr> </tr> <td> </td> <ul> </ul> <svg> </svg> <path/> <g> </g>
    <math><mi> </mi></math> <title> </title> <!-- --> <script> </script> <template> </template> <object> </object> <img>
    <a/title=" "> <![CDATA[ ]]> <select> </select> <textarea> </textarea> words <col> <desc> </desc> <foreignObject>
    <p>x</p> <b>x</b> <td>x</td> <g>x</g> <svg>x</svg> <table>x</table> <title>x</title> <br> <input> <i/title="x">x</i>
"""


def test_no_nesting_crashes_the_parser() -> None:
    pages = "{" + ", ".join(f"{name!r}: {page}" for name, page in CRASHES.items()) + "}"
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(pages=pages)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, [*done.stdout.splitlines()[-1:], done.stderr]


def test_text_of_tables_that_are_nested_too_deep_is_kept() -> None:
    deep = "<table><tr><td>cell</td><td>another</td></tr>" * 200
    texts = read_page(f"<p>before</p>{deep}<p>after</p>").tree.block_texts
    assert (texts[0], texts.count("cell"), texts.count("another"), texts[-1]) == ("before", 200, 200, "after")


def test_ordinary_pages_are_parsed_as_they_are() -> None:
    for file in sorted((Path(__file__).parent.parent / "pages").glob("*/page.html")):
        source = file.read_text("utf-8", "replace")
        assert parser_safe(source) is source, file


@pytest.mark.parametrize("names", ["body", "html", "html body", "BODY"])
def test_attributes_of_repeated_roots_are_left_out(names: str) -> None:
    tags = "".join(f"<{name} a{number}=1>" for number in range(20_000) for name in names.split())
    tree = read_page(f"{tags}<p>words</p>").tree
    assert (tree.block_texts, len(tree.elements[0]) + len(tree.elements[2]) < 50) == (["words"], True)


@pytest.mark.parametrize(
    "page",
    [
        "".join(f"<p><b id={number}>w" for number in range(20_000)),
        "".join(f'<p><b title="a>{number}">w' for number in range(20_000)),
        "".join(f'<p><font color="{number}">w<!--</font>-->' for number in range(20_000)),
        "".join(f'<i class="a{number}">' for number in range(400)) + "<p>w" * 20_000,
    ],
)
def test_formatting_that_is_never_closed_is_not_repeated_without_limit(page: str) -> None:
    tree = read_page(page).tree
    assert len(tree.tags) < 50_000
    assert tree.block_texts.count("w") == 20_000


@pytest.mark.parametrize(
    "page",
    [
        "<b><i><u>" + "<p>words</p>" * 20_000,
        "".join(f'<p><i class="icon-{number}"></i> <b>word</b></p>' for number in range(5_000)),
        "<table>" + "<tr><td>x</td></tr>" * 2_000 + "</table>",
        "<div><svg><path d='M0 0'/><g><use href='#a'/></g></svg></div>" * 500 + "<table><td>x</table>",
        "<p><math><mrow><mi>a</mi><mspace/><mo>=</mo></mrow></math></p>" * 500 + "<table><td>x</table>",
        "<script>document.write('<div>')</script><style>a>b{}</style>" * 500 + "<table><td>x</table>",
        "<script><!--\ndocument.write('<script><div></script>')\n--></script>" * 500 + "<table><td>x</table>",
        "<br><img src=x><hr><input><!-- <div> -->" * 500 + "<table><td>x</table>",
        "<a href=\"x\" title='a > b'>link</a> <DIV>text</DIV>" * 500 + "<table><td>x</table>",
    ],
)
def test_long_pages_are_not_taken_for_deep_ones(page: str) -> None:
    assert parser_safe(page) is page


@pytest.mark.parametrize("usual_depth", [10, 80])
def test_what_the_scan_calls_shallow_is_shallow(usual_depth: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_elements, "_USUAL_DEPTH", usual_depth)
    monkeypatch.setattr(open_elements, "_CHUNK", 50)
    generator = random.Random(20)
    pieces = PIECES.split()
    shallow = 0
    for _ in range(3_000):
        unit = "".join(generator.choices(pieces, k=generator.randint(1, 5)))
        page = "".join(generator.choices(pieces, k=4)) + unit * 80 + "".join(generator.choices(pieces, k=10))
        if depth_stays_below(40, page, len(page)):
            shallow += 1
            assert _depth(page) <= 40 + 8, page
    assert shallow > 300


def _depth(page: str) -> int:
    depths: list[int] = []
    for parent in linearize(page).parents:
        depths.append(1 if parent < 0 else depths[parent] + 1)
    return max(depths, default=0)
