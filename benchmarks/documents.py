"""Document structure: how much of headings, lists, tables, links, images, code, formulas and footnotes each tool keeps.

    python benchmarks/documents.py [--part reader] [--only maintext,trafilatura] [--pages N] [--worst KIND]

On the two parts of the structure data: pages with an expected reader view, and pages with expected Markdown. For every
kind the table has precision, recall and F1 over the items of all pages (maintext.metrics.structure), then the tree edit
similarity of tables, and the word F1 of the text, averaged over pages. A tool that fails on a page has kept nothing of
it. The last line is the processor time that maintext takes to render Markdown, as a share of reading and extracting.
"""

import argparse
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

from maintext.datasets.example import Example
from maintext.datasets.home import source_home
from maintext.datasets.importers import Entry
from maintext.datasets.importers.structure import StructurePages
from maintext.errors import MaintextError
from maintext.extractors import EXTRACTORS, Extraction, Extractor
from maintext.metrics import METRICS, Counts, Gold, Metric, Retrieved, pool
from maintext.page import read_page

TOOLS = {
    "maintext": "default",
    "trafilatura": "trafilatura(output=html, comments=False)",
    "readability-lxml": "readability-lxml",
    "Readability": "readability-node(output=html)",
    "Defuddle": "defuddle",
}
WORDS = METRICS.build("bag")
METRIC_ROWS: dict[str, Metric] = {**METRICS.build("structure").parts(), "tables": METRICS.build("tables")}


@dataclass
class Tally:
    """The counts of one tool on one part of the data."""

    counts: dict[str, list[Counts]] = field(default_factory=lambda: {name: [] for name in METRIC_ROWS})
    word_f1: list[float] = field(default_factory=list)
    failures: int = 0

    def add(self, gold: Gold, retrieved: Retrieved) -> None:
        """Count one page."""
        for name, metric in METRIC_ROWS.items():
            if (counts := metric.counts(gold, retrieved)) is not None:
                self.counts[name].append(counts)
        self.word_f1.append(WORDS.counts(gold, retrieved).f() or 0.0)  # type: ignore[union-attr]


def installed(names: Iterable[str]) -> dict[str, Extractor]:
    """The tools that are installed; the others are named with the command that installs them."""
    found = {}
    for name in names:
        extractor = EXTRACTORS.build(TOOLS[name])
        if (remedy := extractor.missing()) is not None:
            print(f"{name} is not installed and left out; try: {remedy}")
            continue
        found[name] = extractor
    return found


def examples(part: str, source: Path, pages: int | None) -> list[Example]:
    importer = StructurePages(part)  # type: ignore[arg-type]
    entries = importer.entries(importer.locate(source))
    return [entry.example for entry in entries if isinstance(entry, Entry)][:pages]


def gold_of(example: Example, part: str) -> Gold:
    markup_format = "html" if part == "reader" else "markdown"
    return Gold(example.gold, example.markup, markup_format=markup_format, url=example.url)  # type: ignore[arg-type]


def retrieved_from(extraction: Extraction) -> Retrieved:
    """The tool's own HTML; ours is rendered."""
    html = extraction.html if extraction.raw is None else extraction.raw
    return Retrieved(extraction.text, html, "html", extraction.url)


def measure(extractor: Extractor, pages: list[Example], part: str, worst: str | None) -> Tally:
    tally, losses = Tally(), []
    for example in pages:
        gold = gold_of(example, part)
        try:
            extraction = extractor.extract(read_page(example.html, url=example.url, charset=example.charset))
            retrieved = retrieved_from(extraction)
        except MaintextError:
            retrieved = Retrieved("", "", "html")
            tally.failures += 1
        tally.add(gold, retrieved)
        if worst and (counts := METRIC_ROWS[worst].counts(gold, retrieved)) is not None:
            losses.append((counts.missed + counts.extra, example.id, counts))
    for _, name, counts in sorted(losses, reverse=True)[:20] if worst else ():
        print(f"  {name[:60]:60} shared {counts.shared:.4g} extra {counts.extra:.4g} missed {counts.missed:.4g}")
    return tally


def show(part: str, pages: int, tallies: dict[str, Tally]) -> None:
    width = 15
    print(f"\nstructure/{part}: {pages} pages; precision, recall and F1 in percent\n")
    print(f"{'':14}{'gold':>6}" + "".join(f"{name:>{width + 1}}" for name in tallies))
    for row in METRIC_ROWS:
        pooled = {name: pool(tally.counts[row]) for name, tally in tallies.items()}
        wanted = max(counts.shared + counts.missed for counts in pooled.values())
        cells = "".join(f"{_triple(counts):>{width + 1}}" for counts in pooled.values())
        print(f"{row:14}{wanted:6.0f}{cells}")
    cells = "".join(f"{100 * fmean(tally.word_f1):{width + 1}.1f}" for tally in tallies.values())
    print(f"{'word F1':20}{cells}")
    if any(tally.failures for tally in tallies.values()):
        print(f"{'failures':20}" + "".join(f"{tally.failures:{width + 1}}" for tally in tallies.values()))


def _triple(counts: Counts) -> str:
    return " ".join(
        f"{'-' if value is None else f'{100 * value:.0f}':>4}"
        for value in (counts.precision, counts.recall, counts.f())
    )


def rendering_share(pages: list[Example]) -> tuple[float, float]:
    """Milliseconds of processor time per page: reading and extracting, and rendering Markdown; the best of three."""
    extractor = EXTRACTORS.build(TOOLS["maintext"])
    extracting = rendering = 0.0
    for example in pages:
        best = [float("inf"), float("inf")]
        for _ in range(3):
            start = time.process_time()
            found = extractor.extract(read_page(example.html, url=example.url, charset=example.charset))
            found.kept  # noqa: B018 - what was kept belongs to the extraction
            middle = time.process_time()
            found.markdown  # noqa: B018 - it is computed when asked for
            best = [min(best[0], middle - start), min(best[1], time.process_time() - middle)]
        extracting, rendering = extracting + best[0], rendering + best[1]
    return 1000 * extracting / len(pages), 1000 * rendering / len(pages)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--source", type=Path, default=source_home(), help="the folder with the unpacked archives")
    arguments.add_argument("--part", choices=["reader", "markdown"], help="only this part of the data")
    arguments.add_argument("--only", default=",".join(TOOLS), help="only these tools, by name")
    arguments.add_argument("--pages", type=int, help="only the first pages of each part")
    arguments.add_argument("--worst", choices=list(METRIC_ROWS), help="list the pages with most errors of this kind")
    options = arguments.parse_args()
    tools = installed(options.only.split(","))
    everything: list[Example] = []
    for part in [options.part] if options.part else ["reader", "markdown"]:
        pages = examples(part, options.source, options.pages)
        everything += pages
        show(part, len(pages), {name: measure(tool, pages, part, options.worst) for name, tool in tools.items()})
    if "maintext" in tools:
        extracting, rendering = rendering_share(everything)
        print(
            f"\nmaintext takes {extracting:.1f} ms a page to read and extract, and {rendering:.1f} ms "
            f"({rendering / extracting:.0%} of it) to render Markdown"
        )


if __name__ == "__main__":
    main()
