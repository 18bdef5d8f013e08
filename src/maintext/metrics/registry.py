"""The registry of metrics."""

from typing import TYPE_CHECKING, Final

from maintext.specs import Registry

if TYPE_CHECKING:
    from maintext.metrics.metric import Metric

METRICS: Final["Registry[Metric]"] = Registry(
    kind="metric",
    base="maintext.metrics.metric:Metric",
    group="maintext.metrics",
    entries={
        "words": "maintext.metrics.sequences:Words",
        "diff": "maintext.metrics.sequences:Diff",
        "lcs": "maintext.metrics.sequences:Lcs",
        "substring": "maintext.metrics.sequences:Substring",
        "cleaneval": "maintext.metrics.sequences:CleanEval",
        "bag": "maintext.metrics.bag_of_words:Bag",
        "set": "maintext.metrics.bag_of_words:SetOfWords",
        "shingles": "maintext.metrics.bag_of_words:Shingles",
        "positions": "maintext.metrics.sequences:Positions",
        "rouge": "maintext.metrics.rouge:Rouge",
        "rouge-l": "maintext.metrics.rouge:RougeL",
        "rouge-lsum": "maintext.metrics.rouge:RougeLsum",
        "edit": "maintext.metrics.sequences:Edit",
        "snippets": "maintext.metrics.snippets:Snippets",
        "blocks": "maintext.metrics.block_overlap:BlockOverlap",
        "best": "maintext.metrics.best_version:Best",
        "weighted": "maintext.metrics.weighted:Weighted",
        "structure": "maintext.metrics.structure.item_overlap:Structure",
        "tables": "maintext.metrics.structure.table_similarity:Tables",
    },
)
"""All metrics by name. Other packages add theirs with the entry point group `maintext.metrics`."""
