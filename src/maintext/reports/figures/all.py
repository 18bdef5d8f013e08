"""Which figures a contest has."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from maintext.reports.contest import Contest, slug_of
from maintext.reports.figures.bars import bars, cases, histograms
from maintext.reports.figures.heat_map import heat_map
from maintext.reports.figures.lines import confidences, lengths, ranks_figure
from maintext.reports.figures.scatter import pareto
from maintext.reports.likenesses import Likenesses
from maintext.reports.rankings import ranks
from maintext.reports.reliability import Reliability
from maintext.reports.standings import Standing

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Drawn(NamedTuple):
    """A figure with the name of its files and what it shows."""

    slug: str
    caption: str
    figure: "Figure"


def figures_of(
    contest: Contest,
    boards: Mapping[str, Sequence[Standing]],
    alike: Likenesses,
    sure: Sequence[Reliability],
) -> Iterator[Drawn]:
    """All figures of a contest, one after the other; by each metric, then by the main one."""
    name = contest.name
    for metric in contest.metrics:
        ranked, own, slug = boards[str(metric)], str(metric), slug_of(str(metric))
        scores = contest.scores(metric)
        caption = f"{name}: {own} of every extractor, mean over successes in descending order with standard deviation."
        yield Drawn(f"{contest.slug}-bars-{slug}", caption, bars(ranked, own))
        caption = f"{name}: how many pages have which {own}, of those that were successful, in 20 equal bins."
        yield Drawn(f"{contest.slug}-histograms-{slug}", caption, histograms(ranked, scores, own))
    ranked, own = boards[str(contest.main)], str(contest.main)
    caption = f"{name}: pages that were successful, and the boundary cases of the others, by {own}."
    yield Drawn(f"{contest.slug}-cases", caption, cases(ranked))
    caption = f"{name}: {own} against time; who is on the line is beaten by nobody in both."
    yield Drawn(f"{contest.slug}-pareto", caption, pareto(ranked, own))
    caption = f"{name}: {own} against the length of the gold; the seven best have colors."
    yield Drawn(f"{contest.slug}-lengths", caption, lengths(ranked, contest.scores(contest.main), contest.sizes, own))
    if len(contest.entrants) > 1:
        order = [contest.labels.index(each.entrant.label) for each in ranked]
        means = [[alike.means[y][x] for x in order] for y in order]
        caption = f"{name}: how alike the texts of every two extractors are, pages where one found nothing left out."
        yield Drawn(f"{contest.slug}-agreement", caption, heat_map([contest.labels[at] for at in order], means))
    if sure:
        caption = f"{name}: confidence against {own}; on the dotted line confidence is the truth."
        yield Drawn(f"{contest.slug}-reliability", caption, confidences(sure, own))
    if len(boards) > 1 and len(contest.entrants) > 1:
        caption = f"{name}: rank by each metric; lines that move three ranks or more are blue."
        yield Drawn(f"{contest.slug}-ranks", caption, ranks_figure(ranks(boards), list(boards)))
