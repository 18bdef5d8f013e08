"""Elements nested about as deep as the parser allows, and what may follow them."""

from random import Random

from fuzzing.sizes import depth
from fuzzing.soup import words

_LEVELS: tuple[tuple[str, int], ...] = (
    ("<div>", 1), ("<table><td>", 4), ("<table><tr><td>", 4), ("<table>", 1), ("<table><caption>", 2), ("<b>", 1),
    ("<i><b>", 2), ("<a>", 1), ("<a><div>", 2), ("<font>", 1), ("<nobr>", 1), ("<p><b>", 2), ("<p><b><i><font>", 4),
    ("<ul><li>", 2), ("<ol><li><p>", 3), ("<dl><dd>", 2), ("<dl><dt>x<dd>", 2), ("<select>", 1),
    ("<select><optgroup><option>", 3), ("<svg>", 1), ("<svg><g>", 2), ("<math><mrow>", 2),
    ("<svg><foreignObject>", 2), ("<svg><desc><div>", 3), ("<math><mtext><b>", 3), ("<math><annotation-xml>", 2),
    ("<template>", 1), ("<template><td>", 2), ("<button>", 1), ("<section><h2>x</h2>", 1), ("<x-y>", 1),
    ("<blockquote><p>x", 1), ("<details><summary>x</summary>", 1), ("<object>", 1), ("<marquee><b>", 2),
    ("<ruby><rt>", 2), ("<noscript><p>", 1), ("<form><div>", 2), ("<fieldset><legend>x</legend>", 1),
    ("<h1><span>", 2), ("<pre><code>", 2), ("<span><em>x", 2), ("<figure><figcaption>x", 2),
    ("<s><u><tt><strike>", 4), ("<div hidden>", 1), ("<table><tbody><tr><td><ul><li>x", 6), ("<iframe>", 1),
    ("<frameset>", 1), ("<main><article>", 2), ("<big><small><sub><sup>", 4), ("<code><kbd><samp>", 3),
    ("<label><input><b>", 2), ("<table><a>x", 2), ("<center>", 1),
)  # fmt: skip
"""What one level of nesting opens, and how many elements that puts on the parser's stack."""

_TABLES = tuple(level for level in _LEVELS if level[0].startswith("<table"))
_TAIL = (
    "</tr>", "</td>", "</table>", "</tbody>", "<tr>", "<td>", "<tbody>", "<caption>", "<col>", "<colgroup>",
    "<table>", "<b>", "<i>", "<a>", "<a href=x>", "<nobr>", "<font>", "<em>", "</b>", "</i>", "</a>", "</nobr>",
    "</font>", "</em>", "<p>", "</p>", "<div>", "</div>", "<li>", "</li>", "</ul>", "<dd>", "</dl>", "<h1>", "</h2>",
    "<select>", "</select>", "<option>", "<template>", "</template>", "<svg>", "</svg>", "<math>", "<mi>", "</math>",
    "<button>", "</button>", "</body>", "</html>", "<body a=b>", "<html c=d>", "<form>", "</form>", "<input>", "<br>",
    "</br>", "<hr>", "<img>", "<script>", "</script>", "<!--x-->", "<pre>\n", "<textarea>", "</textarea>",
    "<title>x</title>", "<frameset>", "<applet>", "</applet>", "<marquee>", "<plaintext>", "<span>", "</span>",
    "</div></div>", "<noscript>", "</noscript>",
)  # fmt: skip
_BEFORE = ("<div>", "<ul>", "<li>", "<p>", "<b>", "<table>", "<td>", "<section>", "<a>", "<svg>", "<template>", "x")
_FORMATTING = ("a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u", "span")
_BLOCKS = ("p", "div", "li", "dd", "h1", "section", "ul", "pre", "form", "button", "select", "svg", "center", "address")
_TABLE = ("tr", "td", "th", "table", "tbody", "caption", "colgroup", "thead", "tr", "tbody", "template")
_WORDS = ("x", " ", " words ", "text and more text, as in a sentence. ")


def nested(random: Random) -> str:
    """Levels of one kind, or of a few kinds in turn, with text at the bottom."""
    levels = _LEVELS if random.random() < 0.6 else _TABLES
    kinds = random.choices(levels, k=random.choice((1, 1, 1, 1, 2, 3)))
    opening = "".join(tags for tags, _ in kinds)
    return opening * depth(random, sum(each for _, each in kinds)) + words(random, random.choice((0, 5)))


def nested_and_misclosed(random: Random) -> str:
    """Nesting with something before it and, at its bottom, tags that the parser has to repair."""
    before = "".join(random.choices(_BEFORE, k=random.randrange(5)))
    return before + nested(random) + (misnested(random) if random.random() < 0.7 else _any_tags(random))


def misnested(random: Random) -> str:
    """A formatting element that a block is not closed in, at the edge of a table; now and then a tag is missing."""
    inline, block, table = random.choice(_FORMATTING), random.choice(_BLOCKS), random.choice(_TABLE)
    tags = [f"</{table}>", f"<{inline}>", f"<{block}>", f"</{inline}>", f"</{block}>", f"<{table}>"]
    if random.random() < 0.3:
        return "".join(random.choices((*tags, "x"), k=random.randint(3, 12)))
    return "".join(tag for _ in range(random.randint(1, 3)) for tag in tags if random.random() < 0.8)


def _any_tags(random: Random) -> str:
    tags = ""
    for _ in range(random.randint(1, 12)):
        tags += random.choice(_TAIL) * (1 if random.random() < 0.9 else random.randint(2, 300))
        tags += random.choice(_WORDS) if random.random() < 0.3 else ""
    return tags
