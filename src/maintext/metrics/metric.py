"""The interface of metrics, and the texts that they compare."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, cast

from maintext.datasets.dataset import MarkupFormat
from maintext.metrics.counts import Counts, Score
from maintext.metrics.registry import METRICS
from maintext.metrics.tokenizers import Tokens, has_tokens
from maintext.specs import Spec
from maintext.version import __version__


@dataclass(frozen=True, slots=True)
class Gold:
    """The gold text of a page and related data; fields that a dataset lacks are None or empty.

    `markup` is the gold text with its structure, in the format `markup_format`. In CleanEval's format, a start tag
    precedes each block: <p> paragraph, <h> heading, <l> list item, and in addition <t> table cell and <c> code.
    `versions` are several acceptable texts. Snippets are short texts that must or must not be retrieved. `page_text` is
    all visible text of the page, one block per line.
    """

    text: str
    markup: str | None = None
    versions: tuple[str, ...] = ()
    with_snippets: tuple[str, ...] = ()
    without_snippets: tuple[str, ...] = ()
    page_text: str | None = None
    markup_format: MarkupFormat = "cleaneval"
    url: str | None = None
    """The URL of the page, to which relative links in the markup refer."""
    weights: tuple[tuple[str, float], ...] = ()
    """Weighted words or parts of the text, each with the weight of its words."""


@dataclass(frozen=True, slots=True)
class Retrieved:
    """The output of an extractor: its text, and optionally its markup: HTML, Markdown or text with CleanEval tags."""

    text: str
    markup: str | None = None
    markup_format: MarkupFormat = "cleaneval"
    url: str | None = None
    """The URL of the page, to which relative links in the markup refer."""


class Metric(ABC):
    """A comparison of gold and retrieved text; subclasses are frozen dataclasses whose fields are the parameters."""

    __slots__ = ()

    @abstractmethod
    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts | None:
        """The counts of a page; None if the metric does not apply to it."""

    def score(self, counts: Counts, beta: float = 1.0) -> Score:
        """Precision, recall and F from the counts of one page, or from their sum over several pages."""
        f = counts.f(beta)
        return Score(counts.precision, counts.recall, f, f)

    def gold_is_empty(self, gold: Gold) -> bool:
        """Whether the gold text has no tokens."""
        return not has_tokens(gold.text, self.tokenizer())

    def text_is_empty(self, retrieved: Retrieved) -> bool:
        """Whether the retrieved text has no tokens."""
        return not has_tokens(retrieved.text, self.tokenizer())

    def tokenizer(self) -> Tokens:
        """The name of the tokenizer of this metric."""
        if getattr(self, "unit", "words") == "chars":
            return "characters"
        return cast(Tokens, getattr(self, "tokens", "unicode"))

    @property
    def needs_page(self) -> bool:
        """Whether `Gold.page_text` is required."""
        return False

    @property
    def reads_markup(self) -> bool:
        """Whether the metric compares `Retrieved.markup`."""
        return False

    def parts(self) -> "Mapping[str, Metric]":
        """The metrics that this one summarizes, by name; empty for most metrics."""
        return {}

    def signature(self) -> str:
        """The spec with all parameters, including defaults, and the version; equal signatures are comparable."""
        return f"{_full_spec(self)} maintext={__version__}"

    def __str__(self) -> str:
        return str(METRICS.spec_of(self))


def _full_spec(metric: Metric) -> Spec:
    values = {item.name: getattr(metric, item.name) for item in fields(cast(Any, metric))}
    params = {name: _full_spec(value) if isinstance(value, Metric) else value for name, value in values.items()}
    if "tokens" in params:
        params["tokens"] = metric.tokenizer()
    words = {name: Spec(value) if isinstance(value, str) else value for name, value in params.items()}
    return Spec(METRICS.name_of(type(metric)), (), tuple(words.items()))
