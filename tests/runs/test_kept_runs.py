"""Kept runs of benchmarks: what their results depend on, and the table of mutations made from them."""

import importlib
from types import ModuleType

import pytest

from maintext.analysis.statistics import Interval
from maintext.reports.robustness import ScoreChange
from tests.extractors.adapters.peers import needs
from tests.test_references import ROOT


@pytest.fixture
def kept_runs(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    return importlib.import_module("kept_runs")


@needs("resiliparse")
def test_results_of_other_projects_stay_valid_when_our_code_changes(
    kept_runs: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    specs = ["density", "resiliparse", "boilerpipe(recipe=article)"]
    (ours, own), (others, foreign) = kept_runs.grouped(specs).items()
    assert (own, foreign) == (["density", "boilerpipe"], ["resiliparse"])
    monkeypatch.setattr(kept_runs, "code_digest", lambda: "changed")
    assert kept_runs.grouped(specs) == {"changed": own, others: foreign}
    assert ours != "changed"


def _change(mutation: str, pages: int, after: float) -> ScoreChange:
    return ScoreChange("density", mutation, pages, 0.8, after, Interval(0.0, 0.0))


@pytest.mark.usefixtures("kept_runs")
def test_a_mutation_that_lacks_pages_is_left_out() -> None:
    robustness = importlib.import_module("robustness")
    found = [_change("columns", 2, 0.6), _change("columns", 2, 0.6), _change("columns", 4, 0.7)]
    found += [_change("comments", pages, 0.1) for pages in (2, 2, 3)]
    found += [_change("scripts", 8, 0.1)]
    (row,) = robustness.rows_of(found[:6])
    assert (row.pages, row.differences) == (8, {"columns": pytest.approx(-0.15)})
    assert robustness.rows_of(found[6:]) == []
