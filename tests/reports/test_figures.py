"""Every figure as SVG and PDF, with its axes labelled."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from maintext.reports.figures.bar_charts import histogram
from maintext.reports.figures.heat_map import lowest
from maintext.reports.figures.scatter import pareto_front, points_to_draw

LABELS = {
    "bars-bag": "bag (0 to 1)",
    "bars-words": "words (0 to 1)",
    "histograms-bag": "bag of a page (20 bins)",
    "histograms-words": "words of a page (20 bins)",
    "bars-bag-precision": "precision by bag (0 to 1)",
    "bars-words-recall": "recall by words (0 to 1)",
    "histograms-bag-recall": "recall by bag of a page (20 bins)",
    "histograms-words-precision": "precision by words of a page (20 bins)",
    "cases": "pages",
    "pareto": "mean time per page (milliseconds, logarithmic)",
    "lengths": "length of the gold (words; the number of pages in parentheses)",
    "agreement": "mean word F1 of the two texts (0 to 1; in cells: percent)",
    "reliability": "confidence (mean of the bin)",
    "ranks": "rank (1 is best)",
}


@pytest.mark.parametrize(("name", "label"), LABELS.items())
def test_a_figure_is_there_twice_and_labelled(report: Path, name: str, label: str) -> None:
    svg = (report / "figures" / f"made-up-{name}.svg").read_text()
    texts = [element.text for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
    assert label in texts
    assert "prefers-color-scheme:dark" in svg
    assert (report / "figures" / f"made-up-{name}.pdf").read_bytes().startswith(b"%PDF")


def test_twenty_equal_bins() -> None:
    counts = histogram([0.0, 0.049, 0.05, 0.5, 0.999, 1.0])
    assert len(counts) == 20
    assert (counts[0], counts[1], counts[10], counts[19]) == (2, 1, 1, 2)


def test_no_extractor_is_better_and_faster_than_one_on_the_front() -> None:
    points = [(1.0, 0.5, "fast"), (2.0, 0.4, "beaten"), (3.0, 0.9, "good"), (3.0, 0.8, "as slow"), (9.0, 0.9, "slow")]
    assert [name for _, _, name in pareto_front(points)] == ["fast", "good"]


def test_the_colors_begin_where_they_can_be_told_apart() -> None:
    assert lowest([[1.0, 0.84, 0.82], [0.84, 1.0, 0.8], [0.82, 0.8, 1.0]]) == 0.8
    assert lowest([[1.0, 0.95], [0.95, 1.0]]) == 0.9
    assert lowest([[1.0, 1.0], [1.0, 1.0]]) == 0.9
    assert lowest([[None]]) == 0.0


def test_among_many_extractors_those_far_below_are_named_and_not_drawn() -> None:
    many = [(float(place + 1), 0.9 - 0.01 * place, f"x{place}") for place in range(16)]
    assert points_to_draw([*many, (1.0, 0.2, "low")]) == many
    assert points_to_draw([*many[:3], (1.0, 0.2, "low")]) == [*many[:3], (1.0, 0.2, "low")]
