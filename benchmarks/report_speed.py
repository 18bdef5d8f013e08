"""How long a report of 2,000 pages and 20 extractors takes, from a run that is already scored.

    python benchmarks/report_speed.py RUN [--pages 2000] [--extractors 20]

The pages and results of a run are repeated under other names until there are enough of them. The time counts from the
scored run to the finished folder, figures and pictures included.
"""

import argparse
import shutil
import tempfile
import time
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path

from maintext.analysis.scored_run import open_scored_run
from maintext.cli import cli
from maintext.datasets import Example
from maintext.datasets.dataset_store import writing
from maintext.metrics import METRICS
from maintext.runs import DatasetKey, Manifest, Run, open_run
from maintext.runs.manifest import ExtractorEntry
from maintext.runs.outcome import to_line
from maintext.runs.store import file_name


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("run", type=Path)
    options.add_argument("--dataset")
    options.add_argument("--pages", type=int, default=2000)
    options.add_argument("--extractors", type=int, default=20)
    options.add_argument("--keep", type=Path, help="keep the report in this folder")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        home = Path(scratch)
        run = enlarged(open_run(given.run), home, given.dataset, given.pages, given.extractors)
        for spec in run.extractors:
            for metric in ("bag", "words"):
                open_scored_run(run).scores(spec, METRICS.build(metric))
        start = time.perf_counter()
        cli.main(["report", str(run.folder), "-o", str(home / "report")], standalone_mode=False)
        seconds = time.perf_counter() - start
        files = [path for path in (home / "report").rglob("*") if path.is_file()]
        size = sum(path.stat().st_size for path in files)
        listing = (home / "report" / "data" / "listing.js").stat().st_size
        print(f"{given.pages} pages x {len(run.extractors)} extractors: {seconds:.1f} s, {len(files)} files,", end=" ")
        print(f"{size / 1e6:.0f} MB, of which the list of pages {listing / 1e6:.1f} MB")
        if given.keep:
            shutil.copytree(home / "report", given.keep, dirs_exist_ok=True)


def enlarged(run: Run, home: Path, dataset: str | None, pages: int, extractors: int) -> Run:
    """A run over so many pages with so many extractors, made of another one's."""
    scored_run = open_scored_run(run, dataset)
    chosen = list(islice(cycle(scored_run.dataset), pages))
    names = [f"{each.id}-{at}" for at, each in enumerate(chosen)]
    with writing(home / "data", replace(scored_run.dataset.header, name="large")) as writer:
        for name, each in zip(names, chosen, strict=True):
            writer.add(_renamed(each, name))
    large = home / "run"
    large.mkdir()
    from maintext.datasets import open_dataset

    made = open_dataset(home / "data")
    specs = run.extractors[:extractors]
    entries = {spec: ExtractorEntry("1", file_name(spec)) for spec in specs}
    key = DatasetKey("large", made.digest(), len(made), str(home / "data"))
    Manifest(key, run.manifest.limits, entries, run.manifest.sessions).write(large)
    for spec in specs:
        results = run.results(spec)
        lines = (
            to_line(replace(results[each.id], id=name))
            for name, each in zip(names, chosen, strict=True)
            if each.id in results
        )
        (large / entries[spec].file).write_bytes(b"".join(lines))
    return open_run(large)


def _renamed(example: Example, name: str) -> Example:
    return replace(example, id=name)


if __name__ == "__main__":
    main()
