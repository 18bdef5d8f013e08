"""Units against single blocks: the word F1 and the structure of what the default extractor keeps, by variant.

    python benchmarks/units.py [--every N] [--only wcxb,newspaper,...]

Every variant decides on the same outputs of the shipped networks, which were trained on pages of these datasets.
Structure is the F1 of headings, list items, cells, code lines and quotations, over the items of all pages.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean

import numpy as np

from maintext.datasets.example import Example
from maintext.datasets.home import source_home
from maintext.datasets.importers import IMPORTERS, Entry
from maintext.errors import MaintextError
from maintext.extractors import Extraction
from maintext.extractors.learned.decision import MIN_EXPECTED_F, TextOptions, select_blocks
from maintext.extractors.learned.ensemble import run_ensemble
from maintext.extractors.learned.features import Features, featurize
from maintext.extractors.learned.model import load_model
from maintext.extractors.learned.network import ANY_GUIDELINE, Output
from maintext.extractors.learned.unit_scores import UnitParameters
from maintext.extractors.learned.units import UnitKind, Units, find_units
from maintext.metrics import METRICS, Counts, Gold, Metric, Retrieved, pool
from maintext.page import Page, read_page

WITH_TITLE = ("dragnet", "cleaneval(part=dev)", "magic-article")
"""The datasets whose gold text has the title."""
DATASETS = ("wcxb", *WITH_TITLE, "newspaper", "fundus", "magic-forum")
STRUCTURE = {"structure(part=reader)": "html", "structure(part=markdown)": "markdown"}
KINDS = ("heading", "list-item", "cell", "code-line", "quotation")
WORDS = METRICS.build("bag(tokens=unicode)")
NO_HEADINGS = UnitParameters(add_heading=float("inf"), lone_heading=-float("inf"))
VARIANTS: dict[str, UnitParameters] = {
    "single blocks": replace(NO_HEADINGS, code_bias=0.0),
    "units": UnitParameters(),
    "headings by their score": NO_HEADINGS,
    "units never split": UnitParameters(rounds=0),
    "split from 1": UnitParameters(split=1.0),
    "split from 2": UnitParameters(split=2.0),
    "no code bias": UnitParameters(code_bias=0.0),
}


@dataclass(frozen=True)
class Scored:
    """What the networks make of one page."""

    example: Example
    page: Page
    features: Features
    units: Units
    output: Output

    def extract(self, variant: str, options: TextOptions) -> Extraction:
        """The text by a variant of the decision."""
        units = single_blocks(self.units) if variant == "single blocks" else self.units
        texts, temperatures = self.page.tree.block_texts, load_model(None).calibration.decision_temperatures
        found = select_blocks(self.output, texts, self.features, units, temperatures, options, VARIANTS[variant])
        kept = found.kept & (found.expected_f >= MIN_EXPECTED_F)
        return Extraction(self.page, variant, chosen=kept.tolist())


def single_blocks(units: Units) -> Units:
    """Every block as a unit of its own, without sections; headings stay headings."""
    blocks = np.arange(len(units.of_block))
    is_heading = (units.kinds == UnitKind.HEADING)[units.of_block]
    none = np.zeros(0, np.int64)
    kinds = np.where(is_heading, UnitKind.HEADING, UnitKind.BLOCK)
    return replace(units, of_block=blocks, kinds=kinds, headings=none, section_ends=none)


def read_examples(spec: str, source: Path, every: int) -> Iterator[Scored]:
    model = load_model(None)
    importer = IMPORTERS.build(spec)
    entries = (entry for entry in importer.entries(importer.locate(source)) if isinstance(entry, Entry))
    for number, entry in enumerate(entries):
        example = entry.example
        if number % every or not example.gold.strip():
            continue
        try:
            page = read_page(example.html, url=example.url, charset=example.charset)
        except MaintextError:
            continue
        if page.tree.block_texts:
            features = featurize(page, model.lexical)
            output = run_ensemble(model.networks(), features, ANY_GUIDELINE, model.calibration.guidelines)
            yield Scored(example, page, features, find_units(page), output)


def word_f1(spec: str, source: Path, every: int) -> dict[str, float]:
    """The mean word F1 of each variant."""
    options = TextOptions(title=spec in WITH_TITLE)
    values: dict[str, list[float]] = {variant: [] for variant in VARIANTS}
    for scored in read_examples(spec, source, every):
        for variant, scores in values.items():
            counts = WORDS.counts(Gold(scored.example.gold), Retrieved(scored.extract(variant, options).text))
            scores.append((counts and counts.f()) or 0.0)
    return {variant: fmean(scores) for variant, scores in values.items()}


def structure_f1(spec: str, source: Path, every: int) -> dict[str, list[float]]:
    """For each variant the F1 of each kind over the items of all pages."""
    metrics: dict[str, Metric] = {kind: METRICS.build(f"structure(kind={kind})") for kind in KINDS}
    counts: dict[str, dict[str, list[Counts]]] = {name: {kind: [] for kind in KINDS} for name in VARIANTS}
    for scored in read_examples(spec, source, every):
        example = scored.example
        gold = Gold(example.gold, example.markup, markup_format=STRUCTURE[spec], url=example.url)  # type: ignore[arg-type]
        for variant, by_kind in counts.items():
            found = scored.extract(variant, TextOptions())
            retrieved = Retrieved(found.text, found.html, "html", example.url)
            for kind, metric in metrics.items():
                if (one := metric.counts(gold, retrieved)) is not None:
                    by_kind[kind].append(one)
    return {name: [pool(each).f() or 0.0 for each in by_kind.values()] for name, by_kind in counts.items()}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--source", type=Path, default=source_home(), help="the folder with the unpacked archives")
    arguments.add_argument("--every", type=int, default=1, help="only one page of so many, except structure")
    arguments.add_argument("--only", default=",".join([*DATASETS, *STRUCTURE]), help="only these, by their specs")
    options = arguments.parse_args()
    for spec in options.only.split(","):
        if spec in STRUCTURE:
            print(f"\n{spec + ', F1 of':40}" + "".join(f"{kind:>11}" for kind in KINDS))
            for variant, values in structure_f1(spec, options.source, 1).items():
                print(f"{variant:40}" + "".join(f"{value:11.4f}" for value in values), flush=True)
        else:
            print(f"\n{spec}, word F1")
            for variant, value in word_f1(spec, options.source, options.every).items():
                print(f"{variant:40}{value:11.4f}", flush=True)


if __name__ == "__main__":
    main()
