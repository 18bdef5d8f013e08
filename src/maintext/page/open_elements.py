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
_STARTS = re.compile(r"<[a-zA-Z]").findall
_CONTAINER_STARTS = re.compile(r"<[tT][aAeE]").findall
"""Start tags of tables and templates, and few others."""
_USUAL_DEPTH = 80
"""Few pages have more elements open at a time."""
_CHUNK = 10_000
_ATTRIBUTE = (
    r"[^\t\n\f\r />][^\t\n\f\r />=]*+"
    r"""(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^\t\n\f\r >"'][^\t\n\f\r >]*+)?+)?+"""
)
_ATTRIBUTES = rf"(?:[\t\n\f\r /]*+{_ATTRIBUTE})*+([\t\n\f\r /]*+)(?:>|\Z)"
_USUAL = r'(?: [a-z-]++="[^"]*+")*+'
"""Attributes as most pages write them; the pattern for all ways to write them takes longer."""
_TAGS = re.compile(
    rf"<(?:/([a-zA-Z][^\t\n\f\r />]*+)(?:>|{_ATTRIBUTES.replace('(', '(?:').replace('(?:?', '(?')})"
    rf"|([a-zA-Z][^\t\n\f\r />]*+){_USUAL}(?:>|{_ATTRIBUTES})(?:[^<]*+</(?![fF][rR])\2(>))?+"
    r"|!--(?:-?>|(?s:.*?)(?:--!?>|\Z))"
    r"|(?:[!?]|/[^a-zA-Z>])[^>]*+(?:>|\Z))"
).finditer
"""An end tag (group 1); a start tag (2), its closing slash (3), its end tag if that follows (4); or a comment.

The end tag of a frameset is not joined to its start tag, which decides how the rest is read.
"""
_END, _PAIR = 1, 4

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
_HTML_INSIDE = frozenset(["mi", "mo", "mn", "ms", "mtext"])
_CONTAINERS = frozenset(["table", "template"])
_SPECIAL_ENDS = _FOREIGN_ROOTS | _CONTAINERS
_SPECIAL = _VOID | _RAW.keys() | _SPECIAL_ENDS | {"frameset"}


def stays_below(limit: int, source: str, stop: int) -> bool:
    """Whether at most so many elements are open at any place before `stop`.

    The last tags are only counted, as if none of their elements were closed, and the page is read up to them. Where
    that proves nothing, all of it is read.
    """
    tail, opened = _last_starts(limit - _USUAL_DEPTH, source, stop)
    return counted_stay_below(limit - opened, source, tail) or counted_stay_below(limit, source, stop)


def _last_starts(most: int, source: str, stop: int) -> tuple[int, int]:
    """A place from which at most so many elements can be opened before `stop`, and how many."""
    place, opened = stop, _MOST_ADDED  # what an end tag that is cut off at this place may seem to close
    while place > 0:
        before = max(0, source.rfind("<", 0, max(1, place - _CHUNK)))
        more = len(_STARTS(source, before, place)) + _IMPLIED * len(_CONTAINER_STARTS(source, before, place))
        if opened + more > most:
            break
        place, opened = before, opened + more
    return place, opened


def counted_stay_below(limit: int, source: str, stop: int, counted: frozenset[str] | None = None) -> bool:
    """Whether at most so many of the elements named in `counted`, or of all, are open at any place before `stop`.

    One function: its parts share their state, and calls between them would double its time.
    """
    implied = _IMPLIED if counted is None else 0
    names = [""]  # of what may be open, outermost first
    depth = foreign = templates = 0
    left = False  # whether an HTML tag may have ended the SVG or MathML element
    at = 0
    while at >= 0:
        tags, at = _TAGS(source, at, stop), -1
        for tag in tags:
            kind = tag.lastindex
            if kind == _END:
                name = tag[1]
                if name != names[-1] and (name := _lower(name)) != names[-1]:
                    left = foreign > 0
                    continue
                del names[-1]
                if counted is None or name in counted:
                    depth -= 1
                if name in _SPECIAL_ENDS:
                    if name in _CONTAINERS:
                        depth -= implied
                        templates -= name == "template"
                    else:
                        foreign -= 1
                        left = left and foreign > 0
            elif kind == _PAIR:
                if foreign and not left:
                    left = _lower(tag[2]) not in _FOREIGN or names[-1] in _HTML_INSIDE
            elif kind:
                name = tag[2]
                if not name.islower():
                    name = _lower(name)
                if foreign and not left:
                    left = name not in _FOREIGN or names[-1] in _HTML_INSIDE
                if foreign or name in _SPECIAL:
                    if name in _VOID and not (foreign and left):
                        continue
                    if (name in _FOREIGN_ROOTS or (foreign and not left)) and (tag[3] or "").endswith("/"):
                        continue
                    if name == "frameset":
                        return _few_follow(limit - depth, source, tag.end(), stop)
                    if name in _RAW:
                        at = _end_of_raw(source, tag.end(), name)
                        if (foreign or templates) and source.find("<", tag.end(), at) >= 0:
                            return _few_follow(limit - depth, source, tag.end(), stop)
                    elif name in _CONTAINERS:
                        depth += implied
                        templates += name == "template"
                    else:
                        foreign += name in _FOREIGN_ROOTS
                names.append(name)
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
    return _MOST_ADDED * len(_STARTS(source, at, stop)) <= most
