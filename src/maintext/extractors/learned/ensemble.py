"""The ensemble: networks trained on the same pages with different random seeds.

The mean of several networks varies less with the seed than one network does, and generalizes better. All are evaluated
at once.
"""

from typing import TYPE_CHECKING

from maintext.extractors.learned.features import Features
from maintext.extractors.learned.network import ANY_GUIDELINE, Output, block_log_odds, run_networks, standardize

if TYPE_CHECKING:
    from maintext.arrays import Float32Array, Int64Array
    from maintext.extractors.learned.network import Weights


def run_ensemble(networks: "Weights", features: Features, guideline: int, preferred: "Int64Array") -> Output:
    """Run all networks; `any` stands for the guideline that is preferred for the predicted page type."""
    hidden = run_networks(networks, standardize(networks, features.rows), features)
    page = hidden.page_types.mean(0)
    chosen = choose_guideline(guideline, page, preferred)
    return Output(block_log_odds(networks, hidden, chosen).mean(1), page)


def choose_guideline(guideline: int, page_types: "Float32Array", preferred: "Int64Array") -> int:
    """The guideline itself, or for `any` the one that is preferred for the page type."""
    return int(preferred[page_types.argmax()]) if guideline == ANY_GUIDELINE else guideline
