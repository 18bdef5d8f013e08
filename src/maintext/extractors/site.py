"""A page read with what is known of its site: template detection [Bar-Yossef 2002], in both directions.

`maintext site learn` counts what the site's pages have in common. Here that either takes template text away, before
another extractor looks at the page or after, or is weighed against what the extractor says of every block, so that
blocks can also be put back.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from maintext.extractors.base import Extractor
from maintext.extractors.extraction import Extraction
from maintext.extractors.learned.decision import MIN_EXPECTED_F, TEXT, BlockSet, maximize_expected_f
from maintext.extractors.learned.extractor import Learned
from maintext.extractors.learned.model import load_model
from maintext.page import Page, read_page
from maintext.page.subset_html import subset_html
from maintext.page.words import words
from maintext.sites import BlockKeys, Template, read_block_keys, read_template
from maintext.sites.evidence import FEATURES, WEIGHTS, Evidence, logit, probabilities, site_evidence
from maintext.sites.template import LEAST_PAGES

if TYPE_CHECKING:
    from maintext.arrays import BoolArray, Float64Array

RELIABLE: Final = 0.85
"""How likely a block that an extractor without scores keeps is main text, and one that it drops is not."""


@dataclass(frozen=True, slots=True)
class Site(Extractor):
    """Another extractor, helped by the template of the page's site."""

    paper: ClassVar[str] = "Bar-Yossef 2002"

    template: str | None = None
    """A file that `maintext site learn` made; without one, nothing is known and `then` decides alone."""
    then: Extractor = field(default_factory=Learned)
    """The extractor that is helped."""
    how: Literal["weigh", "before", "after"] = "weigh"
    """Weigh the site's evidence against the extractor's, or take away template text before it looks or after."""
    share: float = 0.5
    """For before and after: text on at least this share of the layout's pages is template text."""

    def __post_init__(self) -> None:
        if not 0 < self.share <= 1:
            raise ValueError("share must be above 0 and at most 1")
        if isinstance(self.then, Site):
            raise ValueError("then is an extractor of its own, not site again")
        if self.template is not None:
            read_template(self.template)

    def prepare(self) -> None:
        """Prepare the extractor that is helped."""
        self.then.prepare()

    def missing(self) -> str | None:
        """How to make the template, if there is none; else what the extractor that is helped misses."""
        return "maintext site learn FOLDER -o site.json" if self.template is None else self.then.missing()

    def version(self) -> str:
        """The version of the extractor that is helped."""
        return self.then.version()

    def extract(self, page: Page) -> Extraction:
        """The extractor's text, corrected by what is known of the site."""
        template = None if self.template is None else read_template(self.template)
        if template is None or template.pages < LEAST_PAGES or not page.tree.block_texts:
            return self._without_template(page, template)
        return self.extract_with(template, page)

    def extract_with(self, template: Template, page: Page) -> Extraction:
        """The same with a template that is no file, for a page that has text."""
        if self.how == "before":
            return self._before(page, template, read_block_keys(page))
        return self.correct(template, self.then.extract(page))

    def correct(self, template: Template, found: Extraction) -> Extraction:
        """What the extractor found, corrected."""
        keys = read_block_keys(found.page)
        if found.given is not None and isinstance(self.then, Learned):  # read from the page's data, not from its blocks
            return replace(found, extractor=str(self))
        if self.how == "after":
            dropped = self._template_blocks(template, keys)
            kept = [bool(keep) and not drop for keep, drop in zip(found.kept, dropped, strict=True)]
            return self._chosen(found, kept, None)
        return self._weighed(found.page, template, keys, found)

    def _without_template(self, page: Page, template: Template | None) -> Extraction:
        found = self.then.extract(page)
        why = (
            "no template was given"
            if template is None
            else f"only {template.pages} page of {template.site} was learned"
        )
        reason = f"{why}; this is what {self.then} finds without it"
        return replace(found, extractor=str(self), reason=found.reason or reason)

    def _template_blocks(self, template: Template, keys: BlockKeys) -> list[bool]:
        return [share >= self.share for share in template.shares(keys)]

    def _before(self, page: Page, template: Template, keys: BlockKeys) -> Extraction:
        """What the extractor finds on the page without its template text."""
        rest = [not drop for drop in self._template_blocks(template, keys)]
        if not any(rest):
            why = "all of the page's text stands on other pages of the site too"
            return Extraction(page, str(self), chosen=rest, reason=why)
        found = self.then.extract(read_page(subset_html(page, rest), url=page.url, max_bytes=None))
        return Extraction(
            page, str(self), given=found.text, reason=found.reason, page_type=found.page_type,
            confidence=found.confidence,
        )  # fmt: skip

    def _weighed(self, page: Page, template: Template, keys: BlockKeys, found: Extraction) -> Extraction:
        import numpy as np

        before = logit(block_probabilities(self.then, found, RELIABLE))
        evidence = site_evidence(template, keys, before)
        after = evidence.combined(before)
        best = self._best_blocks(page, after, found.page_type)
        kept = best.kept if best.expected_f >= MIN_EXPECTED_F else np.zeros_like(best.kept)
        if isinstance(self.then, Learned):
            kept = _with_marks(self.then, page, found, kept, self._best_blocks(page, before, found.page_type).kept)
        return self._chosen(found, kept.tolist(), probabilities(after).tolist(), _Reasons(found, evidence))

    def _best_blocks(self, page: Page, log_odds: "Float64Array", page_type: str | None) -> BlockSet:
        """The set of blocks that the extractor itself would keep by these log odds."""
        import numpy as np

        scaled = log_odds * decision_scale(self.then, page_type)
        sizes = np.array(page.block_words, np.float32)
        return maximize_expected_f(probabilities(scaled).astype(np.float32), sizes, getattr(self.then, "beta", 1.0))

    def _chosen(
        self, found: Extraction, kept: Sequence[bool], scores: Sequence[float] | None, explain: "_Reasons | None" = None
    ) -> Extraction:
        """The extraction with other blocks."""
        lost = "all that was found stands on other pages of the site too"
        return Extraction(
            found.page, str(self), chosen=kept, scores=scores,
            reason=found.reason if any(kept) or found.reason else lost,
            page_type=found.page_type, confidence=found.confidence, explain=explain,
            leaves_out_hidden=found.leaves_out_hidden,
        )  # fmt: skip


def block_probabilities(extractor: Extractor, found: Extraction, reliable: float = 1.0) -> "Float64Array":
    """The probability of each block being main text: the default's scores, or another's reliability."""
    import numpy as np

    if isinstance(extractor, Learned) and found.scores is not None:
        return np.array(found.scores, np.float64)
    return np.where(np.array(found.kept, bool), reliable, 1 - reliable)


def decision_scale(extractor: Extractor, page_type: str | None) -> float:
    """What the default extractor multiplies calibrated log odds by before it chooses blocks; 1 for others."""
    if not isinstance(extractor, Learned):
        return 1.0
    calibration = load_model(extractor.model).calibration
    temperatures = calibration.decision_temperatures
    temperature = temperatures.article if page_type == "article" else temperatures.other
    return float(calibration.temperatures[TEXT]) / temperature


def _with_marks(
    extractor: Learned, page: Page, found: Extraction, kept: "BoolArray", before: "BoolArray"
) -> "BoolArray":
    """The title and the byline as the extractor itself put them in or took them out."""
    import numpy as np

    given = np.array(found.kept, bool)
    kept = (kept & ~(before & ~given)) | (given & ~before)
    title = words(page.title.lower())
    if not extractor.include_title and title:
        told = [words(text.lower()) if len(text) < 400 else [] for text in page.tree.block_texts]
        is_title = np.array([bool(said) and said == title[: len(said)] and len(said) > 2 for said in told])
        kept = kept & ~(is_title & ~given)
    return kept


@dataclass(frozen=True, slots=True)
class _Reasons:
    """The extractor's own reasons for every block, under what the site says of it."""

    found: Extraction
    evidence: Evidence

    def __call__(self) -> list[tuple[str, ...]]:
        own = self.found.explain() if self.found.explain is not None else [()] * len(self.evidence.rows)
        return [(*_say(row), *others) for row, others in zip(self.evidence.rows, own, strict=True)]


_WORDS: Final = {
    "path": "what stands in its place on other pages",
    "on few pages": "other pages say the same",
    "on some pages": "other pages say the same",
    "on most pages": "most pages say the same",
}


def _say(row: "Float64Array") -> list[str]:
    moves = [(value * weight, _WORDS[name]) for value, weight, name in zip(row, WEIGHTS, FEATURES, strict=True)]
    ranked = sorted((move for move in moves if abs(move[0]) >= 0.1), key=lambda move: -abs(move[0]))
    return [f"the site: {what} ({move:+.1f})" for move, what in ranked]
