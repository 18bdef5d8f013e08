"""Readability ([Arc90 2009], as Algorithm 2 of [Kovačič 2012]): paragraphs vote for the elements around them.

Elements with unlikely class names are dropped. Every paragraph gets a score for its length and its commas; its parent
gets the score too, its grandparent half of it. The best element, weighed down by its links, is the article, together
with those of its siblings that qualify. Forms, lists and boxes in it that look like no article are cleaned away. If
fewer than 250 characters are left, all is done again with one rule less.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from maintext.extractors.base import Extractor
from maintext.extractors.extraction import Extraction
from maintext.extractors.readability.cleaning import TextAmounts, add_up, find_clutter
from maintext.extractors.readability.layout import Layout
from maintext.extractors.readability.rules import article_title, name_weight, tag_score
from maintext.page import Page
from maintext.render.text import render_text

_LEAST = 10.0
"""A sibling needs this score in any case."""
_SENTENCE_END = re.compile(r"[.\u0964\u3002\uff0e](?:\s|$)")


class Rules(NamedTuple):
    """Which rules hold: dropping unlikely names, weighing names, cleaning."""

    unlikely: bool
    names: bool
    cleaning: bool


_ATTEMPTS = (
    Rules(True, True, True), Rules(False, True, True), Rules(False, False, True), Rules(False, False, False),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Readability(Extractor):
    """Keep the element that most paragraphs vote for, its like siblings, and no clutter."""

    paper: ClassVar[str] = "Arc90 2009; Kovačič 2012"

    enough: int = 250
    """With fewer characters than this, try again with relaxed rules."""
    shortest: int = 25
    """Paragraphs with fewer characters have no vote."""
    sibling: float = 0.2
    """A sibling qualifies with this share of the best element's score."""
    title: bool = False
    """Whether the text begins with the page's title, the name of the site cut off."""

    def __post_init__(self) -> None:
        if self.enough < 0 or self.shortest < 0:
            raise ValueError("enough and shortest must not be negative")
        if self.sibling < 0:
            raise ValueError("sibling must not be negative")

    def extract(self, page: Page) -> Extraction:
        """The first attempt that gives enough text, else the one that gives most."""
        if not page.tree.block_texts:
            return Extraction(page, str(self), chosen=(), reason="the page has no text")
        layout = Layout(page)
        best: list[bool] = []
        most = -1
        for rules in _ATTEMPTS:
            kept = self.attempt(layout, rules)
            size = sum(len(text) for text, keep in zip(page.tree.block_texts, kept, strict=True) if keep)
            if size > most:
                best, most = kept, size
            if size >= self.enough:
                break
        reason = None if any(best) else "no paragraph is long enough to vote"
        return Extraction(page, str(self), chosen=best, given=self._with_title(page, best), reason=reason)

    def attempt(self, layout: Layout, rules: Rules) -> list[bool]:
        """The blocks kept under the given rules."""
        alive = layout.alive(rules.unlikely)
        amounts = layout.amounts(alive)
        add_up(layout.page.tree.parents, amounts)
        scores = self.scores(layout, alive, amounts, rules.names)
        roots, loose = self.article(layout, alive, amounts, scores)
        chosen = layout.under(roots, alive)
        if rules.cleaning:
            clutter = find_clutter(layout.page.tree, layout.amounts(chosen), chosen, roots, rules.names)
            chosen = layout.without(clutter, chosen)
        return [chosen[owner] or block in loose for block, owner in enumerate(layout.owners)]

    def scores(self, layout: Layout, alive: Sequence[bool], amounts: TextAmounts, names: bool) -> dict[int, float]:
        """The votes for each element, its tag and name counted in, weighed down by its share of links."""
        tree = layout.page.tree
        scores: dict[int, float] = {}
        for parent, characters, commas in layout.paragraphs(alive, amounts):
            if characters < self.shortest or parent < 0:
                continue
            score = 1 + commas + min(characters // 100, 3)
            for element, share in ((parent, 1.0), (tree.parents[parent], 0.5)):
                if element >= 0:
                    if element not in scores:
                        weight = name_weight(tree.elements[element]) if names else 0
                        scores[element] = tag_score(tree.tags[element]) + weight
                    scores[element] += share * score
        return {element: score * (1 - amounts.link_density(element)) for element, score in scores.items()}

    def article(
        self, layout: Layout, alive: Sequence[bool], amounts: TextAmounts, scores: dict[int, float]
    ) -> tuple[frozenset[int], frozenset[int]]:
        """The elements that make up the article, and the blocks of loose text beside them."""
        tree = layout.page.tree
        top = max(scores, key=scores.__getitem__, default=-1)
        if top < 0 or tree.tags[top] in ("html", "body"):
            return frozenset([layout.body]), frozenset()
        parent, share = tree.parents[top], scores[top] * self.sibling
        name = dict(tree.elements[top]).get("class")
        roots = {top}
        for element in layout.children(parent):
            bonus = share if name and name == dict(tree.elements[element]).get("class") else 0.0
            if alive[element] and (
                scores.get(element, -_LEAST) + bonus >= max(_LEAST, share)
                or (layout.is_paragraph(element) and _reads_well(layout, layout.held.get(element, ())))
            ):
                roots.add(element)
        beside = (block for block in layout.held.get(parent, ()) if alive[layout.owners[block]])
        return frozenset(roots), frozenset(block for block in beside if _reads_well(layout, [block]))

    def _with_title(self, page: Page, kept: Sequence[bool]) -> str | None:
        """The text with the title before it, if it is asked for."""
        if not self.title or not any(kept):
            return None
        return "\n".join(filter(None, [article_title(page.title), render_text(page, kept)]))


def _reads_well(layout: Layout, blocks: Sequence[int]) -> bool:
    """Whether a paragraph beside the article belongs to it: long with few links, or a sentence without any."""
    size = sum(layout.sizes[block] for block in blocks)
    links = sum(layout.page.tree.block_links[block] for block in blocks)
    if size > 80:
        return links < 0.25 * size
    return links == 0 and any(_SENTENCE_END.search(layout.page.tree.block_texts[block]) for block in blocks)
