"""Metrics over texts as sequences: words or characters in order, matched by difflib, subsequence, run or edits.

- `words`: the sequence of words, what difflib's matching blocks cover; `diff` is the same as CleanEval's script counts.
- `lcs` and `substring`: the longest common subsequence, and the longest common run.
- `cleaneval`: CleanEval's own score [Baroni 2008], 1 - distance / length of the
  alignment. Only insertions and deletions count, so that the distance follows from the longest common subsequence:
  "the dog" for "the dog barked" is 1 - 1/3.
- `edit`: 1 - Levenshtein distance / length of the longer text.
- `positions`: words told apart by their place in the page: the second "the" is not the first.
"""

from dataclasses import dataclass

from maintext.metrics.cleaneval_markup import Tags, gold_units, retrieved_units
from maintext.metrics.counts import Counts, Score, overlap
from maintext.metrics.edit_distance import edit_distance, lcs_length
from maintext.metrics.longest_substring import longest_shared_run
from maintext.metrics.metric import Gold, Metric, Retrieved
from maintext.metrics.ratcliff import matched, matching_blocks
from maintext.metrics.tokenizers import Tokens, Unit, read, tokenize


@dataclass(frozen=True, slots=True)
class Words(Metric):
    """The sequence of words: the reference first, the retrieved text second, difflib's defaults."""

    tokens: Tokens = "ascii"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts:
        """The words in matching blocks, and the others of each side."""
        wanted, got = tokenize(gold.text, self.tokens), tokenize(retrieved.text, self.tokens)
        return overlap(matched(wanted, got), len(wanted), len(got))


@dataclass(frozen=True, slots=True)
class Diff(Metric):
    """True positives, false positives and false negatives: the extraction first, the gold second.

    With `markup`, the tags p, h and l are tokens like any other. A replaced token is both extra and missed.
    """

    unit: Unit = "words"
    markup: bool = False
    tokens: Tokens = "whitespace"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts | None:
        """Equal, deleted and inserted tokens."""
        tags: Tags | None = "labelled" if self.markup else None
        wanted = gold_units(gold, tags, self.unit, self.tokens)
        if wanted is None:
            return None
        got = retrieved_units(retrieved, tags, self.unit, self.tokens)
        return overlap(matched(got, wanted), len(wanted), len(got))


@dataclass(frozen=True, slots=True)
class Lcs(Metric):
    """What both texts have in the same order, with gaps."""

    unit: Unit = "words"
    tokens: Tokens = "unicode"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts:
        """The longest common subsequence, and what is outside it."""
        wanted, got = read(gold.text, self.unit, self.tokens), read(retrieved.text, self.unit, self.tokens)
        return overlap(lcs_length(wanted, got), len(wanted), len(got))


@dataclass(frozen=True, slots=True)
class Substring(Metric):
    """The longest run both texts have: one lost word in the middle halves it."""

    unit: Unit = "words"
    tokens: Tokens = "unicode"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts:
        """The longest common run, and what is outside it."""
        wanted, got = read(gold.text, self.unit, self.tokens), read(retrieved.text, self.unit, self.tokens)
        return overlap(longest_shared_run(wanted, got), len(wanted), len(got))


@dataclass(frozen=True, slots=True)
class CleanEval(Metric):
    """Text only, or with the tags p, h and l as tokens, told apart (labeled) or not; by words or characters."""

    markup: Tags | None = None
    unit: Unit = "words"
    tokens: Tokens = "unicode"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts | None:
        """Matches, insertions and deletions of the best alignment."""
        wanted = gold_units(gold, self.markup, self.unit, self.tokens)
        if wanted is None:
            return None
        got = retrieved_units(retrieved, self.markup, self.unit, self.tokens)
        return overlap(lcs_length(wanted, got), len(wanted), len(got))

    def score(self, counts: Counts, beta: float = 1.0) -> Score:
        """The value is CleanEval's; precision, recall and F stand beside it."""
        return Score(counts.precision, counts.recall, counts.f(beta), counts.similarity)


@dataclass(frozen=True, slots=True)
class Edit(Metric):
    """How little must be inserted, deleted or replaced; there is no precision or recall in it."""

    unit: Unit = "words"
    tokens: Tokens = "unicode"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts:
        """What needs no edit; an edit is missed, or extra where nothing of the gold is left to miss."""
        wanted, got = read(gold.text, self.unit, self.tokens), read(retrieved.text, self.unit, self.tokens)
        distance = edit_distance(wanted, got)
        shared = max(len(wanted), len(got)) - distance
        missed = max(0, len(wanted) - shared)
        return Counts(shared, distance - missed, missed)

    def score(self, counts: Counts, beta: float = 1.0) -> Score:
        """The similarity alone."""
        return Score(None, None, None, counts.similarity)


@dataclass(frozen=True, slots=True)
class Positions(Metric):
    """Gold and text are each aligned with the page in order; a word is right if both take it from the same place.

    A word that is not in the page has no place and is missed or extra. Needs the page's text.
    """

    tokens: Tokens = "unicode"

    @property
    def needs_page(self) -> bool:
        """It must."""
        return True

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts | None:
        """Overlap of two sets of places."""
        if gold.page_text is None:
            return None
        page = tokenize(gold.page_text, self.tokens)
        wanted, got = tokenize(gold.text, self.tokens), tokenize(retrieved.text, self.tokens)
        return overlap(len(places(wanted, page) & places(got, page)), len(wanted), len(got))


def places(tokens: list[str], page: list[str]) -> set[int]:
    """Where in the page the tokens stand, by in-order alignment."""
    blocks = matching_blocks(tokens, page, autojunk=False)
    return {place for _, start, size in blocks for place in range(start, start + size)}
