"""Extractors explain themselves in a picture."""

from pathlib import Path

import pytest

from maintext.errors import MaintextError
from maintext.extractors import EXTRACTORS
from maintext.page import read_page
from maintext.reports.explain import picture_of
from maintext.reports.picture import Picture
from maintext.reports.plot import plot
from tests.bundled import PAGES
from tests.cli.run import run

PAGE = read_page((PAGES / "news-inline-ads" / "page.html").read_bytes())


def test_density_shows_lengths_cutoff_and_region() -> None:
    extractor = EXTRACTORS.build("density")
    picture = picture_of(extractor, PAGE)
    region = extractor.region(PAGE)  # type: ignore[attr-defined]
    assert list(picture.values) == list(region.lengths)
    assert picture.limit == pytest.approx(0.333 * max(region.lengths))
    assert picture.chosen == ((region.first, region.last),)


@pytest.mark.parametrize("spec", ["simple-mss", "mss"])
def test_mss_rises_from_the_lowest_to_the_highest_point_of_what_it_chose(spec: str) -> None:
    picture = picture_of(EXTRACTORS.build(spec), PAGE)
    ((first, last),) = picture.chosen
    inside = picture.values[int(first) : int(last)]
    assert max(inside) == pytest.approx(inside[-1])
    before = picture.values[int(first) - 1] if first else 0.0
    assert all(value >= before - 1e-9 for value in inside)


def test_blurring_chooses_what_reaches_the_threshold() -> None:
    picture = picture_of(EXTRACTORS.build("ccb"), PAGE)
    assert picture.limit == 0.75
    chosen = [any(first <= at < last for first, last in picture.chosen) for at in range(len(picture.values))]
    assert chosen == [value >= 0.75 for value in picture.values]


def test_any_other_extractor_shows_its_blocks() -> None:
    extractor = EXTRACTORS.build("justext")
    picture = picture_of(extractor, PAGE)
    kept = extractor.extract(PAGE).kept
    assert len(picture.values) == len(kept)
    assert sum(last - first for first, last in picture.chosen) == sum(kept)


def test_a_reduced_picture_keeps_peaks_and_extent() -> None:
    picture = Picture("t", "x", "y", [float(at % 10) for at in range(1000)], "bars", ((10, 20),))
    reduced = picture.reduced(100)
    assert len(reduced.values) == 100
    assert max(reduced.values) == 9.0
    assert len(reduced.values) * reduced.step == 1000
    assert reduced.chosen == picture.chosen


@pytest.mark.parametrize("spec", ["density", "density(smooth=10.0)", "ccb", "slope-curve", "all", "nothing"])
@pytest.mark.parametrize("html", ["", "<p>x", "<p></p>", (PAGES / "docs-sphinx" / "page.html").read_bytes()])
def test_every_page_can_be_drawn(spec: str, html: str | bytes, tmp_path: Path) -> None:
    plot(picture_of(EXTRACTORS.build(spec), read_page(html)), tmp_path / "out.svg")
    assert "<svg" in (tmp_path / "out.svg").read_text()


def test_the_command_draws(tmp_path: Path) -> None:
    page = str(PAGES / "news-inline-ads" / "page.html")
    for ending, sign in ((".svg", b"<?xml"), (".pdf", b"%PDF"), (".png", b"\x89PNG")):
        target = tmp_path / f"out{ending}"
        assert run("extract", page, "-x", "density", "--plot", str(target)).exit_code == 0
        assert target.read_bytes().startswith(sign)
    assert "length (characters)" in (tmp_path / "out.svg").read_text()
    assert run("extract", page, "--plot", str(tmp_path / "out.gif")).exit_code == 1
    assert run("extract", page, page, "--plot", str(tmp_path / "out.svg")).exit_code == 2


def test_an_unknown_ending_is_an_error_that_names_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(MaintextError, match=r"\.svg, \.pdf, \.png"):
        plot(picture_of(EXTRACTORS.build("density"), PAGE), tmp_path / "x.gif")
