"""How fast is the sequence-of-words metric? A plain difflib loop against ours, on one core and on two.

    python benchmarks/scoring_speed.py [--source DIR] [--limit N]

SOURCE is the folder of unpacked archives (default: maintext-data in the user's cache folder). Each final page of
CleanEval is scored: its gold against the page with its tags crudely stripped. All three read the same tokens. The time
includes tokenizing and starting the two processes. The loop and ours take turns page by page, so that a busy machine
slows both alike; what counts is the ratio. Fails if any count differs.
"""

import argparse
import os
import re
import sys
from collections.abc import Iterator
from difflib import SequenceMatcher
from html import unescape
from pathlib import Path
from time import perf_counter

from maintext.metrics import METRICS, Counts, Gold, Retrieved, count_many
from maintext.metrics.tokenizers import tokenize

Pair = tuple[Gold, Retrieved]
UNSEEN = re.compile(r"<(script|style)\b.*?</\1>|<!--.*?-->", re.IGNORECASE | re.DOTALL)


def pages(source: Path) -> Iterator[Pair]:
    folder = source / "cleaneval" / "final"
    for gold in sorted((folder / "GoldStandard").glob("*.txt")):
        page = folder / "input" / f"{gold.stem}.html"
        if page.is_file():
            text = re.sub(r"\AURL:[^\n]*|<[phl]>", " ", gold.read_text("utf-8", errors="replace"))
            stripped = re.sub(r"<[^>]*>", " ", UNSEEN.sub(" ", page.read_text("utf-8", errors="replace")))
            yield Gold(text), Retrieved(unescape(stripped))


def plain(gold: Gold, retrieved: Retrieved) -> Counts:
    wanted, got = tokenize(gold.text, "ascii"), tokenize(retrieved.text, "ascii")
    shared = sum(block.size for block in SequenceMatcher(None, wanted, got).get_matching_blocks())
    return Counts(shared, len(got) - shared, len(wanted) - shared)


def main() -> None:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--source", type=Path, default=cache / "maintext-data")
    arguments.add_argument("--limit", type=int)
    options = arguments.parse_args()
    pairs = list(pages(options.source))[: options.limit]
    if not pairs:
        sys.exit(f"no CleanEval pages in {options.source}; unpack cleaneval there or name the folder with --source")
    metric = METRICS.build("words")
    metric.counts(Gold("load numpy"), Retrieved("before the clock starts"))

    loop = ours = 0.0
    expected, found = [], []
    for pair in pairs:
        start = perf_counter()
        expected.append(plain(*pair))
        middle = perf_counter()
        found.append(metric.counts(*pair))
        loop, ours = loop + middle - start, ours + perf_counter() - middle
    start = perf_counter()
    on_two = count_many(metric, pairs, workers=2)
    two = perf_counter() - start

    print(f"{metric.signature()}, {len(pairs)} pages of CleanEval final")
    for name, seconds in (("difflib loop", loop), ("ours, one process", ours), ("ours, two processes", two)):
        print(f"{name:20} {seconds:7.2f} s {loop / seconds:6.1f} times as fast")
    if not expected == found == on_two:
        sys.exit("counts differ")
    print("counts are identical on every page")


if __name__ == "__main__":
    main()
