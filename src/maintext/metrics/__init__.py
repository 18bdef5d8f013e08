"""GOLD + TEXT -> COUNTS -> SCORE: how much of the main text was found, and how much else.

A metric is a value with a name that parses back, such as `words(tokens=ascii)`. It turns one page into `Counts`, which
can be summed and resampled, and turns counts into a `Score`. Undefined is None, never 0.
"""

from maintext.metrics.counts import Counts, Score, pool
from maintext.metrics.metric import Gold, Metric, Retrieved
from maintext.metrics.parallel_counts import count_many
from maintext.metrics.registry import METRICS

__all__ = ["METRICS", "Counts", "Gold", "Metric", "Retrieved", "Score", "count_many", "pool"]
