"""Parts of published pages: bylines, dates, notes, callouts, players, posts, images and the data of scripts."""

import json
from random import Random

from fuzzing.sizes import amount, repeats
from fuzzing.soup import words

_NAMES = (
    "Ada Lovelace",
    "By",
    "admin",
    "Dr. A. B. van der C",
    "\u5f20\u4e09",
    "x" * 90,
    "A and B, C; D | E",
    "@a",
    "1",
    "",
)
_DATES = (
    "2020-01-01", "31/02/2020", "1 January 2020", "Mar. 3rd, 2021", "\u0661/\u0662/2020", "2020\u5e741\u67081\u65e5",
    "1577836800", "1999999999999", "20200101T0000Z", "1 \u00b2 2020", "32. Mai 2020", "2020-13-45", "0", "1/1/70",
    "12.12.12", "9" * 40, "3 hours ago", "Updated: May 5, 2020 at 12:30", "\u00b9.\u00b9.2020",
)  # fmt: skip
_LABELS = (
    "1", "[1]", "(a)", "*", "\u2020", "iv", "12.", "[ 3 ]", "note 4", "n2", "\u00b9", "\u0661", "999", "[1, 2]", "^",
    "1\u20133", "0", "[[1]]",
)  # fmt: skip
_MARKS = (
    "<sup>@</sup>", "<a href=#n@>@</a>", "<sup><a href=#n@ id=r@>@</a></sup>", "<a href=#>@</a>", "[@]",
    "<span class=footnote-ref>@</span>", "<span style='vertical-align:super'>@</span>", "<b>@</b>", "<sup><b><i>@",
    "<a role=doc-noteref href='#n@'>@</a>", "<sup>@", "<sup>x<sup>@</sup></sup>", "<a href='javascript:x'>@</a>",
)  # fmt: skip
_NOTES = (
    "<p>@ words", "<p id=n@><a href=#r@>@</a> words", "<li>words", "<li id=n@>words <a href=#r@>\u21a9</a>",
    "<span class=sidenote>@ words</span>", "<dt>@<dd>words", "<p><sup>@</sup> words <sup>@</sup>", "<div id=n@></div>",
    "<aside class=footnote id=n@>@", "<tr><td>@<td>words", "<p id=n@>", "<td id=n@>words", "<small>[@] words</small>",
    "<label for=n@ class=margin-toggle></label><input id=n@><span class=sidenote>words</span>", "<p>[@] words",
    "<span id=n@>@ words</span><br>",
)  # fmt: skip
_NOTE_TITLES = ("", "<h2>Notes</h2>", "<p>Footnotes:</p>", "<h3>References</h3><ol>", "<hr>", "<ol class=footnotes>")
_CALLOUTS = (
    "<div class='admonition @'><p class=admonition-title>@", "<div class='alert alert-@'>", "<aside class=callout>",
    "<blockquote>[!@]<br>", "<blockquote><p>[!@]\n", "<details class='admonition @' open><summary>", "<dl class=@><dt>",
    "<div class=notecard><h4>", "<div class=markdown-alert><ul><li>", "<table class='admonitionblock @'><td>",
)  # fmt: skip
_KINDS = ("note", "warning", "tip", "x", "IMPORTANT", "caution danger", "")
_PLAYERS = (
    "<iframe src='@' title=\"a](b)\">", "<video src='@' poster='@'>", "<audio><source src='@'>", "<embed src='@'>",
    "<object data='@'>", "<lite-youtube videoid='@'></lite-youtube>", "<amp-iframe src='@'></amp-iframe>",
    "<video><source src='@'><track><source></video>", "<iframe data-src='@'></iframe>",
)  # fmt: skip
_ADDRESSES = (
    "https://www.youtube.com/embed/x", "//youtube.com/embed/videoseries?list=", "https://player.vimeo.com/video/1",
    "http://[", "http://youtube.com:x/", "https://youtu.be/" + "x" * 900, "", "data:,x", "https://vimeo.com/\x00",
    "https://www.youtube.com/embed/%ff?list=%", "https://x.com/a)b", "//",
)  # fmt: skip
_FORMULA_IMAGES = (
    "<img class=tex alt='@'>", "<img src='//a.b/latex.php?latex=@' alt=x>", "<img alt='@' src=/cgi-bin/tex?x>",
    "<img class='mwe-math-fallback-image-inline' alt='{\\displaystyle @}'>", "<span class=katex><annotation>@",
    "<span class=MathJax data-mathml='<math><mi>@</mi></math>'>@</span>", "<script type=math/tex>@</script>",
    "<mjx-container><svg aria-label='@'></svg></mjx-container>", "<img src='https://latex.codecogs.com/svg.image?@'>",
)  # fmt: skip
_TEX = (
    "x_1",
    "$",
    "$$",
    "\\frac{a}{b}",
    "}",
    "\\[",
    "%5C%ff%24",
    "a`b",
    "\\begin{matrix}a&b\\\\",
    "",
    "\n\n",
    "\u2061",
)
_DESCRIPTORS = ("1x", "2w", "1e9x", "-1w", "x", "(", "0.000001x", "99999999999w", "", "1x 2w 3h")


def bylines(random: Random) -> str:
    """A heading with names and dates around it, marked in many ways."""
    parts = [random.choice(("<h1>Title</h1>", "<h1>", "<title>Title - Site</title><h1>Title</h1>", ""))]
    for _ in range(amount(random, 300)):
        name, day = random.choice(_NAMES), random.choice(_DATES)
        parts.append(random.choice((
            f"<p class=byline>By {name}", f"<a rel=author href=/author/x>{name}</a>", f"<p>Written by<p>{name}",
            f"<time datetime='{day}'>{day}</time>", f"<span class='author vcard'>{name}</span>",
            f"<p>{name} \u00b7 {day}",
            f"<p>Published: {day}", f"<time pubdate>{day}", f"<a href='/2020/{day}/x'>{name}</a>", f"<p>{day}</p>",
            f"<div itemprop=author itemscope><span itemprop=name>{name}</span></div>",
            f"<meta itemprop=datePublished content='{day}'>",
            f"<address>{name}</address>", f"<p>Updated {day} by {name} and {name}, {name}",
            f"<meta name=citation_author content='{name}, {name}'>",
        )))  # fmt: skip
    return "".join(parts) + words(random, 30)


def numbered_notes(random: Random) -> str:
    """Marks and notes of many kinds, whose numbers match or do not, with links or without."""
    marks, notes = random.choices(_MARKS, k=random.randint(1, 3)), random.choices(_NOTES, k=random.randint(1, 3))
    labels = [str(number) for number in range(1, 1 + repeats(random, 40, 20_000))]
    if random.random() < 0.4:
        labels = random.choices(_LABELS, k=len(labels))
    text = "".join(f"{words(random, 2)}{random.choice(marks).replace('@', label)} " for label in labels)
    if random.random() < 0.2:
        random.shuffle(labels)
    below = "".join(random.choice(notes).replace("@", label) for label in labels if random.random() < 0.95)
    return random.choice(("<p>", "<div>", "<td>", "<li>", "<article><p>")) + text + random.choice(_NOTE_TITLES) + below


def callouts(random: Random) -> str:
    """Notes, tips and warnings as documentation frameworks write them, often unclosed."""
    parts = []
    for _ in range(repeats(random, 60, 20_000)):
        parts += [random.choice(_CALLOUTS).replace("@", random.choice(_KINDS)), words(random, 4)]
        parts.append(random.choice(("", "</p>", "</div>", "</blockquote>", "</aside>", "</details>", "</table>")))
    return "".join(parts)


def players(random: Random) -> str:
    """Videos and embedded players."""
    return "".join(
        random.choice(_PLAYERS).replace("@", random.choice(_ADDRESSES)) + words(random, 2)
        for _ in range(repeats(random, 50, 20_000))
    )


def formula_images(random: Random) -> str:
    """Formulas as images, scripts and attributes."""
    return "<p>" + "".join(
        random.choice(_FORMULA_IMAGES).replace("@", "".join(random.choices(_TEX, k=amount(random, 6))))
        + words(random, 2)
        for _ in range(repeats(random, 60, 20_000))
    )


def image_lists(random: Random) -> str:
    """Images with long lists of sources, beside text and captions."""

    def candidates() -> str:
        count = amount(random, 200)
        return random.choice((", ", ",", " , ", " ")).join(
            f"a{at}.png {random.choice(_DESCRIPTORS)}" for at in range(count)
        )

    parts = []
    for _ in range(amount(random, 40)):
        name = random.choice(("srcset", "data-srcset", "data-lazy-srcset", "style=background:url(a.png) data-x"))
        before = random.choice((
            "", "<figure>", f"<picture><source srcset='{candidates()}'>", "<p>",
            "<div role=img style=\"background-image:url('a.png')\">", "<meta property=og:image content=a1.png>",
        ))  # fmt: skip
        parts.append(f"{before}<img {name}='{candidates()}' width={random.choice(('1', '9e9', '300px', '%'))}>")
        parts.append(random.choice(("", "<figcaption>", "</figure>", "</div>")) + words(random, 4))
    return "".join(parts)


def threads(random: Random) -> str:
    """Posts and comments, inside each other or not, with authors and dates."""
    parts = []
    for number in range(repeats(random, 150, 30_000)):
        name, day = random.choice(_NAMES), random.choice(_DATES)
        parts.append(random.choice((
            f"<div class=post id=p{number}>", "<li class=comment>", f"<tr id=post{number}><td class=author>{name}<td>",
            "<div class=comments>", f"<blockquote>{name} wrote:<br>", "<article class='comment' itemprop=comment>",
        )))  # fmt: skip
        parts.append(f"<a class=username href=#>{name}</a> <span class=date>{day}</span><div class=content>")
        parts.append(
            words(random, 8) + random.choice(("</div></div>", "</div></li>", "", "</tr>", "</blockquote></div>"))
        )
    return "".join(parts)


def script_data(random: Random) -> str:
    """The page's text in the data of a script, as applications store it, instead of in the page."""
    text = random.choice(("", "<p>", "&lt;p&gt;", "\\", "\ud800", "\u2028")) + " ".join(
        words(random, 20) for _ in range(20)
    )
    value: object = {random.choice(("articleBody", "body", "html", "text", "x")): text * amount(random, 20)}
    for _ in range(amount(random, 100)):
        value = random.choice(([value], {"props": value}, {"content": value, "description": text[:250]}))
    written = json.dumps(value, ensure_ascii=random.random() < 0.5)
    if random.random() < 0.2:
        written = written[: random.randrange(len(written))]
    before = random.choice(
        ("<script>window.x = ", "<script type=application/json>", "<script type=application/ld+json>")
    )
    return f"{before}{written}{random.choice(('', ';'))}</script>{words(random, 6)}"
