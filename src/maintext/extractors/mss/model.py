"""What maximum subsequence segmentation learns: weights of trigrams, single tokens and unclosed tags."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Self

from maintext.errors import BadParameter
from maintext.extractors.models import ModelFile
from maintext.extractors.mss.units import END, RARE_WORD, UNKNOWN_TAGS, unclosed_tags, units
from maintext.page.tokens import CLOSE, OPEN, WORD, Tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray

EXTRACTOR: Final = "mss"
ID_BITS: Final = 21
"""How many bits a token's id has in a trigram's key; three of them make 63."""
_STEPS: Final = 8.0
"""Weights are stored in eighths."""
_RARE: Final = -128
"""What stands in a file for a unit that was too rare to have a weight of its own."""


@dataclass(frozen=True, eq=False)
class MssModel:
    """Weights by feature; what is not in here weighs 0."""

    vocabulary: dict[str, int]
    """The id of every known unit; ids count from 1, 0 is any other unit. Those that stand in trigrams come first."""
    keys: "NDArray[Any]"
    """The known trigrams as numbers, in order."""
    trigrams: "NDArray[Any]"
    """The weight of each trigram."""
    importance: "NDArray[Any] | None" = None
    """How near to the borders of the main text each trigram stands, 0 to 1, if that was learned."""
    singles: "NDArray[Any] | None" = None
    """The weight of each unit by its id, not a number where it was too rare."""
    tags: dict[str, float] | None = None
    """The weight of each most recent unclosed tag."""
    tag_share: float = 1.0
    """How much of a tag's weight counts beside a trigram, which says much of the same."""

    def ids(self, tokens: Tokens) -> "NDArray[Any]":
        """The id of every token."""
        import numpy as np

        known = self.vocabulary.get
        opening, closing = (known(tag, 0) for tag in UNKNOWN_TAGS)
        others = {OPEN: opening, CLOSE: closing}
        found = [known(unit) or others.get(kind, 0) for unit, kind in zip(units(tokens), tokens.kinds, strict=True)]
        return np.array(found, dtype=np.uint64)

    def trigrams_of(self, ids: "NDArray[Any]", kinds: list[int]) -> "NDArray[Any]":
        """The key of every token's trigram; words that stand in no known trigram count as the rare word."""
        import numpy as np

        rare_word = self.vocabulary.get(RARE_WORD)
        if rare_word is not None:
            rare = (np.array(kinds) == WORD) & ((ids == 0) | (ids > self.used))
            ids = np.where(rare, np.uint64(rare_word), ids)
        return trigram_keys(ids, self.vocabulary.get(END, 0))

    def tag_weights(self, tokens: Tokens) -> "NDArray[Any]":
        """The weight of every token's most recent unclosed tag."""
        import numpy as np

        tags = self.tags or {}
        other = tags.get(UNKNOWN_TAGS[0], 0.0)
        return np.array([tags.get(tag, other) for tag in unclosed_tags(tokens)])

    @cached_property
    def used(self) -> int:
        """The last id that stands in a trigram."""
        import numpy as np

        mask = np.uint64((1 << ID_BITS) - 1)
        parts = [(self.keys >> np.uint64(ID_BITS * place)) & mask for place in range(3)]
        return max((int(part.max()) for part in parts if len(part)), default=0)

    def to_file(self, manifest: dict[str, object]) -> ModelFile:
        """The model as a file holds it."""
        import numpy as np

        arrays = {"steps": _differences(self.keys), "trigrams": _eighths(self.trigrams)}
        words = {"vocabulary": list(self.vocabulary)}
        if self.importance is not None:
            arrays["importance"] = np.rint(self.importance * 255).astype(np.uint8)
        if self.singles is not None:
            arrays["singles"] = _eighths(
                np.where(np.isnan(self.singles), _RARE / _STEPS, np.maximum(self.singles, -15))
            )
        if self.tags is not None:
            words["tags"] = list(self.tags)
            arrays["tags"] = np.array(list(self.tags.values()), dtype=np.float32)
            arrays["tag_share"] = np.array(self.tag_share)
        return ModelFile(EXTRACTOR, manifest, words, arrays)

    @classmethod
    def from_file(cls, held: ModelFile) -> Self:
        """The model in a file."""
        import numpy as np

        try:
            vocabulary = {word: at for at, word in enumerate(held.words["vocabulary"], 1)}
            keys = np.cumsum(held.arrays["steps"], dtype=np.uint64)
            trigrams = held.arrays["trigrams"].astype(np.float32) / _STEPS
            importance = held.arrays.get("importance")
            singles = held.arrays.get("singles")
            tags = _tags(held)
            tag_share = float(held.arrays.get("tag_share", 1.0))
        except (KeyError, ValueError, TypeError, AttributeError) as error:
            raise BadParameter(f"{held.path} lacks what a model for {EXTRACTOR} needs; train it again") from error
        return cls(
            vocabulary,
            keys,
            trigrams,
            None if importance is None else importance.astype(np.float32) / 255,
            None if singles is None else np.where(singles == _RARE, np.nan, singles / _STEPS),
            tags,
            tag_share,
        )


def _tags(held: ModelFile) -> dict[str, float] | None:
    names = held.words.get("tags")
    return None if names is None else dict(zip(names, held.arrays["tags"].tolist(), strict=True))


def trigram_keys(ids: "NDArray[Any]", end: int) -> "NDArray[Any]":
    """One number for each token's trigram; those that reach over the page's end hold `end` there."""
    import numpy as np

    bits = np.uint64(ID_BITS)
    padded = np.append(ids, np.full(2, end, dtype=np.uint64))
    return np.asarray((padded[:-2] << (bits + bits)) | (padded[1:-1] << bits) | padded[2:])


def lookup(keys: "NDArray[Any]", values: "NDArray[Any]", wanted: "NDArray[Any]") -> "NDArray[Any]":
    """The values of the wanted keys, 0 for a key that is not there."""
    import numpy as np

    if not len(keys):
        return np.zeros(len(wanted))
    places = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[places] == wanted, values[places], 0.0)


def _differences(keys: "NDArray[Any]") -> "NDArray[Any]":
    import numpy as np

    return np.diff(keys, prepend=np.zeros(1, dtype=np.uint64))


def _eighths(weights: "NDArray[Any]") -> "NDArray[Any]":
    import numpy as np

    return np.clip(np.rint(weights * _STEPS), -128, 127).astype(np.int8)
