"""What counts as an item of each kind, in HTML and in Markdown."""

import pytest

from maintext.extractors.adapters.markdown_output import markdown_to_html
from maintext.metrics.structure.document_items import DocumentItems, Kind, normal_formula, normal_language, normal_text
from maintext.metrics.structure.html_reader import read_html
from maintext.metrics.structure.normal_urls import in_page_target, normal_image, normal_link

URL = "https://site.example/a/page.html"


def items(document: DocumentItems, kind: Kind) -> list[str]:
    return sorted(document.of(kind).elements())


@pytest.mark.parametrize(
    ("kind", "html", "expected"),
    [
        ("heading", "<h1>Title</h1><h2>A <b>b</b>!</h2><h3>C</h3><h4> </h4>", ["2 a b", "2 title", "3 c"]),
        ("list-item", "<ul><li>One<ul><li>Two</li></ul></li><li><p>Three</p><pre>x</pre></li></ul>",
         ["one", "three", "two"]),
        ("cell", "<table><tr><th>A</th><th></th></tr><tr><td>1.5</td><td>–</td></tr></table>", ["1 5", "a", "–"]),
        ("cell", "<table><tr><td>all of the page is in here</td></tr></table>", []),
        ("cell", "<table><tr><td>A<table><tr><td>B</td><td>C</td></tr></table></td><td>D</td></tr></table>",
         ["a", "b", "c", "d"]),
        ("link", "<a href='/b?utm_source=x&amp;q=1'>b</a> <a href=#note>n</a> <a href=c></a> <a href=javascript:x>j",
         ["https://site.example/b?q=1"]),
        ("link", "<a href='HTTPS://Other.Example:443'><img src=x.png></a>", ["https://other.example/"]),
        ("image", "<img src='data:image/gif;base64,R0' data-src='/i/harbor-view-300x200.jpg?w=1'>", ["harbor-view"]),
        ("image", "<p><noscript><img src=a.png></noscript><img alt=none>", []),
        ("code-line", "<pre><code>if x:\n    go( )\n\n</code></pre><p><code>inline</code></p>", ["go( )", "if x:"]),
        ("code-line", "<pre><div>one</div><div>two</div>three<br>four</pre>", ["four", "one", "three", "two"]),
        ("code-language", "<pre><code class='hljs language-py'>x</code></pre><pre class=lang-text>y</pre>", ["python"]),
        ("code-language", "<div class='highlight-source-js'><pre>x</pre></div><pre data-lang=go>", ["javascript"]),
        ("formula", "<math><semantics><mi>x</mi><annotation encoding='TeX'>{\\displaystyle x_{1}}", ["x_1"]),
        ("formula", "<span class=math>\\(a \\leq b\\)</span><math data-latex='\\frac 1 2'>", ["\\frac12", "a\\leb"]),
        ("formula", "<span class=katex><math><mi>x</mi></math></span>", ["x"]),
        ("quotation", "<blockquote><p>One.</p><p>Two.</p><pre>x</pre></blockquote>", ["one", "two"]),
        ("quotation", "<blockquote><p>[!note] Title</p><p>Body</p></blockquote>", []),
    ],
)  # fmt: skip
def test_items_of_html(kind: Kind, html: str, expected: list[str]) -> None:
    assert items(read_html(html, URL), kind) == expected


MARKDOWN = """\
## Fares

- One
  - Two

| A | B |
| - | - |
| 1 | 2 |

A [link](/b) and ![map](m/harbor-map.png), $x^2$ for $5.[^a]

$$
y \\ne z
$$

```js
go()
```

> Said.

[^a]: A note [here](https://n.example/).

    More of it.
"""


def test_items_of_markdown_are_those_of_its_html() -> None:
    document = read_html(markdown_to_html(MARKDOWN), URL)
    expected: dict[Kind, list[str]] = {
        "heading": ["2 fares"],
        "list-item": ["one", "two"],
        "cell": ["1", "2", "a", "b"],
        "link": ["https://n.example/", "https://site.example/b"],
        "image": ["harbor-map"],
        "code-line": ["go()"],
        "code-language": ["javascript"],
        "formula": ["x^2", "y\\nez"],
        "footnote": ["a note here"],
        "quotation": ["said"],
    }
    assert {kind: items(document, kind) for kind in expected} == expected
    assert document.tables == ((("a", "b"), ("1", "2")),)


@pytest.mark.parametrize(
    "html",
    [
        "<p>Text<sup><a href=#fn1>1</a></sup></p><ol><li id=fn1>The note. <a href=#ref1>↩</a></li></ol>",
        f"<p>Text<sup><a href={URL}#n>[1]</a></sup></p><p><a name=n></a>1. The note.</p>",
        "<p>Text<a role=doc-noteref href=#x>*</a></p><aside id=x>* The note.</aside>",
        "<p>Text<a href=#_ftn1>[1]</a></p><div id=_ftn1><p><a href=#_ref>[1]</a> The note.</p><p>More.</p></div>",
    ],
)
def test_a_footnote_is_what_a_mark_refers_to(html: str) -> None:
    document = read_html(html, URL)
    assert items(document, "footnote") == ["the note"]
    assert not document.of("list-item")


def test_a_link_to_a_section_is_no_footnote() -> None:
    html = "<ul><li><a href=#one>1</a></li><li><a href=#one>Intro</a></li></ul><div id=one><p>Text.</p></div>"
    assert not read_html(html, URL).of("footnote")


def test_a_cell_that_spans_places_stands_in_the_first() -> None:
    html = "<table><tr><td colspan=2>A<td>B</tr><tr><td rowspan=2>C<td>D<td></tr><tr><td>E</tr><tr><td></tr></table>"
    assert read_html(html, None).tables == ((("a", "", "b"), ("c", "d"), ("", "e")),)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("b.html", "https://site.example/a/b.html"),
        ("//CDN.example/x%20y", "https://cdn.example/x y"),
        ("http://h.example:80/?fbclid=1&a=%C3%A9", "http://h.example/?a=é"),
        ("http://h.example:8080/#top", "http://h.example:8080/#top"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("http://[broken", "http://[broken"),
    ],
)
def test_normal_link(url: str, expected: str) -> None:
    assert normal_link(url, URL) == expected


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("https://i.example/uploads/harbor-300x200.jpg", "https://i.example/uploads/harbor.webp?w=640"),
        ("https://cdn.example/image/fetch/w_848,c_limit/https%3A%2F%2Fs3.example%2Fphotograph.png",
         "https://s3.example/photograph.png"),
        ("https://miro.example/max/1400/1*abcdefgh.png", "https://miro.example/v2/resize:fit:60/1*abcdefgh.png"),
        ("https://i.example/hash1234/0_0_10/master/3000.jpg", "https://i.example/hash1234/0_0_10/master/500.jpg?q=1"),
        ("https://i.example/pier@2x.png", "https://i.example/pier.png"),
        ("https://i.example/2021/harbor-superJumbo.jpg", "https://i.example/2021/harbor-articleLarge.jpg?quality=75"),
        ("https://i.example/image?url=https%3A%2F%2Fs.example%2Flong-harbor.jpg&w=1280&q=90",
         "https://i.example/image?url=https://s.example/long-harbor.jpg&w=640"),
    ],
)  # fmt: skip
def test_sizes_of_one_image_are_the_same_image(first: str, second: str) -> None:
    assert normal_image(first) == normal_image(second)


def test_different_images_differ() -> None:
    urls = ["/a/1.png", "/b/1.png", "/a/harbor-view.png", "/a/harbor-map.png", "https://i.example"]
    assert len({normal_image(url, URL) for url in urls}) == len(urls)


def test_in_page_targets() -> None:
    assert in_page_target("#a%20b", URL) == "a b"
    assert in_page_target(f"{URL}#x", URL) == "x"
    assert in_page_target("other.html#x", URL) is None
    assert in_page_target(URL, URL) is None


def test_normal_text_and_languages() -> None:
    assert normal_text(" The “Ferry”,\n№ 5! ") == normal_text("the ferry no 5")
    assert normal_text(" → ") == "→"
    assert [normal_language(name) for name in ("JS", "shell", "plaintext", "haskell")] == [
        "javascript", "bash", "", "haskell",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("$$ x^{2} $$", "x^2"),
        (r"\left( a \right)", "(a)"),
        (r"\mathbb{R}", "ℝ"),
        (r"\begin{pmatrix} a & b \\ c \end{pmatrix}", r"(\begin{matrix}a&b\\ c\end{matrix})"),
        (r"f^{\prime}(x) \to \ldots", r"f'(x)\rightarrow\cdots"),
    ],
)
def test_two_ways_to_write_one_formula(first: str, second: str) -> None:
    assert normal_formula(first) == normal_formula(second) != ""
