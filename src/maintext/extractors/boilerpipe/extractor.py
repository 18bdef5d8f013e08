"""boilerpipe [Kohlschütter 2010]: shallow features of a block and its neighbors are enough.

Blocks with few words, many of them link text, are boilerplate. Small decision trees classify blocks, and simple rules
about neighboring blocks, the title and the end of the article correct the result.
"""

from dataclasses import dataclass
from typing import ClassVar

from maintext.extractors.base import Extractor
from maintext.extractors.boilerpipe.blocks import read_blocks
from maintext.extractors.boilerpipe.filters import Filter
from maintext.extractors.boilerpipe.recipes import RECIPES, Constants, Recipe
from maintext.extractors.extraction import Extraction
from maintext.extractors.segments import majority
from maintext.page import Page


@dataclass(frozen=True, slots=True)
class Boilerpipe(Extractor):
    """Keep the text blocks that a recipe of filters marks as content."""

    paper: ClassVar[str] = "Kohlschütter 2010"

    recipe: Recipe = "article"
    """The name of the recipe."""
    width: int = 80
    """The width of a line when text density is measured, in characters."""
    link_density: float = 0.333333
    """A block with a larger share of link text is boilerplate."""
    previous_link_density: float = 0.555556
    """After a block with a larger share of link text, the decision is stricter."""
    distance: int = 1
    """Content blocks are merged if at most this many blocks are between them."""
    end_words: int = 60
    """The minimum number of words before a phrase that marks the end of the article."""
    clause_words: int = 5
    """The minimum number of words in a clause of a sentence."""

    def __post_init__(self) -> None:
        if self.recipe not in RECIPES:
            raise ValueError(f"{self.recipe!r} is not a recipe; there are: {', '.join(RECIPES)}")
        if self.width < 1:
            raise ValueError("width must be at least 1")

    def extract(self, page: Page) -> Extraction:
        """The text of the content blocks, one line each."""
        if not page.tree.block_texts:
            return Extraction(page, str(self), chosen=(), given="", reason="the page has no text")
        document, spans = read_blocks(page, self.width)
        kept = [block for block in self.filter(document).blocks if block.content]
        lines = (" ".join(line.split()) for block in kept for line in block.text.split("\n"))
        text = "\n".join(line for line in lines if line)
        chosen = majority(page, (spans[member] for block in kept for member in block.members))
        return Extraction(
            page, str(self), chosen=chosen, given=text, reason=None if text else "no block looks like main text"
        )

    @property
    def filter(self) -> Filter:
        """The recipe with the parameters of this extractor."""
        numbers = Constants(
            self.link_density, self.previous_link_density, self.distance, self.end_words, self.clause_words
        )
        return RECIPES[self.recipe](numbers)
