"""What extractors show of their reasoning, and its plot."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from maintext.errors import MaintextError
from maintext.extractors import EXTRACTORS, BlockExtractor
from maintext.extractors.trace import Trace, spans_of
from maintext.page import Page, read_page
from maintext.reports.explain import own_trace, trace_of
from maintext.reports.plot import plot
from tests.bundled import PAGES

PAGE = read_page((PAGES / "news-inline-ads" / "page.html").read_bytes())


def test_density_shows_lengths_cutoff_and_region() -> None:
    extractor = EXTRACTORS.build("density")
    trace = trace_of(extractor, PAGE)
    region = extractor.region(PAGE)  # type: ignore[attr-defined]
    assert list(trace.values) == list(region.lengths)
    assert trace.threshold == pytest.approx(0.333 * max(region.lengths))
    assert trace.chosen == ((region.first, region.last),)


@pytest.mark.parametrize("spec", ["simple-mss", "mss"])
def test_mss_rises_from_the_lowest_to_the_highest_point_of_what_it_chose(spec: str) -> None:
    trace = trace_of(EXTRACTORS.build(spec), PAGE)
    ((first, last),) = trace.chosen
    inside = trace.values[int(first) : int(last)]
    assert max(inside) == pytest.approx(inside[-1])
    before = trace.values[int(first) - 1] if first else 0.0
    assert all(value >= before - 1e-9 for value in inside)


def test_blurring_chooses_what_reaches_the_threshold() -> None:
    trace = trace_of(EXTRACTORS.build("ccb"), PAGE)
    assert trace.threshold == 0.75
    chosen = [any(first <= at < last for first, last in trace.chosen) for at in range(len(trace.values))]
    assert chosen == [value >= 0.75 for value in trace.values]


def test_any_other_extractor_shows_its_blocks() -> None:
    extractor = EXTRACTORS.build("justext")
    trace = trace_of(extractor, PAGE)
    kept = extractor.extract(PAGE).kept
    assert len(trace.values) == len(kept)
    assert sum(last - first for first, last in trace.chosen) == sum(kept)


@dataclass(frozen=True, slots=True)
class Short(BlockExtractor):
    """Keeps short blocks, and shows their lengths."""

    def keep(self, page: Page) -> list[bool]:
        return [words < 10 for words in page.block_words]

    def trace(self, page: Page) -> Trace:
        return Trace("short blocks", "block", "words", page.block_words, "bars", spans_of(self.keep(page)), 10)


def test_any_extractor_with_a_trace_shows_it() -> None:
    trace = own_trace(Short(), PAGE)
    assert trace is not None
    assert trace == trace_of(Short(), PAGE)
    assert trace.title == "short blocks"
    assert sum(last - first for first, last in trace.chosen) == sum(Short().extract(PAGE).kept)


def test_without_a_trace_of_its_own_or_without_text_there_is_none() -> None:
    assert own_trace(EXTRACTORS.build("justext"), PAGE) is None
    assert own_trace(EXTRACTORS.build("density"), read_page("")) is None


@pytest.mark.parametrize("spec", ["density", "density(smooth=10.0)", "ccb", "slope-curve", "all", "nothing"])
@pytest.mark.parametrize("html", ["", "<p>x", "<p></p>", (PAGES / "docs-sphinx" / "page.html").read_bytes()])
def test_every_page_can_be_drawn(spec: str, html: str | bytes, tmp_path: Path) -> None:
    plot(trace_of(EXTRACTORS.build(spec), read_page(html)), tmp_path / "out.svg")
    assert "<svg" in (tmp_path / "out.svg").read_text()


def test_an_unknown_ending_is_an_error_that_names_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(MaintextError, match=r"\.svg, \.pdf, \.png"):
        plot(trace_of(EXTRACTORS.build("density"), PAGE), tmp_path / "x.gif")
