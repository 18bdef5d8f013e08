"""Constants that papers leave open, chosen on the sets that may be trained on.

    python benchmarks/training_constants.py [--source DIR] [--home DIR] [--only stop-words,blurring,longest-cell,victor]
                                            [--pages N]

Parts: `stop-words` (jusText: the typical share of stop words in the gold texts of each language), `blurring` (content
code blurring: F1 by the number of passes), `longest-cell` and `victor` (published and own defaults). PAGES is the
number of pages per set that parts other than `stop-words` use, sampled at random with a fixed seed. The mean over sets
decides.
"""

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean, median

sys.path.insert(0, str(Path(__file__).parent))

from maintext.analysis.scored_run import gold_of
from maintext.analysis.scores import PageOutcome, score_pages
from maintext.datasets import Example, data_home, dataset_names, open_dataset
from maintext.datasets.home import source_home
from maintext.datasets.importers import import_dataset
from maintext.extractors import EXTRACTORS
from maintext.extractors.justext.stop_words import BY_CHARACTER, guess_language, stop_words
from maintext.metrics import METRICS, Retrieved
from maintext.page import read_page
from maintext.page.words import words

IMPORTERS = {
    "wcxb/dev": "wcxb", "dragnet": "dragnet", "cleaneval/dev": "cleaneval(part=dev)", "newspaper": "newspaper",
    "fundus": "fundus", "magic-article": "magic-article", "magic-forum": "magic-forum",
}  # fmt: skip
SETS = ("wcxb/dev", "dragnet", "cleaneval/dev", "newspaper")
PASSES = (1, 2, 5, 10, 20, 35, 50, 80)
LEAST_WORDS = 100
SEED = 0


def examples_of(name: str, source: Path, home: Path) -> Iterator[Example]:
    if name not in dataset_names(home):
        import_dataset(IMPORTERS[name], source, home=home)
    return iter(open_dataset(name, home))


def print_stop_words(source: Path, home: Path) -> None:
    """The median share of stop words in gold texts of at least 100 words, by language."""
    shares = defaultdict(list)
    for name in IMPORTERS:
        for example in examples_of(name, source, home):
            text = example.gold.lower()
            split = words(text)
            language = guess_language(split[:2000]) if len(split) >= LEAST_WORDS else None
            if language:
                tokens, listed = split if language in BY_CHARACTER else text.split(), stop_words(language)
                shares[language].append(sum(map(listed.__contains__, tokens)) / len(tokens))
    print(f"{'language':12} {'pages':>5} {'median share of stop words':>28}")
    for language, found in sorted(shares.items(), key=lambda each: median(each[1])):
        print(f"{language:12} {len(found):5} {median(found):28.2f}")


def sampled(name: str, source: Path, home: Path, pages: int) -> list[Example]:
    examples = list(examples_of(name, source, home))
    return random.Random(SEED).sample(examples, min(pages, len(examples)))


def print_comparison(specs: Sequence[str], source: Path, home: Path, pages: int) -> None:
    """The F1 over all pages of each set, and their mean."""
    metric = METRICS.build("bag")
    table: dict[str, list[float]] = {spec: [] for spec in specs}
    for name in SETS:
        examples = sampled(name, source, home, pages)
        for spec, values in table.items():
            extractor = EXTRACTORS.build(spec)
            outcomes = [
                PageOutcome(each.id, gold_of(each), Retrieved(extractor.extract(read_page(each.html)).text))
                for each in examples
            ]
            values.append(fmean(score.value_over_all or 0.0 for score in score_pages(metric, outcomes)))
    print(f"\n{metric.signature()}, over all pages, at most {pages} per set, seed {SEED}")
    print(f"{'extractor':44} " + " ".join(f"{name:>14}" for name in SETS) + f" {'mean':>8}")
    for spec, values in table.items():
        print(f"{spec:44} " + " ".join(f"{value:14.4f}" for value in values) + f" {fmean(values):8.4f}", flush=True)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--source", type=Path, default=source_home())
    arguments.add_argument("--home", type=Path, default=data_home())
    arguments.add_argument("--only", default="stop-words,blurring,longest-cell,victor")
    arguments.add_argument("--pages", type=int, default=100)
    options = arguments.parse_args()
    comparisons = {
        "blurring": [
            f"ccb({parameter}passes={passes})"
            for parameter in ("", "anchors=False, ", "unit=tokens, ")
            for passes in PASSES
        ],
        "longest-cell": ["longest-cell", "longest-cell(nested=False)"],
        "victor": ["victor", *(f"victor(threshold={share})" for share in (0.1, 0.15, 0.25, 0.5))],
    }
    for part in options.only.split(","):
        if part == "stop-words":
            print_stop_words(options.source, options.home)
        else:
            print_comparison(comparisons[part], options.source, options.home, options.pages)


if __name__ == "__main__":
    main()
