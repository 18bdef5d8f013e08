"""Mutations that rewrite tags and white space but not the text."""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from hashlib import blake2b
from random import Random
from typing import Final

from maintext.page.element_flow import BLOCK, FLOW, RAW
from maintext.page.parsing.source_pieces import END, RAW_TEXT, START, TEXT, Piece, source_pieces

_CONTAINERS: Final = frozenset(["article", "aside", "div", "footer", "header", "main", "nav", "section"])
_BLOCKS: Final = frozenset(tag for tag, flow in FLOW.items() if flow == BLOCK) - {"button", "html", "body", "legend"}
_VERBATIM: Final = frozenset(["listing", "pre", "plaintext", "textarea", "xmp"])
_NAMES = re.compile(r"(\s(?:class|id)=)(\"[^\"]*\"|'[^']*'|[^\s\"'>]+)", re.IGNORECASE)
_TAG_NAME = re.compile(r"</?[a-zA-Z][a-zA-Z0-9]*")
_ADDRESS = re.compile(r"\ssrc=", re.IGNORECASE)
_PIXEL: Final = "data:image/gif;base64,R0lGODlhAQABAAAAACw="
_LINE_BREAKS = re.compile(r"[ \t]*[\r\n][ \t\r\n]*")


def rename_classes(source: str, random: Random) -> str:
    """Replace every word in classes and ids by another word, consistently within the page."""
    replace_names = partial(_NAMES.sub, partial(_renamed, random.getrandbits(32).to_bytes(4, "big")))
    return "".join(
        replace_names(piece.source) if piece.kind == START else piece.source for piece in source_pieces(source)
    )


def wrap_containers(source: str, random: Random) -> str:
    """Wrap every container in another div."""
    wrapped = {START: ("<div>", ""), END: ("", "</div>")}
    return "".join(
        piece.source.join(wrapped[piece.kind]) if piece.kind in wrapped and piece.tag in _CONTAINERS else piece.source
        for piece in source_pieces(source)
    )


def paragraphs_as_divs(source: str, random: Random) -> str:
    """Turn paragraphs into div elements, unless some have no end tag and would be nested."""
    pieces = list(source_pieces(source))
    kinds = [piece.kind for piece in pieces if piece.tag == "p" and piece.kind in (START, END)]
    if kinds != [START, END] * (len(kinds) // 2):
        return source
    return "".join(_as_div(piece) if piece.tag == "p" else piece.source for piece in pieces)


def add_attributes(source: str, random: Random) -> str:
    """Add attributes to every start tag, as frameworks do."""
    extra = f' data-v-{random.getrandbits(32):08x}="" data-state="idle"'
    return "".join(
        _with_attributes(piece, extra) if piece.kind == START else piece.source for piece in source_pieces(source)
    )


def capitalize_tags(source: str, random: Random) -> str:
    """Write tag names in capital letters."""
    return "".join(
        _TAG_NAME.sub(lambda found: found.group().upper(), piece.source, count=1)
        if piece.kind in (START, END)
        else piece.source
        for piece in source_pieces(source)
    )


def indent_blocks(source: str, random: Random) -> str:
    """Insert a line break and an indentation before the tags of every block."""
    return "".join(
        f"\n{' ' * 8}{piece.source}" if _is_block_tag(piece) and not verbatim else piece.source
        for piece, verbatim in _with_verbatim(source_pieces(source))
    )


def join_lines(source: str, random: Random) -> str:
    """Join the source to one line, except for text in which line breaks are shown."""
    return "".join(
        _LINE_BREAKS.sub(" ", piece.source) if piece.kind == TEXT and not verbatim else piece.source
        for piece, verbatim in _with_verbatim(source_pieces(source))
    )


def add_comments(source: str, random: Random) -> str:
    """Insert a comment before every block."""
    return "".join(
        f"<!-- block {number} -->{piece.source}" if piece.kind == START and _is_block_tag(piece) else piece.source
        for number, piece in enumerate(source_pieces(source))
    )


def escape_characters(source: str, random: Random) -> str:
    """Write non-ASCII characters in text as numeric character references."""
    return "".join(
        piece.source.encode("ascii", "xmlcharrefreplace").decode() if _is_escapable(piece) else piece.source
        for piece in source_pieces(source)
    )


def delay_images(source: str, random: Random) -> str:
    """Move the URLs of images to data-src, as for scripts that load images lazily."""
    return "".join(
        _ADDRESS.sub(f' loading="lazy" src="{_PIXEL}" data-src=', piece.source, count=1)
        if piece.kind == START and piece.tag == "img"
        else piece.source
        for piece in source_pieces(source)
    )


def _renamed(salt: bytes, found: re.Match[str]) -> str:
    names = found.group(2).strip("\"'").split()
    words = (f"x{blake2b(name.encode(), digest_size=4, salt=salt).hexdigest()}" for name in names)
    return f'{found.group(1)}"{" ".join(words)}"'


def _as_div(piece: Piece) -> str:
    return re.sub(r"^(</?)p", r"\1div", piece.source, flags=re.IGNORECASE)


def _with_attributes(piece: Piece, extra: str) -> str:
    name = _TAG_NAME.match(piece.source)
    return piece.source if name is None else f"{name.group()}{extra}{piece.source[name.end() :]}"


def _is_block_tag(piece: Piece) -> bool:
    return piece.kind in (START, END) and piece.tag in _BLOCKS


def _is_escapable(piece: Piece) -> bool:
    return piece.kind == TEXT or (piece.kind == RAW_TEXT and piece.tag in ("title", "textarea"))


def _with_verbatim(pieces: Iterable[Piece]) -> Iterator[tuple[Piece, bool]]:
    """Every piece, and whether it is raw text or inside an element that preserves white space."""
    depth = 0
    for piece in pieces:
        if piece.tag in _VERBATIM and piece.kind == START:
            depth += 1
        yield piece, depth > 0 or piece.kind == RAW_TEXT or piece.tag in RAW
        if piece.tag in _VERBATIM and piece.kind == END:
            depth = max(0, depth - 1)
