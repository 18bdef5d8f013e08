"""Text that people do not see: hidden by the page's own markup, by characters without width, or in comments.

Text that a click shows, in tabs and accordions, is not hidden. If most of a page is hidden, a script shows it. Style
sheets are not read.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from maintext.page.hidden_elements import BY_SCRIPT, HiddenElements
from maintext.page.hidden_styles import Hiding
from maintext.page.parsing.events import Handler, parse
from maintext.page.zero_width import may_have_zero_width, remove_zero_width, zero_width_messages

if TYPE_CHECKING:
    from maintext.page.page import Page
    from maintext.page.parsing.tree import Tree

_SELECTOR: Final = "[style], [hidden], [aria-hidden], [bgcolor], font[color], body[text]"
_MOST: Final = 0.5
"""If a larger share of the page's text is hidden in these ways, it is taken for shown."""


class HiddenText(NamedTuple):
    """A text that people do not see."""

    text: str
    how: Hiding
    xpath: str
    """The element that hides it, or the one that contains the characters; empty for a comment."""
    block: int | None
    """The index of the first block with the text; None for a comment."""


@dataclass(frozen=True)
class HiddenTexts:
    """The hidden texts of a page, by the index of the text in its tree."""

    how: Mapping[int, tuple[Hiding, int]]
    """How each text is hidden, and the element that hides it."""
    cleaned: Mapping[int, str]
    """The texts with characters that have no width, without them."""

    def shown_tree(self, tree: "Tree") -> "Tree":
        """The tree with nothing in place of hidden texts."""
        texts = list(tree.texts)
        for text, cleaned in self.cleaned.items():
            texts[text] = cleaned
        for text in self.how:
            texts[text] = ""
        block_texts = list(tree.block_texts)
        breaks = frozenset(tree.breaks)
        for block, within in enumerate(_texts_of_blocks(tree)):
            if any(tree.texts[text] != texts[text] for text in within):
                block_texts[block] = _block_text(texts, within, breaks, exact="\n" in block_texts[block])
        return replace(tree, texts=texts, block_texts=block_texts)

    def touches(self, tree: "Tree", kept: Sequence[bool]) -> bool:
        """Whether a kept block has a hidden text."""
        starts = tree.block_starts
        return any(kept[bisect_right(starts, text) - 1] for texts in (self.how, self.cleaned) for text in texts)

    def hidden_blocks(self, tree: "Tree") -> list[bool]:
        """For every block, whether all of it is hidden."""
        starts = tree.block_starts
        hidden = [False] * len(starts)
        for block in {bisect_right(starts, text) - 1 for texts in (self.how, self.cleaned) for text in texts}:
            stop = starts[block + 1] if block + 1 < len(starts) else len(tree.texts)
            hidden[block] = all(
                text in self.how or not self.cleaned.get(text, tree.texts[text]).strip()
                for text in range(starts[block], stop)
            )
        return hidden


def find_hidden_texts(page: "Page") -> HiddenTexts:
    """The hidden texts of a page."""
    tree = page.tree
    cleaned = _cleaned_texts(tree)
    styled = list(tree.elements.matching(_SELECTOR, range(len(tree.tags))))
    how = HiddenElements(page, styled).texts() if styled else {}
    by_script = sum(len(tree.texts[text]) for text, (hiding, _) in how.items() if hiding in BY_SCRIPT)
    if by_script and by_script > _MOST * sum(map(len, tree.texts)):
        how = {text: found for text, found in how.items() if found[0] not in BY_SCRIPT}
    return HiddenTexts(how, cleaned)


def _cleaned_texts(tree: "Tree") -> dict[int, str]:
    """The texts that have messages in characters without width, without them."""
    if not may_have_zero_width("".join(tree.texts)):
        return {}
    pairs = ((text, data, remove_zero_width(data)) for text, data in enumerate(tree.texts) if not data.isascii())
    return {text: cleaned for text, data, cleaned in pairs if cleaned != data}


def list_hidden_texts(page: "Page") -> tuple[HiddenText, ...]:
    """The hidden texts of a page in reading order, those that one element hides as one; comments come last."""
    comments = (HiddenText(text, Hiding.COMMENT, "", None) for text in _comments(page.source))
    return (*_hidden_in_order(page), *comments)


def _hidden_in_order(page: "Page") -> Iterator[HiddenText]:
    tree, hidden = page.tree, page.hidden
    if not hidden.how and not hidden.cleaned:
        return
    of_element = page.xpaths.of_element
    listed = ((text, block) for block, texts in enumerate(_texts_of_blocks(tree)) for text in texts)
    for way, group in groupby(listed, lambda one: hidden.how.get(one[0])):
        texts = list(group)
        if way is not None:
            joined = " ".join(filter(None, (tree.texts[text].strip() for text, _ in texts)))
            if joined:
                yield HiddenText(joined, way[0], of_element(way[1]), texts[0][1])
            continue
        for text, block in texts:
            for message in zero_width_messages(tree.texts[text]) if text in hidden.cleaned else ():
                yield HiddenText(message, Hiding.ZERO_WIDTH, of_element(tree.text_elements[text]), block)


def _texts_of_blocks(tree: "Tree") -> Iterator[range]:
    return (range(start, stop) for start, stop in pairwise([*tree.block_starts, len(tree.texts)]))


def _comments(source: str) -> Iterator[str]:
    if "<!--" not in source:
        return
    comments: list[str] = []
    ignore = Handler(lambda tag, attributes: None, lambda tag: None, lambda data: None, comments.append)
    parse(source, ignore)
    yield from filter(None, map(str.strip, comments))


def _block_text(texts: Sequence[str], within: range, breaks: AbstractSet[int], exact: bool) -> str:
    """The text of a block from its texts; `exact` keeps its white space."""
    joined = "".join(("\n" if text in breaks and text > within.start else "") + texts[text] for text in within)
    return joined.strip("\r\n") if exact else " ".join(joined.split())
