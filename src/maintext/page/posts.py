"""Posts: the contributions on a forum page and the comments under an article, with author and date.

A post is an element whose class, id or itemprop says so and which contains text outside of other posts. Its author and
date are found by class names, inside the post or, in old table layouts, in the table row around it.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from maintext.page.containment import blocks_inside
from maintext.page.metadata.author_names import clean_names
from maintext.page.metadata.dates import read_date
from maintext.page.page import Page
from maintext.page.post_cues import AUTHOR, BODY, DATE, NO_TEXT, OWNER, PostCues

_POST = re.compile(
    r"(?:^|\s)(?:(?:forum|topic|thread|message)?[-_]?post(?:bit|bitlegacy|body|[-_]?container|[-_]?wrapper)?|topic-post|"
    r"(?:accepted-)?answer|question|message|p\d{3,}|post[-_]?\d+|answer-\d+|js-post|cpost|ipscomment|crawler-post)(?=\s|$)",
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
_USER = re.compile(r"[A-Za-z]{3,}[\w-]*\d[\w-]*")
"""A user name with digits, which the name of a person does not have."""
_EDITED = re.compile(r"(?:last )?(?:edited|modified)\b", re.IGNORECASE)
_OTHER_EVENT = re.compile(
    r"\b(?:joined|registered|member since|last seen|mitglied seit|inscrit|edited)\b|^(?:asked|answered|posted|by)\b",
    re.IGNORECASE,
)
_HOLDERS = frozenset(["li", "div", "article", "section", "tr", "td", "table", "span"])
_AREA_TAGS = _HOLDERS | {"ol", "ul", "aside"}


class Post(NamedTuple):
    """A forum post or a comment."""

    kind: str
    """`post` or `comment`."""
    author: str | None
    date: str | None
    text: str


class _PostElements(NamedTuple):
    """The elements of posts, their kinds, and those of the elements that contain text."""

    elements: list[int]
    kinds: list[str]
    filled: list[int]


def read_posts(page: Page) -> tuple[Post, ...]:
    """The posts and comments of a page in reading order; a single post is ignored, because it is no forum."""
    holders = _find_post_elements(page)
    cues = PostCues(page)
    forum = holders.kinds.count("post") > 1
    pairs = zip(holders.elements, holders.kinds, strict=True)
    made = (_build_post(page, element, kind, holders, cues) for element, kind in pairs if kind == "comment" or forum)
    return tuple(post for post in made if post is not None)


def comment_blocks(page: Page) -> list[int]:
    """The blocks inside comment sections; none if they make up 90 % of the page, which then is a forum."""
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


def _find_post_elements(page: Page) -> _PostElements:
    """The elements of posts and comments; of nested posts only the outermost."""
    found = _PostElements([], [], [])
    outer = -1
    for element, names in enumerate(page.attributes.names):
        kind = _post_kind(page, element, names)
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


def _post_kind(page: Page, element: int, names: str) -> str | None:
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


def _build_post(page: Page, element: int, kind: str, holders: _PostElements, cues: PostCues) -> Post | None:
    """The post of an element, without nested comments; None if it has no text."""
    blocks = list(_own_blocks(page, element, holders.elements))
    author, date = _author_and_date(page, blocks, element, cues)
    text = _post_text(page, blocks, element, cues)
    if not text:
        return None
    if author is None or date is None:
        row = _enclosing_row(page, element, holders.filled)
        named, dated = (None, None)
        if row >= 0:
            named, dated = _author_and_date(page, range(*blocks_inside(page.tree, row)), row, cues)
        author, date = author or named, date or dated
    return Post(kind, author, date or cues.first_date(element), text)


def _own_blocks(page: Page, element: int, holders: list[int]) -> Iterator[int]:
    """The blocks of an element that are not inside a nested post or comment."""
    block, last = blocks_inside(page.tree, element)
    nested = bisect_right(holders, element)
    while nested < len(holders) and holders[nested] < page.ends[element]:
        first, end = blocks_inside(page.tree, holders[nested])
        yield from range(block, first)
        block = max(block, end)
        nested = bisect_left(holders, page.ends[holders[nested]])  # skip deeper nesting
    yield from range(block, last)


def _post_text(page: Page, blocks: Sequence[int], outer: int, cues: PostCues) -> str:
    """The text of a post: its body if marked as such, else everything except author, date and buttons."""
    body: list[str] = []
    rest: list[str] = []
    for block in blocks:
        text = page.tree.block_texts[block]
        if _is_date(text):
            continue
        found = cues.between(_first_element(page, block), outer)
        signed = AUTHOR in found or DATE in found
        if BODY in found and (len(text) >= 40 or not signed):
            body.append(text)
        elif not signed and NO_TEXT not in found:
            rest.append(text)
    return "\n".join(body or rest)


def _author_and_date(page: Page, blocks: Iterable[int], outer: int, cues: PostCues) -> tuple[str | None, str | None]:
    """Author and date: the first texts in elements whose class names say so; None if not found."""
    tree = page.tree
    starts = tree.block_starts
    author = owner = date = None
    for block in blocks:
        whole = tree.block_texts[block]
        edited = _EDITED.match(whole) is not None
        asked = not edited and _ASKED.match(whole) is not None
        for text in range(starts[block], starts[block + 1] if block + 1 < len(starts) else len(tree.texts)):
            written = tree.texts[text].strip()
            if not written or len(written) > 80 or _OTHER_EVENT.match(written):
                continue
            found = cues.between(tree.text_elements[text], outer)
            if author is None and AUTHOR in found:
                author = _author_name(written)
            if owner is None and {AUTHOR, OWNER} <= found:
                owner = _author_name(written)
            if date is None and not edited and (asked or DATE in found):
                date = read_date(written)
        if date is None and len(whole) < 120 and (asked or _mentions_post_date(page, block, whole, outer, cues)):
            date = read_date(whole)
        if owner is not None and date is not None:
            break
    return owner or author, date


def _mentions_post_date(page: Page, block: int, text: str, outer: int, cues: PostCues) -> bool:
    """Whether a block, by its text or class names, states when the post was written."""
    if _OTHER_EVENT.search(text):
        return False
    return _is_date(text) or DATE in cues.between(_first_element(page, block), outer)


def _is_date(text: str) -> bool:
    """Whether a short text contains a date."""
    return len(text) < 40 and any(character.isdigit() for character in text) and read_date(text) is not None


def _first_element(page: Page, block: int) -> int:
    return page.tree.text_elements[page.tree.block_starts[block]]


def _enclosing_row(page: Page, element: int, filled: list[int]) -> int:
    """The table row around a post, where old forums put author and date; -1 if it contains other posts."""
    tree = page.tree
    row = -1
    for _ in range(10):
        element = tree.parents[element]
        if element < 0:
            break
        if tree.tags[element] == "tr":
            if _contains_many_posts(page, element, filled):
                break
            row = element
    return row


def _contains_many_posts(page: Page, row: int, filled: list[int]) -> bool:
    """Whether a row contains more than two posts with text; posts with the same blocks count once."""
    found: set[tuple[int, int]] = set()
    index = bisect_left(filled, row)
    while index < len(filled) and filled[index] < page.ends[row] and len(found) < 3:
        found.add(blocks_inside(page.tree, filled[index]))
        index += 1
    return len(found) > 2


def _author_name(text: str) -> str | None:
    """The first name in the text of an author element; None if there is none."""
    if read_date(text):
        return None
    text = _SAYS.sub("", _ASKED.sub("", text))
    text = re.sub(r"(?:\s+[\d.,]+k?)+$", "", text)  # points and badges
    names = [text] if _USER.fullmatch(text) else clean_names(text)
    return next((name for name in names if not name[0].isdigit() and not DATE.fullmatch(name)), None)
