"""What the default extractor loses on pages whose words it does not know.

    python benchmarks/unknown_alphabet.py [--every 12]

In pages of the training sets and in their gold texts every Latin letter becomes a Greek one. So no word has a lexical
score, and nothing else changes. The networks were trained on these pages as they are, so the word F1 is high, and the
loss rather too large.
"""

import argparse
import string
from statistics import fmean
from typing import Final

import numpy as np

import maintext
from maintext.datasets import open_dataset
from maintext.training.fit import labeled_pages
from maintext.training.learned.page_word_counts import PageWordCounts
from maintext.training.learned.script_augmentation import map_texts

DATASETS: Final = ("wcxb/dev", "dragnet", "cleaneval/dev", "newspaper", "fundus", "magic-article", "magic-forum")
_GREEK: Final = "αβγδεζηθικλμνξοπρστυφχψωλκ"
_TO_GREEK: Final = str.maketrans(string.ascii_letters, _GREEK + _GREEK.upper())


def to_greek(text: str) -> str:
    """A text with every Latin letter as a Greek one; two of them stand for two letters."""
    return text.translate(_TO_GREEK)


def word_f1(source: str, gold: str, url: str | None) -> float:
    """The word F1 of the main text."""
    text = maintext.extract(source, url=url, max_bytes=None).text
    return PageWordCounts.of([text], gold).f1(np.ones(1, np.bool_))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--every", type=int, default=12, help="only every so many pages")
    options = arguments.parse_args()
    print(f"{'word F1':14} {'pages':>5} {'as it is':>8} {'in Greek':>8} {'loss':>8}")
    for name in DATASETS:
        pairs = []
        for labeled in labeled_pages(list(open_dataset(name))[:: options.every], name):
            page = labeled.page
            known = word_f1(page.original, labeled.gold, page.url)
            pairs.append((known, word_f1(map_texts(page.original, to_greek), to_greek(labeled.gold), page.url)))
        known, unknown = (fmean(values) for values in zip(*pairs, strict=True))
        print(f"{name:14} {len(pairs):5} {known:8.4f} {unknown:8.4f} {known - unknown:8.4f}", flush=True)


if __name__ == "__main__":
    main()
