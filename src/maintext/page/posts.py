"""Posts: the contributions on a forum page and the comments under an article, with author and date.

A post is an element that calls itself one (by class, id or itemprop) and holds text of its own. Its author and date are
what stands in elements named after authors and dates, inside it or, in old table layouts, in the row around it.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from maintext.page.metadata.authors import clean_names
from maintext.page.metadata.dates import read_date
from maintext.page.page import Page

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
_AUTHOR = re.compile(r"author|user|\bname\b|\bfn\b|poster|creator|member|byline|creator|nick", re.IGNORECASE)
_DATE = re.compile(r"date|time|posted|postdetails|created|permalink|\bmeta|[-_]meta", re.IGNORECASE)
_SIGNED = re.compile(f"{_AUTHOR.pattern}|{_DATE.pattern}", re.IGNORECASE)
_BODY = re.compile(r"body|content|text|prose|copy|cooked|markdown|(?:^|\s)message|description", re.IGNORECASE)
_NO_TEXT = re.compile(
    r"reply|vote|like|share|button|action|menu|signature|badge|reputation|tool|avatar|control", re.IGNORECASE
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


class Post(NamedTuple):
    """One contribution."""

    kind: str
    """post or comment."""
    author: str | None
    date: str | None
    text: str


def read_posts(page: Page) -> tuple[Post, ...]:
    """The posts and comments of a page in reading order; a page with a single post is no forum."""
    holders = _holders(page)
    posts = [element for element, kind in holders if kind == "post"]
    made = (_post(page, element, kind, holders) for element, kind in holders if kind == "comment" or len(posts) > 1)
    return tuple(post for post in made if post is not None)


def comment_blocks(page: Page) -> list[int]:
    """The blocks that stand among comments; none if that would be nearly the whole page, which then is a forum."""
    found: set[int] = set()
    for element, names in enumerate(page.marks.names):
        if (
            names
            and page.tree.tags[element] in _HOLDERS | {"ol", "ul", "aside"}
            and (_AREA.search(names) or _COMMENT.search(names))
        ):
            found.update(_blocks_in(page, element))
    taken = sum(page.block_words[block] for block in found)
    return sorted(found) if taken < 0.9 * sum(page.block_words) else []


def _holders(page: Page) -> list[tuple[int, str]]:
    """The elements that hold posts; of those inside each other, the outermost post, and every comment."""
    found: list[tuple[int, str]] = []
    outer = -1
    for element, names in enumerate(page.marks.names):
        kind = _kind(page, element, names)
        if kind is None:
            continue
        if kind == "post":
            if element < outer:
                continue
            outer = page.ends[element]
        found.append((element, kind))
    return found


def _kind(page: Page, element: int, names: str) -> str | None:
    role = page.marks.roles[element]
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


def _post(page: Page, element: int, kind: str, holders: list[tuple[int, str]]) -> Post | None:
    """What an element contributes, without the comments inside it."""
    end = page.ends[element]
    first, last = bisect_left(holders, (element, "~")), bisect_left(holders, (end, ""))
    nested: set[int] = set()
    until = element
    for at, _ in holders[first:last]:
        if at >= until:  # what stands in it is nested too
            nested.update(_blocks_in(page, at))
            until = page.ends[at]
    blocks = [block for block in _blocks_in(page, element) if block not in nested]
    author, date = _signed(page, blocks, element)
    text = _body(page, blocks, element)
    if not text:
        return None
    if author is None or date is None:
        row = _row(page, element, holders)
        named, dated = _signed(page, _blocks_in(page, row), row) if row >= 0 else (None, None)
        author, date = author or named, date or dated
    return Post(kind, author, date or _time_in(page, element), text)


def _body(page: Page, blocks: list[int], outer: int) -> str:
    """The text of a post: what stands in its body, else all that is neither author, date nor button."""
    body: list[str] = []
    rest: list[str] = []
    for block in blocks:
        text = page.tree.block_texts[block]
        described = _described_block(page, block, outer)
        if _is_date(text):
            continue
        if _BODY.search(described) and (len(text) >= 40 or not _SIGNED.search(described)):
            body.append(text)
        elif not _SIGNED.search(described) and not _NO_TEXT.search(described):
            rest.append(text)
    return "\n".join(body or rest)


def _signed(page: Page, blocks: list[int], outer: int) -> tuple[str | None, str | None]:
    """Author and date: the first texts in elements that are named so."""
    tree = page.tree
    starts = tree.block_starts
    author = date = None
    for block in blocks:
        whole = tree.block_texts[block]
        for text in range(starts[block], starts[block + 1] if block + 1 < len(starts) else len(tree.texts)):
            written = tree.texts[text].strip()
            if not written or len(written) > 80 or _OTHER.match(written):
                continue
            described = _described(page, tree.text_elements[text], outer)
            if author is None and _AUTHOR.search(described):
                author = _name(written)
            if date is None and (_DATE.search(described) or _ASKED.match(whole)):
                date = read_date(written)
        if date is None and len(whole) < 120 and _may_date(page, block, whole, outer):
            date = read_date(whole)
        if author is not None and date is not None:
            break
    return author, date


def _may_date(page: Page, block: int, text: str, outer: int) -> bool:
    """Whether a block tells when a post was written."""
    if _ASKED.match(text):
        return True
    if _OTHER.search(text):
        return False
    return _is_date(text) or _DATE.search(_described_block(page, block, outer)) is not None


def _is_date(text: str) -> bool:
    """Whether a text is a date and hardly anything else."""
    return len(text) < 40 and any(sign.isdigit() for sign in text) and read_date(text) is not None


def _row(page: Page, element: int, holders: list[tuple[int, str]]) -> int:
    """The table row around a post, where old forums put author and date; -1 if it holds other posts too."""
    tree = page.tree
    row = -1
    for _ in range(10):
        element = tree.parents[element]
        if element < 0:
            break
        if tree.tags[element] == "tr":
            first, last = bisect_left(holders, (element, "")), bisect_left(holders, (page.ends[element], ""))
            texts = {tuple(_blocks_in(page, at)) for at, _ in holders[first:last]} - {()}
            if len(texts) > 2:
                break
            row = element
    return row


def _name(text: str) -> str | None:
    """The name in what stands where the author is named."""
    text = _SAYS.sub("", _ASKED.sub("", text))
    text = re.sub(r"(?:\s+[\d.,]+k?)+$", "", text)  # points and badges
    return next((name for name in clean_names(text) if not name[0].isdigit() and not _DATE.fullmatch(name)), None)


def _blocks_in(page: Page, element: int) -> list[int]:
    """The blocks that begin in an element."""
    tree = page.tree
    starts, end = tree.block_starts, page.ends[element]
    found = []
    for block in range(bisect_left(starts, bisect_left(tree.text_ranks, element + 1)), len(starts)):
        holder = tree.text_elements[starts[block]]
        if holder >= end or tree.text_ranks[starts[block]] > end:
            break
        if holder >= element:
            found.append(block)
        elif holder < element:
            break
    return found


def _described(page: Page, element: int, outer: int) -> str:
    """The classes and roles between an element and the post it stands in."""
    return " ".join(_between(page, element, outer))


def _described_block(page: Page, block: int, outer: int) -> str:
    return _described(page, page.tree.text_elements[page.tree.block_starts[block]], outer)


def _between(page: Page, element: int, outer: int) -> Iterator[str]:
    tree = page.tree
    while element > outer:
        yield page.marks.names[element]
        yield page.marks.roles[element]
        if tree.tags[element] == "time":
            yield "time"
        element = tree.parents[element]


def _time_in(page: Page, element: int) -> str | None:
    """The first machine-readable date in an element."""
    for at in range(element, page.ends[element]):
        if page.tree.tags[at] in ("time", "span", "abbr", "meta"):
            get = page.tree.attributes.get
            written = get(at, "datetime") or get(at, "title") or get(at, "content")
            if written and (day := read_date(written)):
                return day
    return None
