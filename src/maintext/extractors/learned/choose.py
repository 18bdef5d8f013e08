"""The choice: which blocks are kept, from what the network says of them and what the user wants in the text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from maintext.extractors.learned.copies import find_copies, without
from maintext.extractors.learned.decide import decide
from maintext.extractors.learned.features import Features
from maintext.extractors.learned.network import HEADS, PAGE_TYPES, Output

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Flags = NDArray[np.bool_]
    Ints = NDArray[np.int64]

TEXT: Final = HEADS.index("text")
TITLE: Final = HEADS.index("title")
COMMENT: Final = HEADS.index("comment")
BYLINE: Final = HEADS.index("byline")
_ARTICLE: Final = PAGE_TYPES.index("article")


class Sharpness(NamedTuple):
    """What log odds are divided by where blocks are chosen: on pages that look like articles, and on others."""

    article: float
    other: float

    def of(self, output: Output) -> float:
        """The one that fits the type of the page."""
        return self.article if is_article(output) else self.other


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the user wants: how much recall counts, and what is part of the text."""

    beta: float = 1.0
    title: bool = False
    byline: bool = False
    comments: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """Which blocks are kept, the F that is expected of them, and which were left out as copies or as the title."""

    kept: "Flags"
    expected: float
    copies: "Ints"
    titles: "Flags"


def choose(output: Output, texts: Sequence[str], features: Features, sharpness: Sharpness, wishes: Wishes) -> Choice:
    """Keep the best set of blocks, each text once."""
    import numpy as np

    chances = wanted(probabilities(output.blocks, np.float32(sharpness.of(output))), wishes)
    copies = find_copies(texts, chances, features)
    decision = decide(without(copies, chances), features.words, wishes.beta)
    kept = _with_marks(decision.kept, output, wishes)
    return Choice(kept, decision.expected, copies, decision.kept & ~kept)


def is_article(output: Output) -> bool:
    """Whether the page looks like an article."""
    return int(output.page.argmax()) == _ARTICLE


def probabilities(log_odds: "Floats", temperatures: "Floats | np.float32") -> "Floats":
    """How likely each head is, per block."""
    import numpy as np

    chances: Floats = 1 / (1 + np.exp(-np.clip(log_odds / temperatures, -30, 30)))
    return chances


def wanted(chances: "Floats", wishes: Wishes) -> "Floats":
    """How likely each block is part of what the user wants."""
    import numpy as np

    text: Floats = chances[:, TEXT]
    return np.minimum(text + chances[:, COMMENT], 1) if wishes.comments else text


def _with_marks(kept: "Flags", output: Output, wishes: Wishes) -> "Flags":
    """The kept blocks with the title put in, or taken out of an article, and the byline put in.

    The name of a product or of a list of things belongs to it; only an article's title is left to `page.title`.
    """
    import numpy as np

    titles = output.blocks[:, TITLE]
    if wishes.title:
        if titles.max() > 0:
            kept = kept | (np.arange(len(kept)) == titles.argmax())
    elif is_article(output):
        kept = kept & (titles <= 0)
    if wishes.byline:
        kept = kept | (output.blocks[:, BYLINE] > 0)
    return kept
