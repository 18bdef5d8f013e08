"""GOLD + TEXT -> COUNTS -> SCORE: how much of the main text was retrieved, and how much other text.

A metric has a spec such as `words(tokens=ascii)`. It computes `Counts` for one page, which can be summed and resampled,
and a `Score` from counts. Undefined is None, never 0.
"""

from maintext.metrics.counts import Counts, Score, pool
from maintext.metrics.metric import Gold, Metric, Retrieved
from maintext.metrics.parallel_counts import count_many, count_together
from maintext.metrics.registry import METRICS

__all__ = ["METRICS", "Counts", "Gold", "Metric", "Retrieved", "Score", "count_many", "count_together", "pool"]
