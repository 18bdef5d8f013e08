"""Document slope curve [Pinto 2002]: the main text is where the count of tags stays flat.

The curve counts the tags up to each token of the source; tags that only style text count as text. A window of tokens
slides over it, and where the curve rises less than half as fast as on the whole page, the window is content. Windows
that touch are one region.

All words of a text are equal, so only texts that a region divides are read word by word.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from maintext.extractors.base import TextExtractor
from maintext.extractors.trace import Trace
from maintext.page import Page
from maintext.page.element_flow import STYLING
from maintext.page.parsing.source_tokens import TEXT, source_tokens
from maintext.page.tokens import count_tokens, token_spans

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class SlopeCurve(TextExtractor):
    """Keep the regions where the curve is flat."""

    paper: ClassVar[str] = "Pinto 2002"

    window: int = 50
    """How many tokens the window has."""
    share: float = 0.5
    """A window is content if its slope is below this share of the page's mean slope."""
    longest: bool = False
    """Whether to keep only the longest region."""

    def __post_init__(self) -> None:
        if self.window < 1:
            raise ValueError("window must be at least 1")
        if self.share < 0:
            raise ValueError("share must not be negative")

    def find(self, page: Page) -> str:
        """The text of the flat regions."""
        stretches = read_stretches(page.source)
        return "\n".join(filter(None, region_texts(stretches, self.regions(slope_curve(stretches)))))

    def trace(self, page: Page) -> Trace:
        """The curve and its flat regions."""
        curve = slope_curve(read_stretches(page.source))
        return Trace(
            f"{self}: document slope curve", "position in the source (tokens)", "structural tags so far",
            curve.tolist(), "line", tuple(self.regions(curve)),
        )  # fmt: skip

    def regions(self, curve: "NDArray[Any]") -> list[tuple[int, int]]:
        """The flat regions, or the longest of them."""
        found = flat_regions(curve, self.window, self.share)
        return sorted(found, key=lambda region: region[0] - region[1])[:1] if self.longest else found


class Stretches(NamedTuple):
    """The source as stretches of text and tags: what each adds to the text, its tokens, its rise of the curve."""

    texts: list[str]
    """A stretch of text on one line, a line break for a structural tag, nothing for one that only styles text."""
    sizes: list[int]
    steps: list[int]


def read_stretches(source: str) -> Stretches:
    """The stretches of a page's source."""
    texts: list[str] = []
    sizes: list[int] = []
    steps: list[int] = []
    for kind, data, _ in source_tokens(source):
        if kind == TEXT:
            texts.append(data.replace("\n", " "))
            sizes.append(count_tokens(data))
            steps.append(0)
        else:
            structural = data not in STYLING
            texts.append("\n" if structural else "")
            sizes.append(1)
            steps.append(structural)
    return Stretches(texts, sizes, steps)


def slope_curve(stretches: Stretches) -> "NDArray[Any]":
    """How many tags stand before each token, and before the end; tags that only style text are left out."""
    import numpy as np

    return np.append(0, np.cumsum(np.repeat(np.array(stretches.steps, dtype=np.int64), stretches.sizes)))


def flat_regions(curve: "Sequence[int] | NDArray[Any]", window: int, share: float) -> list[tuple[int, int]]:
    """Regions, first token up to, not including, last, of touching windows whose slope is below a share of the mean.

    A window without any tag is flat, whatever the mean; a page shorter than a window is one window.
    """
    import numpy as np

    count = len(curve) - 1
    if count < 1:
        return []
    window = min(window, count)
    heights = np.array(curve)
    rises = heights[window:] - heights[:-window]
    starts = np.flatnonzero((rises == 0) | (rises < share * curve[-1] / count * window))
    if not len(starts):
        return []
    gaps = np.flatnonzero(np.diff(starts) > window)
    firsts, lasts = starts[np.concatenate([[0], gaps + 1])], starts[np.concatenate([gaps, [-1]])]
    return [(int(first), int(last) + window) for first, last in zip(firsts, lasts, strict=True)]


def region_texts(stretches: Stretches, regions: Sequence[tuple[int, int]]) -> list[str]:
    """The text of each region of tokens, one line for what stands between structural tags."""
    import numpy as np

    ends = np.cumsum(stretches.sizes)
    found = []
    for first, last in regions:
        opens, closes = int(np.searchsorted(ends, first, "right")), int(np.searchsorted(ends, last, "left"))
        pieces = stretches.texts[opens : closes + 1]
        past = last - int(ends[closes]) + stretches.sizes[closes]  # tokens of the last stretch that are inside
        if past < stretches.sizes[closes]:
            pieces[-1] = pieces[-1][: token_spans(pieces[-1])[past - 1][1]]
        skipped = first - int(ends[opens]) + stretches.sizes[opens]
        if skipped:
            pieces[0] = pieces[0][token_spans(pieces[0])[skipped][0] :]
        lines = (" ".join(line.split()) for line in "".join(pieces).split("\n"))
        found.append("\n".join(line for line in lines if line))
    return found
