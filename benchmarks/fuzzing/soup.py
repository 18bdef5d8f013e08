"""Tags, attributes and words at random: HTML as a grammar gives it, not as anybody writes it."""

from random import Random

from fuzzing.sizes import amount

ELEMENTS = (
    "a abbr address area article aside b base big blockquote body br button caption center cite code col colgroup "
    "dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 "
    "h3 h6 head header hr html i iframe img input ins kbd label legend li link listing main map mark math menu meta "
    "meter nav nobr noembed noframes noscript object ol optgroup option output p param picture plaintext pre progress "
    "q rb rp rt rtc ruby s samp script section select slot small source span strike strong style sub summary sup svg "
    "table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp x-y mi mo mn mtext "
    "annotation-xml foreignObject desc image keygen isindex"
).split()
_COMMON = ("p", "div", "span", "b", "i", "a", "li", "ul", "td", "tr", "table", "h2", "br", "em")
_NAMES = (
    "class id style href src alt title hidden role lang dir rel type name content property itemprop itemscope itemtype "
    "datetime colspan rowspan start value width height srcset data-src aria-hidden xmlns xml:lang charset http-equiv "
    "on\u00e9 < = \" ' / \x00 a:b"
).split()
_VALUES = (
    "", "x", "main", "nav", "comment", "hidden", "display:none", "0", "-1", "99999999999", "http://a.b/c", "#x",
    "\u00e9", "&amp;", "a b c", "content article post", "true", "2020-01-01", "http://schema.org/Article",
    "articleBody", "en-\x00", "<p>", "\ud83d", "javascript:x", "utf-8", "presentation", "footnote", "math",
    "highlight language-x", "mw-editsection",
)  # fmt: skip
_WORDS = (
    "the ferry left at noon and nobody knew when it would be back. Words, more words; \u4e2d\u6587\u5b57\u7b26 "
    "\u0627\u0644\u0639\u0631\u0628\u064a\u0629 Comments Share Read more 2020-01-01 12:30 @name "
    "\u00a9 2020 * # 1. - > | ` $x$ [link](x) <b> & \U0001f389 e\u0301 \u200b"
).split()


def words(random: Random, most: int) -> str:
    """A few words."""
    return " ".join(random.choices(_WORDS, k=random.randint(0, most)))


def attribute(random: Random) -> str:
    """An attribute, quoted or not."""
    quote = random.choice(("", '"', "'", '"'))
    name = random.choice(_NAMES) if random.random() < 0.7 else f"a{random.randrange(10_000)}"
    return f"{name}={quote}{random.choice(_VALUES)}{quote}"


def tag(random: Random) -> str:
    """A start or end tag."""
    name = random.choice(ELEMENTS) if random.random() < 0.6 else random.choice(_COMMON)
    if random.random() < 0.4:
        return f"</{name}>"
    inside = "".join(" " + attribute(random) for _ in range(random.choice((0, 0, 0, 1, 2))))
    return f"<{name}{inside}{random.choice(('', '', '', '/', ' '))}>"


def tag_soup(random: Random) -> str:
    """Tags and words one after the other."""
    kinds = [tag(random) for _ in range(amount(random, 60))] if random.random() < 0.4 else None
    parts = []
    for _ in range(amount(random, 2_500)):
        parts.append(random.choice(kinds) if kinds else tag(random))
        if random.random() < 0.4:
            parts.append(words(random, 6))
    return "".join(parts)
