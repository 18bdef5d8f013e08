"""Every metric by name; nothing is imported before it is asked for."""

from typing import TYPE_CHECKING

from maintext.specs import Spec, Table

if TYPE_CHECKING:
    from maintext.metrics.metric import Metric

METRICS: "Table[Metric]" = Table(
    kind="metric",
    entries={
        "words": "maintext.metrics.sequences:Words",
        "diff": "maintext.metrics.sequences:Diff",
        "lcs": "maintext.metrics.sequences:Lcs",
        "substring": "maintext.metrics.sequences:Substring",
        "cleaneval": "maintext.metrics.sequences:CleanEval",
        "bag": "maintext.metrics.bags:Bag",
        "set": "maintext.metrics.bags:SetOfWords",
        "shingles": "maintext.metrics.bags:Shingles",
        "positions": "maintext.metrics.sequences:Positions",
        "rouge": "maintext.metrics.rouge:Rouge",
        "rouge-l": "maintext.metrics.rouge:RougeL",
        "rouge-lsum": "maintext.metrics.rouge:RougeLsum",
        "edit": "maintext.metrics.sequences:Edit",
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
