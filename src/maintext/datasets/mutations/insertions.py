"""Mutations that insert boilerplate between the paragraphs of a page."""

from collections.abc import Callable
from random import Random
from typing import Final

from maintext.page.parsing.source_pieces import END, START, Piece, source_pieces

_OUTSIDE: Final = frozenset(["table", "ul", "ol", "dl", "svg", "select", "pre", "a", "template"])
"""Elements in which nothing is inserted: it would be invalid, or look like content."""
_SLOTS: Final = (0.3, 0.6, 0.9)
"""The positions of inserted boxes, as shares of the number of paragraphs."""
_OFFERS: Final = (
    "Compare electricity prices",
    "Hotels from 39 a night",
    "Learn chess in a week",
    "Free delivery today",
)
_STORIES: Final = (
    "Council votes on the new tram line", "Ten books for a rainy weekend", "What the harbor owes its gulls",
    "Storm closes the mountain pass", "Orchestra finds a lost score", "Why bread is dearer this year",
)  # fmt: skip
_TEASERS: Final = (
    "The town council will decide next week whether the old tram line returns, and most residents say they want it.",
    "A violinist found a score in her attic that had been missing for a century, and the orchestra plays it in spring.",
    "Bakers across the region explain why a loaf costs more than last year, and why they do not expect that to change.",
)
_SCRIPT: Final = (
    '<script>window.layer=window.layer||[];window.layer.push({{"event":"view","id":{},"text":"{}"}});</script>'
)


def insert_scripts(source: str, random: Random) -> str:
    """Insert a script that contains sentences after every third paragraph."""
    return _insert(source, lambda number, total: _script(random) if number % 3 == 0 else "")


def insert_advertisements(source: str, random: Random) -> str:
    """Insert boxes of links with class names of advertisements."""
    return _insert(source, lambda number, total: _advertisement(random) if number in _slots(total) else "")


def insert_related(source: str, random: Random) -> str:
    """Insert lists of links to other pages, each under a heading."""
    return _insert(source, lambda number, total: _related(random) if number in _slots(total) else "")


def insert_teasers(source: str, random: Random) -> str:
    """Insert sentences that announce other pages, each followed by a link."""
    return _insert(source, lambda number, total: _teaser(random) if number in _slots(total) else "")


def _insert(source: str, box: Callable[[int, int], str]) -> str:
    """Insert boxes after paragraphs; `box` gets the paragraph's number and the total, and returns a box or ""."""
    pieces = list(source_pieces(source))
    ends = _ends_of_paragraphs(pieces)
    boxes = {at: box(number, len(ends)) for number, at in enumerate(ends)}
    return "".join(piece.source + boxes.get(at, "") for at, piece in enumerate(pieces))


def _ends_of_paragraphs(pieces: list[Piece]) -> list[int]:
    """The pieces that end a paragraph, outside of lists, tables and similar elements."""
    depth = 0
    found = []
    for at, piece in enumerate(pieces):
        if piece.tag in _OUTSIDE and piece.kind in (START, END):
            depth = max(0, depth + (1 if piece.kind == START else -1))
        elif piece.tag == "p" and piece.kind == END and not depth:
            found.append(at)
    return found


def _slots(total: int) -> set[int]:
    return {int(share * total) for share in _SLOTS}


def _script(random: Random) -> str:
    return _SCRIPT.format(random.randrange(10**6), random.choice(_TEASERS))


def _advertisement(random: Random) -> str:
    links = "".join(f'<a href="/go/{random.randrange(999)}">{offer}</a> ' for offer in random.sample(_OFFERS, 2))
    return f'<div class="advertisement ad-slot"><span>Advertisement</span> {links}</div>'


def _related(random: Random) -> str:
    items = "".join(
        f'<li><a href="/story/{random.randrange(999)}">{story}</a></li>' for story in random.sample(_STORIES, 4)
    )
    return f'<div class="related"><h4>Related stories</h4><ul>{items}</ul></div>'


def _teaser(random: Random) -> str:
    link = f'<a href="/story/{random.randrange(999)}">Read more</a>'
    return f'<div class="box"><p>{random.choice(_TEASERS)} {link}</p></div>'
