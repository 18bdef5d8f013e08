"""The default extractor: a small network scores every block, and the set of blocks with the largest expected F is kept.

It knows no language: its features are lengths, links, tags, class names, places and repetition. Where it finds next to
nothing on the page but the page's own data (JSON-LD, what a script would show) holds the text, it is read from there.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from maintext.extractors.base import Extractor
from maintext.extractors.extraction import Extraction
from maintext.extractors.learned.choose import Choice, Wishes, choose, probabilities, wanted
from maintext.extractors.learned.copies import NONE
from maintext.extractors.learned.features import featurize
from maintext.extractors.learned.model import load_model
from maintext.extractors.learned.network import GUIDELINES, PAGE_TYPES
from maintext.extractors.learned.opinions import ask
from maintext.page import Page
from maintext.page.embedded_text import embedded_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

LOW: Final = 0.5
"""A page with less confidence than this gets a reason."""
NOTHING: Final = 0.3
"""Where less than this F is expected of the best choice, nothing is kept."""
SHORT: Final = 40
DOUBT: Final = 0.5
"""A text of fewer words than this may be an error message or a request to sign in; confidence is this much less."""
FROM_DATA: Final = 0.5
"""The confidence in a text that was read from the page's data; it was not measured."""
_COPY: Final = "left out as a copy: a block that is kept says the same"
_TITLE: Final = "left out as the title of the article"


@dataclass(frozen=True, slots=True)
class Learned(Extractor):
    """Keep the set of blocks with the largest expected F-beta, by a network trained on pages of every type."""

    beta: float = 1.0
    """Below 1 precision counts more, above 1 recall."""
    include_title: bool = False
    include_byline: bool = False
    include_comments: bool = False
    """Whether an article's title, the byline and readers' comments are part of the text; a forum's posts always are."""
    guideline: str = "any"
    """What counts as main text: wide takes in side notes and lists as WCXB does, tight only the article as dragnet
    does, plain what CleanEval's annotators kept, any what fits the type of the page."""
    model: str | None = None
    """A file that `maintext train learned` made; the shipped model if there is none."""

    def __post_init__(self) -> None:
        if not 0 < self.beta < 100:
            raise ValueError("beta must lie between 0 and 100")
        if self.guideline not in GUIDELINES:
            raise ValueError(f"guideline is one of {', '.join(GUIDELINES)}, not {self.guideline!r}")
        if self.model is not None:
            load_model(self.model)

    def prepare(self) -> None:
        """Read the model."""
        load_model(self.model)

    def extract(self, page: Page) -> Extraction:
        """The blocks that are kept, with scores, a confidence and the page's type."""
        if not page.tree.block_texts:
            return self._from_data(page, None) or Extraction(
                page, str(self), chosen=(), reason="the page has no text", confidence=0.0
            )
        import numpy as np

        model = load_model(self.model)
        features = featurize(page)
        opinion = ask(model.members, features, GUIDELINES.index(self.guideline), model.sharpness)
        output = opinion.output
        wishes = Wishes(self.beta, self.include_title, self.include_byline, self.include_comments)
        choice = choose(output, page.tree.block_texts, features, model.sharpness, wishes)
        kept = choice.kept if choice.expected >= NOTHING else np.zeros_like(choice.kept)
        held = float(features.words[kept].sum())
        confidence = model.confidence(choice.expected) * (1 if held >= SHORT else DOUBT)
        found = Extraction(
            page,
            str(self),
            chosen=kept.tolist(),
            scores=wanted(probabilities(output.blocks, model.temperatures), wishes).tolist(),
            page_type=PAGE_TYPES[int(output.page.argmax())],
            confidence=confidence,
            reason=_reason(page, kept, features.words, confidence),
            explain=_Explanation(self, page, choice, opinion.asked),
        )
        return self._from_data(page, found) or found

    def _from_data(self, page: Page, found: Extraction | None) -> Extraction | None:
        """The text from the page's own data, if the page shows next to nothing of it."""
        shown = found.text if found is not None else ""
        if found is not None and found.confidence is not None and found.confidence >= LOW and len(shown) >= 250:
            return None
        data = embedded_text(page)
        if data is None or len(data.text) < 2 * len(shown) + 200:
            return None
        return Extraction(
            page, str(self), given=data.text, page_type=None if found is None else found.page_type,
            confidence=FROM_DATA, reason=f"the page shows next to no text; it was read from {data.source}",
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Explanation:
    """The reasons for every block, worked out when somebody asks."""

    extractor: Learned
    page: Page
    choice: Choice
    asked: int

    def __call__(self) -> list[tuple[str, ...]]:
        from maintext.extractors.learned.explain import reasons

        model = load_model(self.extractor.model)
        guideline = GUIDELINES.index(self.extractor.guideline)
        told = reasons(model, featurize(self.page), guideline, self.asked)
        return [(*self._left_out(block), *each) for block, each in enumerate(told)]

    def _left_out(self, block: int) -> tuple[str, ...]:
        """Why a block is not kept whatever its score."""
        other = self.choice.copies[block]
        if other != NONE and self.choice.kept[other]:
            return (_COPY,)
        return (_TITLE,) if self.choice.titles[block] else ()


def _reason(page: Page, kept: "NDArray[np.bool_]", words: "Floats", confidence: float) -> str | None:
    """Why there is little to be confident about, from what the page is made of."""
    if confidence >= LOW and kept.any():
        return None
    linked = sum(page.tree.block_links) / max(1, sum(map(len, page.tree.block_texts)))
    held, total = float(words[kept].sum()), float(words.sum())
    if linked > 0.5:
        return f"{linked:.0%} of the page's text is links; it may be an index of other pages"
    if held < SHORT:
        found = f"only {held:.0f} of {total:.0f} words look" if held else f"none of the page's {total:.0f} words look"
        return f"{found} like main text; it may be an error page, a wall to sign in, or filled by a script"
    return f"nothing stands out as main text: {held:.0f} of {total:.0f} words were kept, unsurely"
