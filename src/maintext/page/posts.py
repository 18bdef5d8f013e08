"""Posts: the contributions on a forum page and the comments under an article, with author and date.

A post is an element that calls itself one (by class, id or itemprop) and holds text of its own. Its author and date are
what stands in elements named after authors and dates, inside it or, in old table layouts, in the row around it.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from maintext.page.containment import blocks_inside
from maintext.page.metadata.authors import clean_names
from maintext.page.metadata.dates import read_date
from maintext.page.page import Page
from maintext.page.post_signs import AUTHOR, BODY, DATE, NO_TEXT, PostSigns

_POST = re.compile(
    r"(?:^|\s)(?:(?:forum|topic|thread|message)?[-_]?post(?:bit|bitlegacy|body|[-_]?container|[-_]?wrapper)?|topic-post|"
    r"(?:accepted-)?answer|question|message|p\d{3,}|post[-_]\d+|answer-\d+|js-post|cpost|ipscomment|crawler-post)(?=\s|$)",
    re.IGNORECASE,
)
_COMMENT = re.compile(
    r"(?:^|\s)(?:comment|comment[-_]?(?:item|wrapper|container)|single-comment|(?:li-)?comment[-_]\d+|wp-block-comment|"
    r"discussion-comment|user-comment|js-comment|comtr)(?=\s|$)",
    re.IGNORECASE,
)
_AREA = re.compile(
    r"(?:^|\s)(?:comments?|comments?[-_]?(?:area|list|section|wrapper|container|thread|holder|box)|commentlist|respond|"
    r"comment-respond|disqus\S*|js-comments-container|post-comments|user-comments|kommentare|commentaires)(?=\s|$)",
    re.IGNORECASE,
)
_SAYS = re.compile(r"\s+(?:says|said|wrote|writes|schrieb|schreibt|dit|dice|ha scritto|пишет)\b.*$", re.IGNORECASE)
_ASKED = re.compile(
    r"^(?:asked|answered|posted|edited|modified|replied)\b.*?\d{4}(?: at \d{1,2}:\d{2})?\s*", re.IGNORECASE
)
_OTHER = re.compile(
    r"\b(?:joined|registered|member since|last seen|mitglied seit|inscrit|edited)\b|^(?:asked|answered|posted|by)\b",
    re.IGNORECASE,
)
_HOLDERS = frozenset(["li", "div", "article", "section", "tr", "td", "table", "span"])
_AREA_TAGS = _HOLDERS | {"ol", "ul", "aside"}


class Post(NamedTuple):
    """One contribution."""

    kind: str
    """post or comment."""
    author: str | None
    date: str | None
    text: str


class _Holders(NamedTuple):
    """The elements that hold posts, what each of them holds, and those among them that hold text."""

    elements: list[int]
    kinds: list[str]
    filled: list[int]


def read_posts(page: Page) -> tuple[Post, ...]:
    """The posts and comments of a page in reading order; a page with a single post is no forum."""
    holders = _holders(page)
    signs = PostSigns(page)
    forum = holders.kinds.count("post") > 1
    pairs = zip(holders.elements, holders.kinds, strict=True)
    made = (_post(page, element, kind, holders, signs) for element, kind in pairs if kind == "comment" or forum)
    return tuple(post for post in made if post is not None)


def comment_blocks(page: Page) -> list[int]:
    """The blocks that stand among comments; none if that would be nearly the whole page, which then is a forum."""
    found: list[int] = []
    end = 0
    for element, names in enumerate(page.attributes.names):
        if (
            names
            and element >= end
            and page.tree.tags[element] in _AREA_TAGS
            and (_AREA.search(names) or _COMMENT.search(names))
        ):
            found.extend(range(*blocks_inside(page.tree, element)))
            end = page.ends[element]
    taken = sum(page.block_words[block] for block in found)
    return found if taken < 0.9 * sum(page.block_words) else []


def _holders(page: Page) -> _Holders:
    """The elements that hold posts; of those inside each other, the outermost post, and every comment."""
    found = _Holders([], [], [])
    outer = -1
    for element, names in enumerate(page.attributes.names):
        kind = _kind(page, element, names)
        if kind is None:
            continue
        if kind == "post":
            if element < outer:
                continue
            outer = page.ends[element]
        found.elements.append(element)
        found.kinds.append(kind)
        first, last = blocks_inside(page.tree, element)
        if first < last:
            found.filled.append(element)
    return found


def _kind(page: Page, element: int, names: str) -> str | None:
    role = page.attributes.roles[element]
    if not (names or role) or page.tree.tags[element] not in _HOLDERS:
        return None
    roles = role.lower().split()
    if "acceptedanswer" in roles or "suggestedanswer" in roles:
        return "post"
    if _POST.search(names) and not _AREA.search(names):
        return "post"
    if _COMMENT.search(names):
        return "comment"
    return "comment" if "comment" in roles and not names else None


def _post(page: Page, element: int, kind: str, holders: _Holders, signs: PostSigns) -> Post | None:
    """What an element contributes, without the comments inside it."""
    blocks = list(_own_blocks(page, element, holders.elements))
    author, date = _signed(page, blocks, element, signs)
    text = _body(page, blocks, element, signs)
    if not text:
        return None
    if author is None or date is None:
        row = _row(page, element, holders.filled)
        named, dated = (None, None)
        if row >= 0:
            named, dated = _signed(page, range(*blocks_inside(page.tree, row)), row, signs)
        author, date = author or named, date or dated
    return Post(kind, author, date or signs.first_date(element), text)


def _own_blocks(page: Page, element: int, holders: list[int]) -> Iterator[int]:
    """The blocks of an element that stand in no other holder inside it."""
    block, last = blocks_inside(page.tree, element)
    at = bisect_right(holders, element)
    while at < len(holders) and holders[at] < page.ends[element]:
        first, end = blocks_inside(page.tree, holders[at])
        yield from range(block, first)
        block = max(block, end)
        at = bisect_left(holders, page.ends[holders[at]])  # what stands in it is nested too
    yield from range(block, last)


def _body(page: Page, blocks: Sequence[int], outer: int, signs: PostSigns) -> str:
    """The text of a post: what stands in its body, else all that is neither author, date nor button."""
    body: list[str] = []
    rest: list[str] = []
    for block in blocks:
        text = page.tree.block_texts[block]
        if _is_date(text):
            continue
        found = signs.between(_first_element(page, block), outer)
        signed = AUTHOR in found or DATE in found
        if BODY in found and (len(text) >= 40 or not signed):
            body.append(text)
        elif not signed and NO_TEXT not in found:
            rest.append(text)
    return "\n".join(body or rest)


def _signed(page: Page, blocks: Iterable[int], outer: int, signs: PostSigns) -> tuple[str | None, str | None]:
    """Author and date: the first texts in elements that are named so."""
    tree = page.tree
    starts = tree.block_starts
    author = date = None
    for block in blocks:
        whole = tree.block_texts[block]
        asked = _ASKED.match(whole) is not None
        for text in range(starts[block], starts[block + 1] if block + 1 < len(starts) else len(tree.texts)):
            written = tree.texts[text].strip()
            if not written or len(written) > 80 or _OTHER.match(written):
                continue
            found = signs.between(tree.text_elements[text], outer)
            if author is None and AUTHOR in found:
                author = _name(written)
            if date is None and (asked or DATE in found):
                date = read_date(written)
        if date is None and len(whole) < 120 and (asked or _may_date(page, block, whole, outer, signs)):
            date = read_date(whole)
        if author is not None and date is not None:
            break
    return author, date


def _may_date(page: Page, block: int, text: str, outer: int, signs: PostSigns) -> bool:
    """Whether a block that does not begin with "asked" or the like tells when a post was written."""
    if _OTHER.search(text):
        return False
    return _is_date(text) or DATE in signs.between(_first_element(page, block), outer)


def _is_date(text: str) -> bool:
    """Whether a text is a date and hardly anything else."""
    return len(text) < 40 and any(sign.isdigit() for sign in text) and read_date(text) is not None


def _first_element(page: Page, block: int) -> int:
    return page.tree.text_elements[page.tree.block_starts[block]]


def _row(page: Page, element: int, filled: list[int]) -> int:
    """The table row around a post, where old forums put author and date; -1 if it holds other posts too."""
    tree = page.tree
    row = -1
    for _ in range(10):
        element = tree.parents[element]
        if element < 0:
            break
        if tree.tags[element] == "tr":
            if _holds_many(page, element, filled):
                break
            row = element
    return row


def _holds_many(page: Page, row: int, filled: list[int]) -> bool:
    """Whether more than two holders with text stand in a row; holders around the same blocks count once."""
    found: set[tuple[int, int]] = set()
    at = bisect_left(filled, row)
    while at < len(filled) and filled[at] < page.ends[row] and len(found) < 3:
        found.add(blocks_inside(page.tree, filled[at]))
        at += 1
    return len(found) > 2


def _name(text: str) -> str | None:
    """The name in what stands where the author is named."""
    text = _SAYS.sub("", _ASKED.sub("", text))
    text = re.sub(r"(?:\s+[\d.,]+k?)+$", "", text)  # points and badges
    return next((name for name in clean_names(text) if not name[0].isdigit() and not DATE.fullmatch(name)), None)
