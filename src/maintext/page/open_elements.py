"""How many elements a page may have open at a time, counted in its source without building a tree.

The count is an upper bound for every reader that follows the HTML standard: an end tag counts only where it closes the
innermost open element, and where the source is ambiguous (raw text in SVG, a template or a frameset), every later start
tag counts as one that stays open.
"""

import re

_IMPLIED = 2
"""A table, or a template with parts of one, may hold this many elements without tags: a body and a row."""
_MOST_ADDED = 1 + _IMPLIED
"""The most elements that a start tag may open."""

_ANY_CASE = re.IGNORECASE | re.ASCII
_START = re.compile(r"<[a-zA-Z]")
_ATTRIBUTE = (
    r"[^\t\n\f\r />][^\t\n\f\r />=]*+"
    r"""(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^\t\n\f\r >"'][^\t\n\f\r >]*+)?+)?+"""
)
_ATTRIBUTES = rf"(?:[\t\n\f\r /]*+{_ATTRIBUTE})*+([\t\n\f\r /]*+)(?:>|\Z)"
_TAGS = re.compile(
    rf"<(?:(/[a-zA-Z][^\t\n\f\r />]*+)(?:>|{_ATTRIBUTES.replace('(', '(?:').replace('(?:?', '(?')})"
    rf"|([a-zA-Z][^\t\n\f\r />]*+){_ATTRIBUTES}(?:[^<]*+(</)\2>)?+"
    r"|!--(?:-?>|(?s:.*?)(?:--!?>|\Z))"
    r"|(?:[!?]|/[^a-zA-Z>])[^>]*+(?:>|\Z))"
).finditer
"""An end tag (group 1); a start tag (2), its closing slash (3), its end tag if that follows (4); or a comment."""
_END, _START_TAG, _PAIR = 1, 3, 4

_RAW = {
    name: re.compile("</" + "".join(f"[{letter}{letter.upper()}]" for letter in name) + r"(?=[\t\n\f\r />])").search
    for name in ("script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes")
}
"""The end tags of elements whose content is plain text. Patterns that start with plain characters are found fast."""
_IN_SCRIPT = re.compile(r"<!(?=--)|-->|</?script(?=[\t\n\f\r />])", _ANY_CASE).finditer
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_FOREIGN_ROOTS = frozenset(["svg", "math"])
_FOREIGN = _FOREIGN_ROOTS | frozenset(
    "a animate animatemotion animatetransform circle clippath defs ellipse feblend fecolormatrix fecomposite feflood "
    "fegaussianblur feimage femerge femergenode femorphology feoffset filter g image line lineargradient marker mask "
    "path pattern polygon polyline radialgradient rect script set stop style symbol text textpath title tspan use "
    "annotation menclose mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace "
    "msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics".split()
)
"""Elements of SVG and MathML that do not switch back to HTML."""
_HTML_INSIDE = frozenset(["/mi", "/mo", "/mn", "/ms", "/mtext"])
_SPECIAL = _VOID | _FOREIGN_ROOTS | _RAW.keys() | {"frameset", "table", "template"}
_CONTAINERS = frozenset(["/table", "/template"])
_FOREIGN_ENDS = frozenset(["/svg", "/math"])


def stays_below(limit: int, source: str, stop: int, counted: frozenset[str] | None = None) -> bool:
    """Whether at most so many elements are open at any place before `stop`; `counted` names those to count, else all.

    One function: its parts share their state, and calls between them would double its time.
    """
    implied = _IMPLIED if counted is None else 0
    ends = [""]  # the end tags of what may be open, outermost first
    depth = foreign = templates = 0
    left = False  # whether an HTML tag may have ended the SVG or MathML element
    at = 0
    while at >= 0:
        tags, at = _TAGS(source, at, stop), -1
        for tag in tags:
            kind = tag.lastindex
            if kind == _PAIR:
                name = _lower(tag[2])
                if foreign and not left:
                    left = name not in _FOREIGN or ends[-1] in _HTML_INSIDE
                elif name == "frameset":
                    return _few_follow(limit - depth, source, tag.end(), stop)
            elif kind == _END:
                name = _lower(tag[1])
                if name != ends[-1]:
                    left = foreign > 0
                    continue
                del ends[-1]
                if counted is None or name[1:] in counted:
                    depth -= 1
                if name in _CONTAINERS:
                    depth -= implied
                    templates -= name == "/template"
                elif name in _FOREIGN_ENDS:
                    foreign -= 1
                    left = left and foreign > 0
            elif kind == _START_TAG:
                name = _lower(tag[2])
                if foreign and not left:
                    left = name not in _FOREIGN or ends[-1] in _HTML_INSIDE
                if foreign or name in _SPECIAL:
                    if name in _VOID and not (foreign and left):
                        continue
                    if (name in _FOREIGN_ROOTS or (foreign and not left)) and tag[3].endswith("/"):
                        continue
                    if name == "frameset":
                        return _few_follow(limit - depth, source, tag.end(), stop)
                    if name in _RAW:
                        at = _end_of_raw(source, tag.end(), name)
                        if (foreign or templates) and source.find("<", tag.end(), at) >= 0:
                            return _few_follow(limit - depth, source, tag.end(), stop)
                    elif name in ("table", "template"):
                        depth += implied
                        templates += name == "template"
                    else:
                        foreign += name in _FOREIGN_ROOTS
                ends.append("/" + name)
                if counted is None or name in counted:
                    depth += 1
                    if depth > limit:
                        return False
                if at >= 0:
                    break
            elif foreign and tag[0].startswith("<![CDATA["):
                return _few_follow(limit - depth, source, tag.end(), stop)
    return True


def _lower(name: str) -> str:
    """A tag's name as the parser compares it: only ASCII letters have two cases."""
    return name.lower() if name.isascii() else name


def _end_of_raw(source: str, at: int, name: str) -> int:
    """Where the plain text of an element ends."""
    end = _RAW[name](source, at)
    stop = end.start() if end else len(source)
    if name == "script" and source.find("<!--", at, stop) >= 0:
        return _end_of_script(source, at)
    return stop


def _end_of_script(source: str, at: int) -> int:
    """Where a script ends; a script tag inside a comment in it has to be closed before."""
    in_comment = in_tag = False
    for part in _IN_SCRIPT(source, at):
        found = part[0].lower()
        if found == "<!":
            in_comment = True
        elif found == "-->":
            in_comment = in_tag = False
        elif found == "<script":
            in_tag = in_comment
        elif in_tag:
            in_tag = False
        else:
            return part.start()
    return len(source)


def _few_follow(most: int, source: str, at: int, stop: int) -> bool:
    """Whether everything that looks like a start tag opens at most so many elements."""
    return _MOST_ADDED * len(_START.findall(source, at, stop)) <= most
