"""Inline content as Markdown: text, links, images, styles and formulas."""

from itertools import groupby

from maintext.render.document import Break, Formula, Image, Inline, Inlines, Link, NoteMark, Player, Styled, plain_text
from maintext.render.escapes import can_flank, code_span, escape, escape_url

_MARKS = {"strong": "**", "emphasis": "*", "strike": "~~"}
_TAGS = {"strong": "strong", "emphasis": "em", "strike": "del", "subscript": "sub", "superscript": "sup"}
_QUOTES = {"quotation": ('"', '"'), "ruby": ("(", ")")}
_UNMARKED = ("underline", "mark")


def markdown_line(content: Inlines, line_break: str, in_link: bool = False) -> str:
    """Inline content as Markdown; how a style is marked depends on the adjacent characters."""
    if len(content) == 1 and type(content[0]) is str:
        return escape(content[0], in_link)
    if any(isinstance(one, Styled) and one.style in _UNMARKED for one in content):
        content = _merged(_unmarked(content))
    pieces = [_piece(one, line_break, in_link) for one in content]
    out = ""
    parts: list[str] = []
    for one, piece, after in zip(content, pieces, _following(pieces), strict=True):
        if not piece:
            continue
        if isinstance(one, Styled) and one.style in _MARKS:
            mark = _MARKS[one.style]
            tildes = mark[0] == "~" and "~" in (piece[0], piece[-1])
            if out[-1:] != mark[0] and not tildes and can_flank(out[-1:], piece[0]) and can_flank(after, piece[-1]):
                piece = f"{mark}{piece}{mark}"
            else:
                piece = f"<{_TAGS[one.style]}>{piece}</{_TAGS[one.style]}>"
        elif out[-1:] == "!" and piece[0] == "[" and parts:
            parts[-1] = f"{parts[-1][:-1]}\\!"
        elif (out[-1:] == "]" and piece[0] in "(:") or (out[-1:] == "\\" and line_break[0] != "\\"):
            piece = f"\\{piece}"
        parts.append(piece)
        out = piece
    return "".join(parts)


def without_strong(content: Inlines) -> Inlines:
    """The content without bold style."""
    made: list[Inline] = []
    for one in content:
        if isinstance(one, Styled) and one.style == "strong":
            made.extend(without_strong(one.content))
        elif isinstance(one, Styled | Link):
            made.append(one._replace(content=without_strong(one.content)))
        else:
            made.append(one)
    return _merged(made)


def _following(pieces: list[str]) -> list[str]:
    """The character after each piece; the mark of a style counts as punctuation."""
    following: list[str] = []
    after = ""
    for piece in reversed(pieces):
        following.append(after)
        after = piece[:1] or after
    return following[::-1]


def _piece(one: Inline, line_break: str, in_link: bool) -> str:
    """One inline object as Markdown; styles without their marks."""
    if type(one) is str:
        return escape(one, in_link)
    if isinstance(one, Link):
        text = markdown_line(one.content, " " if line_break != "<br>" else line_break, in_link=True)
        return f"[{text}]({escape_url(one.url)})" if text else ""
    if isinstance(one, Styled):
        if one.style == "code":
            return code_span(plain_text(one.content).replace("\n", " "))
        text = markdown_line(one.content, line_break, in_link)
        if one.style in _MARKS or not text:
            return text
        if one.style in _QUOTES:
            before, after = _QUOTES[one.style]
            return f"{before}{text}{after}"
        return f"<{_TAGS[one.style]}>{text}</{_TAGS[one.style]}>"
    if isinstance(one, Image):
        return f"![{escape(one.alt, in_link=True)}]({escape_url(one.url)})"
    if isinstance(one, Player):
        return f"[{escape(one.label, in_link=True)}]({escape_url(one.url)})"
    if isinstance(one, Formula):
        tex = " ".join(one.tex.split())
        return f"$${tex}$$" if one.display else f"${tex}$"
    if isinstance(one, NoteMark):
        return f"[^{one.label}]"
    return line_break if isinstance(one, Break) else ""


def _unmarked(content: Inlines) -> list[Inline]:
    """The content without styles that Markdown cannot express."""
    made: list[Inline] = []
    for one in content:
        if isinstance(one, Styled) and one.style in _UNMARKED:
            made.extend(_unmarked(one.content))
        else:
            made.append(one)
    return made


def _merged(content: list[Inline]) -> Inlines:
    """The content with adjacent texts merged."""
    made: list[Inline] = []
    for are_texts, group in groupby(content, key=lambda one: isinstance(one, str)):
        if are_texts:
            made.append("".join(one for one in group if isinstance(one, str)))
        else:
            made.extend(group)
    return tuple(made)
