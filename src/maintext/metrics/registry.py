"""Every metric by name."""

from typing import TYPE_CHECKING, Final

from maintext.specs import Registry

if TYPE_CHECKING:
    from maintext.metrics.metric import Metric

METRICS: Final["Registry[Metric]"] = Registry(
    kind="metric",
    base="maintext.metrics.metric:Metric",
    group="maintext.metrics",
    entries={
        "words": "maintext.metrics.words:Words",
        "diff": "maintext.metrics.words:Diff",
        "lcs": "maintext.metrics.lcs:Lcs",
        "substring": "maintext.metrics.lcs:Substring",
        "cleaneval": "maintext.metrics.cleaneval:CleanEval",
        "bag": "maintext.metrics.bags:Bag",
        "set": "maintext.metrics.bags:SetOfWords",
        "shingles": "maintext.metrics.bags:Shingles",
        "positions": "maintext.metrics.positions:Positions",
        "rouge": "maintext.metrics.rouge:Rouge",
        "rouge-l": "maintext.metrics.rouge:RougeL",
        "rouge-lsum": "maintext.metrics.rouge:RougeLsum",
        "edit": "maintext.metrics.edit:Edit",
        "snippets": "maintext.metrics.snippets:Snippets",
        "blocks": "maintext.metrics.blocks:Blocks",
        "best": "maintext.metrics.best:Best",
        "weighted": "maintext.metrics.weighted:Weighted",
    },
)
