"""Metrics over sequences of words or characters.

- `words`: the words covered by difflib's matching blocks; `diff` swaps the texts, as CleanEval's script does.
- `lcs` and `substring`: the longest common subsequence, and the longest common substring.
- `cleaneval`: the score of CleanEval [Baroni 2008], 1 - distance / alignment length. Only insertions and deletions
  count, so the distance follows from the longest common subsequence: "the dog" for "the dog barked" is 1 - 1/3.
- `edit`: 1 - Levenshtein distance / length of the longer text.
- `positions`: words identified by their position in the page, so repeated words are distinguished.
"""

from dataclasses import dataclass

from maintext.metrics.cleaneval_markup import Tags, gold_units, retrieved_units
from maintext.metrics.counts import Counts, Score, overlap
from maintext.metrics.edit_distance import edit_distance, lcs_length
from maintext.metrics.longest_substring import longest_shared_run
from maintext.metrics.metric import Gold, Metric, Retrieved
from maintext.metrics.ratcliff import matched_size, matching_blocks
from maintext.metrics.tokenizers import Tokens, Unit, split_units, tokenize


@dataclass(frozen=True, slots=True)
class Words(Metric):
    """Words in matching blocks of difflib with its defaults; the gold text is the first sequence."""

    tokens: Tokens = "ascii"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts:
        """The words in matching blocks, and the other words of each text."""
        wanted, got = tokenize(gold.text, self.tokens), tokenize(retrieved.text, self.tokens)
        return overlap(matched_size(wanted, got), len(wanted), len(got))


@dataclass(frozen=True, slots=True)
class Diff(Metric):
    """Words in matching blocks of difflib, as in CleanEval's script: the retrieved text is the first sequence.

    With `markup`, the tags p, h and l are tokens too. A replaced token counts as extra and as missed.
    """

    unit: Unit = "words"
    markup: bool = False
    tokens: Tokens = "whitespace"

    @property
    def reads_markup(self) -> bool:
        """Whether tags are compared too."""
        return self.markup

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts | None:
        """Equal, deleted and inserted tokens."""
        tags: Tags | None = "labelled" if self.markup else None
        wanted = gold_units(gold, tags, self.unit, self.tokens)
        if wanted is None:
            return None
        got = retrieved_units(retrieved, tags, self.unit, self.tokens)
        return overlap(matched_size(got, wanted), len(wanted), len(got))


@dataclass(frozen=True, slots=True)
class Lcs(Metric):
    """The longest common subsequence of words or characters."""

    unit: Unit = "words"
    tokens: Tokens = "unicode"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts:
        """The units inside and outside of the longest common subsequence."""
        wanted, got = (split_units(text, self.unit, self.tokens) for text in (gold.text, retrieved.text))
        return overlap(lcs_length(wanted, got), len(wanted), len(got))


@dataclass(frozen=True, slots=True)
class Substring(Metric):
    """The longest common substring of words or characters; one missing word in the middle halves it."""

    unit: Unit = "words"
    tokens: Tokens = "unicode"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts:
        """The units inside and outside of the longest common substring."""
        wanted, got = (split_units(text, self.unit, self.tokens) for text in (gold.text, retrieved.text))
        return overlap(longest_shared_run(wanted, got), len(wanted), len(got))


@dataclass(frozen=True, slots=True)
class CleanEval(Metric):
    """The score of CleanEval by words or characters, optionally with the tags p, h and l as tokens."""

    markup: Tags | None = None
    unit: Unit = "words"
    tokens: Tokens = "unicode"

    @property
    def reads_markup(self) -> bool:
        """Whether tags are compared too."""
        return self.markup is not None

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts | None:
        """Matches, insertions and deletions of the optimal alignment."""
        wanted = gold_units(gold, self.markup, self.unit, self.tokens)
        if wanted is None:
            return None
        got = retrieved_units(retrieved, self.markup, self.unit, self.tokens)
        return overlap(lcs_length(wanted, got), len(wanted), len(got))

    def score(self, counts: Counts, beta: float = 1.0) -> Score:
        """The score of CleanEval as `value`, with precision, recall and F."""
        return Score(counts.precision, counts.recall, counts.f(beta), counts.similarity)


@dataclass(frozen=True, slots=True)
class Edit(Metric):
    """Levenshtein similarity by words or characters; precision and recall are undefined."""

    unit: Unit = "words"
    tokens: Tokens = "unicode"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts:
        """Unedited units, and edits as missed, or as extra if they exceed the length of the gold text."""
        wanted, got = (split_units(text, self.unit, self.tokens) for text in (gold.text, retrieved.text))
        distance = edit_distance(wanted, got)
        shared = max(len(wanted), len(got)) - distance
        missed = max(0, len(wanted) - shared)
        return Counts(shared, distance - missed, missed)

    def score(self, counts: Counts, beta: float = 1.0) -> Score:
        """The similarity as `value`; precision, recall and F are None."""
        return Score(None, None, None, counts.similarity)


@dataclass(frozen=True, slots=True)
class Positions(Metric):
    """Overlap of word positions: gold and retrieved text are each aligned with the page in order.

    A word that is not in the page has no position and counts as missed or extra. Needs the page's text.
    """

    tokens: Tokens = "unicode"

    @property
    def needs_page(self) -> bool:
        """Always True."""
        return True

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts | None:
        """Overlap of two sets of positions in the page."""
        if gold.page_text is None:
            return None
        page = tokenize(gold.page_text, self.tokens)
        wanted, got = tokenize(gold.text, self.tokens), tokenize(retrieved.text, self.tokens)
        return overlap(len(page_positions(wanted, page) & page_positions(got, page)), len(wanted), len(got))


def page_positions(tokens: list[str], page: list[str]) -> set[int]:
    """The positions in the page that the tokens are aligned with, in order."""
    blocks = matching_blocks(tokens, page, autojunk=False)
    return {position for _, start, size in blocks for position in range(start, start + size)}
