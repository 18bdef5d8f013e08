"""Offsets: on how many pages of the training sets the source between a block's offsets contains the block.

    python benchmarks/source_offsets.py [--every 10] [DATASET ...]

For every block, the decoded source from `start` to `end` is parsed again and must contain the block's text; so must the
source between the offsets of every chunk, for each of its blocks that is in it as a whole. Printed by dataset: pages,
blocks, blocks without offsets, blocks that are not found between theirs, and the same for chunks.
"""

import argparse
from collections import Counter

from maintext import MaintextError, extract, read_page
from maintext.datasets import open_dataset
from maintext.extractors import Extraction

DATASETS = ("wcxb/dev", "dragnet", "cleaneval/dev", "newspaper", "fundus", "magic-article", "magic-forum")


def squeezed(text: str) -> str:
    return "".join(text.split()).replace("\0", "")


def text_of(source: str) -> str:
    """The shown text of a part of a source, without white space."""
    return squeezed("".join(read_page(f"<div>{source}</div>", max_bytes=None).tree.block_texts))


def count_blocks(found: Extraction, counts: Counter[str]) -> None:
    source = found.page.original
    for block in found.page.blocks:
        counts["blocks"] += 1
        span = block.source_span
        if span is None:
            counts["without"] += 1
        elif squeezed(block.text) not in text_of(source[span.start : span.end]):
            counts["wrong"] += 1


def count_chunks(found: Extraction, counts: Counter[str]) -> None:
    source = found.page.original
    for chunk in found.chunks(200):
        counts["chunks"] += 1
        if chunk.start is None or chunk.end is None:
            counts["chunks without"] += 1
            continue
        text = text_of(source[chunk.start : chunk.end])
        inside = chunk.blocks[1:-1]
        if any(squeezed(found.page.shown.blocks[block].text) not in text for block in inside):
            counts["chunks wrong"] += 1


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("datasets", nargs="*", default=DATASETS)
    arguments.add_argument("--every", type=int, default=10, help="read every so many pages")
    options = arguments.parse_args()
    columns = ("pages", "blocks", "without", "wrong", "chunks", "chunks without", "chunks wrong")
    print("dataset", *columns, sep=" | ")
    for name in options.datasets:
        counts: Counter[str] = Counter()
        for number, example in enumerate(open_dataset(name)):
            if number % options.every:
                continue
            try:
                found = extract(example.html, charset=example.charset, url=example.url)
            except MaintextError:
                continue
            counts["pages"] += 1
            count_blocks(found, counts)
            count_chunks(found, counts)
        print(name, *(counts[column] for column in columns), sep=" | ", flush=True)


if __name__ == "__main__":
    main()
