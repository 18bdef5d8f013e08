"""Headings follow their sections: kept above kept text, dropped above nothing."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned.network import HEADS
from maintext.extractors.learned.unit_scores import UnitParameters
from maintext.extractors.learned.units import UnitKind, Units
from maintext.page.words import words as words_of

if TYPE_CHECKING:
    from maintext.arrays import BoolArray, Float32Array, Float64Array, Int64Array

_TEXT: Final = HEADS.index("text")
_TITLE: Final = HEADS.index("title")
_LIST_BLOCKS: Final = 3
"""The minimum number of blocks of a list, a definition list or a table whose heading follows it."""
_LABEL_WORDS: Final = 4
_LAST_LABELS: Final = 3
"""The maximum number of words of a label, and of labels at the end of a text."""
_LISTS: Final = (UnitKind.LIST, UnitKind.DEFINITIONS, UnitKind.TABLE)


def follow_sections(
    kept: "BoolArray", log_odds: "Float32Array", words: "Float32Array", units: Units, parameters: UnitParameters
) -> "BoolArray":
    """The kept blocks, with headings of kept sections added and improbable headings of dropped sections removed.

    A section of which only headings are kept is dropped. The title and subtitles are no headings of sections. A heading
    with nothing below it but a list that is dropped, such as a table of contents, is dropped whatever its log odds.
    """
    import numpy as np

    is_text = (units.kinds != UnitKind.HEADING)[units.of_block]
    starts = units.starts
    ends = np.append(starts, len(kept))[units.section_ends]
    after = np.append(starts, len(kept))[units.headings + 1]
    first = starts[units.headings]
    kept_words, all_words = (_sums(words * mask, after, ends) for mask in (kept & is_text, is_text))
    score = np.where(log_odds[first, _TITLE] > 0, np.nan, log_odds[first, _TEXT])
    is_kept = (kept_words > 0) & (kept_words >= parameters.section_share * all_words)
    unit_kept = kept[starts]
    unit_kept[units.headings] |= is_kept & (score > parameters.add_heading)
    is_lone = (score < parameters.lone_heading) | (
        _heads_improbable_list(log_odds, units, after, ends) & ~np.isnan(score)
    )
    unit_kept[units.headings] &= (kept_words > 0) | ~is_lone
    return np.where(is_text, kept, unit_kept[units.of_block])


def drop_last_labels(kept: "BoolArray", texts: Sequence[str], units: Units) -> "BoolArray":
    """The kept blocks without labels at their end, above nothing: short headings, and "Related:"."""
    import numpy as np

    dropped = kept.copy()
    for block in np.nonzero(kept)[0][:0:-1][:_LAST_LABELS].tolist():
        kind, text = units.kinds[units.of_block[block]], texts[block].rstrip()
        is_label = kind == UnitKind.HEADING or (kind == UnitKind.BLOCK and text.endswith((":", "\N{FULLWIDTH COLON}")))
        if not is_label or len(words_of(text)) > _LABEL_WORDS:
            break
        dropped[block] = False
    return dropped


def _heads_improbable_list(
    log_odds: "Float32Array", units: Units, after: "Int64Array", ends: "Int64Array"
) -> "BoolArray":
    """Whether the section of each heading is a single list or table that is more probably no main text."""
    import numpy as np

    below = np.minimum(units.headings + 1, len(units.kinds) - 1)
    is_list = (units.section_ends == units.headings + 2) & np.isin(units.kinds[below], _LISTS)
    is_list &= ends - after >= _LIST_BLOCKS
    improbable: BoolArray = is_list & (_sums(log_odds[:, _TEXT], after, ends) < 0)
    return improbable


def _sums(values: "Float32Array", starts: "Int64Array", ends: "Int64Array") -> "Float64Array":
    """The sums of the values from each start to each end."""
    import numpy as np

    total = np.append(0, np.cumsum(values, dtype=np.float64))
    sums: Float64Array = total[ends] - total[starts]
    return sums
