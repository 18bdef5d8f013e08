"""Filters over text blocks ([Kohlschütter 2010], and their boilerpipe 1.2.0).

A filter takes a document and returns a new one. These filters label, merge and drop blocks, and correct the result of
the classifiers, which are in their own module. A pipeline of filters is a filter itself.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from maintext.extractors.boilerpipe.blocks import TextBlock, TextDocument, fuse, marked

Filter = Callable[[TextDocument], TextDocument]

TITLE: Final = "title"
END_OF_TEXT: Final = "end of text"
MAYBE_CONTENT: Final = "maybe content"

_TITLE_SEPARATORS = (r" *[|»:] *", r" *[|»:()] *", r" *[|»:()\-] *", r" *[|»,:()\-] *")
_END_SIGNS = re.compile(
    r"\A(?:comments|© reuters|please rate this|post a comment|[0-9]+ comments|[0-9]+ users responded in)"
    r"|what you think\.\.\.|add your comment|add comment|reader views|have your say|reader comments|rätta artikeln"
    r"|\Athanks for your comments - this feedback is now closed\Z"
)
_CLAUSE_END = re.compile(r"[^\W_][,.:;!?]+(?: |$)")


@dataclass(frozen=True, slots=True)
class Pipeline:
    """Filters one after the other."""

    filters: tuple[Filter, ...]

    def __call__(self, document: TextDocument) -> TextDocument:
        """The document after all filters."""
        for step in self.filters:
            document = step(document)
        return document


def label_title(document: TextDocument) -> TextDocument:
    """Label blocks that repeat the page's title or its longest part."""
    titles = title_parts(document.title)
    return _labeled(document, TITLE, lambda block: block.text in titles)


def label_end_of_text(document: TextDocument) -> TextDocument:
    """Label short blocks that usually follow an article: comments, ratings."""
    return _labeled(document, END_OF_TEXT, _ends_text)


@dataclass(frozen=True, slots=True)
class IgnoreAfterEnd:
    """No content from the first label of the text's end, if enough text came before it."""

    words: int
    text_density: float = 9.0
    """Only blocks this dense count as text."""

    def __call__(self, document: TextDocument) -> TextDocument:
        """What follows the end is marked as no content."""
        seen = 0
        for at, block in enumerate(document.blocks):
            if block.content and block.text_density >= self.text_density:
                seen += block.words
            if END_OF_TEXT in block.labels and seen >= self.words:
                kept, dropped = document.blocks[:at], document.blocks[at:]
                return document._replace(blocks=[*kept, *(marked(block, False) for block in dropped)])
        return document


@dataclass(frozen=True, slots=True)
class FuseNear:
    """A content block joins the block before it if few enough blocks were between them on the page."""

    distance: int
    content_only: bool = False
    """Whether the block before must be content too; otherwise merging makes it content."""
    same_level: bool = False
    """Whether both must have the same depth in the tree."""

    def __call__(self, document: TextDocument) -> TextDocument:
        """Fewer and longer blocks."""
        groups: list[list[TextBlock]] = []
        content, level, last = False, 0, 0  # of what the open group is fused to
        for block in document.blocks:
            joins = bool(groups) and block.content and block.members[0] - last - 1 <= self.distance
            if joins and (content or not self.content_only) and (level == block.level or not self.same_level):
                groups[-1].append(block)
                content, level = True, min(level, block.level)
            else:
                groups.append([block])
                content, level = block.content, block.level
            last = block.members[-1]
        return document._replace(blocks=[fuse(group) for group in groups])


def fuse_equally_dense(document: TextDocument) -> TextDocument:
    """Merge neighbors with equal text density."""
    groups: list[list[TextBlock]] = []
    density = -1.0
    for block in document.blocks:
        if block.text_density == density:
            groups[-1].append(block)
        else:
            groups.append([block])
            density = block.text_density
    return document._replace(blocks=[fuse(group) for group in groups])


def drop_boilerplate(document: TextDocument) -> TextDocument:
    """Drop all blocks that are not content."""
    return document._replace(blocks=[block for block in document.blocks if block.content])


def keep_largest(document: TextDocument) -> TextDocument:
    """Only the content block with the most words stays content; all others are labeled as maybe content."""
    blocks = document.blocks
    if len(blocks) < 2:
        return document
    best = max((block for block in blocks if block.content), key=lambda block: block.words, default=None)
    return document._replace(
        blocks=[block if block is best else marked(_with(block, MAYBE_CONTENT), False) for block in blocks]
    )


def expand_to_title(document: TextDocument) -> TextDocument:
    """Blocks that may be content become content between the title and the first content block."""
    before = list(takewhile(lambda block: not block.content, document.blocks))
    titles = [at for at, block in enumerate(before) if TITLE in block.labels]
    if not titles or len(before) == len(document.blocks):
        return document
    expanded = [
        marked(block, True) if at >= titles[-1] and MAYBE_CONTENT in block.labels else block
        for at, block in enumerate(before)
    ]
    return document._replace(blocks=[*expanded, *document.blocks[len(before) :]])


def split_paragraphs(document: TextDocument) -> TextDocument:
    """Split merged blocks again; the parts keep the mark and the labels."""
    parts: list[TextBlock] = []
    for block in document.blocks:
        lines = block.text.split("\n")
        if len(lines) == 1:
            parts.append(block)
            continue
        parts.extend(
            TextBlock(line, members=(member,), content=block.content, labels=block.labels)
            for line, member in zip(lines, block.members, strict=True)
        )
    return document._replace(blocks=parts)


@dataclass(frozen=True, slots=True)
class KeepSentences:
    """Content blocks stay content if they hold a clause of enough words that ends with a punctuation mark."""

    words: int

    def __call__(self, document: TextDocument) -> TextDocument:
        """Blocks without a clause are marked as no content."""
        return document._replace(
            blocks=[
                marked(block, False) if block.content and not self.has_clause(block.text) else block
                for block in document.blocks
            ]
        )

    def has_clause(self, text: str) -> bool:
        """Whether a clause of the text is long enough."""
        begun = 0
        for end in _CLAUSE_END.finditer(text):
            if text.count(" ", begun, end.start() + 1) + 1 >= self.words:
                return True
            begun = end.end()
        return False


def title_parts(title: str) -> set[str]:
    """The title, and the longest part of it between bars, colons, brackets, dashes and commas."""
    title = title.strip()
    if not title:
        return set()
    found = {title}
    for separator in _TITLE_SEPARATORS:
        parts = re.split(separator, title)
        longest = max((part for part in parts if ".com" not in part), key=len, default="")
        if len(parts) > 1 and longest:
            found.add(longest.strip())
    return found


def _ends_text(block: TextBlock) -> bool:
    return block.words < 15 and len(block.text) >= 8 and _END_SIGNS.search(block.text.lower()) is not None


def _labeled(document: TextDocument, label: str, applies: Callable[[TextBlock], bool]) -> TextDocument:
    blocks: Sequence[TextBlock] = [_with(block, label) if applies(block) else block for block in document.blocks]
    return document._replace(blocks=blocks)


def _with(block: TextBlock, label: str) -> TextBlock:
    return block._replace(labels=block.labels | {label})
