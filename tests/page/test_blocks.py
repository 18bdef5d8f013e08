"""Blocks: kinds, levels, link characters, white space, and where one block ends."""

import pytest

from maintext.page import Kind, read_page

P, H, LI, TD = Kind.PARAGRAPH, Kind.HEADING, Kind.LIST_ITEM, Kind.TABLE_CELL
CODE, QUOTE, CAPTION, OTHER = Kind.CODE, Kind.QUOTE, Kind.CAPTION, Kind.OTHER


@pytest.mark.parametrize(
    ("html", "blocks"),
    [
        ("<p>a</p><p>b</p>", [(P, "a"), (P, "b")]),
        ("<p>a<p>b", [(P, "a"), (P, "b")]),
        ("<h1>a</h1><h6>b</h6>", [(H, "a"), (H, "b")]),
        ("<h2><div>a</div></h2>", [(H, "a")]),
        ("<h2><a href=x><span>a</span></a></h2>", [(H, "a")]),
        ("<div>a</div>", [(OTHER, "a")]),
        ("a", [(OTHER, "a")]),
        ("<ul><li>a<li>b</ul>", [(LI, "a"), (LI, "b")]),
        ("<ul><li>a<ul><li>b</ul>c</ul>", [(LI, "a"), (LI, "b"), (LI, "c")]),
        ("<ul><li><p>a</p></ul>", [(LI, "a")]),
        ("<ul><li><div>a</div></ul>", [(LI, "a")]),
        ("<dl><dt>a<dd>b</dl>", [(LI, "a"), (LI, "b")]),
        ("<table><tr><th>a<td>b<tr><td>c</table>", [(TD, "a"), (TD, "b"), (TD, "c")]),
        ("<table><tr><td><div>a</div></table>", [(TD, "a")]),
        ("<table><caption>a</caption><tr><td>b</table>", [(CAPTION, "a"), (TD, "b")]),
        ("<table><tr><td>a</td></tr>stray</table>", [(OTHER, "stray"), (TD, "a")]),
        ("<blockquote>a</blockquote>", [(QUOTE, "a")]),
        ("<blockquote><p>a</p></blockquote>", [(QUOTE, "a")]),
        ("<figure><img><figcaption>a</figcaption></figure>", [(CAPTION, "a")]),
        ("<figure><figcaption><p>a</p></figcaption></figure>", [(CAPTION, "a")]),
        ("<fieldset><legend>a</legend>b</fieldset>", [(CAPTION, "a"), (OTHER, "b")]),
        ("<pre>a</pre>", [(CODE, "a")]),
        ("<pre><code>a</code></pre>", [(CODE, "a")]),
        ("<p>run <code>a</code> now</p>", [(P, "run a now")]),
        ("<custom-card>a</custom-card>b", [(OTHER, "a"), (OTHER, "b")]),
        ("<p>a</p>b<p>c</p>", [(P, "a"), (OTHER, "b"), (P, "c")]),
        ("<address>a</address><main>b</main><aside>c</aside>", [(OTHER, "a"), (OTHER, "b"), (OTHER, "c")]),
    ],
)
def test_kinds(html: str, blocks: list[tuple[Kind, str]]) -> None:
    assert [(block.kind, block.text) for block in read_page(html).blocks] == blocks


@pytest.mark.parametrize(
    ("html", "levels"),
    [
        ("<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><h5>e</h5><h6>f</h6>", [1, 2, 3, 4, 5, 6]),
        ("<h3><b>a</b></h3>", [3]),
        ("<h3><div><div>a</div></div></h3>", [3]),
        ("<p>a</p>", [None]),
        ("<ul><li><h4>a</h4>b</ul>", [4, None]),
        ("<h7>a</h7>", [None]),
    ],
)
def test_levels_of_headings(html: str, levels: list[int | None]) -> None:
    assert [block.level for block in read_page(html).blocks] == levels


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        # White space.
        ("<p>  a \n\t b  </p>", ["a b"]),
        ("<p>a&nbsp;b</p>", ["a b"]),
        ("<p>a <b> b </b> c</p>", ["a b c"]),
        ("<p>a<b>b</b>c</p>", ["abc"]),
        ("<p>a<!-- x -->b</p>", ["ab"]),
        ("<p>a<wbr>b</p>", ["ab"]),
        ("<p> &nbsp; </p><p>a</p>", ["a"]),
        ("<b>a</b> <i>b</i>", ["a b"]),
        ("<p>&lt;b&gt; &amp; &eacute; &#x4e2d; &unknown;</p>", ["<b> & é 中 &unknown;"]),
        # Line breaks: one is a space, two end the block.
        ("<p>a<br>b</p>", ["a b"]),
        ("<p>a<br><br>b</p>", ["a", "b"]),
        ("<p>a<br>\n <br/>b</p>", ["a", "b"]),
        ("<p>a<br>&nbsp;<br>b</p>", ["a", "b"]),
        ("<p>a<br><br><br><br>b</p>", ["a", "b"]),
        ("<p><br><br>a<br></p>", ["a"]),
        ("<p>a<br>b<br>c</p>", ["a b c"]),
        ("<p><b>a<br><br>b</b></p>", ["a", "b"]),
        # Code is kept as it is written.
        ("<pre>a\n  b\n\nc</pre>", ["a\n  b\n\nc"]),
        ("<pre>\na  b\n</pre>", ["a  b"]),
        ("<pre>a<br>b<br><br>c</pre>", ["a\nb\n\nc"]),
        ("<pre>a <b>b</b>  c</pre>", ["a b  c"]),
        ("<pre>\ta</pre>", ["\ta"]),
        ("<pre>a</pre> b  c", ["a", "b c"]),
        ("<xmp><b>a</b>  c</xmp>", ["<b>a</b>  c"]),
        ("<textarea>a</textarea><p>b</p>", ["b"]),
        # What is not shown.
        ("<script>a</script><style>b</style><p>c</p>", ["c"]),
        ("<p>a<script>b</script>c</p>", ["ac"]),
        ("<head><title>a</title></head><p>b</p>", ["b"]),
        ("<select><option>a</select><p>b</p>", ["b"]),
        ("<iframe>a</iframe><object>b</object><p>c</p>", ["c"]),
        ("<template><p>a</p></template><p>b</p>", ["b"]),
        ("<svg><text>a</text></svg><p>b</p>", ["b"]),
        ("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", ["漢kan"]),
        # Nothing at all.
        ("", []),
        ("<html></html>", []),
        ("<p></p><div> </div>", []),
        ("<!-- only a comment -->", []),
    ],
)
def test_texts(html: str, texts: list[str]) -> None:
    assert [block.text for block in read_page(html).blocks] == texts


@pytest.mark.parametrize(
    "inside",
    [
        "<svg><path d='M0 0'/></svg>",
        "<svg viewBox='0 0 1 1'><g><circle r='1'/></g></svg>",
        "<template><div>x</div></template>",
        "<object><div>x</div></object>",
        "<video><source src='a'><p>No video</p></video>",
        "<canvas><p>No canvas</p></canvas>",
        "<audio><div>No audio</div></audio>",
    ],
)
def test_what_is_not_shown_does_not_cut_a_paragraph(inside: str) -> None:
    assert [block.text for block in read_page(f"<div>before {inside} after</div>").blocks] == ["before after"]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<pre><span>    </span><span>return</span>\nx</pre>", "    return\nx"),
        ("<pre><code><span class=w>  </span>a\n<span class=w>  </span>b</code></pre>", "  a\n  b"),
        ("<pre><b></b>\t<i>a</i></pre>", "\ta"),
    ],
)
def test_code_keeps_the_indent_of_its_first_line(html: str, text: str) -> None:
    assert [block.text for block in read_page(html).blocks] == [text]


@pytest.mark.parametrize(
    ("html", "characters"),
    [
        ("<p>no link</p>", [0]),
        ("<p><a href=x>all</a></p>", [3]),
        ("<p>a <a href=x>link</a> here</p>", [4]),
        ("<p><a href=x> one </a>, <a href=y>two</a></p>", [6]),
        ("<p><a href=x>one <b>two</b> three</a></p>", [11]),
        ("<a href=x><p>one</p><p>two</p></a>", [3, 3]),
        ("<p><a href=x>one</a></p><p>two</p>", [3, 0]),
        ("<p><a name=x></a>text</p>", [0]),
    ],
)
def test_link_characters(html: str, characters: list[int]) -> None:
    found = [block.link_characters for block in read_page(html).blocks]
    assert all(abs(one - other) <= 2 for one, other in zip(found, characters, strict=True)), found


def test_link_characters_never_exceed_the_text() -> None:
    page = read_page("<p><a href=x>  a \n\n  b   </a></p>" * 3)
    assert all(0 <= block.link_characters <= len(block.text) for block in page.blocks)


def test_blocks_are_a_sequence() -> None:
    blocks = read_page("<p>a<p>b<p>c").blocks
    assert len(blocks) == 3
    assert blocks[0].text == blocks[-3].text == "a"
    assert [block.text for block in blocks[1:]] == ["b", "c"]
    assert [block.text for block in blocks[::-1]] == ["c", "b", "a"]
    assert [block.index for block in blocks] == [0, 1, 2]
    for wrong in (3, -4):
        with pytest.raises(IndexError):
            blocks[wrong]


def test_a_block_counts_its_words() -> None:
    assert [block.words for block in read_page("<p>one, two<p>三四<p>—").blocks] == [2, 2, 0]


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title> A \n page </title><p>x", "A page"),
        ("<title>One</title><title>Two</title>", "One"),
        ("<p>x", ""),
        ("<title>&amp;</title>", "&"),
        ("<title>A</title><svg><title>Icon</title></svg>", "A"),
        ("<p>x<svg><title>Icon</title></svg>", ""),
        ("<svg><title>Icon</title></svg><title>Page</title>", "Page"),
    ],
)
def test_titles(html: str, title: str) -> None:
    assert read_page(html).title == title


@pytest.mark.parametrize(
    ("size", "limit", "refused"), [(10, 10, False), (11, 10, True), (11, None, False), (0, 0, False)]
)
def test_a_page_larger_than_the_limit_is_refused(size: int, limit: int | None, refused: bool) -> None:
    from maintext.errors import TooLarge

    for html in ("x" * size, b"x" * size):
        if refused:
            with pytest.raises(TooLarge, match="limit of 10"):
                read_page(html, max_bytes=limit)
        else:
            assert read_page(html, max_bytes=limit).text == "x" * size
