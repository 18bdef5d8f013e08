"""What an extractor found on a page: its text, its structure, its metadata, and which blocks of the page it kept."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from maintext.extractors.extracted_block import ExtractedBlock
from maintext.extractors.formats import format_named, plain_values
from maintext.page import Encoding, Page
from maintext.page.word_alignment import kept_blocks
from maintext.page.words import words
from maintext.render.options import DEFAULT, Options
from maintext.render.text import has_other_text, render_text

if TYPE_CHECKING:
    from maintext.page.hidden_text import HiddenText
    from maintext.page.metadata import Metadata
    from maintext.page.posts import Post
    from maintext.render.chunks.chunk import Chunk, Tokenizer
    from maintext.render.document import Document

_SAME = 0.95
"""The share of words that a given text and blocks must have in common for one to stand for the other."""


@dataclass(frozen=True, eq=False)
class Extraction:
    """The result of one extractor on one page.

    An extractor that chooses blocks gives `chosen`, one decision per block. One that gives text of its own gives
    `given`; a block then counts as kept when at least half its words stand in the in-order alignment with that text.
    """

    page: Page = field(repr=False)
    extractor: str
    chosen: Sequence[bool] | None = field(default=None, repr=False)
    given: str | None = field(default=None, repr=False)
    scores: Sequence[float] | None = field(default=None, repr=False)
    reason: str | None = None
    """Why there is no text, or why to doubt it; None if nothing is to be said."""
    raw: str | None = field(default=None, repr=False)
    """What an adapter's extractor returned, in its own format, and that format's media type."""
    media_type: str = "text/plain"
    given_metadata: Mapping[str, str] | None = field(default=None, repr=False)
    """What an adapter's extractor says about the page, by field of `Metadata`; None if it says nothing."""
    page_type: str | None = None
    """What kind of page the extractor takes it for; None if it does not say."""
    confidence: float | None = None
    """How good the extractor believes its choice to be, from 0 to 1; None if it does not say."""
    explain: Callable[[], Sequence[tuple[str, ...]]] | None = field(default=None, repr=False)
    """What works out the reasons for every block, if the extractor can say them."""
    options: Options = field(default=DEFAULT, repr=False)
    """What renderings include."""
    output_format: str = field(default="text", repr=False)
    """The format of `output`."""
    leaves_out_hidden: bool = field(default=False, repr=False)
    """Whether the text is without what people do not see inside the kept blocks."""

    @cached_property
    def text(self) -> str:
        """The main text, one block per line.

        Where blocks show more than their text, such as rendered formulas and the labels of footnotes, it is the text of
        the document.
        """
        if self.given is not None:
            return self.given
        if has_other_text(self._shown, self.kept):
            from maintext.render.text import render_plain

            if text := render_plain(self.document):
                return text
        return render_text(self._shown, self.kept)

    @cached_property
    def _shown(self) -> Page:
        """The page that the text is made from: without the hidden texts of kept blocks, if they are left out."""
        page = self.page
        return page.shown if self.leaves_out_hidden and page.hidden.touches(page.tree, self.kept) else page

    @cached_property
    def hidden_text(self) -> "tuple[HiddenText, ...]":
        """The texts on the page that people do not see, each with how it is hidden; comments come last."""
        return self.page.hidden_text

    @cached_property
    def kept(self) -> Sequence[bool]:
        """For every block of the page, whether it was kept."""
        if self.chosen is not None:
            hidden = self.page.unseen_blocks if self.leaves_out_hidden else ()
            return (
                [keep and not hides for keep, hides in zip(self.chosen, hidden, strict=True)]
                if any(hidden)
                else self.chosen
            )
        return kept_blocks(self.page, self.given or "")

    @cached_property
    def document(self) -> "Document":
        """What was kept, with its structure: what every format is made from."""
        from maintext.render.document_builder import read_document
        from maintext.render.given_output import read_given

        html = self.raw if self.media_type == "text/html" else None
        if self.given is None or (html is None and self._is_of_blocks):
            return read_document(self._shown, self.kept, self.options)
        return read_given(self.given, html, self.page.url, self.options)

    @property
    def _is_of_blocks(self) -> bool:
        """Whether a given text is, nearly word for word, what some blocks of the page say."""
        kept = render_text(self.page, self.kept)
        if kept == self.given:
            return True
        given = Counter(words((self.given or "").lower()))
        shared = (given & Counter(words(kept.lower()))).total()
        return (
            shared >= _SAME * given.total()
            and sum(count for count, keep in zip(self.page.block_words, self.kept, strict=True) if keep)
            <= given.total() / _SAME
        )

    @property
    def markdown(self) -> str:
        """The main text as Markdown: CommonMark with GFM's tables."""
        return self.render("markdown")

    @property
    def html(self) -> str:
        """The main text as clean HTML."""
        return self.render("html")

    def chunks(
        self, max_tokens: int = DEFAULT.max_tokens, overlap: int = DEFAULT.overlap, tokenizer: "Tokenizer | None" = None
    ) -> "tuple[Chunk, ...]":
        """The kept blocks as Markdown passages of at most `max_tokens` tokens, each with its headings and its citation.

        A token is a word, a number or a symbol; pass the tokenizer of a language model to count as it does.
        """
        from maintext.render.chunks.chunk import make_chunks, make_text_chunks

        if self.given is not None and not any(self.kept):
            return make_text_chunks(self.given, self.url, max_tokens, overlap, tokenizer)
        return make_chunks(self._shown, self.kept, max_tokens, overlap, tokenizer)

    @property
    def output(self) -> str:
        """The main text in the format that was asked for."""
        return self.render(self.output_format)

    def render(self, output_format: str, **switches: Any) -> str:
        """The main text in a format: text, markdown, html, json, tei, xml, csv, cleaneval or chunks.

        Switches are those of `maintext.render.Options`: include_links, include_images, include_tables,
        include_formatting, with_metadata, and of chunks max_tokens and overlap.
        """
        chosen = replace(self, options=replace(self.options, **switches)) if switches else self
        return format_named(output_format)(chosen)

    @cached_property
    def reasons(self) -> Sequence[tuple[str, ...]]:
        """For every block of the page the reasons for the decision about it."""
        return [()] * len(self.kept) if self.explain is None else self.explain()

    @property
    def blocks(self) -> tuple[ExtractedBlock, ...]:
        """Every block of the page with the decision about it."""
        scores = self.scores
        return tuple(
            ExtractedBlock(
                block.text, keep, None if scores is None else scores[block.index], block.kind, block.xpath,
                block.hidden, block.level, partial(self._why, block.index),
            )
            for block, keep in zip(self._shown.blocks, self.kept, strict=True)
        )  # fmt: skip

    def _why(self, block: int) -> tuple[str, ...]:
        return self.reasons[block]

    @cached_property
    def metadata(self) -> "Metadata":
        """What the page says about itself, each value with its source; an adapter's extractor may say it instead."""
        from maintext.page.metadata import read_metadata

        if self.given_metadata is not None:
            from maintext.extractors.adapters.given_metadata import GivenMetadata

            source = self.extractor.partition("(")[0]
            return GivenMetadata(
                self.page, self.text, classified=self.page_type, given=self.given_metadata, source=source
            )
        return read_metadata(self.page, self.text, page_type=self.page_type)

    @cached_property
    def posts(self) -> "tuple[Post, ...]":
        """The posts of a forum page and the comments under an article, with author and date where the page has them."""
        from maintext.page.posts import read_posts

        return read_posts(self._shown)

    @property
    def title(self) -> str:
        """The page's title, without the name of the site; empty if it has none."""
        return self.metadata.title or ""

    @property
    def author(self) -> str | None:
        """Who wrote the page; several authors are separated by semicolons."""
        return self.metadata.author

    @property
    def date(self) -> str | None:
        """When the page was published, as year-month-day."""
        return self.metadata.date

    @property
    def language(self) -> str | None:
        """The language of the text."""
        return self.metadata.language

    @property
    def url(self) -> str | None:
        """Where the page came from, if that is known."""
        return self.page.url

    @property
    def encoding(self) -> Encoding:
        """What the page's bytes were read as, and why."""
        return self.page.encoding

    def to_dict(self) -> dict[str, object]:
        """Everything about the extraction as plain values."""
        return plain_values(self)

    def to_json(self, indent: int | None = None) -> str:
        """The extraction as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)

    def to_tei(self) -> str:
        """The main text as a TEI file, with the metadata in its header."""
        return self.render("tei")

    def with_comments(self, include: bool) -> "Extraction":
        """The same extraction with the comments under the text put in or taken out; forum posts are no comments."""
        if self.chosen is None:
            return self
        from maintext.page.posts import comment_blocks

        chosen = list(self.chosen)
        for block in comment_blocks(self.page):
            chosen[block] = include
        reason = (self.reason or "no block looks like main text") if not any(chosen) else None
        return replace(self, chosen=chosen, reason=reason)
