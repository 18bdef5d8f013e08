"""Extrinsic evaluation: the tables of [Lejeune 2018] on the DAnIEL corpus beside ours, and three more tasks.

    python benchmarks/extrinsic.py [--source DIR] [--home DIR] [--runs DIR] [--limit N] [--only PART,...]

Parts: `intrinsic` (Tables 5 and 6: text only, characters, text and markup; all languages and each),
`daniel` (Table 7: the surveillance task, with our lexicons and with the corpus's, where they are in SOURCE), `best`
(Table 8), `tasks` (search, duplicates and classification on DAnIEL and other datasets), `tau` (does each task rank like
each metric?), `default` (in how many tasks the default extractor is best, or not significantly worse), `speed` (10,000
documents of 5 KB on two cores, task by task) and `picture` (the plot in docs/tasks.md). Runs are kept in RUNS (default:
HOME/../runs/extrinsic-CODE, new when the code changes) and go on where they were. NCleaner's NCT5 and NCT25 are trained
on 5 and 25 pairs of DAnIEL, as there; those pages are left out for every extractor. With N, so many documents of each
set take part, sampled at random.
"""

import argparse
import random
import resource
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from lejeune import BEST, EXTRINSIC, INTRINSIC, LANGUAGES, METRICS, ROWS, Triple
from maintext.datasets import data_home, dataset_names, open_dataset
from maintext.datasets.home import source_home
from maintext.datasets.importers import import_dataset
from maintext.extractors import EXTRACTORS
from maintext.extractors.models import write_model
from maintext.metrics import METRICS as METRIC_REGISTRY
from maintext.reports.figures.canvas import as_svg
from maintext.reports.figures.scatter import extrinsic_figure
from maintext.runs import DatasetKey, DatasetPart, open_run, open_session
from maintext.tasks import TASKS as TASK_REGISTRY
from maintext.tasks import TaskDocument, TaskResult, run_task
from maintext.tasks.findings import agreements, best_of
from maintext.tasks.intrinsic import Intrinsic, intrinsic
from maintext.tasks.resampling import bootstrap_weights, contrasts, interval, resampled_values
from maintext.tasks.result import ALL
from maintext.training.fit import ExampleSelection, fit
from maintext.training.ncleaner import NCleanerTrainer
from papers import code_digest

OURS = "learned(include_title=True)"
"""The default extractor with the title, which the gold of DAnIEL and L3S-GN1 begins with."""
OTHERS = (
    OURS, "learned", "boilerpipe(recipe=default)", "ncleaner(lexical=False)", "density", "readability",
    "readability-lxml", "trafilatura", "resiliparse", "boilerpipe-java", "all", "nothing",
)  # fmt: skip
FEWER = (OURS, "boilerpipe", "justext", "density", "readability-lxml", "trafilatura", "resiliparse", "all")
"""Who runs on the datasets beside DAnIEL."""
PARTS = (*LANGUAGES.values(), ALL)
IMPORTERS = {"cleaneval/final": "cleaneval(part=final)", "wcxb/dev": "wcxb"}
TASKS = (
    ("daniel", "daniel"), ("search", "daniel"), ("duplicates", "daniel"), ("classify", "daniel"),
    ("search", "l3s-gn1"), ("duplicates", "l3s-gn1"), ("search", "cleaneval/final"),
    ("classify(label=page_type)", "wcxb/dev"),
)  # fmt: skip
"""Tasks and datasets. The default extractor was trained on WCXB dev, and on none of the others."""
FOUR = TASKS[:4]
"""The four tasks on the corpus of [Lejeune 2018], which nothing was trained on."""
MORE_METRICS = (
    "words(tokens=unicode)", "lcs(tokens=unicode)", "substring", "cleaneval", "bag", "set", "shingles", "rouge",
    "rouge-l", "edit", "blocks", "weighted",
)  # fmt: skip
"""Every metric that DAnIEL has the gold for, beside the three of [Lejeune 2018]."""


class Setting(NamedTuple):
    """Where things lie, and how much of them to use."""

    source: Path
    home: Path
    runs: Path
    limit: int | None


def specs_on(name: str, setting: Setting) -> dict[str, str]:
    """Everybody who runs on a dataset: a short name and the spec; without those that are not installed here."""
    if name == "daniel":
        trained = {f"NCT{pairs}": trained_spec(pairs, setting) for pairs in (5, 25)}
        wanted = {short: trained.get(spec, spec) for short, spec in ROWS.items()} | {spec: spec for spec in OTHERS}
    else:
        wanted = {spec: spec for spec in FEWER}
    built = {short: EXTRACTORS.build(spec) for short, spec in wanted.items()}
    for short, extractor in built.items():
        if extractor.missing() is not None:
            print(f"{short} is not installed here and left out", file=sys.stderr)
    return {short: str(extractor) for short, extractor in built.items() if extractor.missing() is None}


def trained_spec(pairs: int, setting: Setting) -> str:
    """NCleaner trained on so many pairs of the corpus; the model's manifest says which they were."""
    place = setting.runs / "models" / f"nct{pairs}.model"
    if not place.is_file():
        corpus = opened("daniel", setting)
        write_model(fit(NCleanerTrainer(), [corpus], ExampleSelection(pairs=pairs, few_shot=True)), place)
    return f"ncleaner(model='{place}')"


def opened(name: str, setting: Setting) -> Any:
    if name not in dataset_names(setting.home):
        import_dataset(IMPORTERS.get(name, name), setting.source, home=setting.home)
    return open_dataset(name, setting.home)


@cache
def result_of(task: str, name: str, setting: Setting) -> TaskResult:
    """A task on a dataset, with the runs it needs; extractors under their short names."""
    specs = specs_on(name, setting)
    folder = setting.runs / (name.replace("/", "-") + (f"-{setting.limit}" if setting.limit else ""))
    part = DatasetPart(sample=setting.limit)
    dataset = part.of(opened(name, setting))
    key = DatasetKey.of(dataset, name, part)
    with open_session(dataset, list(specs.values()), folder, workers=2, key=key) as session:
        for each in session.pending:
            if each.ids:
                print(f"running {each.spec} on {name}: {len(each.ids)} pages", file=sys.stderr, flush=True)
            for _ in session.extract(each):
                pass
    (found,) = run_task(task, [open_run(folder)], dataset=dataset.folder, wanted=list(specs.values()), workers=2)
    names = {spec: short for short, spec in specs.items()}
    stats = {names[label]: rows for label, rows in found.extractors.items()}
    sources = tuple(type(each)(names[each.label], each.spec, each.scored_run) for each in found.sources)
    return TaskResult(found.task, found.dataset, found.documents, found.reference, stats, found.left_out, sources)


@cache
def metric_on(metric: str, task: str, name: str, setting: Setting) -> Intrinsic | None:
    return intrinsic(result_of(task, name, setting), METRIC_REGISTRY.build(metric), workers=2)


def show_intrinsic(setting: Setting) -> None:
    """Tables 5 and 6 of [Lejeune 2018]: ours, and the printed ones."""
    result = result_of("daniel", "daniel", setting)
    parts = result.parts()
    found = {short: metric_on(metric, "daniel", "daniel", setting) for short, metric in METRICS.items()}
    print(f"\nIntrinsic, pooled over documents, 100 x P R F1: {', '.join(f'{a} = {b}' for a, b in METRICS.items())}")
    print(f"left out: {dict(result.left_out)}")
    for part in (ALL, *(part for part in LANGUAGES.values() if part in parts)):
        printed = INTRINSIC[part]
        print(f"\n{part}, {len(parts[part])} documents (ours; [Lejeune 2018] in parentheses)")
        print(f"{'':29}" + "".join(f"{name:^39}" for name in METRICS))
        order = sorted(result.extractors, key=lambda label: -_text_only(found["TO"], label, parts[part]))
        for label in order:
            cells = []
            for name in METRICS:
                ours = found[name]
                assert ours is not None
                own = _triple(ours.figures(label, parts[part]))
                paper = printed.get(label, {}).get(name)
                cells.append(f"{own} {f'({_triple_of(paper)})' if paper else '':19}")
            print(f"{label:28} " + "  ".join(cells))
    ours = found["TO"]
    assert ours is not None
    value, theirs = 100 * ours.value("BP", parts[ALL]), INTRINSIC["all"]["BP"]["TO"].f1 or 0.0
    print(f"\nboilerpipe's pooled text-only F1: {value:.1f}, in [Lejeune 2018] {theirs}: {value - theirs:+.1f} points")


def show_daniel(setting: Setting) -> None:
    """Table 7: agreement with the decisions on the gold text; [Lejeune 2018] measured against annotations."""
    folder = setting.source / "daniel" / "lexicons"
    lexicons = {"our lexicons": "daniel"}
    if folder.is_dir():
        lexicons["the corpus's lexicons"] = f"daniel(lexicons='{folder}')"
    for name, task in lexicons.items():
        result = result_of(task, "daniel", setting)
        parts = result.parts()
        relevant = sum(sum(row) for row in result.reference)
        print(f"\nSurveillance with {name}: by the gold text {relevant:.0f} of {len(result.documents)} are relevant;")
        print("agreement with the gold text's decisions ([Lejeune 2018], against annotations, in parentheses)")
        print(f"{'':29}" + "".join(f"{part:^38}" for part in PARTS if part in parts))
        for label in result.ranking:
            cells = []
            for part in filter(parts.__contains__, PARTS):
                paper = EXTRINSIC.get(label, {}).get(part)
                own = _triple(result.figures(label, parts[part]))
                cells.append(f"{own} {f'({_triple_of(paper)})' if paper else '':19}")
            print(f"{label:28} " + " ".join(cells))
        cells = [f"100.0 100.0 100.0 ({_triple_of(EXTRINSIC['Reference'][part])})" for part in PARTS if part in parts]
        print(f"{'gold text':28} " + " ".join(cells))
        _print_contrasts(result)


def show_best(setting: Setting) -> None:
    """Table 8: who is best by which measure, in [Lejeune 2018] and here, among its tools and among all."""
    result = result_of("daniel", "daniel", setting)
    parts = {part: pages for part in PARTS if (pages := result.parts().get(part)) is not None}
    metrics = {name: metric_on(metric, "daniel", "daniel", setting) for name, metric in METRICS.items()}
    among = {
        "the tools of [Lejeune 2018]": [label for label in ROWS if label in result.extractors],
        "all": list(result.extractors),
    }
    for group, labels in among.items():
        print(f"\nBest by P, R, F1 among {group} ([Lejeune 2018] in parentheses)")
        few = TaskResult(
            result.task, result.dataset, result.documents, result.reference,
            {label: result.extractors[label] for label in labels}, result.left_out,
        )  # fmt: skip
        found = [each for each in metrics.values() if each is not None]
        names = {each.name: name for name, each in metrics.items() if each is not None} | {str(result.task): "EE"}
        rows: dict[tuple[str, str], list[str]] = {}
        for best in best_of(few, found, parts):
            own = rows.setdefault((names[best.evaluation], best.part), [])
            paper = BEST[names[best.evaluation]][best.part][len(own)]
            value = "N/A" if best.value is None else f"{100 * best.value:.1f}"
            own.append(f"{', '.join(best.extractors)} {value} ({paper})")
        for (name, part), cells in rows.items():
            print(f"{name:4} {part:4} " + " ".join(f"{cell:50}" for cell in cells))


def show_tasks(setting: Setting) -> None:
    """Every task but that of [Lejeune 2018] on every dataset it is for."""
    for task, name in TASKS[1:]:
        result = result_of(task, name, setting)
        note = ", which the default extractor was trained on" if name == "wcxb/dev" else ""
        print(f"\n{task} on {name}{note}: {len(result.documents)} documents, 100 x {', '.join(result.task.columns)}")
        drawn = resampled_values(result, bootstrap_weights(len(result.documents)))
        tests = {each.label: each for each in contrasts(result)}
        for label in result.ranking:
            figures = "  ".join(_number(value) for value in result.figures(label))
            low, high = interval(drawn[label])
            against = tests.get(label)
            chance = f"p {against.p_value:.4f}, corrected {against.corrected:.4f}" if against else "best"
            print(f"{label:28} {figures}   95 % {100 * low:.1f}-{100 * high:.1f}   {chance}")
        print(f"{'gold text':28} " + "  ".join(_number(value) for value in result.figures(None)))


def show_tau(setting: Setting) -> None:
    """Kendall's tau between every task on DAnIEL and every metric, with intervals over documents."""
    for task, name in FOUR:
        result = result_of(task, name, setting)
        parts = {part: pages for part in PARTS if (pages := result.parts().get(part)) is not None}
        found = [metric_on(metric, task, name, setting) for metric in (*METRICS.values(), *MORE_METRICS)]
        metrics = [each for each in found if each is not None]
        print(f"\nKendall's tau between {task} and the metrics, {len(result.extractors)} extractors (95 %)")
        print(f"{'':34}" + "".join(f"{part:^22}" for part in parts))
        rows: dict[str, list[str]] = {}
        taus: dict[str, float] = {}
        for each in agreements(result, metrics, parts):
            ci = f"({each.ci.low:+.2f} to {each.ci.high:+.2f})" if each.ci else ""
            rows.setdefault(each.metric, []).append("-" if each.tau is None else f"{each.tau:+.2f} {ci}")
            if each.part == ALL and each.tau is not None:
                taus[each.metric] = each.tau
        for metric, cells in sorted(rows.items(), key=lambda row: -taus.get(row[0], -1.0)):
            print(f"{metric:34}" + "".join(f"{cell:^22}" for cell in cells))


def show_default_extractor(setting: Setting) -> None:
    """In how many of the four tasks the default extractor is best, or not significantly worse than the best."""
    print("\nThe default extractor in the four tasks on DAnIEL, with the title (as in the gold) and without")
    for ours in (OURS, "learned"):
        good = 0
        for task, name in FOUR:
            result = result_of(task, name, setting)
            best = result.ranking[0]
            against = {each.label: each for each in contrasts(result)}.get(ours)
            worse = against is not None and against.p_value < 0.05
            good += not worse
            told = "best" if against is None else f"{best} is best, p {against.p_value:.4f}"
            figure = f"{result.task.ranks_by} {100 * result.value(ours):.1f}"
            print(f"{ours:28} {task:12} {figure:16} {told}{': significantly worse' if worse else ''}")
        print(f"{ours:28} best or not significantly worse in {good} of {len(FOUR)} tasks (uncorrected p below .05)")


def show_speed(setting: Setting) -> None:
    """10,000 documents of 5 KB, made of paragraphs of the corpus in five languages, task by task on two cores."""
    paragraphs: dict[str, list[str]] = {}
    for example in opened("daniel", setting):
        own = paragraphs.setdefault(example.language or "en", [])
        own += [line for line in example.gold.splitlines() if line.strip()]
    chance = random.Random(0)
    print("\nDocuments of 5 KB on two cores: seconds of the clock and (of both processors) for one extractor's texts")
    for task in ("daniel", "search", "duplicates", "classify"):
        cells = []
        for number in (2_500, 5_000, 10_000):
            documents = [_document(at, chance, paragraphs) for at in range(number - 100)]
            documents += [replace(each, id=f"{each.id} again") for each in documents[:100]]
            score_texts = TASK_REGISTRY.build(task).prepare(documents, workers=2)
            clock, used = time.perf_counter(), _processor_seconds()
            score_texts([document.gold for document in documents])
            cells.append(f"{number:6}: {time.perf_counter() - clock:6.1f} ({_processor_seconds() - used:5.1f})")
        size = fmean(len(document.gold.encode()) for document in documents)
        print(f"{task:12} {'  '.join(cells)}   {size:.0f} bytes a document", flush=True)


def _processor_seconds() -> float:
    """What this process and those it has waited for have used."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def _document(at: int, chance: random.Random, paragraphs: dict[str, list[str]]) -> TaskDocument:
    """Paragraphs of one language until there are 5 KB."""
    language = sorted(paragraphs)[at % len(paragraphs)]
    lines: list[str] = []
    size = 0
    while size < 5_000:
        line = chance.choice(paragraphs[language])
        lines.append(line.encode()[: 5_000 - size].decode("utf-8", "ignore"))
        size += len(lines[-1].encode()) + 1
    facts = {"language": language, "site": f"site-{at // 5 % 97}-{language}"}
    return TaskDocument(str(at), "\n".join(lines), language, facts=facts)


def _text_only(found: Intrinsic | None, label: str, part: Any) -> float:
    return 0.0 if found is None else found.value(label, part)


def _print_contrasts(result: TaskResult) -> None:
    drawn = resampled_values(result, bootstrap_weights(len(result.documents)))
    tests = {each.label: each for each in contrasts(result)}
    print(f"{result.task.ranks_by} over all documents, 95 %, and p against the best (uncorrected, corrected)")
    for label in result.ranking:
        low, high = interval(drawn[label])
        against = tests.get(label)
        chance = f"{against.p_value:.4f} {against.corrected:.4f}" if against else "best"
        print(f"{label:28} {100 * result.value(label):5.1f}  {100 * low:.1f}-{100 * high:.1f}  {chance}")


def _triple(figures: Sequence[float | None]) -> str:
    return " ".join(_number(value) for value in figures)


def _triple_of(triple: Triple) -> str:
    return " ".join("  N/A" if value is None else f"{value:5.1f}" for value in triple)


def _number(value: float | None) -> str:
    return "  N/A" if value is None else f"{100 * value:5.1f}"


def draw_picture(setting: Setting) -> None:
    """The scatter plot of the documentation, as the report draws it."""
    result = result_of("daniel", "daniel", setting)
    found = metric_on("bag", "daniel", "daniel", setting)
    assert found is not None
    points = [(found.value(label), result.value(label), label) for label in result.ranking]
    drawn = extrinsic_figure(points, found.name, str(result.task), result.task.ranks_by, result.value(None))
    if setting.limit:
        print("the picture of the documentation is not drawn from a part of the documents")
        return
    place = Path(__file__).parent.parent / "docs" / "pictures" / "tasks-scatter.svg"
    place.write_text(as_svg(drawn), encoding="utf-8")
    print(f"drawn: {place.name}")


SHOWN: dict[str, Callable[[Setting], None]] = {
    "intrinsic": show_intrinsic,
    "daniel": show_daniel,
    "best": show_best,
    "tasks": show_tasks,
    "tau": show_tau,
    "default": show_default_extractor,
    "speed": show_speed,
    "picture": draw_picture,
}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--source", type=Path, default=source_home())
    arguments.add_argument("--home", type=Path, default=data_home())
    arguments.add_argument("--runs", type=Path, help="where the runs lie")
    arguments.add_argument("--limit", type=int)
    arguments.add_argument("--only", default=",".join(SHOWN))
    options = arguments.parse_args()
    runs = options.runs or options.home.parent / "runs" / f"extrinsic-{code_digest()}"
    setting = Setting(options.source, options.home, runs, options.limit)
    for part in options.only.split(","):
        if part not in SHOWN:
            arguments.error(f"there is no part {part!r}; there are: {', '.join(SHOWN)}")
        SHOWN[part](setting)


if __name__ == "__main__":
    main()
