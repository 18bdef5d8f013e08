"""Time per page of the bare parse and of parse + linearize, over real pages, in one run.

    python benchmarks/page_speed.py [DATA] [--every N]

DATA is the folder of unpacked datasets (default: maintext-data in the user's cache folder). The parsers take turns on
every page and the best of five turns counts, in processor time, so that a busy machine disturbs them alike. Then: what
the guard in front of the parser costs beside a whole extraction, how cost grows with page size, and what hostile pages
do to each parser.
"""

import argparse
import gzip
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean, median

from resiliparse.parse.html import HTMLTree
from selectolax.lexbor import LexborHTMLParser
from turbohtml import parse as turbo_parse

import maintext
from maintext.page.decode import decode
from maintext.page.parser_guard import parser_safe
from maintext.page.parsing.tree import linearize

Work = Callable[[str], object]

PARSERS: dict[str, Work] = {
    "selectolax, bare parse": LexborHTMLParser,
    "resiliparse, bare parse": HTMLTree.parse,
    "turbohtml, bare parse": turbo_parse,
    "maintext, parse + linearize": linearize,
}
GUARD: dict[str, Work] = {"guard": parser_safe, "extract()": lambda page: maintext.extract(page).text}


def data_home() -> Path:
    """Where the unpacked datasets are by default."""
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "maintext-data"


def read_pages(folder: Path, every: int) -> list[str]:
    files = sorted((folder / "wcxb" / "dev" / "html").glob("*.html.gz"))[::every]
    if not files:
        raise SystemExit(f"no pages in {folder}; unpack the datasets there first")
    return [decode(gzip.decompress(file.read_bytes()))[0] for file in files]


def best_times(works: dict[str, Work], pages: Sequence[str], turns: int = 5) -> dict[str, list[float]]:
    """Seconds for each page, by what is done with it; the best turn counts."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for page in pages:
        best = dict.fromkeys(works, float("inf"))
        for _ in range(turns):
            for name, work in works.items():
                best[name] = min(best[name], timed(work, page))
        for name, seconds in best.items():
            times[name].append(seconds)
    return times


def timed(work: Work, page: str) -> float:
    start = time.process_time()
    work(page)
    return time.process_time() - start


def hostile_pages() -> dict[str, str]:
    return {
        "10,000 nested divs": "<div>" * 10_000 + "x",
        "20,000 nested divs": "<div>" * 20_000 + "x",
        "20,000 attributes in a tag": "<p " + " ".join(f"a{i}=1" for i in range(20_000)) + ">x",
        "10,000 times <a><div>": "<a><div>" * 10_000 + "x",
        "200,000 siblings": "<p>x</p>" * 200_000,
    }


def growing_pages(pages: Sequence[str]) -> dict[str, str]:
    """Pages of 10 KB to 30 MB made of real ones."""
    body = "".join(page for page in pages if len(page) < 200_000)
    while len(body) < 30_000_000:
        body += body
    return {f"{size / 1000:,.0f} KB": body[:size] for size in (10_000, 100_000, 1_000_000, 10_000_000, 30_000_000)}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("data", nargs="?", type=Path, default=data_home())
    arguments.add_argument("--every", type=int, default=1, help="take every Nth page")
    options = arguments.parse_args()
    pages = read_pages(options.data, options.every)

    average = sum(map(len, pages)) / len(pages) / 1000
    print(f"{len(pages)} pages of WCXB dev, {average:.0f} thousand characters on average\n")
    times = {name: sum(seconds) for name, seconds in best_times(PARSERS, pages).items()}
    base = times["selectolax, bare parse"]
    for name, seconds in times.items():
        print(f"{name:<30}{1000 * seconds / len(pages):8.3f} ms/page {seconds / base:8.2f} x selectolax")

    guard, whole = best_times(GUARD, pages).values()
    shares = sorted(100 * part / total for part, total in zip(guard, whole, strict=True))
    print(f"\nGuard: {100 * sum(guard) / sum(whole):.1f} % of extract() over all pages; per page {mean(shares):.1f} %")
    print(f"on average, median {median(shares):.1f} %, ninth decile {shares[9 * len(shares) // 10]:.1f} %.")
    print(f"Pages that it rewrites: {sum(parser_safe(page) is not page for page in pages)}")

    print("\nGrowth with size: parse + linearize")
    for size, page in growing_pages(pages).items():
        seconds = min(timed(linearize, page) for _ in range(2))
        print(f"{size:>10} {1000 * seconds:10.1f} ms {1e9 * seconds / len(page):8.1f} ns/character")

    print("\nHostile pages (ms)")
    for name, page in hostile_pages().items():
        row = "  ".join(f"{label.split(',')[0]} {1000 * timed(work, page):9.1f}" for label, work in PARSERS.items())
        print(f"{name:<28}{row}")


if __name__ == "__main__":
    main()
