"""Evidence of a site template about the blocks of a page, as log odds to add to those of an extractor.

There are two kinds. The path: if an extractor predicts main text for nearly all blocks at a path, or for nearly none,
this block is likely the same. The text: text that other pages repeat is likely boilerplate.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from maintext.sites.block_keys import BlockKeys
from maintext.sites.template import LEAST_PAGES, Template

if TYPE_CHECKING:
    from maintext.arrays import Float64Array

FEATURES: Final = ("path", "on few pages", "on some pages", "on most pages")
WEIGHTS: Final = (2.0, -0.15, -0.5, -2.5)
"""Chosen by benchmarks/site_evidence.py on sites of the training sets."""
FEW: Final = 0.1
MOST: Final = 0.5
"""Thresholds on the share of the layout's pages."""
_DOUBT: Final = 2.0
"""Smoothing: number of neutral pages added to the evidence of a path."""
_SURE: Final = 3.0
"""A repeated text has full weight from two to the power of this many pages on."""
_LIMIT: Final = 6.0
"""Log odds are clipped to this range."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """Evidence about each block of a page: one row per block, one column per feature."""

    rows: "Float64Array"

    def combined(self, log_odds: "Float64Array", weights: tuple[float, ...] = WEIGHTS) -> "Float64Array":
        """The log odds of an extractor plus the weighted evidence."""
        import numpy as np

        moved: Float64Array = np.clip(log_odds + self.rows @ np.array(weights), -2 * _LIMIT, 2 * _LIMIT)
        return moved


def site_evidence(template: Template, keys: BlockKeys, log_odds: "Float64Array") -> Evidence:
    """The evidence of a template about a page, given the log odds of an extractor."""
    import numpy as np

    rows = np.zeros((len(keys.texts), len(FEATURES)))
    if template.pages < LEAST_PAGES:
        return Evidence(rows)
    layout = template.layout_of(keys)
    counts = template.counts
    size = max(LEAST_PAGES, template.pages if layout is None else layout.pages)
    for at, (path, key) in enumerate(zip(keys.paths, keys.texts, strict=True)):
        facts = template.facts_of(path, layout)
        seen = counts.get(key, 0)
        if seen >= LEAST_PAGES:
            share = seen / size
            rows[at, 1 if share < FEW else 2 if share < MOST else 3] = min(1.0, np.log2(seen) / _SURE)
        if facts is not None and facts.pages >= LEAST_PAGES and facts.believed is not None:
            probability = min(max(facts.believed, 0.01), 0.99)
            sure = 1 + probability * np.log2(probability) + (1 - probability) * np.log2(1 - probability)
            others = np.log(probability / (1 - probability))
            observations = min(facts.pages, facts.distinct)  # a repeated text is no new observation
            rows[at, 0] = observations / (observations + _DOUBT) * sure * (others - log_odds[at])
    return Evidence(rows)


def logit(probability: "Float64Array") -> "Float64Array":
    """Probabilities as log odds, clipped."""
    import numpy as np

    held = np.clip(np.asarray(probability, np.float64), 1e-6, 1 - 1e-6)
    odds: Float64Array = np.clip(np.log(held / (1 - held)), -_LIMIT, _LIMIT)
    return odds


def probabilities(log_odds: "Float64Array") -> "Float64Array":
    """Log odds as probabilities."""
    import numpy as np

    probability: Float64Array = 1 / (1 + np.exp(-log_odds))
    return probability
