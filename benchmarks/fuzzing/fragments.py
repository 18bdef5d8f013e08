"""Pieces of hostile HTML, each made from a random generator; a mutator puts them into a page."""

import json
from collections.abc import Callable
from random import Random
from typing import Final

from fuzzing.nesting import nested, nested_and_misclosed
from fuzzing.page_parts import (
    bylines,
    callouts,
    formula_images,
    image_lists,
    numbered_notes,
    players,
    script_data,
    threads,
)
from fuzzing.sizes import amount, repeats
from fuzzing.soup import attribute, tag_soup, words
from fuzzing.structures import figures, highlighted_code, mixed_structures

Fragment = Callable[[Random], str]

_MARKDOWN = "*_`~#>-+=|[](){}<>!\\&$^:.0123456789\t \n"
_ENTITIES = (
    "&#0;", "&#x0;", "&#xD800;", "&#x110000;", "&#99999999999999999999;", "&#-1;", "&#x;", "&#;", "&", "&amp", "&lt",
    "&ltfoo;", "&notit;", "&nbsp", "&#13;", "&#x80;", "&#xFDD0;", "&#x1F600;", "&CounterClockwiseContourIntegral;",
    "&#xFFFE;", "&#x202E;", "&zwnj;", "&shy;", "&#8203;", "&hellip;", "&#10;", "&#x20;",
)  # fmt: skip
_UNCLOSED = (
    "<!--", "<!-->", "<!--->", "<!-- -- ", "<!", "<?", "</", "<![CDATA[", "<svg><![CDATA[", "<script>",
    "<script><!--", "<script><!--<script>", "<style>", "<title>", "<textarea>", "<noscript>", "<iframe>", "<xmp>",
    "<plaintext>", "<noframes>", "<noembed>", "<template>", "<select>", "<svg><style>", "<svg><title>",
    "<math><annotation-xml>", "<a href='", '<a href="', "<p title=", "<p ", "<!DOCTYPE", "<!DOCTYPE html PUBLIC '",
    "<frameset>", "<head>", "<object>", "<applet>", "<marquee>", "<button>", "<option>", "<optgroup>", "<ruby><rt>",
    "<details>", "<dialog>",
)  # fmt: skip
_FOREIGN = (
    "<svg>", "<math>", "<svg><foreignObject>", "<svg><desc>", "<svg><title>", "<math><mi>", "<math><mtext>",
    "<math><annotation-xml encoding='text/html'>", "<math><annotation-xml encoding='application/xhtml+xml'>",
    "<svg xmlns='x' xml:lang='y' xlink:href='z'>", "<p>", "<div>", "<table>", "<tr>", "<mglyph>", "<malignmark>",
    "<font color=a>", "<font>", "</p>", "<br>", "</br>", "<b>", "</svg>", "</math>", "<svg/>", "<math/>", "<path/>",
    "<style>", "</style>", "<script/>", "<title/>", "<a>", "<desc>", "<g>", "<mrow>", "<msup>", "<mfrac>", "<msqrt>",
    "<mtable>", "<mtr>", "<mtd>", "<munderover>", "<annotation encoding='application/x-tex'>x^2</annotation>",
)  # fmt: skip
_SPACES = " \t\n\r\f\u00a0\u2003\u200b\u3000\u2028\x0b\x85"
_LETTERS = (
    "a", "ab", "\u4e2d\u6587", "\u0e01\u0e33", "e\u0301", "e" + "\u0301" * 9, "\u200b", "\u200d\U0001f468",
    "\u202e\u202d\u2066", "\u0640", "-", "--", "=", ".", "_", "/", "\\", "`", "$", "[", "(", "{", "\u3002", "0", "1.",
    "\ufffd", "\ufeff", "\u00ad", "A\u0327", "\U0001f3f4", "\ud800", "\udfff", "|", "*", "#", "~", ">", "http://a.b/",
    "x@y.z ", "<", "&", "'", '"', "\x00", "\x1b", "\x7f", "\u0600", "\u05d0", "\u0915\u094d",
)  # fmt: skip
_SRCSETS = ("a 1x,", "a", " ", ",", "b 2w, ", "data:,x 1x ", "c -1w,", "d 1e999x,", "(a b) 2x,", "http://[ 1x,")
_TEX = (
    "\\[ a ",
    "\\( b ",
    "$$x",
    "$y$ ",
    "\\begin{eq}",
    "\\end{eq}",
    "\\]",
    "\\)",
    "{",
    "}",
    "\\\\",
    "^",
    "_",
    "\\frac",
)
_URLS = (
    "http://[", "http://[::1]x", "//", "javascript:alert(1)", "data:text/html,<p>", "http://a:99999/", "http://\x00/",
    "\\\\a", "?", "#", "#note", " http://a.b ", "http://a.b/ c", "http://a.b/(c", "http://a.b/<c>",
    "http://\u00e9.x/", "http://%zz/", "mailto:a", "http://a@b@c/", "x" * 3000, "http://\u2100/", "../" * 400, "",
    "http:a", "http://a\n.b",
)  # fmt: skip


def entities(random: Random) -> str:
    """Character references: out of range, unfinished, unknown."""
    return "<p>" + "".join(random.choices(_ENTITIES, k=repeats(random, 8, 20_000))) + random.choice(("", "x", "</p>"))


def unclosed(random: Random) -> str:
    """Something that swallows what follows, once or often."""
    start = random.choice(_UNCLOSED)
    return start * (1 if random.random() < 0.7 else repeats(random, len(start), 20_000)) + words(random, 3)


def foreign(random: Random) -> str:
    """SVG and MathML with HTML in them and the other way round."""
    parts = random.choices(_FOREIGN, k=repeats(random, 8, 12_000))
    return "".join(part + (words(random, 2) if random.random() < 0.2 else "") for part in parts)


def attributes(random: Random) -> str:
    """A tag with many attributes."""
    name = random.choice(("p", "div", "a", "td", "img", "html", "body", "svg", "meta", "li"))
    same = attribute(random) + " "
    count = repeats(random, 12)
    parts = same * count if random.random() < 0.3 else " ".join(attribute(random) for _ in range(count))
    return f"<{name} {parts}>{words(random, 5)}"


def long_value(random: Random) -> str:
    """A tag with one long attribute value."""
    name, key = random.choice(
        ("p class", "div style", "a href", "img src", "img alt", "td id", "p title", "p lang")
    ).split()
    part = random.choice((*_LETTERS, *_URLS[:10], "display:none;", "nav comment ", "a-b_", "%20"))
    return f'<{name} {key}="{part * repeats(random, len(part))}">{words(random, 5)}</{name}>'


def spans(random: Random) -> str:
    """A table whose cells claim many rows and columns."""

    def span() -> str:
        value = random.choice(("0", "-1", "1", "2", "1000", "65534", "65535", "99999999999", "x", "1e9", "", "\u0663"))
        return f" {random.choice(('rowspan', 'colspan'))}={value}"

    cells = "".join(
        random.choice(("<tr>", "", "")) + random.choice(("<td", "<th")) + span() + span() + ">" + words(random, 2)
        for _ in range(repeats(random, 40, 30_000))
    )
    return f"<table>{random.choice(('', '<caption>x', '<thead>', '<colgroup><col span=1000>'))}{cells}</table>"


def long_word(random: Random) -> str:
    """The same few characters many times, in some element."""
    part = "".join(random.choices(_LETTERS, k=amount(random, 3)))
    name = random.choice(("p", "li", "h1", "code", "pre", "td", "a", "title", "blockquote", "dt", "math", "b", "time"))
    return f"<{name}>{part * repeats(random, len(part))}{random.choice(('', 'x', ' x'))}</{name}>"


def whitespace(random: Random) -> str:
    """A flood of white space, of one kind or mixed, with words around it."""
    spaces = "".join(random.choices(_SPACES, k=amount(random, len(_SPACES))))
    name = random.choice(("p", "pre", "td", "li", "textarea", "title", "span"))
    return f"<{name}>{words(random, 2)}{spaces * repeats(random, len(spaces))}{words(random, 2)}</{name}>"


def markdown(random: Random) -> str:
    """Characters that mean something in Markdown."""
    name = random.choice(("p", "li", "pre", "code", "td", "h2", "a href=x", "blockquote", "b"))
    if random.random() < 0.3:
        part = "".join(random.choices(_MARKDOWN, k=amount(random, 4)))
        text = part * repeats(random, len(part), 20_000)
    else:
        text = "".join(random.choices(_MARKDOWN, k=amount(random, 4_000)))
    return f"<{name}>{text.replace('<', '&lt;')}{words(random, 3)}</{name.split()[0]}>"


def formulas(random: Random) -> str:
    """TeX and MathML, well-formed or not."""
    if random.random() < 0.5:
        return "<p>" + "".join(random.choices(_TEX, k=repeats(random, 5, 20_000))) + words(random, 3)
    inner = random.choice(("\u03b1x", "x", "\u2061", "1", "<mi>x</mi>", "<mo>=</mo>", "<mn>2</mn>", "<msup><mi>x<mn>2"))
    return (
        f"<math>{random.choice(('<mi>', '<mrow>', '<mtext>', ''))}{inner * repeats(random, len(inner), 20_000)}</math>"
    )


def json_ld(random: Random) -> str:
    """Linked data that is nested, cut, or of unexpected types."""
    value: object = random.choice(
        (None, True, 10**400, 1e308, "x" * amount(random, 5_000), [], {}, "2020-99-99", "\ud800")
    )
    keys = (
        "@graph",
        "author",
        "headline",
        "datePublished",
        "publisher",
        "name",
        "@type",
        "articleBody",
        "image",
        "url",
    )
    for _ in range(amount(random, 40)):
        value = random.choice(
            ([value], [value, value] if random.random() < 0.2 else value, {random.choice(keys): value})
        )
    text = json.dumps(
        {"@context": "https://schema.org", "@type": random.choice(("Article", ["A"], 5)), random.choice(keys): value}
    )
    if random.random() < 0.3:
        text = random.choice(("[", '{"a":', '{"@graph":[')) * repeats(random, 8, 40_000)
    if random.random() < 0.3:
        text = text[: random.randrange(len(text) + 1)]
    return f"<script type=application/ld+json>{text}</script>"


def metas(random: Random) -> str:
    """Many or odd meta elements."""
    names = (
        "author",
        "description",
        "og:title",
        "article:published_time",
        "og:url",
        "date",
        "keywords",
        "robots",
        "\u0130",
    )
    values = (
        "",
        "x",
        "2020-02-30",
        "9999999-01-01",
        "<b>",
        "0000-00-00",
        "a;b;c",
        "http://[",
        "\u202e",
        "1/1/1",
        "x" * 2_000,
    )
    return "".join(
        f"<meta {random.choice(('name', 'property', 'itemprop', 'http-equiv'))}={random.choice(names)} "
        f'content="{random.choice(values)}">'
        for _ in range(repeats(random, 60, 30_000))
    )


def media(random: Random) -> str:
    """Images, sources and links whose addresses are hard to read."""
    srcset = "".join(random.choices(_SRCSETS, k=repeats(random, 6, 10_000)))
    url = random.choice(_URLS)
    return random.choice((
        f'<img srcset="{srcset}" alt="{words(random, 3)}">',
        f'<picture><source srcset="{srcset}"><img src="{url}"></picture>',
        f'<img data-src="{url}" data-srcset="{srcset}">',
        f'<a href="{url}">{words(random, 4)}</a>' * repeats(random, 40, 10_000),
        f'<base href="{url}"><a href="x">{words(random, 3)}</a><iframe src="{url}"></iframe>',
        f'<video poster="{url}"><source src="{url}">',
        f'<link rel=canonical href="{url}"><time datetime="{url}">{words(random, 2)}</time>',
    ))  # fmt: skip


def notes(random: Random) -> str:
    """Footnotes and the references to them, matched or not."""
    count = repeats(random, 60, 20_000)
    ids = [random.choice(("n", "fn", "cite_note-")) + str(random.randrange(1 + count)) for _ in range(count)]
    marks = "".join(
        f"<sup id=r{at}><a href='#{name}'>[{at}]</a></sup> {words(random, 1)}" for at, name in enumerate(ids)
    )
    items = "".join(f"<li id={name}><a href='#r{at}'>^</a> {words(random, 3)}" for at, name in enumerate(ids))
    return f"<p>{marks}</p><ol>{items}</ol>"


def code(random: Random) -> str:
    """Code blocks with line numbers, prose, tabs and fences."""
    line = random.choice(
        ("x = 1\n", "\t\t\n", "```\n", "~~~~\n", "1\n", "a. B\n", "<span>y</span>\n", "\r", "<br>", "word. ")
    )
    lines = line * repeats(random, len(line), 20_000)
    before, after = random.choice((
        ("<pre>", "</pre>"), ("<pre><code class=language-x>", "</code></pre>"), ("<code>", "</code>"), ("<kbd>", ""),
        ("<table><td><pre>", ""),
    ))  # fmt: skip
    return before + lines + after


FRAGMENTS: Final[dict[str, Fragment]] = {
    "nested": nested,
    "nested and misclosed": nested_and_misclosed,
    "tag soup": tag_soup,
    "entities": entities,
    "unclosed": unclosed,
    "foreign": foreign,
    "attributes": attributes,
    "long value": long_value,
    "spans": spans,
    "long word": long_word,
    "whitespace": whitespace,
    "markdown": markdown,
    "formulas": formulas,
    "json-ld": json_ld,
    "metas": metas,
    "media": media,
    "notes": notes,
    "code": code,
    "highlighted code": highlighted_code,
    "figures": figures,
    "mixed structures": mixed_structures,
    "bylines": bylines,
    "numbered notes": numbered_notes,
    "callouts": callouts,
    "players": players,
    "formula images": formula_images,
    "image lists": image_lists,
    "threads": threads,
    "script data": script_data,
}
