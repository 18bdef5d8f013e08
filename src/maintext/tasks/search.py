"""Known-item search: queries from a page's gold text and title should find its extraction in an index of all.

The index is Okapi BM25 [Robertson 2009]. Queries come from the gold text alone; an extraction that lost
its distinctive words is not found, and one full of boilerplate ranks low. `bias` prefers documents in which the terms
of a query stand together in few segments, as [Chakrabarti 2008] proposes; a line is a segment.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from maintext.errors import TaskError
from maintext.page.words import is_unspaced, words
from maintext.tasks.task import Stats, Task, TaskDocument, TextScorer, means

if TYPE_CHECKING:
    from numpy.typing import NDArray

_HEADING = 25
"""A first line with more words is not a title."""
_DIGITS = re.compile(r"\d+")


class Query(NamedTuple):
    """The query terms, and the index of the document to find."""

    terms: list[str]
    document: int


@dataclass(frozen=True, slots=True)
class Search(Task):
    """Mean reciprocal rank, and the share of queries whose document is among the first ten."""

    columns: ClassVar[tuple[str, ...]] = ("MRR", "R@10")
    ranks_by: ClassVar[str] = "MRR"
    paper: ClassVar[str] = "Robertson 2009; Chakrabarti 2008"
    warning: ClassVar[str] = "documents whose text was lost no longer compete with the one that is searched for"

    telling: int = 5
    """The number of distinctive words per query; 0 for no such queries."""
    titles: bool = True
    """Whether the gold's first line is a query too, where it is short enough to be a title."""
    depth: int = 100
    """A document ranked lower counts as not found."""
    k1: float = 1.2
    b: float = 0.75
    bias: float = 0.0
    """A score is divided by this power of the number of lines that its query terms are spread over."""

    def __post_init__(self) -> None:
        if self.telling < 0 or (self.telling == 0 and not self.titles):
            raise ValueError("no queries to make: set telling above 0, or titles=True")
        if self.depth < 10:
            raise ValueError("depth must be at least 10")
        if not 0 <= self.bias <= 10:
            raise ValueError("bias must be from 0 to 10")

    @property
    def annotated(self) -> bool:
        """Always true: each query belongs to a known document."""
        return True

    def prepare(self, documents: Sequence[TaskDocument], workers: int = 1) -> TextScorer:
        """Make the queries."""
        queries = self.queries(documents)
        if not queries:
            raise TaskError("no queries to make: no gold text has any words")

        def score_texts(texts: Sequence[str]) -> list[Stats]:
            ranks = self.ranks(queries, texts)
            sums = [[0.0, 0.0, 0.0] for _ in texts]
            for query, rank in zip(queries, ranks, strict=True):
                own = sums[query.document]
                own[0] += 1 / rank if rank else 0.0
                own[1] += rank is not None and rank <= 10
                own[2] += 1
            return [tuple(each) for each in sums]

        return score_texts

    def figures(self, sums: "NDArray[Any]") -> "NDArray[Any]":
        """Means over queries."""
        return means(sums)

    def queries(self, documents: Sequence[TaskDocument]) -> list[Query]:
        """For every gold text, a query of its most distinctive words, and one of its title."""
        read = [search_terms(document.gold) for document in documents]
        sizes = Counter(document.language for document in documents)
        spread: dict[str | None, Counter[str]] = {language: Counter() for language in sizes}
        for document, terms in zip(documents, read, strict=True):
            spread[document.language].update(set(terms))
        made = []
        for at, (document, terms) in enumerate(zip(documents, read, strict=True)):
            if self.telling and terms:
                own = distinctive_terms(terms, spread[document.language], sizes[document.language], self.telling)
                made.append(Query(own, at))
            title = search_terms(document.gold.lstrip().partition("\n")[0]) if self.titles else []
            if title and len(title) <= _HEADING and len(title) < len(terms):
                made.append(Query(list(dict.fromkeys(title)), at))
        return made

    def ranks(self, queries: Sequence[Query], texts: Sequence[str]) -> list[int | None]:
        """The rank of each query's document; None if it is not found."""
        read = [search_terms(text) for text in texts]
        if not any(read):
            return [None] * len(queries)
        index = _bm25(self.k1, self.b)
        index.index(read, show_progress=False)
        known = index.vocab_dict
        asked = [[term for term in query.terms if term in known] for query in queries]
        ranks: list[int | None] = [None] * len(queries)
        places = [at for at, terms in enumerate(asked) if terms]
        if places:
            found = index.retrieve(
                [asked[at] for at in places], k=min(self.depth, len(texts)), show_progress=False, sorted=True
            )
            lines = _LineTerms(texts) if self.bias else None
            for at, documents, scores in zip(places, found.documents.tolist(), found.scores.tolist(), strict=True):
                ranked = list(zip(documents, scores, strict=True))
                if lines is not None:
                    ranked = [(each, score / lines.spread(each, asked[at]) ** self.bias) for each, score in ranked]
                    ranked.sort(key=lambda item: -item[1])
                ranks[at] = _rank(queries[at].document, ranked)
        return ranks


@dataclass(frozen=True, slots=True)
class _LineTerms:
    """The terms of each line of the documents, read when they are first needed."""

    texts: Sequence[str]
    read: dict[int, list[frozenset[str]]] = field(default_factory=dict)

    def spread(self, document: int, terms: Sequence[str]) -> int:
        """The number of lines that hold the query terms which the document has, found greedily; at least 1."""
        if document not in self.read:
            self.read[document] = [frozenset(search_terms(line)) for line in self.texts[document].splitlines()]
        wanted = set(terms)
        holding = [held for line in self.read[document] if (held := line & wanted)]
        count, left = 0, frozenset().union(*holding)
        while left:
            left -= max(holding, key=lambda held: len(held & left))
            count += 1
        return max(1, count)


def search_terms(text: str) -> list[str]:
    """Lower-cased words; character bigrams in scripts without spaces."""
    found = words(text.lower())
    if text.isascii():
        return found
    terms = []
    for at, word in enumerate(found):
        if not (len(word) == 1 and is_unspaced(word)):
            terms.append(word)
            continue
        following = found[at + 1] if at + 1 < len(found) else ""
        if len(following) == 1 and is_unspaced(following):
            terms.append(word + following)
    return terms


def distinctive_terms(terms: Sequence[str], spread: Counter[str], documents: int, number: int) -> list[str]:
    """The terms with the highest TF-IDF among documents of the language; numbers are skipped."""
    weights = {
        term: (1 + log(count)) * log(documents / spread[term])
        for term, count in Counter(terms).items()
        if not _DIGITS.fullmatch(term)
    }
    return sorted(weights or Counter(terms), key=lambda term: (-weights.get(term, 0.0), term))[:number]


def _rank(wanted: int, ranked: Sequence[tuple[int, float]]) -> int | None:
    """The rank of the wanted document; None if it has none of the query's words."""
    for place, (document, score) in enumerate(ranked, start=1):
        if document == wanted:
            return place if score > 0 else None
    return None


def _bm25(k1: float, b: float) -> Any:
    try:
        import bm25s
    except ImportError:
        raise TaskError("searching needs bm25s; try: pip install 'maintext[tasks]'") from None
    return bm25s.BM25(method="lucene", k1=k1, b=b)
