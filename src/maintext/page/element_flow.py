"""How HTML elements affect text: inline elements, hidden elements, and elements that start a block."""

from typing import Final

INLINE: Final = 0
BLOCK: Final = 1
SKIPPED: Final = 2
LINK: Final = 3
BREAK: Final = 4
VERBATIM: Final = 5

_INLINE_TAGS = frozenset(
    """
    abbr acronym annotation-xml b basefont bdi bdo big blink cite code data del dfn em embed font i img ins kbd
    label maction map mark math menclose merror meter mfenced mfrac mglyph mi mlabeledtr mmultiscripts mn mo mover
    mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder
    munderover nobr none output picture progress q rb rbc rt rtc ruby s samp semantics slot small source span strike
    strong sub sup time track tt u var wbr
    """.split()
)
_SKIPPED_TAGS = frozenset(
    """
    annotation applet area audio canvas datalist head iframe input link meta noembed noframes noscript object optgroup
    option param rp script select style svg template textarea title video
    """.split()
)
_VERBATIM_TAGS = ("listing", "plaintext", "pre", "xmp")

_BLOCK_TAGS = frozenset(
    """
    address article aside blockquote body button caption center col colgroup dd details dialog dir div dl dt fieldset
    figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p
    search section summary table tbody td tfoot th thead tr ul
    """.split()
)


FLOW: Final = (
    dict.fromkeys(_BLOCK_TAGS, BLOCK)
    | dict.fromkeys(_INLINE_TAGS, INLINE)
    | dict.fromkeys(_SKIPPED_TAGS, SKIPPED)
    | dict.fromkeys(_VERBATIM_TAGS, VERBATIM)
    | {"a": LINK, "br": BREAK}
)


def flow_of(tag: str) -> int:
    """The flow of an element; unknown ones start a block, except those of Office (with a colon) and MathJax."""
    return FLOW.get(tag, INLINE if ":" in tag or tag.startswith("mjx-") else BLOCK)


STYLING: Final = _INLINE_TAGS | {"a"}
"""Elements that only style text; all others are "structural tags" in the literature."""

RAW: Final = frozenset(["iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp"])
"""Elements whose content is raw text up to their end tag; without it, they swallow the rest of the page."""

HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
