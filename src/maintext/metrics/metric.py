"""The interface of a metric, and the texts that it compares."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from typing import Any, cast

from maintext.metrics.counts import Counts, Score
from maintext.metrics.registry import METRICS
from maintext.metrics.tokenizers import Tokens, has_tokens
from maintext.specs import Spec
from maintext.version import __version__


@dataclass(frozen=True, slots=True)
class Gold:
    """The gold of a page; fields that a dataset lacks are None or empty.

    `markup` is the text with an opening tag before each block, as in CleanEval: <p> paragraph, <h> heading, <l> list
    item, and beyond CleanEval <t> table cell and <c> code. `versions` are several acceptable texts. The snippets are
    short texts that must and must not be found. `page_text` is all visible text of the page, one block per line.
    """

    text: str
    markup: str | None = None
    versions: tuple[str, ...] = ()
    with_snippets: tuple[str, ...] = ()
    without_snippets: tuple[str, ...] = ()
    page_text: str | None = None


@dataclass(frozen=True, slots=True)
class Retrieved:
    """The output of an extractor: its text, and optionally the same with CleanEval tags."""

    text: str
    markup: str | None = None


class Metric(ABC):
    """A comparison of gold and retrieved text; subclasses are frozen dataclasses whose fields are the parameters."""

    __slots__ = ()

    @abstractmethod
    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts | None:
        """The counts of a page; None where the metric does not apply."""

    def score(self, counts: Counts, beta: float = 1.0) -> Score:
        """Precision, recall and F of counts, of one page or pooled."""
        f = counts.f(beta)
        return Score(counts.precision, counts.recall, f, f)

    def gold_is_empty(self, gold: Gold) -> bool:
        """Whether there is nothing to find, as this metric reads text."""
        return not has_tokens(gold.text, self.reads())

    def text_is_empty(self, retrieved: Retrieved) -> bool:
        """Whether nothing was retrieved, as this metric reads text."""
        return not has_tokens(retrieved.text, self.reads())

    def reads(self) -> Tokens:
        """The tokenizer this metric reads text with."""
        if getattr(self, "unit", "words") == "chars":
            return "characters"
        return cast(Tokens, getattr(self, "tokens", "unicode"))

    @property
    def needs_page(self) -> bool:
        """Whether the gold must hold the page's text."""
        return False

    def signature(self) -> str:
        """All parameters, including defaults, and the version, so that scores can be compared."""
        return f"{_full_spec(self)} maintext={__version__}"

    def __str__(self) -> str:
        return str(METRICS.spec_of(self))


def _full_spec(metric: Metric) -> Spec:
    values = {item.name: getattr(metric, item.name) for item in fields(cast(Any, metric))}
    params = {name: _full_spec(value) if isinstance(value, Metric) else value for name, value in values.items()}
    if "tokens" in params:
        params["tokens"] = metric.reads()
    words = {name: Spec(value) if isinstance(value, str) else value for name, value in params.items()}
    return Spec(METRICS.name_of(type(metric)), (), tuple(words.items()))
