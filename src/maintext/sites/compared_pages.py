"""The template of a site from a few pages that are compared one with another, instead of counting what repeats."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from maintext.page import Page
from maintext.sites.block_keys import read_block_keys
from maintext.sites.page_alignment import align_pages
from maintext.sites.page_tokens import page_tokens, page_tree
from maintext.sites.template import Repeated, Template
from maintext.sites.template_learner import TemplateLearner

Comparison = Literal["alignment", "mapping"]
"""Of the sequences of tags and texts, as RoadRunner does [Crescenzi 2001], or of the trees [Vieira 2006]."""
_SHOWN = 60


def compare_pages(one: Page, two: Page, by: Comparison) -> list[tuple[int, int]]:
    """The pairs of blocks that have the same place in both pages and the same text."""
    first, second = page_tokens(one), page_tokens(two)
    texts = one.tree.block_texts, two.tree.block_texts
    if by == "alignment":
        pairs = align_pages(first, second)
    else:
        from maintext.sites.tree_mapping import map_trees

        pairs = map_trees(page_tree(first, texts[0]), page_tree(second, texts[1]))
    return [(a, b) for a, b in pairs if texts[0][a] == texts[1][b]]


def learn_by_comparison(site: str, pages: Sequence[tuple[str, Page]], by: Comparison) -> Template:
    """The template of pages of one layout: the texts of the first page that others have in the same place."""
    learner = TemplateLearner(site)
    used = [page for name, page in pages if learner.add(name, page)]
    template = learner.template()
    if not used:
        return template
    keys = read_block_keys(used[0])
    counts: Counter[int] = Counter()
    samples: dict[int, str] = {}
    for page in used[1:]:
        for block in {keys.texts[first]: first for first, _ in compare_pages(used[0], page, by)}.values():
            counts[keys.texts[block]] += 1
            samples[keys.texts[block]] = used[0].tree.block_texts[block][:_SHOWN]
    return replace(template, repeated=[Repeated(key, 1 + count, samples[key]) for key, count in counts.most_common()])
