"""The default extractor: small networks score every block, and the set of blocks with the largest expected F is kept.

Its features are lengths, links, tags, class names, positions and repetition, and for short blocks a score of what they
say, which is 0 in languages that it does not know. If a page shows almost no text but its embedded data (JSON-LD, the
state of its scripts) holds one, that text is returned.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from maintext.extractors.base import Extractor
from maintext.extractors.extraction import Extraction
from maintext.extractors.learned.decision import SHORT_TEXT, TEXT, Decision, TextOptions, decide
from maintext.extractors.learned.duplicate_texts import NO_DUPLICATE
from maintext.extractors.learned.element_arrays import element_arrays
from maintext.extractors.learned.ensemble import choose_guideline, run_ensemble
from maintext.extractors.learned.features import featurize
from maintext.extractors.learned.model import load_model
from maintext.extractors.learned.network import GUIDELINES, PAGE_TYPES, Output
from maintext.extractors.learned.units import KIND_NAMES, UnitKind, Units, find_units
from maintext.page import Page
from maintext.page.embedded_text import embedded_text
from maintext.page.footnotes import referenced_blocks
from maintext.page.hidden_styles import Hiding
from maintext.render.text import render_text

if TYPE_CHECKING:
    from maintext.arrays import Float32Array

LOW_CONFIDENCE: Final = 0.5
"""A page with a lower confidence gets a reason."""
DATA_CONFIDENCE: Final = 0.5
"""The confidence in a text that was read from embedded data; it was not measured."""
_DUPLICATE: Final = "left out as a duplicate: a block that is kept has the same text"
_TITLE: Final = "left out as the title of the article"
_BYLINE: Final = "left out as the byline of the article"
_UNSEEN: Final = "left out as a text that is hidden or for screen readers only, or as the label of an advertisement"
_ALL_HIDDEN: Final = "all that looks like main text is hidden from people"
_SHOWN_BY_SCRIPT: Final = "most of the main text is hidden until a script shows it"
_HIDDEN: Final = "left out as hidden"
_OTHER_ARTICLE: Final = "left out as part of another article below the main one"
_KEPT_HEADING: Final = "kept as the heading of a section that is kept"
_LONE_HEADING: Final = "left out as a heading above nothing that is kept"


@dataclass(frozen=True, slots=True)
class Learned(Extractor):
    """Keep the set of blocks with the largest expected F-beta, by networks trained on pages of every type."""

    beta: float = 1.0
    """Below 1 precision counts more, above 1 recall."""
    include_title: bool = False
    include_byline: bool = False
    include_comments: bool = False
    """Whether an article's title, the byline and readers' comments are part of the text; a forum's posts always are."""
    guideline: str = "any"
    """What counts as main text: wide includes side notes and lists as WCXB does, tight only the article as dragnet
    does, plain what CleanEval's annotators kept, any what fits the type of the page."""
    networks: int = 0
    """How many networks of the model to use, 0 for all; with one it is a little faster and less accurate."""
    model: str | None = None
    """A file written by `maintext train learned`; the shipped model if there is none."""

    def __post_init__(self) -> None:
        if not 0 < self.beta < 100:
            raise ValueError("beta must be between 0 and 100")
        if self.networks < 0:
            raise ValueError("networks must be at least 0")
        if self.guideline not in GUIDELINES:
            raise ValueError(f"guideline is one of {', '.join(GUIDELINES)}, not {self.guideline!r}")
        if self.model is not None:
            load_model(self.model)

    def prepare(self) -> None:
        """Load the model."""
        load_model(self.model)

    def extract(self, page: Page) -> Extraction:
        """The kept blocks, with probabilities, a confidence and the page type."""
        texts = page.tree.block_texts
        if not texts:
            return self._from_data(page, None) or Extraction(
                page, str(self), chosen=(), reason="the page has no text", confidence=0.0
            )
        model = load_model(self.model)
        elements = element_arrays(page)
        features, units = featurize(page, model.lexical, elements), find_units(page, elements)
        networks = model.networks(self.networks)
        output = run_ensemble(networks, features, GUIDELINES.index(self.guideline), model.calibration.guidelines)
        options = TextOptions(self.beta, self.include_title, self.include_byline, self.include_comments)
        decision = decide(output, texts, features, units, model.calibration, options)
        chosen = decision.kept.tolist()
        for block in referenced_blocks(page, chosen):
            chosen[block] = True
        found = Extraction(
            page,
            str(self),
            chosen=chosen,
            scores=decision.probabilities.tolist(),
            page_type=PAGE_TYPES[int(output.page.argmax())],
            confidence=decision.confidence,
            reason=_low_confidence_reason(page, decision, features.words),
            explain=_Explanation(self, page, decision, units, output),
            leaves_out_hidden=True,
        )
        if (decision.kept & units.hidden).any():
            found = replace(found, leaves_out_hidden=False, reason=found.reason or _SHOWN_BY_SCRIPT)
        elif decision.selection.hidden.any() and not any(found.kept):
            found = replace(found, reason=_ALL_HIDDEN)
        return self._from_data(page, found) or found

    def _from_data(self, page: Page, found: Extraction | None) -> Extraction | None:
        """The text in the page's embedded data, if the page shows almost none of it."""
        shown = render_text(page, found.kept) if found is not None else ""
        confidence = None if found is None else found.confidence
        if confidence is not None and confidence >= LOW_CONFIDENCE and len(shown) >= 250:
            return None
        data = embedded_text(page)
        if data is None or len(data.text) < 2 * len(shown) + 200:
            return None
        return Extraction(
            page, str(self), given=data.text, page_type=None if found is None else found.page_type,
            confidence=DATA_CONFIDENCE, reason=f"the page shows next to no text; it was read from {data.source}",
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Explanation:
    """The reasons for every block, computed on demand."""

    extractor: Learned
    page: Page
    decision: Decision
    units: Units
    output: Output

    def __call__(self) -> list[tuple[str, ...]]:
        from maintext.extractors.learned.contributions import reasons

        model = load_model(self.extractor.model)
        guideline = choose_guideline(
            GUIDELINES.index(self.extractor.guideline), self.output.page, model.calibration.guidelines
        )
        temperature = float(model.calibration.temperatures[TEXT])
        features = featurize(self.page, model.lexical)
        by_block = reasons(model.networks(self.extractor.networks), features, guideline, temperature)
        return [(*self._excluded(block), *self._unit(block), *own) for block, own in enumerate(by_block)]

    def _excluded(self, block: int) -> tuple[str, ...]:
        """Why a block is kept or not whatever its score."""
        kept, selection = self.decision.kept, self.decision.selection
        if self.units.hidden[block]:
            start = self.page.tree.block_starts[block]
            how = self.page.hidden.how.get(start)
            return (f"{_HIDDEN}: {how[0] if how else Hiding.ZERO_WIDTH}",)
        if self.units.unseen[block]:
            return (_UNSEEN,)
        if selection.other_articles[block]:
            return (_OTHER_ARTICLE,)
        other = selection.duplicate_of[block]
        if other != NO_DUPLICATE and kept[other]:
            return (_DUPLICATE,)
        if selection.section_headings[block] and kept.any():
            return (_KEPT_HEADING,) if kept[block] else (_LONE_HEADING,)
        if selection.excluded_bylines[block]:
            return (_BYLINE,)
        return (_TITLE,) if selection.excluded_titles[block] else ()

    def _unit(self, block: int) -> tuple[str, ...]:
        """The unit that was kept or dropped with a block, if it has others."""
        parts = self.decision.selection.parts
        size = int((parts == parts[block]).sum())
        kind = UnitKind(int(self.units.kinds[self.units.of_block[block]]))
        return (f"kept or left out with its {KIND_NAMES[kind]} of {size} blocks",) if size > 1 else ()


def _low_confidence_reason(page: Page, decision: Decision, words: "Float32Array") -> str | None:
    """Why the confidence is low, or None if it is not."""
    if decision.confidence >= LOW_CONFIDENCE and decision.kept.any():
        return None
    linked = sum(page.tree.block_links) / max(1, sum(map(len, page.tree.block_texts)))
    kept, total = float(words[decision.kept].sum()), float(words.sum())
    if linked > 0.5:
        return f"{linked:.0%} of the page's text is links; it may be an index of other pages"
    if kept == total and total < SHORT_TEXT:
        return f"the page has only {total:.0f} words; all of them were kept"
    if kept < SHORT_TEXT:
        found = f"only {kept:.0f} of {total:.0f} words look" if kept else f"none of the page's {total:.0f} words look"
        return f"{found} like main text; it may be an error page, a login page, or filled by a script"
    return f"nothing stands out as main text: {kept:.0f} of {total:.0f} words were kept with low confidence"
