"""A page: its source, its tree and its blocks, with derived data computed lazily and once."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from itertools import pairwise

from maintext.errors import TooLarge
from maintext.page.attributes import ElementAttributes, read_attributes
from maintext.page.base_url import find_base_url
from maintext.page.blocks import Blocks, decides_kind
from maintext.page.containment import NearestAncestor
from maintext.page.decode import Encoding, clean_text, decode
from maintext.page.element_flow import BLOCK, VERBATIM, flow_of
from maintext.page.footnotes import Footnotes, find_footnotes
from maintext.page.hidden_text import HiddenText, HiddenTexts, find_hidden_texts, list_hidden_texts
from maintext.page.parsing.tree import Tree, linearize
from maintext.page.sniff import refuse_other_types
from maintext.page.source_lines import Line, split_lines
from maintext.page.source_positions import SourcePositions, find_source_positions
from maintext.page.swallowed_text import Repair, recover_swallowed_text
from maintext.page.tokens import Tokens, tokenize
from maintext.page.words import count_words
from maintext.page.xpath import XPaths, find_xpaths

MAX_BYTES = 50_000_000


@dataclass(frozen=True, eq=False)
class Page:
    """A web page, parsed once into flat arrays; all other data is derived from them on first access."""

    source: str = field(repr=False)
    """The decoded source; elements that swallowed the page because they were not closed are closed."""
    encoding: Encoding
    tree: Tree = field(repr=False)
    original: str = field(repr=False)
    """The decoded source without changes."""
    url: str | None = None
    repairs: tuple[Repair, ...] = field(default=(), repr=False)
    """The changes that made `source` from `original`, in order."""
    full_tree: Tree | None = field(default=None, repr=False)
    """The tree with hidden texts, if `tree` is without them."""

    @property
    def title(self) -> str:
        """The text of the title element."""
        return self.tree.title

    @cached_property
    def base_url(self) -> str:
        """The URL against which links are resolved; empty if it is not known."""
        return find_base_url(self.url, self.tree)

    @property
    def blocks(self) -> Blocks:
        """The page's blocks in reading order."""
        return Blocks(self)

    @property
    def text(self) -> str:
        """All text of the page, one block per line."""
        return "\n".join(self.tree.block_texts)

    @cached_property
    def block_words(self) -> list[int]:
        """The number of words of each block."""
        return [count_words(text) for text in self.tree.block_texts]

    @property
    def ends(self) -> list[int]:
        """One past the last element of each element's subtree."""
        return self.tree.ends

    @cached_property
    def attributes(self) -> ElementAttributes:
        """Class, id, role and visibility of every element."""
        return read_attributes(self.tree.elements)

    @cached_property
    def block_attributes(self) -> ElementAttributes:
        """The attributes of only those elements that contain blocks; the others have empty values."""
        tree = self.tree
        parents = tree.parents
        around: set[int] = set()
        for start in tree.block_starts:
            element = tree.text_elements[start]
            while element >= 0 and element not in around:
                around.add(element)
                element = parents[element]
        return read_attributes(tree.elements, around)

    @cached_property
    def hidden_blocks(self) -> list[bool]:
        """For every block, whether the page's markup hides it."""
        tree = self.tree
        hidden: list[bool] = []
        for parent, hides in zip(tree.parents, self.attributes.hides, strict=True):
            hidden.append(hides or (parent >= 0 and hidden[parent]))
        return [
            all(hidden[tree.text_elements[text]] for text in range(start, stop) if not tree.texts[text].isspace())
            for start, stop in pairwise([*tree.block_starts, len(tree.texts)])
        ]

    @cached_property
    def hidden(self) -> HiddenTexts:
        """The texts that people do not see."""
        return find_hidden_texts(self)

    @cached_property
    def hidden_text(self) -> tuple[HiddenText, ...]:
        """The texts that people do not see, each with how it is hidden; comments come last."""
        return list_hidden_texts(self)

    @cached_property
    def unseen_blocks(self) -> list[bool]:
        """For every block, whether people see none of it, also not after a click."""
        return self.hidden.hidden_blocks(self.tree)

    @cached_property
    def shown(self) -> "Page":
        """The page with the same blocks and without hidden texts."""
        hidden = self.hidden
        if not hidden.how and not hidden.cleaned:
            return self
        return replace(self, tree=hidden.shown_tree(self.tree), full_tree=self.tree)

    @cached_property
    def container_of(self) -> NearestAncestor:
        """Maps an element to the nearest block-level element, itself included; -1 if there is none."""
        tags = self.tree.tags
        return NearestAncestor(self.tree.parents, lambda element: flow_of(tags[element]) in (BLOCK, VERBATIM))

    @cached_property
    def deciding_element(self) -> NearestAncestor:
        """Maps an element to the nearest one that determines the kind of its blocks; -1 if there is none."""
        tags = self.tree.tags
        return NearestAncestor(self.tree.parents, lambda element: decides_kind(tags[element]))

    @cached_property
    def footnotes(self) -> Footnotes:
        """The footnotes: reference marks in the text, and the notes they refer to."""
        return find_footnotes(self.tree, self.url)

    @cached_property
    def xpaths(self) -> XPaths:
        """The XPaths of elements and blocks."""
        return find_xpaths(self.source, self.full_tree or self.tree, self.container_of)

    @cached_property
    def source_positions(self) -> SourcePositions:
        """Where the texts of the blocks stand in the decoded source, `original`."""
        return find_source_positions(self.source, self.tree, self.repairs, self.full_tree)

    @cached_property
    def tokens(self) -> Tokens:
        """The tags, words, numbers and symbols of the source, in order."""
        return tokenize(self.source)

    @cached_property
    def lines(self) -> list[Line]:
        """The lines of the source; long lines are wrapped at tags."""
        return split_lines(self.source)


def read_page(
    html: str | bytes, *, url: str | None = None, charset: str | None = None, max_bytes: int | None = MAX_BYTES
) -> Page:
    """Read a page from text or bytes; `charset` is the encoding given by the transport, such as HTTP."""
    if max_bytes is not None and (size := _size(html, max_bytes)) > max_bytes:
        raise TooLarge(size, max_bytes)
    if isinstance(html, bytes):
        refuse_other_types(html)
        original, encoding = decode(html, charset)
    else:
        original, encoding = clean_text(html)
    source, tree, repairs = recover_swallowed_text(original, linearize(original))
    return Page(source, encoding, tree, original, url, repairs)


def fingerprint(text: str) -> str:
    """A hexadecimal hash of a page's decoded source, by which a server and an extractor identify a page."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _size(html: str | bytes, limit: int) -> int:
    """The size in bytes; text is encoded only if its size might exceed the limit."""
    if isinstance(html, bytes) or html.isascii() or 4 * len(html) <= limit:
        return len(html)
    return len(html.encode("utf-8", "surrogatepass"))
