"""`maintext train`: train an extractor and write its model file."""

from pathlib import Path

import click

from maintext.cli.progress_bar import progress
from maintext.cli.shared_options import LARGEST, SEED
from maintext.datasets import open_dataset
from maintext.extractors.models import ModelFile, write_model
from maintext.extractors.mss.bootstrap import Bootstrap
from maintext.training.fit import ExampleSelection, fit, labeled_pages
from maintext.training.registry import TRAINERS, bootstrap_of, build_trainer


@click.command("train")
@click.argument("extractor")
@click.argument("inputs", nargs=-1, required=True, metavar="DATASET | FOLDER...")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write the model to this file (--curve: an SVG).")
@click.option("--limit", type=click.IntRange(1, LARGEST), help="Train only on the first N examples of each dataset.")
@click.option("--pairs", type=click.IntRange(1, LARGEST), help="Train on this many examples, sampled at random.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Set the random seed for sampling.")
@click.option("--few-shot", is_flag=True, help="Allow up to 25 --pairs of a dataset that must not be trained on.")
@click.option(
    "--wrappers", type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Label the pages of the folders by these rule files: SITE.yaml with article: and drop:.",
)  # fmt: skip
@click.option(
    "--start", type=click.Path(path_type=Path), help="mss-site: start from this model instead of the shipped one."
)
@click.option("--curve", is_flag=True, help="Print F1 against the number of training sources.")
def command(
    extractor: str,
    inputs: tuple[str, ...],
    output: Path | None,
    limit: int | None,
    pairs: int | None,
    seed: int,
    few_shot: bool,
    wrappers: Path | None,
    start: Path | None,
    curve: bool,
) -> None:
    """Train an extractor: learned (the default one), mss, ncleaner, victor; settings go in parentheses.

    mss-site learns one site or several from unlabeled pages: each FOLDER holds the pages of one site;
    mss-site(common=0, own=False) does so exactly as published. Test sets are refused.

    \b
    maintext train learned wcxb/dev dragnet newspaper -o my.model
    maintext train mss dragnet wcxb cleaneval/dev -o my.model
    maintext extract page.html -x 'mss(model=my.model)'
    maintext train 'ncleaner(lexical=False)' cleaneval/dev --pairs 25 --seed 1 -o nct25.model
    maintext train mss-site crawl/example.org -o example.model
    maintext train mss crawl/ --wrappers rules/ -o news.model
    maintext train mss dragnet --curve -o curve.svg
    """
    selection = ExampleSelection(limit, pairs, seed, few_shot)
    if curve:
        _curve(extractor, inputs, selection, output)
        return
    if output is None:
        raise click.UsageError("no output; name the model file with -o FILE")
    if (site := bootstrap_of(extractor)) is not None:
        model = _learn_sites(inputs, start, site)
    elif wrappers is not None:
        model = _learn_from_wrappers(extractor, inputs, wrappers)
    else:
        model = fit(build_trainer(extractor), [open_dataset(name) for name in inputs], selection, progress)
    write_model(model, output)
    pages = model.manifest.get("pages")
    click.echo(f"{output}: a model for {model.extractor} from {pages} pages, {output.stat().st_size:,} bytes", err=True)


def _learn_sites(folders: tuple[str, ...], start: Path | None, how: Bootstrap) -> ModelFile:
    from maintext.training.page_files import page_files
    from maintext.training.sites import learn_folders

    sites = {folder: page_files([Path(folder)]) for folder in folders}
    return learn_folders(sites, None if start is None else str(start), how)


def _learn_from_wrappers(extractor: str, folders: tuple[str, ...], rules: Path) -> ModelFile:
    from maintext.sites.wrapper_rules import read_wrappers
    from maintext.training.page_files import page_files
    from maintext.training.wrappers import fit_with_wrappers

    paths = page_files(map(Path, folders))
    return fit_with_wrappers(build_trainer(extractor), progress(paths), read_wrappers(rules))


def _curve(extractor: str, names: tuple[str, ...], selection: ExampleSelection, output: Path | None) -> None:
    from maintext.training.learning_curve import LearningCurve, plot_curve

    build_trainer(extractor)
    selected = selection.select([open_dataset(name) for name in names])
    examples = [example for _, part in selected for example in part]
    click.echo("sources   pages      F1  spread")
    points = []
    curve = LearningCurve(seed=selection.seed)
    for point in curve.points(lambda: TRAINERS.build(extractor), labeled_pages(progress(examples))):
        click.echo(f"{point.sources:7} {point.pages:7.0f}  {point.f1:.4f}  {point.spread:.4f}")
        points.append(point)
    if output is not None:
        plot_curve(points, output)
