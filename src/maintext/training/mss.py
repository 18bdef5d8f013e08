"""Train maximum subsequence segmentation: count features in one pass over labeled pages, then compute their weights."""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from maintext.extractors.models import ModelFile
from maintext.extractors.mss.bayes import ALPHA, TokenCounts, add_up, weigh
from maintext.extractors.mss.model import ID_BITS, MssModel
from maintext.extractors.mss.units import RARE_WORD, UNKNOWN_TAGS, is_tag, is_word
from maintext.progress import Progress, no_progress
from maintext.training.align import align_tokens
from maintext.training.mss_tally import FIXED, Tally
from maintext.training.trainer import LabeledPage, Trainer

if TYPE_CHECKING:
    from maintext.arrays import AnyArray


@dataclass(slots=True)
class MssTrainer(Trainer):
    """Counts trigrams, single tokens and most recent unclosed tags, inside and outside the main text."""

    extractor: ClassVar[str] = "mss"

    alpha: float = ALPHA
    common: float = 0.08
    """Words on a smaller share of the pages are replaced by a rare-word token in trigrams; 0 keeps every word."""
    tag_share: float = 0.25
    """The factor for the weight of the most recent unclosed tag; 1 treats it as independent of the trigram."""
    least_pages: int = 2
    """Trigrams on fewer pages are left out of the model."""
    least_singles: int = 3
    """The same for single tokens."""
    least_weight: float = 0.25
    """Trigrams with a smaller absolute weight are left out of the model, which is the same as weight 0."""

    tally: Tally = field(init=False, repr=False, default_factory=Tally)

    def add(self, labeled: LabeledPage) -> None:
        """Count one page; its main text is everything from the first gold word to the last one."""
        inside = main_span(labeled)
        if inside.any():
            self.tally.add(self.tally.number(labeled.page.tokens), inside, labeled.source)

    def finish(self, manifest: dict[str, object], progress: Progress = no_progress) -> ModelFile:
        """The model, after all pages were added."""
        return self.model().to_file(manifest)

    def model(self) -> MssModel:
        """The weights, computed from the counts of all pages."""
        import numpy as np

        stands = self._rare_tags()
        keys, sums = self.tally.trigrams.total()
        keys, sums = add_up(_rename(keys, self._rare_words(stands)), sums)
        weights = weigh(sums, self.alpha)
        kept = (sums[:, 2] >= self.least_pages) & (np.abs(weights) >= self.least_weight)
        singles = self._weights(self.tally.singles, stands, self.least_singles)
        names = {number: unit for unit, number in self.tally.ids.items()}
        tags = {_tag_name(names[number]): weight for number, weight in self._weights(self.tally.tops, stands).items()}
        model = _compact(keys[kept], weights[kept], singles, names)
        return replace(model, tags=tags, tag_share=self.tag_share)

    def _weights(self, counts: TokenCounts, stands: "AnyArray", least: int = 0) -> dict[int, float]:
        """The weight of each unit on at least so many pages."""
        keys, sums = counts.total()
        keys, sums = add_up(stands[keys.astype(int)], sums)
        often = sums[:, 2] >= least
        return dict(zip(keys[often].tolist(), weigh(sums, self.alpha)[often].tolist(), strict=True))

    def _rare_tags(self) -> "AnyArray":
        """Map each id to itself, or to the unknown tag if it is a tag that occurs on a single site."""
        import numpy as np

        stands = np.arange(len(self.tally.ids) + 1, dtype=np.uint64)
        for unit, number in self.tally.ids.items():
            if is_tag(unit) and self.tally.sources.get(number) is not None:
                stands[number] = self.tally.ids[UNKNOWN_TAGS[1 if unit[1] == "/" else 0]]
        return stands

    def _rare_words(self, stands: "AnyArray") -> "AnyArray":
        """Map each id in trigrams to itself, or to the rare-word token if it is a word on too few pages."""
        ids, sums = self.tally.singles.total()
        pages = dict(zip(ids.tolist(), sums[:, 2].tolist(), strict=True))
        stands = stands.copy()
        for unit, number in self.tally.ids.items():
            if is_word(unit) and pages.get(number, 0) < self.common * self.tally.pages:
                stands[number] = self.tally.ids[RARE_WORD]
        return stands


def main_span(labeled: LabeledPage) -> "AnyArray":
    """For every token, whether it is between the first and the last gold word."""
    import numpy as np

    return span_of(np.array(align_tokens(labeled.page, labeled.gold), dtype=bool))


def span_of(gold: "AnyArray") -> "AnyArray":
    """Everything from the first true value to the last."""
    import numpy as np

    inside = np.zeros_like(gold)
    places = np.flatnonzero(gold)
    if len(places):
        inside[places[0] : places[-1] + 1] = True
    return inside


def _tag_name(unit: str) -> str:
    return unit if unit in FIXED else unit.strip("<>")


def _rename(keys: "AnyArray", stands: "AnyArray") -> "AnyArray":
    """Trigram keys in which every id is replaced by the one that it is mapped to."""
    import numpy as np

    bits, mask = np.uint64(ID_BITS), np.uint64((1 << ID_BITS) - 1)
    parts = [stands[((keys >> (bits * np.uint64(place))) & mask).astype(np.int64)] for place in (2, 1, 0)]
    return np.asarray((parts[0] << (bits + bits)) | (parts[1] << bits) | parts[2])


def _compact(
    keys: "AnyArray",
    weights: "AnyArray",
    singles: dict[int, float],
    names: dict[int, str],
) -> MssModel:
    """A model whose vocabulary contains only used units, the most frequent ones first."""
    import numpy as np

    bits, mask = np.uint64(ID_BITS), np.uint64((1 << ID_BITS) - 1)
    parts = np.concatenate([(keys >> (bits * np.uint64(place))) & mask for place in (2, 1, 0)]).astype(np.int64)
    uses = np.bincount(parts, minlength=max(names) + 1)
    needed = [number for number in names if uses[number] or number in singles or names[number] in FIXED[:3]]
    needed.sort(key=lambda number: (-uses[number], names[number]))
    stands = np.zeros(len(uses), dtype=np.uint64)
    stands[needed] = np.arange(1, len(needed) + 1)
    new_keys = _rename(keys, stands)
    order = np.argsort(new_keys)
    by_id = np.array([singles.get(number, np.nan) for number in needed])
    vocabulary = {names[number]: at for at, number in enumerate(needed, 1)}
    return MssModel(vocabulary, new_keys[order], weights[order], None, by_id)
