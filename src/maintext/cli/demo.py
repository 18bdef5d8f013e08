"""`maintext demo`: the whole loop on pages that come with the package."""

import tempfile
from importlib.resources import files
from pathlib import Path

import click

from maintext.errors import MaintextError
from maintext.extractors import EXTRACTORS

_EXTRACTORS = (
    "learned",
    "density",
    "simple-mss",
    "longest-cell",
    "justext-library",
    "readability-lxml",
    "all",
    "nothing",
)
_SHOWN = "news-inline-ads"


@click.command("demo")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Keep the dataset and the run in this folder.")
@click.pass_context
def command(ctx: click.Context, output: Path | None) -> None:
    """Show the whole loop on bundled pages: extract, compare, import, run, score. Under a minute."""
    pages = bundled_pages()
    page = pages / _SHOWN / "page.html"
    _say(ctx, "extract the main text of a page", f"maintext extract {_SHOWN}/page.html", ["extract", str(page)])
    _say(
        ctx, "compare extractors block by block", f"maintext compare {_SHOWN}/page.html",
        ["compare", str(page), "-x", "learned", "-x", "readability", "-x", "density"],
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as scratch:
        home = output or Path(scratch)
        _evaluate(ctx, pages, home)


def _evaluate(ctx: click.Context, pages: Path, home: Path) -> None:
    """Import the pages as a dataset, run every extractor that is here over it, and score the run."""
    from maintext.datasets.importers import import_dataset

    (summary,) = import_dataset("pages", pages, name="demo", home=home / "datasets", replace=True)
    here = [name for name in _EXTRACTORS if EXTRACTORS.build(name).missing() is None]
    run = home / "run"
    options = [part for name in here for part in ("-x", name)]
    _say(
        ctx, f"run {len(here)} extractors over {summary.imported} pages with gold text",
        "maintext datasets import pages DIR --name demo; maintext run demo -x " + " -x ".join(here),
        ["run", str(summary.folder), *options, "-o", str(run), "--timeout", "20"],
    )  # fmt: skip
    score = ["score", str(run), "--dataset", str(summary.folder), "-m", "bag(tokens=unicode)"]
    _say(ctx, "score what they returned", "maintext score runs/demo -m 'bag(tokens=unicode)'", score)
    _say(ctx, "and by type of page", "maintext score runs/demo -m 'bag(tokens=unicode)' --by page_type -x learned",
         [*score, "--by", "page_type", "-x", "learned"])  # fmt: skip


def bundled_pages() -> Path:
    """The folder of the pages that come with the package, or with its source."""
    installed = Path(str(files("maintext"))) / "demo" / "pages"
    source = Path(__file__).resolve().parents[3] / "tests" / "pages"
    for folder in (installed, source):
        if folder.is_dir():
            return folder
    raise MaintextError("the demo's pages are missing from this installation; install maintext again")


def _say(ctx: click.Context, what: str, shown: str, arguments: list[str]) -> None:
    """Say what comes, show the command a user would type, and run it."""
    from maintext.cli import cli

    click.secho(f"\n# {what}", bold=True)
    click.secho(f"$ {shown}\n", fg="cyan")
    name, *rest = arguments
    subcommand = cli.get_command(ctx, name)
    assert subcommand is not None  # noqa: S101 - the names above are commands
    subcommand.main(rest, prog_name=name, standalone_mode=False, parent=ctx.parent)
