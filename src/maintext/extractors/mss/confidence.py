"""How right a prediction looks: whether the classifier agrees with it just inside and just outside its borders."""

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from numpy.typing import NDArray

WINDOW: Final = 10
"""How many tokens are looked at on each side of each border."""
_CERTAIN: Final = 1e-6


def confidence(probabilities: "NDArray[Any]", first: int, last: int, window: int = WINDOW) -> float:
    """The geometric mean of the probabilities that tokens belong where the prediction puts them; 0 if it is empty.

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
