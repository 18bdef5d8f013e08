"""Chunks: passages of limited length with the place on the page that they come from."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence, Sized
from dataclasses import asdict, dataclass, replace
from html import escape
from itertools import pairwise
from typing import TypeAlias

from maintext.errors import BadParameter
from maintext.page import Kind, Page, read_page
from maintext.page.containment import NearestAncestor
from maintext.page.parsing.tree import Tree
from maintext.page.tokens import count_tokens
from maintext.render.chunks.passage_groups import divide, pack
from maintext.render.chunks.passages import (
    NO_TABLE,
    CountTokens,
    Passage,
    last_part,
    read_passages,
    split_passage,
)
from maintext.render.chunks.source_ranges import SourceRanges
from maintext.render.chunks.text_fragment import fragment_url, text_fragment
from maintext.render.document import Code, Document, Paragraph
from maintext.render.document_builder import PartReader
from maintext.render.markdown import render_markdown
from maintext.render.options import Options

Tokenizer: TypeAlias = Callable[[str], int | Sized]
"""Counts the tokens of a text, or returns them."""

_FENCES = "```language\n\n```"
_OPTIONS = Options(include_links=False)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage of a page for a search index or a language model, and its citation."""

    text: str
    """Markdown."""
    tokens: int
    headings: tuple[str, ...]
    """The headings that all of the text is under, the outermost first."""
    blocks: tuple[int, ...]
    """The indices of its blocks on the page; empty if the text is not made of blocks."""
    xpath: str
    """The XPath of its first block; empty if it has none."""
    start: int | None
    end: int | None
    """The part of the decoded source that contains it; None if it was not found."""
    fragment: str
    """The text fragment by which a browser finds it."""
    url: str | None
    """The URL of the page with the text fragment; None if the page's URL is not known."""

    def to_dict(self) -> dict[str, object]:
        """The chunk as plain values."""
        return asdict(self)


def make_chunks(
    page: Page, kept: Sequence[bool], max_tokens: int, overlap: int = 0, tokenizer: Tokenizer | None = None
) -> tuple[Chunk, ...]:
    """The kept blocks as chunks of at most `max_tokens` tokens; the last `overlap` tokens are repeated in the next."""
    if max_tokens < 1:
        raise BadParameter(f"max_tokens must be at least 1, not {max_tokens}")
    if not 0 <= overlap < max_tokens:
        raise BadParameter(f"overlap must be at least 0 and less than max_tokens ({max_tokens}), not {overlap}")
    reader = PartReader(page, kept, _OPTIONS)
    return tuple(_Chunker(page, reader, max_tokens, overlap, _counter(tokenizer or count_tokens)).chunks(kept))


def make_text_chunks(
    text: str, url: str | None, max_tokens: int, overlap: int = 0, tokenizer: Tokenizer | None = None
) -> tuple[Chunk, ...]:
    """Text that consists of no blocks of a page, one paragraph per line, as chunks without a place in the source."""
    page = read_page("".join(f"<p>{escape(line)}</p>" for line in text.splitlines()), url=url, max_bytes=None)
    chunks = make_chunks(page, [True] * len(page.blocks), max_tokens, overlap, tokenizer)
    return tuple(replace(chunk, blocks=(), xpath="", start=None, end=None) for chunk in chunks)


def _counter(tokenizer: Tokenizer) -> CountTokens:
    def count(text: str) -> int:
        found = tokenizer(text)
        return found if isinstance(found, int) else len(found)

    return count


@dataclass(frozen=True, slots=True)
class _Chunker:
    page: Page
    reader: PartReader
    max_tokens: int
    overlap: int
    count: CountTokens

    def chunks(self, kept: Sequence[bool]) -> Iterator[Chunk]:
        """The chunks in reading order."""
        limit = self.max_tokens - self.overlap
        passages = read_passages(self.page, [number for number, keep in enumerate(kept) if keep], self.count)
        header_rows = _header_rows(self.page, passages)
        parts = [part for passage in passages for part in self._parts(passage, limit)]
        previous: list[Passage] = []
        ranges = SourceRanges(self.page)
        for group in pack(parts, limit):
            for own in self._divide(group, limit):
                yield self._chunk(own, self._text(self._context(previous, own, header_rows), own), ranges)
                previous = own

    def _parts(self, passage: Passage, limit: int) -> Iterator[Passage]:
        """The passage, or its parts if it is too long; the fences of code count too."""
        fences = self.count(_FENCES) if self.page.blocks[passage.blocks[0]].kind is Kind.CODE else 0
        return split_passage(self.page, passage, max(1, limit - fences), self.count)

    def _divide(self, group: list[Passage], limit: int) -> Iterator[list[Passage]]:
        """The group, divided as long as its Markdown has more tokens than its text and exceeds the limit."""
        if len(group) == 1 or self.count(self._markdown(group)) <= limit:
            yield group
        else:
            for half in divide(group):
                yield from self._divide(half, limit)

    def _context(
        self, previous: Sequence[Passage], own: Sequence[Passage], header_rows: dict[int, Passage]
    ) -> list[Passage]:
        """What is repeated before a chunk: the end of the one before in the same section, or the header of a table."""
        header = header_rows.get(own[0].table)
        if header is not None and header.blocks[0] < own[0].blocks[0]:
            return [header]
        if not self.overlap or not previous or own[0].level is not None:
            return []
        return self._tail(previous)

    def _tail(self, passages: Sequence[Passage]) -> list[Passage]:
        """The last passages with at most `overlap` tokens; of a longer one its last sentences."""
        tail: list[Passage] = []
        left = self.overlap
        for passage in reversed(passages):
            if passage.tokens > left:
                tail += self._last_sentences(passage, left)
                break
            tail.append(passage)
            left -= passage.tokens
        return tail[::-1]

    def _last_sentences(self, passage: Passage, limit: int) -> list[Passage]:
        block = passage.blocks[-1]
        start, stop = passage.part or (0, len(self.page.tree.block_texts[block]))
        text = self.page.tree.block_texts[block][start:stop]
        found = last_part(text, limit, self.count)
        if found is None or passage.table != NO_TABLE:
            return []
        part = start + found[0], start + found[1]
        return [Passage((block,), self.count(text[slice(*found)]), passage.headings, part=part)]

    def _text(self, context: Sequence[Passage], own: Sequence[Passage]) -> str:
        """The text of a chunk: Markdown with what is repeated before it, if that fits; else without; else plain."""
        for passages in ([*context, *own], own):
            text = self._markdown(passages)
            if self.count(text) <= self.max_tokens:
                return text
        return "\n".join(self._plain(passage) for passage in own)

    def _markdown(self, passages: Sequence[Passage]) -> str:
        """The Markdown of passages; parts of blocks have no markup."""
        texts: list[str] = []
        whole: list[int] = []
        for passage in passages:
            if passage.part is None:
                whole += passage.blocks
                continue
            texts += [self._blocks_markdown(whole), self._part_markdown(passage)]
            whole = []
        return "\n\n".join(filter(None, [*texts, self._blocks_markdown(whole)]))

    def _blocks_markdown(self, blocks: Sequence[int]) -> str:
        return render_markdown(self.reader.read(blocks)) if blocks else ""

    def _part_markdown(self, passage: Passage) -> str:
        text = self._plain(passage)
        is_code = self.page.blocks[passage.blocks[0]].kind is Kind.CODE
        return render_markdown(Document((Code(text, "") if is_code else Paragraph((text,)),)))

    def _plain(self, passage: Passage) -> str:
        return "\n".join(self._block_text(passage, which) for which in range(len(passage.blocks)))

    def _block_text(self, passage: Passage, which: int) -> str:
        """The text of one of a passage's blocks, or of the part that it has of it."""
        text = self.page.tree.block_texts[passage.blocks[which]]
        return text[slice(*passage.part)].strip() if passage.part else text

    def _lines(self, passage: Passage, which: int) -> list[str]:
        """The lines of one of a passage's blocks, or of the part that it has of it, as the author broke them."""
        text = self._block_text(passage, which)
        if passage.part is None and self.page.blocks[passage.blocks[which]].kind is not Kind.CODE:
            text = text_with_breaks(self.page.tree, passage.blocks[which])
        return [line for line in text.split("\n") if line.strip()] or [text]

    def _chunk(self, passages: Sequence[Passage], text: str, ranges: SourceRanges) -> Chunk:
        blocks = tuple(dict.fromkeys(block for passage in passages for block in passage.blocks))
        ends = ranges.of_block(passages[0], 0), ranges.of_block(passages[-1], -1)
        spans = [span for span in ends if span is not None]
        fragment = text_fragment(self._lines(passages[0], 0)[0], self._lines(passages[-1], -1)[-1])
        return Chunk(
            text, self.count(text), _shared_headings(passages), blocks, self.page.blocks[blocks[0]].xpath,
            min(span.start for span in spans) if spans else None, max(span.end for span in spans) if spans else None,
            fragment, fragment_url(self.page.url, fragment) if self.page.url else None,
        )  # fmt: skip


def _header_rows(page: Page, passages: Sequence[Passage]) -> dict[int, Passage]:
    """The first row of each table, by the table's element, if all of its cells are headers."""
    tags = page.tree.tags
    cell_of = NearestAncestor(page.tree.parents, lambda element: tags[element] in ("td", "th"))
    first: dict[int, Passage] = {}
    for passage in passages:
        if passage.table != NO_TABLE:
            first.setdefault(passage.table, passage)
    return {
        table: row
        for table, row in first.items()
        if all(tags[cell_of(page.blocks[block].element)] == "th" for block in row.blocks)
    }


def text_with_breaks(tree: Tree, block: int) -> str:
    """The text of a block with a line feed for every line break, and other white space collapsed."""
    starts = tree.block_starts
    start = starts[block]
    stop = starts[block + 1] if block + 1 < len(starts) else len(tree.texts)
    breaks = tree.breaks[bisect_left(tree.breaks, start) : bisect_left(tree.breaks, stop)]
    bounds = pairwise([start, *(at for at in breaks if at > start), stop])
    return "\n".join(" ".join("".join(tree.texts[first:last]).split()) for first, last in bounds)


def _shared_headings(passages: Sequence[Passage]) -> tuple[str, ...]:
    """The headings that all passages are under; one that is itself a passage counts if the others are under it."""
    shared = passages[0].headings
    for passage in passages[1:]:
        both = zip(shared, passage.headings, strict=False)
        shared = shared[: next((n for n, (one, other) in enumerate(both) if one != other), len(passage.headings))]
    return shared
