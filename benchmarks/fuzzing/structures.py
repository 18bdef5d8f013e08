"""Figures, code with markup, and lists, tables and quotations inside each other: what renderers take apart."""

from random import Random

from fuzzing.sizes import repeats
from fuzzing.soup import words

_CONTAINERS = (
    "<ul><li>", "<ol start=99999999999><li>", "<ol><li value=-1>", "<ol reversed type=i><li>", "<li>", "<dl><dt>",
    "<dd>", "<table><tr><td>", "<td>", "<th colspan=2>", "<tr><td rowspan=3>", "<caption>", "<blockquote>",
    "<figure>", "<figcaption>", "<details><summary>", "<pre><code>", "<h2>", "<p>", "<section><h3>",
)  # fmt: skip
_ENDS = (
    "</li>", "</ul>", "</ol>", "</dl>", "</td>", "</tr>", "</table>", "</blockquote>", "</figure>", "</details>",
    "</code></pre>", "</h2>", "</p>", "</section>",
)  # fmt: skip
_INLINE = (
    "<b>", "</b>", "<i>", "</i>", "<code>", "</code>", "<a href=x>", "<a href=#x>", "</a>", "<sup>", "</sup>", "<br>",
    "<img src=x alt=y>", "<q>", "</q>", "<math><mi>x</mi></math>", "<span class=lineno>1</span>", "<s>", "</s>",
)  # fmt: skip
_SOURCES = (
    "src=x.jpg", "src='data:image/gif;base64,R0lGODlhAQABAAAAACw='", "data-src=x.jpg", "data-lazy-src='x 1x'",
    "data-original=//a.b/c.png", "src=x.svg width=1 height=1", "src='' srcset='a.png 1x, b.png 2x'",
    "srcset='a.png 1e999w, b.png -1w'", "src=x.jpg alt='x.jpg'", "src=logo.png class='icon logo'", "src=x role=none",
    "src=x.jpg width=99999999999999999999 height=-5", "src=x.jpg sizes='(min-width:' alt=\"a](b) ![\"", "alt=x",
)  # fmt: skip
_TOKENS = (
    "<span class=k>def</span> ", "<span class='line'>", "</span>", "\n", "<br>", "<span class=lineno>12</span>",
    "<a id=l1></a>", "<b>x</b>", "    ", "&lt;", "```", "<div class=line>", "</div>",
    "<span data-line-number=3></span>", "<tr><td class=gutter><pre>1\n2\n", "</pre></td><td class=code><pre>", "$ ",
    "&gt;&gt;&gt; ", "\t",
)  # fmt: skip


def figures(random: Random) -> str:
    """Images with hard sources, in figures, links, pictures and noscript, and captions that match or do not."""
    parts = []
    for _ in range(repeats(random, 90)):
        image = f"<img {random.choice(_SOURCES)}>"
        before, after = random.choice((
            ("", ""), ("<figure>", f"<figcaption>{words(random, 4)}</figcaption></figure>"),
            ("<a href=x.jpg>", "</a>"), ("<picture><source srcset='a.webp 1x'>", "</picture>"),
            ("<noscript>", "</noscript>"), (image + "<noscript>", "</noscript>"), ("<figure><figcaption>x", ""),
            ("<div class=caption>", f"<p>{words(random, 4)}</div>"), ("<li>", ""), ("<table><td>", ""),
        ))  # fmt: skip
        parts.append(before + image + after + words(random, 3))
    return "".join(parts)


def highlighted_code(random: Random) -> str:
    """A code block whose words and lines are elements, as syntax highlighters write it."""
    kinds = random.choices(_TOKENS, k=random.randint(1, 6))
    inside = "".join(random.choices(kinds, k=repeats(random, 12)))
    before, after = random.choice((
        ("<pre>", "</pre>"), ("<pre><code class='hljs language-x'>", "</code></pre>"),
        ("<div class=highlight>", "</div>"),
        ("<table class=rouge-table><td><pre>", "</pre></table>"), ("<code style='white-space:pre'>", "</code>"),
    ))  # fmt: skip
    return before + inside + after


def mixed_structures(random: Random) -> str:
    """Containers of all kinds inside each other, with formatting that crosses their borders."""
    kinds = random.choices((*_CONTAINERS, *_ENDS, *_INLINE), k=random.randint(2, 12))
    parts = random.choices(kinds, k=repeats(random, 15))
    return "".join(part + words(random, 2) for part in parts)
