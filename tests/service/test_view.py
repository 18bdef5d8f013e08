"""A page made safe to show: nothing runs, nothing loads, and every text is tied to its block."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.page import Page, read_page
from maintext.service.page_view import clean_style, view
from tests.bundled import SLUGS, bundled

ATTACKS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)><script>alert(1)</script><a xlink:href='javascript:alert(1)'>x</a></svg>",
    "<a href='javascript:alert(1)'>x</a>",
    "<a href='http://evil.example/' ping='http://evil.example/'>x</a>",
    "<iframe src='http://evil.example/' srcdoc='<script>alert(1)</script>'>x</iframe>",
    "<object data='http://evil.example/'>x</object><embed src='http://evil.example/'>",
    "<form action='http://evil.example/'><input autofocus onfocus=alert(1)><button formaction=javascript:x>b</button>",
    "<link rel=stylesheet href='http://evil.example/a.css'><meta http-equiv=refresh content='0;url=http://evil.example/'>",
    "<base href='http://evil.example/'>",
    "<style>@import 'http://evil.example/a.css'; p{background:url(http://evil.example/b.png)}</style><p>x",
    "<style>p{background:u\\72l(http://evil.example/b.png)} </style\t><script>alert(1)</script>",
    "<p style='background:url(\"http://evil.example/c.png\");behavior:url(x)'>x",
    "<video src='http://evil.example/v' poster='http://evil.example/p'>x</video><audio src=http://evil.example/a></audio>",
    "<picture><source srcset='http://evil.example/s'><img srcset='http://evil.example/i' alt='<b onclick=x>'>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>x</noscript>",
    "<template><script>alert(1)</script></template><textarea><script>alert(1)</script></textarea>",
    "<xss-element onclick=alert(1) style='x'>x</xss-element><p id=location class='\"><script>'>x",
    "<plaintext><script>alert(1)</script>",
    "<table background='http://evil.example/t'><tr><td background=http://evil.example/u>x",
    "<body onload=alert(1) background='http://evil.example/'><p>x",
    "<svg><style><!--</style><img title='--><img src onerror=alert(1)>'>",
]
ALLOWED = re.compile(r"[a-z][a-z0-9]*")


class Reader(HTMLParser):
    """What a view is made of."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.names: set[str] = set()
        self.values: list[str] = []
        self.texts: dict[int, str] = {}
        self.inside: list[int] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.names |= {name for name, _ in attrs}
        self.values += [value or "" for _, value in attrs]
        if tag == "span":
            self.inside.append(int(dict(attrs).get("data-b") or -1))

    def handle_endtag(self, tag: str) -> None:
        if tag == "span":
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        if self.inside and self.inside[-1] >= 0:
            self.texts[self.inside[-1]] = self.texts.get(self.inside[-1], "") + data


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader


def assert_safe(page: Page) -> None:
    found = read(view(page))
    bad = {"script", "img", "iframe", "object", "embed", "form", "input", "button", "link", "meta", "base", "svg"}
    bad |= {"math", "video", "audio", "source", "picture", "template", "textarea", "noscript", "body", "html"}
    assert not bad & set(found.tags)
    assert not {name for name in found.names if name.startswith("on") or name in ("href", "src", "srcset", "action")}
    assert found.names <= {"data-b", "style"} | {name for name in found.names if ALLOWED.fullmatch(name)}


def assert_tied(page: Page) -> None:
    """Every block's text is there under its number, but for white space."""
    found = read(view(page)).texts
    for number, text in enumerate(page.tree.block_texts):
        assert "".join(found.get(number, "").split()) == "".join(text.split())


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_runs_and_nothing_loads(attack: str) -> None:
    page = read_page(f"<p>before</p>{attack}<p>after</p>")
    assert_safe(page)
    shown = view(page)
    assert "evil.example" not in re.sub(r">[^<]*<", "><", shown)
    assert "javascript:" not in re.sub(r">[^<]*<", "><", shown)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_text_is_tied_to_its_block(slug: str) -> None:
    page = read_page(bundled(slug).data)
    assert_safe(page)
    assert_tied(page)


_PIECES = st.sampled_from(
    """<p> </p> <div> </div> <b> </b> <table> <tr> <td> </table> <a@href=x> </a> <li> <pre> </pre> text@ @more <br>
    <script>x</script> <svg> </svg> <style>a{} </style> <noscript> </noscript> <select> <option> </select> <h1> </h1>
    <x-y> &lt;script&gt; <img@alt=q>""".replace("\n", " ").split()
).map(lambda piece: piece.replace("@", " "))


@given(st.lists(_PIECES, max_size=40).map("".join))
def test_any_page_is_safe_and_whole(html: str) -> None:
    page = read_page(html)
    assert_safe(page)
    assert_tied(page)


def test_the_page_keeps_its_own_look() -> None:
    page = read_page("<style>.a{color:red}</style><p class=a style='font-weight:bold'>x<td colspan=2>")
    shown = view(page)
    assert "<style>.a{color:red}</style>" in shown
    assert '<p class="a" style="font-weight:bold">' in shown


@pytest.mark.parametrize(
    ("style", "clean"),
    [
        ("color:red", "color:red"),
        ("background:url(x.png)", "background:none"),
        ("background:URL( 'x' ) red", "background:none red"),
        ("position : fixed;top:0", "position:static;top:0"),
        ("a:u\\72 l(x)", "a:u72 l(x)"),
        ("</style><script>", "/style>script>"),
        ("@import url(x);b", "noneb"),
    ],
)
def test_styles_reach_nowhere_and_cover_nothing(style: str, clean: str) -> None:
    assert clean_style(style) == clean
