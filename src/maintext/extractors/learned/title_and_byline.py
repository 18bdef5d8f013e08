"""The title and the bylines of a page: which blocks they are, and where they are part of the text."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned.calibration import is_article
from maintext.extractors.learned.network import HEADS, PAGE_TYPES, Output
from maintext.extractors.learned.units import UnitKind, Units
from maintext.page.words import words as words_of

if TYPE_CHECKING:
    from maintext.arrays import BoolArray, Float32Array

TEXT: Final = HEADS.index("text")
TITLE: Final = HEADS.index("title")
BYLINE: Final = HEADS.index("byline")
SHARED_WORDS: Final = 0.5
"""The share of the words of a title that another block must have to repeat it."""
CLEAR_TITLE: Final = 3.0
"""The log odds above which the title of a documentation page is left out."""
BYLINE_WORDS: Final = 15
PROBABLE_BYLINE: Final = -1.0
CLEAR_TEXT: Final = 1.0
"""A block of an article with at most so many words, larger log odds of a byline and smaller ones of text is one."""
_DOCUMENTATION: Final = PAGE_TYPES.index("documentation")


def find_titles(log_odds: "Float32Array", texts: Sequence[str]) -> "BoolArray":
    """The most probable title, and probable ones that share most words with it; subtitles are not among them."""
    import numpy as np

    titles = log_odds > 0
    if titles.any():
        title = set(words_of(texts[int(log_odds.argmax())].lower()))
        for block in np.nonzero(titles)[0].tolist():
            other = set(words_of(texts[block].lower()))
            titles[block] = len(title & other) >= SHARED_WORDS * max(len(title), len(other))
    return titles


def add_or_remove_title(
    kept: "BoolArray", titles: "BoolArray", output: Output, units: Units, include: bool
) -> "BoolArray":
    """The kept blocks with the title once, preferably as a heading, or without it where it is left out."""
    import numpy as np

    if include or _leaves_title_out(output):
        kept = kept & ~titles
    if include and titles.any():
        headings = titles & (units.kinds == UnitKind.HEADING)[units.of_block]
        kept[np.where(headings if headings.any() else titles, output.blocks[:, TITLE], -np.inf).argmax()] = True
    return kept


def _leaves_title_out(output: Output) -> bool:
    """Whether the title is left to `page.title`: on an article, and on a documentation page if it is clear.

    The name of a product or of a listing belongs to its text.
    """
    is_documentation = int(output.page.argmax()) == _DOCUMENTATION
    return is_article(output) or (is_documentation and float(output.blocks[:, TITLE].max()) > CLEAR_TITLE)


def add_or_remove_bylines(kept: "BoolArray", output: Output, words: "Float32Array", include: bool) -> "BoolArray":
    """The kept blocks with those that name the author, or on an article without short ones that may do so."""
    text, byline = output.blocks[:, TEXT], output.blocks[:, BYLINE]
    if include:
        return kept | (byline > 0)
    if not is_article(output):
        return kept
    return kept & ~((words <= BYLINE_WORDS) & (byline > PROBABLE_BYLINE) & (text < CLEAR_TEXT))
