"""The local classifiers: how likely each token of a page is to be in the main text, and the score made from that."""

from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from maintext.extractors.mss.bayes import logistic
from maintext.extractors.mss.model import MssModel, lookup
from maintext.page.tokens import Tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray

Variant = Literal["news", "general"]

IMPORTANCE: Final = 24.0
"""How much more a token at a border counts than one in the middle: c in [Pasternack 2009]."""
WINDOW: Final = 10
"""How many tokens are looked at on each side of each border of a prediction."""
_CERTAIN: Final = 1e-6


class Classified(NamedTuple):
    """For every token: the probability that it is in the main text, and its importance."""

    probabilities: "NDArray[Any]"
    importance: "NDArray[Any]"

    def scores(self, bias: float = 0.0, factor: float = IMPORTANCE) -> "NDArray[Any]":
        """(p - 0.5 + bias) * (importance * factor + 1)."""
        return (self.probabilities - 0.5 + bias) * (self.importance * factor + 1.0)


def classify(tokens: Tokens, model: MssModel, variant: Variant = "news") -> Classified:
    """What a model says about the tokens of a page."""
    import numpy as np

    ids = model.ids(tokens)
    unimportant = np.zeros(len(ids))
    if variant == "general" and model.singles is not None:
        return Classified(logistic(single_weights(ids, model) + model.tag_weights(tokens)), unimportant)
    keys = model.trigrams_of(ids, tokens.kinds)
    weights = lookup(model.keys, model.trigrams, keys) + model.tag_share * model.tag_weights(tokens)
    if model.importance is None:
        return Classified(logistic(weights), unimportant)
    return Classified(logistic(weights), lookup(model.keys, model.importance, keys))


def single_weights(ids: "NDArray[Any]", model: MssModel) -> "NDArray[Any]":
    """The weight of every token by itself; one never seen takes the weights of its two neighbors."""
    import numpy as np

    by_id = np.append(np.nan, model.singles if model.singles is not None else [])
    own = by_id[ids.astype(np.int64)]
    seen = np.nan_to_num(own)
    around = np.append(0.0, seen[:-1]) + np.append(seen[1:], 0.0)
    return np.where(np.isnan(own), around, own)


Estimate = Literal["window", "all", "inside"]


def estimate(how: Estimate, probabilities: "NDArray[Any]", first: int, last: int, window: int = WINDOW) -> float:
    """How right a prediction looks by one of the estimates that [Pasternack 2009] compares; 0 if it is empty.

    window: near the borders, as published; all: every token of the page; inside: the tokens of the prediction.
    """
    import numpy as np

    if how == "window" or first >= last:
        return confidence(probabilities, first, last, window)
    sure = np.clip(probabilities, _CERTAIN, 1 - _CERTAIN)
    inside = np.log(sure[first:last])
    outside = np.log(1 - np.append(sure[:first], sure[last:]))
    return float(np.exp((inside if how == "inside" else np.append(inside, outside)).mean()))


def confidence(probabilities: "NDArray[Any]", first: int, last: int, window: int = WINDOW) -> float:
    """How right a prediction looks: whether the classifier agrees with it just inside and just outside its borders.

    The geometric mean of the probabilities that tokens belong where the prediction puts them; 0 if it is empty.

    Up to `window` tokens before first, from first on, up to last and from last on; where a window crosses the page's
    edge, the tokens there are.
    """
    import numpy as np

    if first >= last:
        return 0.0
    sure = np.clip(probabilities, _CERTAIN, 1 - _CERTAIN)
    inside = np.append(sure[first : min(first + window, last)], sure[max(last - window, first) : last])
    outside = np.append(sure[max(0, first - window) : first], sure[last : last + window])
    return float(np.exp(np.log(np.append(inside, 1 - outside)).mean()))
