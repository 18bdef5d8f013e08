"""Training maximum subsequence segmentation: one pass over labelled pages, then weights for what was seen often."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from maintext.errors import TrainingError
from maintext.extractors.models import ModelFile
from maintext.extractors.mss.bayes import ALPHA, Counts, add_up, weigh
from maintext.extractors.mss.model import ID_BITS, Model, trigram_keys
from maintext.extractors.mss.units import END, RARE_WORD, UNKNOWN_TAGS, is_tag, is_word, unclosed_tags, units
from maintext.training.align import align_tokens
from maintext.training.trainer import Labelled, Trainer

if TYPE_CHECKING:
    from numpy.typing import NDArray


_FIXED = (END, *UNKNOWN_TAGS, RARE_WORD)


@dataclass(slots=True)
class MssTrainer(Trainer):
    """Counts trigrams, single tokens and most recent unclosed tags, inside and outside the main text."""

    extractor: ClassVar[str] = "mss"

    alpha: float = ALPHA
    common: float = 0.08
    """A word on a smaller share of the pages than this is just some word in a trigram; 0 keeps every word."""
    tag_share: float = 0.1
    """How much of a most recent unclosed tag's weight counts; 1 takes it for independent of the trigram."""
    least_pages: int = 3
    """A trigram on fewer pages than this is left out of the model."""
    least_singles: int = 3
    """The same for single tokens."""
    least_weight: float = 0.25
    """A trigram that weighs less than this, either way, is left out: leaving it out makes it weigh 0."""

    _ids: dict[str, int] = field(
        init=False, repr=False, default_factory=lambda: {unit: at for at, unit in enumerate(_FIXED, 1)}
    )
    _trigrams: Counts = field(init=False, repr=False, default_factory=Counts)
    _singles: Counts = field(init=False, repr=False, default_factory=Counts)
    _tops: Counts = field(init=False, repr=False, default_factory=Counts)
    _sources: dict[int, str | None] = field(init=False, repr=False, default_factory=dict)
    """The source of each unit, None if it has several."""
    _pages: int = field(init=False, repr=False, default=0)

    def add(self, labelled: Labelled) -> None:
        """Count one page; the main text is everything from its first gold word to its last."""
        import numpy as np

        inside = main_span(labelled)
        if not inside.any():
            return
        self._pages += 1
        tokens = labelled.page.tokens
        ids = np.array([self._id(unit) for unit in units(tokens)], dtype=np.uint64)
        tops = np.array([self._id(f"<{tag}>" if tag else END) for tag in unclosed_tags(tokens)], dtype=np.uint64)
        self._trigrams.add(trigram_keys(ids, self._ids[END]), inside)
        self._singles.add(ids, inside)
        self._tops.add(tops, inside)
        self._see_tags(ids, labelled.source)

    def finish(self, manifest: dict[str, object]) -> ModelFile:
        """The model of everything that was added."""
        import numpy as np

        renamed = self._rare_tags()
        in_trigrams = self._rare_words(renamed)
        keys, sums = add_up(_rename(self._trigrams.total()[0], in_trigrams), self._trigrams.total()[1])
        weights = weigh(sums, self.alpha)
        kept = (sums[:, 2] >= self.least_pages) & (np.abs(weights) >= self.least_weight)
        single_keys, single_sums = add_up(renamed[self._singles.total()[0].astype(int)], self._singles.total()[1])
        often = single_sums[:, 2] >= self.least_singles
        singles = dict(zip(single_keys[often].tolist(), weigh(single_sums, self.alpha)[often].tolist(), strict=True))
        top_keys, top_sums = add_up(renamed[self._tops.total()[0].astype(int)], self._tops.total()[1])
        tops = dict(zip(top_keys.tolist(), weigh(top_sums, self.alpha).tolist(), strict=True))
        names = {number: unit for unit, number in self._ids.items()}
        tags = {_tag_name(names[number]): weight * self.tag_share for number, weight in tops.items()}
        return _compact(keys[kept], weights[kept], singles, names, tags).to_file(manifest)

    def settings(self) -> dict[str, object]:
        """The constants."""
        return {
            "alpha": self.alpha,
            "common": self.common,
            "tag_share": self.tag_share,
            "least_pages": self.least_pages,
            "least_singles": self.least_singles,
            "least_weight": self.least_weight,
        }

    def _id(self, unit: str) -> int:
        number = self._ids.setdefault(unit, len(self._ids) + 1)
        if number >> ID_BITS:
            raise TrainingError(f"these pages have more than {1 << ID_BITS:,} different tokens; train on fewer")
        return number

    def _see_tags(self, ids: "NDArray[Any]", source: str) -> None:
        import numpy as np

        for number in np.unique(ids).tolist():
            if self._sources.setdefault(number, source) != source:
                self._sources[number] = None

    def _rare_tags(self) -> "NDArray[Any]":
        """The id that stands for each id: tags of a single source become the unknown tag."""
        import numpy as np

        stands = np.arange(len(self._ids) + 1, dtype=np.uint64)
        for unit, number in self._ids.items():
            if is_tag(unit) and self._sources.get(number) is not None:
                stands[number] = self._ids[UNKNOWN_TAGS[1 if unit[1] == "/" else 0]]
        return stands

    def _rare_words(self, stands: "NDArray[Any]") -> "NDArray[Any]":
        """The id that stands for each id in trigrams: words on too few pages become the rare word."""
        ids, sums = self._singles.total()
        pages = dict(zip(ids.tolist(), sums[:, 2].tolist(), strict=True))
        stands = stands.copy()
        for unit, number in self._ids.items():
            if is_word(unit) and pages.get(number, 0) < self.common * self._pages:
                stands[number] = self._ids[RARE_WORD]
        return stands


def main_span(labelled: Labelled) -> "NDArray[Any]":
    """For every token, whether it stands between the first and the last gold word."""
    import numpy as np

    gold = np.array(align_tokens(labelled.page, labelled.gold), dtype=bool)
    places = np.flatnonzero(gold)
    if len(places):
        gold[places[0] : places[-1] + 1] = True
    return gold


def _tag_name(unit: str) -> str:
    return unit if unit in _FIXED else unit.strip("<>")


def _rename(keys: "NDArray[Any]", stands: "NDArray[Any]") -> "NDArray[Any]":
    """Trigram keys with every id replaced by the one that stands for it."""
    import numpy as np

    bits, mask = np.uint64(ID_BITS), np.uint64((1 << ID_BITS) - 1)
    parts = [stands[((keys >> (bits * np.uint64(place))) & mask).astype(np.int64)] for place in (2, 1, 0)]
    return np.asarray((parts[0] << (bits + bits)) | (parts[1] << bits) | parts[2])


def _compact(
    keys: "NDArray[Any]",
    weights: "NDArray[Any]",
    singles: dict[int, float],
    names: dict[int, str],
    tags: dict[str, float],
) -> Model:
    """A model whose vocabulary holds only what it needs, the most used units first."""
    import numpy as np

    bits, mask = np.uint64(ID_BITS), np.uint64((1 << ID_BITS) - 1)
    parts = np.concatenate([(keys >> (bits * np.uint64(place))) & mask for place in (2, 1, 0)]).astype(np.int64)
    uses = np.bincount(parts, minlength=max(names) + 1)
    needed = [number for number in names if uses[number] or number in singles or names[number] in _FIXED[:3]]
    needed.sort(key=lambda number: (-uses[number], names[number]))
    stands = np.zeros(len(uses), dtype=np.uint64)
    stands[needed] = np.arange(1, len(needed) + 1)
    new_keys = _rename(keys, stands)
    order = np.argsort(new_keys)
    by_id = np.array([singles.get(number, np.nan) for number in needed])
    vocabulary = {names[number]: at for at, number in enumerate(needed, 1)}
    return Model(vocabulary, new_keys[order], weights[order], None, by_id, tags)
