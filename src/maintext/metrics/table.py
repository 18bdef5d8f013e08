"""Every metric by name; nothing is imported before it is asked for."""

from typing import TYPE_CHECKING

from maintext.specs import Spec, Table

if TYPE_CHECKING:
    from maintext.metrics.metric import Metric

METRICS: "Table[Metric]" = Table(
    kind="metric",
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
    group="maintext.metrics",
)


def build(spec: "str | Spec | Metric") -> "Metric":
    """The metric a spec stands for; a metric stands for itself."""
    return METRICS.build(spec) if isinstance(spec, str | Spec) else spec
