"""jusText [Pomikálek 2011]: long paragraphs full of stop words are text, and short ones follow their neighbors.

Block-level tags and double line breaks divide the page into paragraphs. Each is first classified alone, by its share of
link text, its length and its share of stop words; doubtful paragraphs then take the class of their neighbors.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import ClassVar, Final

from maintext.extractors.base import Extractor
from maintext.extractors.extraction import Extraction
from maintext.extractors.justext.paragraphs import TextParagraph, read_paragraphs
from maintext.extractors.justext.stop_words import BY_CHARACTER, TYPICAL, guess_language, language_name, stop_words
from maintext.extractors.segments import majority
from maintext.page import Page
from maintext.page.words import words

_SAMPLE: Final = 2000


class ParagraphClass(IntEnum):
    """The class of a paragraph; the order has no meaning."""

    BAD = 0
    SHORT = 1
    NEAR_GOOD = 2
    GOOD = 3


@dataclass(frozen=True, slots=True)
class Justext(Extractor):
    """Keep good paragraphs, and doubtful ones between them."""

    paper: ClassVar[str] = "Pomikálek 2011"

    language: str | None = "auto"
    """A language by name or code; "auto" chooses the list with the highest coverage; None uses no stop words."""
    length_low: int = 70
    """Shorter paragraphs take the class of their neighbors."""
    length_high: int = 200
    """Longer paragraphs can be good without good neighbors."""
    stopwords_low: float = 0.30
    """With a smaller share of stop words a paragraph is bad."""
    stopwords_high: float = 0.32
    """With at least this share a long paragraph is good."""
    max_link_density: float = 0.2
    """With a larger share of link text a paragraph is bad."""
    max_heading_distance: int = 200
    """A heading is kept if good text follows within so many characters."""
    no_headings: bool = False
    """Whether headings are treated as any other paragraph."""

    def __post_init__(self) -> None:
        if self.language not in (None, "none", "auto"):
            language_name(self.language)
        if self.length_low > self.length_high:
            raise ValueError("length_low must not be larger than length_high")
        if self.stopwords_low > self.stopwords_high:
            raise ValueError("stopwords_low must not be larger than stopwords_high")

    def extract(self, page: Page) -> Extraction:
        """The text of the good paragraphs, one per line."""
        if not page.tree.block_texts:
            return Extraction(page, str(self), chosen=(), given="", reason="the page has no text")
        paragraphs = read_paragraphs(page)
        classes = self.classify_all(paragraphs)
        good = [
            paragraph for paragraph, current in zip(paragraphs, classes, strict=True) if current == ParagraphClass.GOOD
        ]
        return Extraction(
            page,
            str(self),
            chosen=majority(page, (paragraph.span for paragraph in good)),
            given="\n".join(paragraph.text for paragraph in good),
            reason=None if good else "no paragraph looks like main text",
        )

    def classify_all(self, paragraphs: Sequence[TextParagraph]) -> list[ParagraphClass]:
        """The class of every paragraph, GOOD or BAD."""
        densities = self.stop_word_densities(paragraphs)
        first = [self.classify(paragraph, density) for paragraph, density in zip(paragraphs, densities, strict=True)]
        classes = settle_near_good(settle_short(first))
        return classes if self.no_headings else self.keep_headings(paragraphs, first, classes)

    def classify(self, paragraph: TextParagraph, density: float) -> ParagraphClass:
        """The class of a paragraph by itself; `density` is its share of stop words."""
        text, length = paragraph.text, len(paragraph.text)
        if paragraph.linked > self.max_link_density * length or "©" in text or "&copy" in text:
            return ParagraphClass.BAD
        if length < self.length_low:
            return ParagraphClass.BAD if paragraph.linked else ParagraphClass.SHORT
        if density >= self.stopwords_high:
            return ParagraphClass.GOOD if length > self.length_high else ParagraphClass.NEAR_GOOD
        return ParagraphClass.NEAR_GOOD if density >= self.stopwords_low else ParagraphClass.BAD

    def keep_headings(
        self, paragraphs: Sequence[TextParagraph], first: Sequence[ParagraphClass], classes: Sequence[ParagraphClass]
    ) -> list[ParagraphClass]:
        """The classes; headings that only their neighbors made bad become good if good text follows soon."""
        kept = list(classes)
        for at, paragraph in enumerate(paragraphs):
            if (
                paragraph.heading
                and kept[at] == ParagraphClass.BAD != first[at]
                and self._text_follows(paragraphs, kept, at)
            ):
                kept[at] = ParagraphClass.GOOD
        return kept

    def _text_follows(self, paragraphs: Sequence[TextParagraph], classes: Sequence[ParagraphClass], at: int) -> bool:
        distance = 0
        for after in range(at + 1, len(paragraphs)):
            if classes[after] == ParagraphClass.GOOD:
                return True
            distance += len(paragraphs[after].text)
            if distance > self.max_heading_distance:
                break
        return False

    def stop_word_densities(self, paragraphs: Sequence[TextParagraph]) -> list[float]:
        """The share of stop words in each paragraph, as if the page were English.

        Languages with inflections in place of separate words have fewer stop words; their shares are scaled up.
        Without a list every share is 1, so that the thresholds do not matter.
        """
        language = self.language_of(paragraphs)
        if language is None:
            return [1.0] * len(paragraphs)
        listed, scale = stop_words(language), TYPICAL["english"] / TYPICAL.get(language, TYPICAL["english"])
        split = words if language in BY_CHARACTER else str.split
        densities = []
        for paragraph in paragraphs:
            if len(paragraph.text) < self.length_low:
                densities.append(0.0)  # never looked at
                continue
            tokens = split(paragraph.text.lower())
            densities.append(scale * sum(map(listed.__contains__, tokens)) / len(tokens) if tokens else 0.0)
        return densities

    def language_of(self, paragraphs: Sequence[TextParagraph]) -> str | None:
        """The language whose stop words are used; None for no stop words."""
        if self.language is None or self.language == "none":
            return None
        if self.language != "auto":
            return language_name(self.language)
        return guess_language(_sample(paragraphs))


def settle_short(first: Sequence[ParagraphClass]) -> list[ParagraphClass]:
    """Short paragraphs take the class of those around them.

    Where the nearest good and bad ones disagree, a near-good one on the bad side decides for good.
    """
    before, after = _nearest(first, ParagraphClass.NEAR_GOOD), _nearest(first[::-1], ParagraphClass.NEAR_GOOD)[::-1]
    near_before, near_after = _nearest(first), _nearest(first[::-1])[::-1]
    settled = list(first)
    for at, current in enumerate(first):
        if current != ParagraphClass.SHORT:
            continue
        good_sides = (before[at] == ParagraphClass.GOOD) + (after[at] == ParagraphClass.GOOD)
        if good_sides == 1:
            beside = near_after[at] if before[at] == ParagraphClass.GOOD else near_before[at]
            good_sides += beside == ParagraphClass.NEAR_GOOD
        settled[at] = ParagraphClass.GOOD if good_sides == 2 else ParagraphClass.BAD
    return settled


def settle_near_good(classes: Sequence[ParagraphClass]) -> list[ParagraphClass]:
    """Near-good paragraphs are good unless the nearest ones on both sides are bad; those before count as settled."""
    after = _nearest(classes[::-1], ParagraphClass.NEAR_GOOD)[::-1]
    settled: list[ParagraphClass] = []
    last = ParagraphClass.BAD
    for at, current in enumerate(classes):
        if current == ParagraphClass.NEAR_GOOD:
            last = ParagraphClass.BAD if last == after[at] == ParagraphClass.BAD else ParagraphClass.GOOD
        else:
            last = current
        settled.append(last)
    return settled


def _nearest(classes: Sequence[ParagraphClass], *passed: ParagraphClass) -> list[ParagraphClass]:
    """For every position, the nearest class before it, except SHORT and those in `passed`; BAD if there is none."""
    nearest: list[ParagraphClass] = []
    last = ParagraphClass.BAD
    for current in classes:
        nearest.append(last)
        if current != ParagraphClass.SHORT and current not in passed:
            last = current
    return nearest


def _sample(paragraphs: Sequence[TextParagraph]) -> list[str]:
    """The first words of the page, in lower case."""
    found: list[str] = []
    for paragraph in paragraphs:
        found += words(paragraph.text.lower())
        if len(found) >= _SAMPLE:
            break
    return found[:_SAMPLE]
