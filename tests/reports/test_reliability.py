from maintext.reports.comparison import Comparison
from maintext.reports.reliability import Bin, Reliability, bins, reliabilities


def test_bins_hold_the_means_and_leave_out_empty_ones() -> None:
    assert bins([(0.05, 0.5), (0.09, 0.7), (1.0, 0.9)]) == (Bin(2, 0.07, 0.6), Bin(1, 1.0, 0.9))


def test_the_error_is_weighted_by_pages() -> None:
    found = Reliability("x", (Bin(3, 0.5, 0.5), Bin(1, 0.9, 0.5)))
    assert abs(found.error - 0.1) < 1e-12


def test_only_extractors_with_a_confidence_count(comparison: Comparison) -> None:
    labels = [each.label for each in reliabilities(comparison)]
    assert "density" in labels
    assert "all" not in labels
