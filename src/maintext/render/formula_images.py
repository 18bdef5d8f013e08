"""Images of formulas, with the LaTeX in their alternative text or URL."""

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote_plus

if TYPE_CHECKING:
    from maintext.page.parsing.tree import Tree

_NAMED = re.compile(
    r"(?:^|[\s_-])(?:latex|tex|mwe-math-fallback-image-(?:inline|display)|ql-img-(?:inline|displayed)-formula|mathimg|"
    r"math|formula|equation|mathtex|ee_img|tr_noresize)(?:$|[\s_-])",
    re.IGNORECASE,
)
_SERVERS = re.compile(
    r"latex\.php|codecogs\.com|/media/math/render|mathtex|mimetex|/cgi-bin/tex|latex\.codecogs|math\.vercel\.app|"
    r"i\.upmath\.me|texit|quicklatex|/render/math|/equation\?tex=",
    re.IGNORECASE,
)
_COMMAND = re.compile(r"\\(?:begin\{|[A-Za-z]{2,}|[,;:!])")
_STRUCTURE = re.compile(r"[_^{}=]")
_IN_URL = re.compile(r"(?:[?&](?:latex|tex|math|eq)=|codecogs\.com/[a-z]+\.(?:latex|image)\?)([^&#]+)")
_LONGEST = 4000
_ADDRESS = 200
"""The number of characters of a URL that name the server and its program."""


def formula_of_image(tree: "Tree", element: int) -> str:
    """The LaTeX of an image of a formula; empty if the image is something else."""
    if tree.tags[element] != "img":
        return ""
    get = tree.elements.get
    alt = get(element, "alt") or ""
    source = (get(element, "src") or "")[:_LONGEST]
    host = source[:_ADDRESS].lower()
    rendered = ("tex" in host or "math" in host) and _SERVERS.search(host) is not None
    if not alt and not rendered:
        return ""
    alt = " ".join(alt.split())[:_LONGEST]
    named = _NAMED.search(get(element, "class") or "") is not None
    if alt and (rendered or (named and not alt.endswith((".png", ".gif", ".svg", ".jpg")))):
        return _stripped(alt)
    if alt and _COMMAND.search(alt) and _STRUCTURE.search(alt):
        return _stripped(alt)
    found = _IN_URL.search(source) if rendered else None
    return _stripped(unquote_plus(found[1])) if found else ""


def _stripped(tex: str) -> str:
    """LaTeX without delimiters and without the wrapper that Wikipedia adds."""
    tex = tex.strip()
    for opening, closing in (("$$", "$$"), ("$", "$"), (r"\(", r"\)"), (r"\[", r"\]"), (r"{\displaystyle", "}")):
        if tex.startswith(opening) and tex.endswith(closing) and len(tex) > len(opening) + len(closing):
            tex = tex[len(opening) : -len(closing)].strip()
    return tex
