"""What several pages of one site are worth: templates, learning curve, cost, wrappers, segments.

    python benchmarks/sites.py [--home DIR] [--only gain,curve,cost,wrappers,segments,induction] [--draws 3]
                               [--limit 150] [--dataset l3s-gn1] [--training] [--sites N]

`gain`: every site of CleanPortalEval with ten pages or more and of DAnIEL with twenty or more is learned without its
gold; extractors are compared with themselves helped by the site, page by page, by word F1 and a paired randomization
test. `curve`: the same for the default extractor with so many pages to learn from, judged on the pages that were not.
`cost`: seconds and peak memory of learning 1,000 pages. `wrappers`: rules from three annotated pages, judged on the
site's other pages. `segments`: the best segment of each page by F1, which is an upper bound, and the one that words and
tags choose. `induction`: templates from two pages, by counting, by alignment and by tree mapping, judged on other pages
of the site, whose template text is removed after extraction. No constant was chosen from what this prints.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from statistics import fmean, median
from typing import NamedTuple

from maintext.analysis.scored_run import gold_of
from maintext.analysis.statistics import bootstrap_interval, randomization_test
from maintext.datasets import Example, data_home, open_dataset
from maintext.extractors import EXTRACTORS
from maintext.extractors.site import Site, block_probabilities
from maintext.metrics import METRICS, Retrieved
from maintext.page import Page, read_page
from maintext.page.segmentation import cut
from maintext.render.text import render_text
from maintext.sites import Template, TemplateLearner
from maintext.sites.compared_pages import Comparison, learn_by_comparison
from maintext.training.align import align_blocks
from maintext.training.fit import labeled_pages
from maintext.training.sites import learn_read
from maintext.training.wrapper_learning import learn_annotated

METRIC = METRICS.build("bag(tokens=unicode)")
SETS = {"cleanportaleval": 10, "daniel": 20}
TRAINING = ("wcxb/dev", "dragnet", "cleaneval/dev")
EXTRACTORS_SHOWN = ("learned", "readability", "boilerpipe")
SIZES = (2, 3, 5, 10, 15)


class Case(NamedTuple):
    """A page of a site, with its gold."""

    id: str
    page: Page
    example: Example

    def f1(self, text: str) -> float:
        """Word F1, 0 for what is empty."""
        counts = METRIC.counts(gold_of(self.example), Retrieved(text))
        return (METRIC.score(counts).value or 0.0) if counts else 0.0


def read_sites(home: Path) -> Iterator[tuple[str, str, list[Case]]]:
    """Every site with enough pages."""
    for name, least in SETS.items():
        groups = defaultdict(list)
        for example in open_dataset(name, home):
            groups[str(example.facts.get("site") or example.id.split("_")[1])].append(example)
        for site, examples in sorted(groups.items(), key=lambda item: -len(item[1])):
            if len(examples) >= least:
                yield (
                    name,
                    site,
                    [
                        Case(each.id, read_page(each.html, url=each.url, charset=each.charset), each)
                        for each in examples
                    ],
                )


def read_training_sites(home: Path) -> Iterator[tuple[str, str, list[Case]]]:
    """Every site of the training sets with eight articles or more; constants may be chosen on them."""
    groups = defaultdict(list)
    for name in TRAINING:
        for each in labeled_pages(list(open_dataset(name, home)), name):
            if each.example is not None and each.example.page_type in ("article", None):
                groups[each.source].append(Case(each.example.id, each.page, each.example))
    for site, cases in sorted(groups.items()):
        if len(cases) >= 8:
            yield "training", site, cases


def learned(site: str, cases: Sequence[Case], beliefs: Sequence[Sequence[float]]) -> Template:
    learner = TemplateLearner(site)
    for case, belief in zip(cases, beliefs, strict=True):
        learner.add(case.id, case.page, belief)
    return learner.template()


def gain(home: Path) -> None:
    """Each extractor alone and with the site."""
    print(f"\nGain: {METRIC.signature()}, mean over the pages of a site")
    pooled: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    for name, site, cases in read_sites(home):
        for spec in EXTRACTORS_SHOWN:
            extractor = EXTRACTORS.build(spec)
            found = [extractor.extract(case.page) for case in cases]
            template = learned(site, cases, [block_probabilities(extractor, each).tolist() for each in found])
            helped = Site(then=extractor)
            pairs = [
                (case.f1(each.text), case.f1(helped.correct(template, each).text))
                for case, each in zip(cases, found, strict=True)
            ]
            pooled[name, spec] += pairs
            if spec == EXTRACTORS_SHOWN[0]:
                alone, with_site = (fmean(side) for side in zip(*pairs, strict=True))
                print(
                    f"{name:16} {site:26} {len(cases):3} pages {len(template.layouts):2} layouts  {spec} {alone:.4f}  "
                    f"with the site {with_site:.4f}  {with_site - alone:+.4f}", flush=True,
                )  # fmt: skip
    print("\nover all pages of all sites")
    for spec in EXTRACTORS_SHOWN:
        for name in SETS:
            _difference(f"{name:16} {spec}", pooled[name, spec])
        _difference(f"{'both':16} {spec}", [pair for name in SETS for pair in pooled[name, spec]])


def curve(home: Path, draws: int) -> None:
    """The default extractor with few pages of the site, judged on the site's others."""
    print(f"\nLearning curve: {METRIC.signature()}, default extractor, pages that were not learned from, {draws} draws")
    extractor = EXTRACTORS.build("default")
    helped = Site(then=extractor)
    gaps: dict[str, list[float]] = defaultdict(list)
    alone: list[float] = []
    for _, site, cases in read_sites(home):
        found = [extractor.extract(case.page) for case in cases]
        beliefs = [block_probabilities(extractor, each).tolist() for each in found]
        plain = [case.f1(each.text) for case, each in zip(cases, found, strict=True)]
        alone += plain
        for size in (*SIZES, 0):
            for draw in range(draws if size else 1):
                chosen = set(
                    Random(draw).sample(range(len(cases)), min(size, len(cases) - 1)) if size else range(len(cases))
                )
                template = learned(site, [cases[at] for at in sorted(chosen)], [beliefs[at] for at in sorted(chosen)])
                for at, case in enumerate(cases):
                    if at not in chosen or not size:
                        gaps[str(size or "all")].append(case.f1(helped.correct(template, found[at]).text) - plain[at])
    print(f"alone {fmean(alone):.4f}")
    for learned_from, values in gaps.items():
        interval = bootstrap_interval(values)
        assert interval is not None
        note = "  (its own pages among them)" if learned_from == "all" else ""
        print(
            f"{learned_from:>4} pages  {fmean(values):+.4f}  {interval.low:+.4f} to {interval.high:+.4f}{note}",
            flush=True,
        )


def cost(home: Path) -> None:
    """Learning 1,000 pages as a user does, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        pages = Path(folder) / "pages"
        pages.mkdir()
        size = 0
        for number, example in enumerate(open_dataset("daniel", home).subset(limit=1000)):
            size += len(example.html)
            (pages / f"{number:04}.html").write_bytes(example.html)
        for extra in ([], ["--no-extractor"]):
            code = (
                "import resource, sys, time; from maintext.cli import main; start = time.perf_counter()\n"
                "try: main(sys.argv[1:])\n"
                "except SystemExit: pass\n"
                "used = resource.getrusage(resource.RUSAGE_SELF)\n"
                "print(f'{time.perf_counter() - start:.1f} s, of the processor {used.ru_utime + used.ru_stime:.1f} s, "
                "peak {used.ru_maxrss / 1024:.0f} MB')"
            )
            arguments = ["site", "learn", str(pages), "-o", str(Path(folder) / "site.json"), *extra]
            told = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
            written = (Path(folder) / "site.json").stat().st_size
            print(
                f"\nCost: 1,000 pages, {size / 1e6:.0f} MB, {' '.join(extra) or 'with the default extractor'}: "
                f"{told.stdout.strip()}; the file has {written / 1000:.0f} kB", flush=True,
            )  # fmt: skip


def wrappers(sites: Iterator[tuple[str, str, list[Case]]], draws: int) -> None:
    """Rules from three pages with gold, on the site's other pages."""
    print(
        f"\nWrappers from three annotated pages: {METRIC.signature()}, {draws} draws; oracle: the best choice of blocks"
    )
    print("rules that fit their samples, and those that say they do not; of their other pages, those that fit")
    pooled: dict[bool, list[float]] = {True: [], False: []}
    for name, site, cases in sites:
        for draw in range(draws):
            chosen = set(Random(draw).sample(range(len(cases)), 3))
            induced = learn_annotated(site, [(cases[at].page, cases[at].example.gold) for at in sorted(chosen)])
            others = [case for at, case in enumerate(cases) if at not in chosen]
            fitting = [case for case in others if induced.wrapper.mismatch(case.page) is None]
            values = [case.f1(induced.wrapper.find(case.page).text) for case in fitting]
            oracle = [
                case.f1(render_text(case.page, align_blocks(case.page, case.example.gold).kept())) for case in fitting
            ]
            pooled[induced.fits] += values
            print(
                f"{name:16} {site:26} {'fits' if induced.fits else 'does not fit':12} "
                f"(held back {induced.held_out or 0:.3f})  {_mean(values)}  median {_median(values)}  "
                f"oracle {_mean(oracle)}  {len(fitting)} of {len(others)} pages  {induced.wrapper.article!r}",
                flush=True,
            )
    for fits, values in pooled.items():
        told = "rules that fit" if fits else "rules that say they do not"
        print(f"{told}: {len(values)} pages, mean {_mean(values)}, median {_median(values)}")


def _mean(values: Sequence[float]) -> str:
    return f"{fmean(values):.4f}" if values else "-"


def _median(values: Sequence[float]) -> str:
    return f"{median(values):.4f}" if values else "-"


def segments(home: Path, name: str, limit: int) -> None:
    """The best segment by F1 and the one that words and tags choose."""
    examples = [each for each in open_dataset(name, home) if each.gold.strip()]
    examples = examples[:: max(1, len(examples) // limit)]
    cases = [Case(each.id, read_page(each.html, url=each.url, charset=each.charset), each) for each in examples]
    print(f"\nSegments: {METRIC.signature()}, {len(cases)} pages of {name}")
    for by in ("markup", "layout"):
        extractor = EXTRACTORS.build(f"segments(by={by})")
        if extractor.missing() is not None:
            print(f"{by}: {extractor.missing()}")
            continue
        trees = [extractor.tree(case.page) if case.page.tree.block_texts else None for case in cases]  # type: ignore[attr-defined]
        for granularity in range(1, 11):
            bounds, chosen, counts = [], [], []
            for case, tree in zip(cases, trees, strict=True):
                if tree is None:
                    bounds.append(0.0)
                    chosen.append(0.0)
                    continue
                found = cut(tree, granularity)
                counts.append(len(found))
                values = [case.f1("\n".join(case.page.tree.block_texts[at] for at in each.blocks)) for each in found]
                bounds.append(max(values))
                best = extractor.best(case.page, found)  # type: ignore[attr-defined]
                chosen.append(values[found.index(best)])
            print(
                f"{by:7} granularity {granularity:2}  {fmean(counts):6.1f} segments  best by F1 {fmean(bounds):.4f}  "
                f"chosen {fmean(chosen):.4f}", flush=True,
            )  # fmt: skip


def induction(sites: Iterator[tuple[str, str, list[Case]]], draws: int, most: int) -> None:
    """Template text of two pages removed from what extractors find on at most ten other pages of each site."""
    print(f"\nTemplates from two pages: {METRIC.signature()}, {draws} draws, at most ten other pages of each site")
    ways: tuple[Comparison | None, ...] = (None, "alignment", "mapping")
    values: dict[tuple[str, Comparison | None], list[tuple[float, float]]] = defaultdict(list)
    seconds = dict.fromkeys(ways, 0.0)
    learned_sites = 0
    for _, site, cases in islice(sites, most or None):
        learned_sites += 1
        for draw in range(draws):
            order = Random(draw).sample(range(len(cases)), min(12, len(cases)))
            pair = [(cases[at].id, cases[at].page) for at in order[:2]]
            templates = {}
            for way in ways:
                start = time.process_time()
                templates[way] = learn_by_comparison(site, pair, way) if way else learn_read(site, pair, None)
                seconds[way] += time.process_time() - start
            for spec in ("all", *EXTRACTORS_SHOWN):
                extractor = EXTRACTORS.build(spec)
                for at in order[2:]:
                    found = extractor.extract(cases[at].page)
                    alone = cases[at].f1(found.text)
                    for way, template in templates.items():
                        helped = Site(then=extractor, how="after", share=1.0)
                        after = cases[at].f1(helped.correct(template, found).text) if template.pages > 1 else alone
                        values[spec, way].append((alone, after))
    for (spec, way), pairs in values.items():
        _difference(f"{spec:14} {way or 'counting'}", pairs)
    for way in ways:
        milliseconds = 1000 * seconds[way] / (draws * max(1, learned_sites))
        print(
            f"{way or 'counting':10} {milliseconds:.1f} ms of processor time for two pages, "
            f"mean of {learned_sites} sites"
        )


def _difference(label: str, pairs: Sequence[tuple[float, float]]) -> None:
    alone, with_site = [one for one, _ in pairs], [two for _, two in pairs]
    gaps = [two - one for one, two in pairs]
    interval = bootstrap_interval(gaps)
    assert interval is not None
    print(
        f"{label:32} {len(pairs):4} pages  {fmean(alone):.4f} -> {fmean(with_site):.4f}  {fmean(gaps):+.4f} "
        f"({interval.low:+.4f} to {interval.high:+.4f})  p = {randomization_test(with_site, alone):.4f}", flush=True,
    )  # fmt: skip


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--home", type=Path, default=data_home())
    arguments.add_argument("--only", default="gain,curve,cost,wrappers,segments")
    arguments.add_argument("--sites", type=int, default=0, help="induction on the first N sites only")
    arguments.add_argument("--draws", type=int, default=3)
    arguments.add_argument("--training", action="store_true", help="wrappers of the training sets' sites instead")
    arguments.add_argument("--limit", type=int, default=150, help="about how many pages to segment")
    arguments.add_argument("--dataset", default="l3s-gn1", help="where to segment pages")
    options = arguments.parse_args()
    parts = options.only.split(",")
    if "gain" in parts:
        gain(options.home)
    if "curve" in parts:
        curve(options.home, options.draws)
    if "cost" in parts:
        cost(options.home)
    if "wrappers" in parts:
        wrappers((read_training_sites if options.training else read_sites)(options.home), options.draws)
    if "induction" in parts:
        induction((read_training_sites if options.training else read_sites)(options.home), options.draws, options.sites)
    if "segments" in parts:
        segments(options.home, options.dataset, options.limit)


if __name__ == "__main__":
    main()
