"""Traces: values along a page."""

import pytest

from maintext.extractors.trace import Spans, Trace, spans_of


def test_a_reduced_trace_keeps_peaks_and_extent() -> None:
    trace = Trace("t", "x", "y", [float(at % 10) for at in range(1000)], "bars", ((10, 20),))
    reduced = trace.reduced(100)
    assert len(reduced.values) == 100
    assert max(reduced.values) == 9.0
    assert len(reduced.values) * reduced.step == 1000
    assert reduced.chosen == trace.chosen


def test_a_reduced_line_and_its_curve_keep_their_means() -> None:
    trace = Trace("t", "x", "y", [0.0, 2.0, 4.0, 6.0], "line", (), curve=[1.0, 1.0, 3.0, 3.0])
    assert (trace.reduced(2).values, trace.reduced(2).curve) == ([1.0, 5.0], [1.0, 3.0])
    assert trace.reduced(4) is trace


@pytest.mark.parametrize(
    ("kept", "spans"),
    [("", ()), ("0", ()), ("1", ((0, 1),)), ("0110", ((1, 3),)), ("1011", ((0, 1), (2, 4)))],
)
def test_spans_are_the_runs_of_what_was_kept(kept: str, spans: Spans) -> None:
    assert spans_of([letter == "1" for letter in kept]) == spans
