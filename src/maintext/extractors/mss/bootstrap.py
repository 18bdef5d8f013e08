"""Maximum subsequence segmentation, semi-supervised [Pasternack 2009]: learn a site from its unlabeled pages.

A general model predicts every page. Then, ten times over: the predictions that look most right become training data,
trigrams that stand near their borders become important, and the model made from both predicts every page again.
[Pasternack 2009] looks only at the borders. Nothing has surer borders than a box that stands on every page, so we also
ask how much of a prediction is the page's own text.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from maintext.extractors.mss.bayes import ALPHA, TokenCounts, logistic, weigh
from maintext.extractors.mss.classify import IMPORTANCE, WINDOW, Classified, Estimate, classify, estimate
from maintext.extractors.mss.model import MssModel, lookup, trigram_keys
from maintext.extractors.mss.simple import best_run
from maintext.extractors.mss.units import END, RARE_WORD, is_word, units
from maintext.page.tokens import NUMBER, WORD, Tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray

DISTANCE: Final = 64
"""How many tokens from a border a trigram still counts as near to it: d in [Pasternack 2009]."""


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """How to learn a site: as in [Pasternack 2009]; what is open there was chosen on sites of the training sets.

    `PUBLISHED` has no additions of ours: every word counts, and so does every prediction.
    """

    rounds: int = 10
    share: float = 0.6
    """The share of each site's pages that are believed."""
    window: int = WINDOW
    distance: int = DISTANCE
    importance: float = IMPORTANCE
    alpha: float = ALPHA
    common: float = 0.4
    """A word on a smaller share of the pages than this is just some word; 0 keeps every word."""
    estimate: Estimate = "window"
    """How right a prediction looks: near its borders, by all tokens of the page, or by those of the prediction."""
    own: bool = True
    """Whether a prediction is believed less the more of it stands on other pages of the site too."""

    def __post_init__(self) -> None:
        if self.rounds < 1 or self.window < 1 or self.distance < 1:
            raise ValueError("rounds, window and distance must be at least 1")
        if not 0 < self.share <= 1 or not 0 <= self.common <= 1:
            raise ValueError("share must be above 0 and at most 1, and common between 0 and 1")
        if self.importance < 0 or self.alpha <= 0:
            raise ValueError("importance must not be negative, and alpha must be above 0")


PUBLISHED: Final = Bootstrap(common=0.0, own=False)
"""Exactly as in [Pasternack 2009]."""


@dataclass(slots=True)
class _UnlabeledPage:
    """A page without gold: its trigrams, which of its words are its own, and what is now thought of it."""

    keys: "NDArray[Any]"
    words: "NDArray[Any]"
    own: "NDArray[Any]"
    first: int
    last: int
    confidence: float


def learn_site(sites: Mapping[str, Sequence[Tokens]], start: MssModel, how: Bootstrap | None = None) -> MssModel:
    """A model of one site or several from their pages' tokens, beginning with what another model says about them."""
    how = how or Bootstrap()
    vocabulary = _vocabulary([tokens for pages in sites.values() for tokens in pages], how.common)
    unlabeled = {site: _first_look(pages, start, vocabulary, how) for site, pages in sites.items()}
    model = start
    for _ in range(how.rounds):
        believed = [page for pages in unlabeled.values() for page in most_right(pages, how.share)]
        if not believed:
            return start
        model = _train(believed, vocabulary, how)
        for pages in unlabeled.values():
            for page in pages:
                _predict(page, model, how)
    return model


def most_right(pages: Sequence[_UnlabeledPage], share: float) -> list[_UnlabeledPage]:
    """The share of a site's pages whose predictions look most right, at least one; never one that looks wrong."""
    ranked = sorted(pages, key=lambda page: -page.confidence)
    return [page for page in ranked[: max(1, round(share * len(ranked)))] if page.confidence > 0]


def own_words(pages: Sequence[Tokens]) -> "list[NDArray[Any]]":
    """For every token of every page, whether it is a word or number in a trigram that most pages do not have."""
    import numpy as np

    ids: dict[str, int] = {END: 1}
    keys = []
    for tokens in pages:
        numbers = [ids.setdefault(unit, len(ids) + 1) for unit in units(tokens)]
        keys.append(trigram_keys(np.array(numbers, dtype=np.uint64), ids[END]))
    known, counts = np.unique(np.concatenate([np.unique(part) for part in keys]), return_counts=True)
    rare = counts <= max(1.0, len(pages) / 2)
    return [_words(tokens) & rare[np.searchsorted(known, part)] for tokens, part in zip(pages, keys, strict=True)]


def nearness(length: int, first: int, last: int, distance: int = DISTANCE) -> "NDArray[Any]":
    """How near each token is to a border of the run: 1 beside one, 0 from `distance` tokens on."""
    import numpy as np

    places = np.arange(length)
    gaps = np.minimum(np.abs(places - (first - 0.5)), np.abs(places - (last - 0.5))) - 0.5
    near: NDArray[Any] = np.maximum(0.0, distance - gaps) / distance
    return near


def _vocabulary(pages: Sequence[Tokens], common: float) -> dict[str, int]:
    """An id for every unit; words on too few pages have none of their own."""
    seen = Counter(unit for tokens in pages for unit in set(units(tokens)))
    kept = [unit for unit in sorted(seen) if seen[unit] >= common * len(pages) or not is_word(unit)]
    return {unit: at for at, unit in enumerate([END, RARE_WORD, *kept], 1)}


def _first_look(
    pages: Sequence[Tokens], start: MssModel, vocabulary: dict[str, int], how: Bootstrap
) -> list[_UnlabeledPage]:
    import numpy as np

    rare = vocabulary[RARE_WORD]
    found = []
    for tokens, own in zip(pages, own_words(pages), strict=True):
        ids = np.array([vocabulary.get(unit, rare) for unit in units(tokens)], dtype=np.uint64)
        page = _UnlabeledPage(trigram_keys(ids, vocabulary[END]), _words(tokens), own, 0, 0, 0.0)
        _settle(page, classify(tokens, start), how)
        found.append(page)
    return found


def _words(tokens: Tokens) -> "NDArray[Any]":
    import numpy as np

    kinds = np.array(tokens.kinds)
    return np.asarray((kinds == WORD) | (kinds == NUMBER))


def _predict(page: _UnlabeledPage, model: MssModel, how: Bootstrap) -> None:
    assert model.importance is not None  # noqa: S101
    probabilities = logistic(lookup(model.keys, model.trigrams, page.keys))
    _settle(page, Classified(probabilities, lookup(model.keys, model.importance, page.keys)), how)


def _settle(page: _UnlabeledPage, classified: Classified, how: Bootstrap) -> None:
    page.first, page.last = best_run(classified.scores(factor=how.importance).tolist())
    page.confidence = estimate(how.estimate, classified.probabilities, page.first, page.last, how.window)
    if how.own:
        words = int(page.words[page.first : page.last].sum())
        page.confidence *= int(page.own[page.first : page.last].sum()) / max(1, words)


def _train(pages: Sequence[_UnlabeledPage], vocabulary: dict[str, int], how: Bootstrap) -> MssModel:
    """Naive Bayes over trigrams alone, and each trigram's mean nearness to a border."""
    import numpy as np

    counts = TokenCounts()
    for page in pages:
        inside = np.zeros(len(page.keys), dtype=bool)
        inside[page.first : page.last] = True
        counts.add(page.keys, inside)
    keys, sums = counts.total()
    near = np.zeros(len(keys))
    for page in pages:
        places = np.searchsorted(keys, page.keys)
        near += np.bincount(places, nearness(len(page.keys), page.first, page.last, how.distance), len(keys))
    importance = near / np.maximum(1.0, sums[:, 0] + sums[:, 1])
    return MssModel(vocabulary, keys, weigh(sums, how.alpha), importance)
