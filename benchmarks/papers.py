"""The extractors of the literature on the two datasets of [Kovačič 2012]: one row each, beside the printed figure.

    python benchmarks/papers.py [--source DIR] [--home DIR] [--only table,cases,lcs,cost,growth,agreement,sites]
                                [--limit N] [--row SPEC]

Parts: `table` ([Kovačič 2012]: both averages, boundary cases, ms per page), `cases` (all boundary cases beside the
printed ones), `lcs` (density and blurring against plain text on L3S-GN1, what the HR constraint does, both with
intervals), `cost` (time against the linearize step over WCXB dev), `growth` (time per megabyte up to 10 MB),
`agreement` (our jusText against the library, paragraph by paragraph) and `sites` (semi-supervised against supervised
MSS, site by site). Runs are kept in HOME/../runs; a stopped one is resumed, and when the code or a model changes, a new
one is begun.
"""

import argparse
import gzip
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from functools import cache
from hashlib import sha256
from pathlib import Path
from statistics import fmean
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import maintext
from maintext.analysis.scored_run import ScoredRun, gold_of, open_scored_run
from maintext.analysis.scores import summarize
from maintext.analysis.statistics import bootstrap_interval, randomization_test
from maintext.datasets import Example, data_home, open_dataset
from maintext.datasets.home import source_home
from maintext.extractors import EXTRACTORS, Extractor
from maintext.extractors.justext.extractor import Justext, ParagraphClass
from maintext.extractors.justext.paragraphs import read_paragraphs
from maintext.extractors.models import shipped, write_model
from maintext.extractors.mss.bootstrap import learn_site
from maintext.extractors.mss.extractor import Mss
from maintext.extractors.mss.model import EXTRACTOR, MssModel
from maintext.metrics import METRICS, Metric, Retrieved
from maintext.page import Page, read_page
from maintext.page.decode import decode
from maintext.page.parsing.tree import linearize
from maintext.runs import Result, open_run, run_all
from reproduce_thesis import prepare
from thesis import TABLES

ROWS = {
    "all": None,
    "nothing": None,
    "density": None,
    "longest-cell": None,
    "longest-cell(nested=False)": None,
    "simple-mss": "MSS",
    "mss": "MSS",
    "mss(hr=True)": "MSS",
    "mss(variant=general)": "MSS",
    "ccb": None,
    "tccb": None,
    "accb": None,
    "tag-ratio": "TTR",
    "cetr": None,
    "slope-curve": None,
    "link-quota": None,
    "cetd": None,
    "justext": "JusText",
    "justext(language=none)": None,
    "readability(title=True)": "Readability",
    "boilerpipe(recipe=default)": "Boilerpipe DEF",
    "boilerpipe": "Boilerpipe ART",
    "boilerpipe(recipe=article-sentences)": "Boilerpipe SENT",
    "ncleaner": "NCleaner En",
    "ncleaner(lexical=False)": "NCleaner NonLex",
    "victor": None,
    "victor(threshold=0.15)": None,
}
"""Specs, and the row of [Kovačič 2012] beside each."""

ORIGINALS = {
    ("l3s-gn1", "boilerpipe"): 0.949,
    ("l3s-gn1", "boilerpipe(recipe=default)"): 0.888,
    ("l3s-gn1", "boilerpipe(recipe=article-sentences)"): 0.947,
    ("l3s-gn1", "justext"): 0.9025,
    ("cleaneval/final", "boilerpipe"): 0.827,
    ("cleaneval/final", "boilerpipe(recipe=default)"): 0.875,
    ("cleaneval/final", "boilerpipe(recipe=article-sentences)"): 0.810,
    ("cleaneval/final", "justext"): 0.904,
}
"""F1 of the originals (boilerpipe 1.2.0 in Java, jusText 3.0.2), measured independently of maintext."""


CASES = ("reference_empty", "both_empty", "retrieved_empty", "mismatch", "failed", "success")
PRINTED_CASES = ("no_gold", "both_empty", "empty", "mismatch", "failed", "success")
PAIRS = (
    ("mss", "simple-mss"),
    ("mss(hr=True)", "mss"),
    ("longest-cell", "longest-cell(nested=False)"),
    ("victor", "victor(threshold=0.15)"),
)
"""Rows whose difference is tested."""


def canonical(spec: str) -> str:
    return str(EXTRACTORS.build(spec))


@cache
def code_digest() -> str:
    """A name for the code and the models that results depend on."""
    found = sha256()
    package = Path(maintext.__file__).parent
    for stage in ("page", "extractors", "render"):
        for file in sorted((package / stage).rglob("*")):
            if file.suffix in (".py", ".model", ".txt"):
                found.update(file.read_bytes())
    return found.hexdigest()[:12]


def scored_run_of(name: str, home: Path, limit: int | None, rows: Sequence[str] = tuple(ROWS)) -> ScoredRun:
    dataset = open_dataset(name, home).subset(limit=limit)
    folder = home.parent / "runs" / f"papers-{name.replace('/', '-')}{f'-{limit}' if limit else ''}-{code_digest()}"
    run_all(dataset, [canonical(spec) for spec in rows], folder, workers=2)
    run = open_run(folder)
    return ScoredRun(run, dataset) if limit else open_scored_run(run, dataset.folder)


def table(name: str, home: Path, limit: int | None, rows: Sequence[str]) -> None:
    """One row per extractor."""
    scored_run = scored_run_of(name, home, limit, rows)
    metric = METRICS.build("words")
    print(f"\n{name}: {metric.signature()}")
    print(
        f"{'extractor':38} {'P':>6} {'R':>6} {'F1':>6} {'n':>4} {'F1 all':>7}  {'95 % of all':13} "
        f"{'empty':>5} {'mism':>4} {'fail':>4} {'ms':>6}   {'Kovačič':>9} {'its empty':>9} {'original':>9}"
    )
    values = {}
    for label in rows:
        row = ROWS[label]
        spec = canonical(label)
        scores = scored_run.scores(spec, metric, workers=2)
        values[label] = [each.value_over_all or 0.0 for each in scores]
        summary = summarize(metric, scores)
        success, every, cases = summary.success, summary.all, summary.cases
        results = [each for each in scored_run.run.results(spec).values() if isinstance(each, Result)]
        milliseconds = 1000 * fmean(each.seconds for each in results) if results else 0.0
        printed = TABLES[name][row] if row else None
        original = ORIGINALS.get((name, label))
        interval = f"{every.ci.low:.3f}-{every.ci.high:.3f}" if every.ci else "-"
        print(
            f"{label:38} {_number(success.p)} {_number(success.r)} {_number(success.f1)} {success.n:4} "
            f"{_number(every.f1):>7}  {interval:13} {cases['retrieved_empty']:5} {cases['mismatch']:4} "
            f"{cases['failed']:4} {milliseconds:6.1f}   {_number(printed.f1 if printed else None):>9} "
            f"{printed.empty if printed else '-':>9} {_number(original):>9}"
        )
    for one, two in PAIRS:
        if one in values and two in values:
            _print_difference(one, two, values[one], values[two])


def boundary_cases(name: str, home: Path, limit: int | None, rows: Sequence[str]) -> None:
    """How many pages each extractor ends in which way, and the same of Tables 5.4 and 5.5 of [Kovačič 2012]."""
    scored_run = scored_run_of(name, home, limit, rows)
    metric = METRICS.build("words")
    headings = ("no gold", "both empty", "empty", "mismatch", "failed", "success")
    print(f"\n{name}: boundary cases by {metric.signature()}; after the slash those of [Kovačič 2012]")
    print(f"{'extractor':38} " + " ".join(f"{heading:>11}" for heading in headings))
    for label in rows:
        found = summarize(metric, scored_run.scores(canonical(label), metric, workers=2)).cases
        row = ROWS[label]
        printed = TABLES[name][row] if row else None
        ours = [found[case] for case in CASES]
        theirs = [getattr(printed, field) if printed else "-" for field in PRINTED_CASES]
        cells = (f"{one} / {other}" for one, other in zip(ours, theirs, strict=True))
        print(f"{label:38} " + " ".join(f"{cell:>11}" for cell in cells))


def lcs(home: Path, limit: int | None) -> None:
    """Density and blurring against plain text, and what the HR constraint does."""
    rows = ("density", "accb", "ccb", "tccb", "all", "mss", "mss(hr=True)")
    scored_run = scored_run_of("l3s-gn1", home, limit, rows)
    metric = METRICS.build("lcs")
    values = {}
    print(f"\nl3s-gn1: {metric.signature()}, over all pages")
    for label in rows:
        scores = scored_run.scores(canonical(label), metric, workers=2)
        values[label] = [each.value_over_all or 0.0 for each in scores]
        interval = bootstrap_interval(values[label])
        assert interval is not None
        print(f"{label:16} {fmean(values[label]):.4f}  {interval.low:.4f}-{interval.high:.4f}")
    for one, two in (("density", "all"), ("accb", "all"), ("density", "accb"), ("mss(hr=True)", "mss")):
        _print_difference(one, two, values[one], values[two])


def cost(source: Path, every: int = 15, turns: int = 3) -> None:
    """Processor time of each extractor over that of parse + linearize, all taking turns on each page."""
    files = sorted((source / "wcxb" / "dev" / "html").glob("*.html.gz"))[::every]
    texts = [decode(gzip.decompress(file.read_bytes()))[0] for file in files]
    extractors = {label: EXTRACTORS.build(label) for label in ROWS}
    for extractor in extractors.values():
        extractor.extract(read_page(texts[0]))  # loads what it needs
    base, totals = 0.0, dict.fromkeys(extractors, 0.0)
    for text in texts:
        base += min(_seconds(linearize, text) for _ in range(turns))
        for label, extractor in extractors.items():
            totals[label] += min(_seconds(_text_of(extractor), read_page(text)) for _ in range(turns))
    print(f"\nCost over parse + linearize ({1000 * base / len(texts):.2f} ms), {len(texts)} pages of WCXB dev")
    for label, total in totals.items():
        print(f"{label:38} {1000 * total / len(texts):7.2f} ms  {total / base:6.2f} x")


def growth(source: Path) -> None:
    """Seconds per megabyte for pages of growing size."""
    files = sorted((source / "wcxb" / "dev" / "html").glob("*.html.gz"))[::30]
    body = "".join(decode(gzip.decompress(file.read_bytes()))[0] for file in files)
    while len(body) < 10_000_000:
        body += body
    sizes = (300_000, 1_000_000, 3_000_000, 10_000_000)
    print("\nGrowth: seconds per megabyte at " + ", ".join(f"{size / 1e6:g} MB" for size in sizes))
    for label in ROWS:
        extractor = EXTRACTORS.build(label)
        extractor.extract(read_page(body[: sizes[0]]))  # loads what it needs
        rates = []
        for size in sizes:
            page = read_page(body[:size])
            start = time.process_time()
            extractor.extract(page).text  # noqa: B018
            rates.append((time.process_time() - start) / (size / 1e6))
        print(f"{label:38} " + " ".join(f"{rate:8.3f}" for rate in rates), flush=True)


def agreement(home: Path, limit: int | None) -> None:
    """Our jusText against the library: the share of its paragraphs that are ours too, with the same decision."""
    import justext
    from lxml.etree import LxmlError

    stops = justext.get_stoplist("English")
    ours = Justext(language="english")
    print("\nOur jusText against the library, both with an English list: paragraphs with the same text and decision")
    for name in TABLES:
        same = total = 0
        for example in open_dataset(name, home).subset(limit=limit):
            page = read_page(example.html, charset=example.charset)
            try:
                found = justext.justext(page.source, stops)
            except (LxmlError, ValueError, AssertionError) as error:
                print(f"  {name} {example.id}: the library fails: {type(error).__name__}: {error}")
                continue
            theirs = [(_letters(each.text), not each.is_boilerplate) for each in found if each.text]
            same, total = same + _agreed(theirs, page, ours), total + len(theirs)
        print(f"{name:16} {same / max(1, total):.4f} of {total} paragraphs", flush=True)


def _agreed(theirs: Sequence[tuple[str, bool]], page: Page, ours: Justext) -> int:
    paragraphs = read_paragraphs(page)
    classes = ours.classify_all(paragraphs)
    mine = [
        (_letters(each.text), current == ParagraphClass.GOOD) for each, current in zip(paragraphs, classes, strict=True)
    ]
    matcher = SequenceMatcher(None, [text for text, _ in theirs], [text for text, _ in mine], autojunk=False)
    return sum(
        theirs[one + step] == mine[two + step]
        for one, two, size in matcher.get_matching_blocks()
        for step in range(size)
    )


def _letters(text: str) -> str:
    return "".join(text.split())


def sites(home: Path, source: Path, least: int = 15) -> None:
    """Semi-supervised against supervised MSS on every site with enough pages."""
    metric = METRICS.build("bag(tokens=unicode)")
    print(f"\nSemi-supervised MSS, sites of DAnIEL with at least {least} pages, all of CleanPortalEval:")
    print(f"{metric.signature()}, mean over all pages of the site")
    both: dict[str, list[float]] = {"supervised": [], "semi-supervised": []}
    for name, smallest in (("cleanportaleval", 2), ("daniel", least)):
        prepare(name, source, home)
        groups = defaultdict(list)
        for example in open_dataset(name, home):
            groups[str(example.facts.get("site") or example.id.split("_")[1])].append(example)
        for site, examples in sorted(groups.items(), key=lambda item: -len(item[1])):
            if len(examples) >= smallest:
                _site(name, site, examples, metric, both)
    _print_difference("semi-supervised", "supervised", both["semi-supervised"], both["supervised"])


def _site(name: str, site: str, examples: list[Example], metric: Metric, both: dict[str, list[float]]) -> None:
    pages = [read_page(each.html, charset=each.charset) for each in examples]
    start = MssModel.from_file(shipped("mss", EXTRACTOR))
    learned = learn_site({site: [page.tokens for page in pages]}, start)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "site.model"
        write_model(learned.to_file({}), file)
        specs = {"supervised": Mss(), "semi-supervised": Mss(model=str(file))}
        means = {}
        for label, extractor in specs.items():
            values = []
            for page, example in zip(pages, examples, strict=True):
                counts = metric.counts(gold_of(example), Retrieved(extractor.extract(page).text))
                values.append((metric.score(counts).value or 0.0) if counts else 0.0)
            means[label] = fmean(values)
            both[label] += values
    print(
        f"{name:16} {site:34} {len(examples):4} pages  supervised {means['supervised']:.4f}  "
        f"semi-supervised {means['semi-supervised']:.4f}  {means['semi-supervised'] - means['supervised']:+.4f}"
    )


def _print_difference(one: str, two: str, first: Sequence[float], second: Sequence[float]) -> None:
    gaps = [a - b for a, b in zip(first, second, strict=True)]
    interval = bootstrap_interval(gaps)
    assert interval is not None
    print(
        f"{one} - {two}: {fmean(gaps):+.4f}  {interval.low:+.4f} to {interval.high:+.4f}  "
        f"p = {randomization_test(first, second):.4f}"
    )


def _text_of(extractor: Extractor) -> Callable[[Page], str]:
    return lambda page: extractor.extract(page).text


def _seconds(work: Callable[[Any], object], what: object) -> float:
    start = time.process_time()
    work(what)
    return time.process_time() - start


def _number(value: float | None) -> str:
    return "     -" if value is None else f"{value:.4f}"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--source", type=Path, default=source_home())
    arguments.add_argument("--home", type=Path, default=data_home())
    arguments.add_argument("--only", default="table,cases,lcs,cost,growth,agreement,sites")
    arguments.add_argument("--limit", type=int)
    arguments.add_argument("--row", dest="rows", action="append", choices=ROWS, help="a row of the table; repeatable")
    options = arguments.parse_args()
    parts = options.only.split(",")
    for name in TABLES:
        prepare(name, options.source, options.home)
    if "table" in parts:
        for name in TABLES:
            table(name, options.home, options.limit, options.rows or list(ROWS))
    if "cases" in parts:
        for name in TABLES:
            boundary_cases(name, options.home, options.limit, options.rows or list(ROWS))
    if "lcs" in parts:
        lcs(options.home, options.limit)
    if "cost" in parts:
        cost(options.source)
    if "growth" in parts:
        growth(options.source)
    if "agreement" in parts:
        agreement(options.home, options.limit)
    if "sites" in parts:
        sites(options.home, options.source)


if __name__ == "__main__":
    main()
