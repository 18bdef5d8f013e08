"""Maximum subsequence segmentation [Pasternack 2009]: naive Bayes scores the tokens, the best run wins."""

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from maintext.extractors.base import Extractor
from maintext.extractors.extraction import Extraction
from maintext.extractors.models import read_model, shipped
from maintext.extractors.mss.classify import IMPORTANCE, Classified, Variant, classify, confidence
from maintext.extractors.mss.cleaning import clean, cut_at_rule, trim
from maintext.extractors.mss.markup import block_html
from maintext.extractors.mss.model import EXTRACTOR, MssModel
from maintext.extractors.mss.simple import best_run
from maintext.extractors.mss.subsequences import best_subsequences
from maintext.extractors.trace import Trace, token_score_trace
from maintext.page import Page
from maintext.page.words import count_sentences

if TYPE_CHECKING:
    from numpy.typing import NDArray

PARAGRAPHS: Final = 2
SENTENCES: Final = 8
"""What a news article has at least."""


class Prediction(NamedTuple):
    """The runs of tokens that are main text, in page order, and the classifier's score of every token."""

    parts: list[tuple[int, int]]
    probabilities: "NDArray[Any]"

    @property
    def confidence(self) -> float:
        """How right it looks, 0 to 1, at the borders of the whole."""
        if not self.parts:
            return 0.0
        return confidence(self.probabilities, self.parts[0][0], self.parts[-1][1])


@dataclass(frozen=True, slots=True)
class Mss(Extractor):
    """Keep the run of tokens that a trained classifier likes best."""

    paper: ClassVar[str] = "Pasternack 2009"

    model: str | None = None
    """A file that `maintext train mss` made; the shipped model if there is none."""
    variant: Variant = "news"
    """`general` looks at single tokens rather than trigrams, for pages of any kind."""
    hr: bool = False
    """Cut the block at the first horizontal rule inside it."""
    clean: bool = False
    """Drop tables, frames and boxes with links or pictures inside the block, as [Pasternack 2009] does for news."""
    bias: float | None = None
    """Added to every score; if not said, 0 for news and 0.14 for general."""
    blocks: int = 1
    """How many runs to keep, the best ones."""
    importance: float = IMPORTANCE
    """How much tokens near the borders weigh, where the model has learned which those are: c in [Pasternack 2009]."""
    article: bool = False
    """Give nothing if what was found is no article: two paragraphs and eight sentences."""
    markup: bool = False
    """Also give the block's HTML, as input of the next extractor of a chain (`|`)."""

    def __post_init__(self) -> None:
        if self.blocks < 1:
            raise ValueError("blocks must be at least 1")
        if self.model is not None:
            read_model(self.model, EXTRACTOR)

    def extract(self, page: Page) -> Extraction:
        """The text of the best run or runs."""
        if not page.tree.block_texts:
            return Extraction(page, str(self), chosen=(), given="", reason="the page has no text")
        prediction = self.predict(page)
        parts, sure = prediction.parts, float(prediction.confidence)
        text = "\n".join(filter(None, (page.tokens.text_between(first, last) for first, last in parts)))
        reason = None if text else "no part looks like main text"
        if text and self.article and not is_article(text):
            text, parts, reason = "", [], "what looks like main text is no article"
        if not self.markup:
            return Extraction(page, str(self), given=text, reason=reason, confidence=sure)
        html = block_html(page, parts)
        return Extraction(page, str(self), given=text, reason=reason, confidence=sure, raw=html, media_type="text/html")

    def trace(self, page: Page) -> Trace:
        """The running sum of the token scores."""
        scores = self.scores(self.classified(page))
        return token_score_trace(self, scores, tuple(self.best(page, scores)))

    def predict(self, page: Page) -> Prediction:
        """Which tokens are main text, and how sure the classifier is of each."""
        classified = self.classified(page)
        return Prediction(self.best(page, self.scores(classified)), classified.probabilities)

    def best(self, page: Page, scores: list[float]) -> list[tuple[int, int]]:
        """The runs of tokens with the largest sums of scores, in page order."""
        tokens = page.tokens
        runs = [best_run(scores)] if self.blocks == 1 else _in_order(scores, self.blocks)
        if self.hr:
            runs = [(first, cut_at_rule(tokens, first, last)) for first, last in runs]
        if self.clean:
            runs = [part for first, last in runs for part in clean(tokens, *trim(tokens, first, last))]
        return [run for run in runs if run[0] < run[1]]

    def classified(self, page: Page) -> Classified:
        """What the model says about every token."""
        return classify(page.tokens, _model(self.model), self.variant)

    def scores(self, classified: Classified) -> list[float]:
        """The score of every token, of which the best run is sought."""
        general = self.variant == "general"
        bias = self.bias if self.bias is not None else 0.14 if general else 0.0
        found: list[float] = classified.scores(bias, self.importance).tolist()
        return found


def is_article(text: str, paragraphs: int = PARAGRAPHS, sentences: int = SENTENCES) -> bool:
    """Whether a text, one paragraph per line, is long enough; a line without the end of a sentence is no paragraph."""
    counts = [count_sentences(line) for line in text.splitlines()]
    return sum(count > 0 for count in counts) >= paragraphs and sum(counts) >= sentences


def _in_order(scores: list[float], count: int) -> list[tuple[int, int]]:
    return sorted((run.first, run.last) for run in best_subsequences(scores, count))


def _model(path: str | None) -> MssModel:
    held = shipped("mss", EXTRACTOR) if path is None else read_model(path, EXTRACTOR)
    return _unpacked(held)


@lru_cache(maxsize=4)
def _unpacked(held: Any) -> MssModel:
    return MssModel.from_file(held)
