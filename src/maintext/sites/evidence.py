"""What a site says about the blocks of one of its pages, as log odds beside those of an extractor.

Two things speak. What stands at the same path on the other pages: where an extractor believes nearly all of it to be
main text, or nearly none, this block is most likely like the others. And the text itself: what other pages say in the
same words is most likely the site's and not the page's.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from maintext.sites.places import Places
from maintext.sites.template import LEAST_PAGES, Template

if TYPE_CHECKING:
    from maintext.arrays import Float64Array

FEATURES: Final = ("path", "on few pages", "on some pages", "on most pages")
WEIGHTS: Final = (2.0, -0.15, -0.5, -2.5)
"""Chosen by benchmarks/site_evidence.py on sites of the training sets."""
FEW: Final = 0.1
MOST: Final = 0.5
"""Up to this share of the layout's pages, and from this share on."""
_DOUBT: Final = 2.0
"""A path counts as if so many more pages had said nothing."""
_SURE: Final = 3.0
"""A text counts in full from two to the power of this many pages on."""
_LIMIT: Final = 6.0
"""No log odds beyond these."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """What a site says about each block of a page: one row per block, one column per feature."""

    rows: "Float64Array"

    def combined(self, log_odds: "Float64Array", weights: tuple[float, ...] = WEIGHTS) -> "Float64Array":
        """An extractor's log odds, moved by the evidence."""
        import numpy as np

        moved: Float64Array = np.clip(log_odds + self.rows @ np.array(weights), -2 * _LIMIT, 2 * _LIMIT)
        return moved


def gather(template: Template, places: Places, log_odds: "Float64Array") -> Evidence:
    """The evidence about a page of the site, given what an extractor says of it."""
    import numpy as np

    rows = np.zeros((len(places.texts), len(FEATURES)))
    if template.pages < LEAST_PAGES:
        return Evidence(rows)
    layout = template.layout_of(places)
    counts = template.counts
    size = max(LEAST_PAGES, template.pages if layout is None else layout.pages)
    for at, (path, key) in enumerate(zip(places.paths, places.texts, strict=True)):
        facts = template.facts_of(path, layout)
        seen = counts.get(key, 0)
        if seen >= LEAST_PAGES:
            share = seen / size
            rows[at, 1 if share < FEW else 2 if share < MOST else 3] = min(1.0, np.log2(seen) / _SURE)
        if facts is not None and facts.pages >= LEAST_PAGES and facts.believed is not None:
            chance = min(max(facts.believed, 0.01), 0.99)
            sure = 1 + chance * np.log2(chance) + (1 - chance) * np.log2(1 - chance)
            others = np.log(chance / (1 - chance))
            opinions = min(facts.pages, facts.distinct)  # the same text again is the same opinion again
            rows[at, 0] = opinions / (opinions + _DOUBT) * sure * (others - log_odds[at])
    return Evidence(rows)


def logit(chances: "Float64Array") -> "Float64Array":
    """Chances as log odds, none beyond the limit."""
    import numpy as np

    held = np.clip(np.asarray(chances, np.float64), 1e-6, 1 - 1e-6)
    odds: Float64Array = np.clip(np.log(held / (1 - held)), -_LIMIT, _LIMIT)
    return odds


def chance(log_odds: "Float64Array") -> "Float64Array":
    """Log odds as chances."""
    import numpy as np

    chances: Float64Array = 1 / (1 + np.exp(-log_odds))
    return chances
