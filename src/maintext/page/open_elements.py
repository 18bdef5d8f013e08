"""An upper bound of the number of open elements, counted in the source without building a tree.

The bound holds for every parser that follows the HTML standard. An end tag counts only if it closes the innermost open
element. After ambiguous source (raw text in SVG, a template or a frameset), every start tag counts as never closed.
"""

import re

_IMPLIED = 2
"""The number of elements that a table or template may contain without tags: tbody and tr."""
_MOST_ADDED = 1 + _IMPLIED
"""The maximum number of elements that a start tag opens."""

_ANY_CASE = re.IGNORECASE | re.ASCII
_STARTS = re.compile(r"<[a-zA-Z]").findall
_USUAL_DEPTH = 80
"""The maximum depth of most pages."""
_CHUNK = 10_000
_ATTRIBUTE = (
    r"[^\t\n\f\r />][^\t\n\f\r />=]*+"
    r"""(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^\t\n\f\r >"'][^\t\n\f\r >]*+)?+)?+"""
)
_ATTRIBUTES = rf"(?:[\t\n\f\r /]*+{_ATTRIBUTE})*+([\t\n\f\r /]*+)(?:>|\Z)"
_USUAL = r'(?: [a-z-]++="[^"]*+")*+'
"""Attributes in the usual notation, which is faster to match than the general pattern."""
_UNCLOSED_STARTS = re.compile(
    rf"<(?!(?:br|hr|img|meta)[ />])([a-zA-Z][a-zA-Z0-9-]*+)(?!{_USUAL}>[^<]*+</(?![fF][rR])\1>)"
).findall
"""The names of start tags, except of elements that contain only text and are closed after it.

Void elements are left out if they also end SVG and MathML, so that they never stay open.
"""
_TAGS = re.compile(
    rf"<(?:/([a-zA-Z][^\t\n\f\r />]*+)(?:>|{_ATTRIBUTES.replace('(', '(?:').replace('(?:?', '(?')})"
    rf"|([a-zA-Z][^\t\n\f\r />]*+){_USUAL}(?:>|{_ATTRIBUTES})(?:[^<]*+</(?![fF][rR])\2(>))?+"
    r"|!--(?:-?>|(?s:.*?)(?:--!?>|\Z))"
    r"|(?:[!?]|/[^a-zA-Z>])[^>]*+(?:>|\Z))"
).finditer
"""An end tag (group 1); a start tag (2), its closing slash (3), its end tag if that follows (4); or a comment.

The end tag of a frameset is not matched with its start tag, because a frameset changes how the rest is parsed.
"""
_END, _PAIR = 1, 4

_RAW = {
    name: re.compile("</" + "".join(f"[{letter}{letter.upper()}]" for letter in name) + r"(?=[\t\n\f\r />])").search
    for name in ("script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes")
}
"""The end tags of elements whose content is raw text. Patterns that start with literal characters are fast."""
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


def depth_stays_below(limit: int, source: str, stop: int) -> bool:
    """Whether at most `limit` elements are open at any position before `stop`.

    At the end, start tags are only counted, as if nearly all of their elements were never closed. If that exceeds the
    limit, the whole source is read.
    """
    tail, opened = _tail_with_few_start_tags(limit - _USUAL_DEPTH, source, stop)
    return open_elements_stay_below(limit - opened, source, tail) or open_elements_stay_below(limit, source, stop)


def _tail_with_few_start_tags(most: int, source: str, stop: int) -> tuple[int, int]:
    """The start of a tail of the source that leaves at most `most` elements open, and how many it may leave open."""
    position, opened = stop, _MOST_ADDED  # an end tag cut off at this position may seem to close some
    while position > 0:
        before = max(0, source.rfind("<", 0, max(1, position - _CHUNK)))
        names = [name.lower() for name in _UNCLOSED_STARTS(source, before, position)]
        more = len(names) + _IMPLIED * sum(map(names.count, _CONTAINERS))
        if opened + more > most:
            break
        position, opened = before, opened + more
    return position, opened


def open_elements_stay_below(limit: int, source: str, stop: int, counted: frozenset[str] | None = None) -> bool:
    """Whether at most `limit` elements (of those in `counted`, if given) are open at any position before `stop`.

    This is one long function for speed: calls between its parts would double its time.
    """
    implied = _IMPLIED if counted is None else 0
    names = [""]  # of the elements that may be open, outermost first
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
                        return _few_start_tags_follow(limit - depth, source, tag.end(), stop)
                    if name in _RAW:
                        at = _end_of_raw(source, tag.end(), name)
                        if (foreign or templates) and source.find("<", tag.end(), at) >= 0:
                            return _few_start_tags_follow(limit - depth, source, tag.end(), stop)
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
                return _few_start_tags_follow(limit - depth, source, tag.end(), stop)
    return True


def _lower(name: str) -> str:
    """The name of a tag as parsers compare it: only ASCII letters are lower-cased."""
    return name.lower() if name.isascii() else name


def _end_of_raw(source: str, at: int, name: str) -> int:
    """The position where the raw text of an element ends."""
    end = _RAW[name](source, at)
    stop = end.start() if end else len(source)
    if name == "script" and source.find("<!--", at, stop) >= 0:
        return _end_of_script(source, at)
    return stop


def _end_of_script(source: str, at: int) -> int:
    """The position where a script ends; a script tag inside a comment in it must be closed first."""
    in_comment = in_tag = False
    for token in _IN_SCRIPT(source, at):
        found = token[0].lower()
        if found == "<!":
            in_comment = True
        elif found == "-->":
            in_comment = in_tag = False
        elif found == "<script":
            in_tag = in_comment
        elif in_tag:
            in_tag = False
        else:
            return token.start()
    return len(source)


def _few_start_tags_follow(most: int, source: str, at: int, stop: int) -> bool:
    """Whether all start tags from `at` to `stop` open at most `most` elements."""
    return _MOST_ADDED * len(_STARTS(source, at, stop)) <= most
