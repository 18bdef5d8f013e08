"""`maintext demo`: extract, compare, import, run and score bundled pages."""

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
    """Extract, compare, import, run and score bundled pages, in under a minute."""
    pages = bundled_pages()
    page = pages / _SHOWN / "page.html"
    _run_step(ctx, "extract the main text of a page", f"maintext extract {_SHOWN}/page.html", ["extract", str(page)])
    _run_step(
        ctx, "compare extractors block by block", f"maintext compare {_SHOWN}/page.html",
        ["compare", str(page), "-x", "learned", "-x", "readability", "-x", "density"],
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as scratch:
        home = output or Path(scratch)
        _evaluate(ctx, pages, home)


def _evaluate(ctx: click.Context, pages: Path, home: Path) -> None:
    """Import the pages as a dataset, run every available extractor on it, and score the run."""
    from maintext.datasets.importers import import_dataset

    (summary,) = import_dataset("pages", pages, name="demo", home=home / "datasets", replace=True)
    here = [name for name in _EXTRACTORS if EXTRACTORS.build(name).missing() is None]
    run = home / "run"
    options = [part for name in here for part in ("-x", name)]
    _run_step(
        ctx, f"run {len(here)} extractors over {summary.imported} pages with gold text",
        "maintext datasets import pages DIR --name demo; maintext run demo -x " + " -x ".join(here),
        ["run", str(summary.folder), *options, "-o", str(run), "--timeout", "20"],
    )  # fmt: skip
    score = ["score", str(run), "--dataset", str(summary.folder), "-m", "bag(tokens=unicode)"]
    _run_step(ctx, "score what they returned", "maintext score runs/demo -m 'bag(tokens=unicode)'", score)
    _run_step(ctx, "and by type of page", "maintext score runs/demo -m 'bag(tokens=unicode)' --by page_type -x learned",
         [*score, "--by", "page_type", "-x", "learned"])  # fmt: skip


def bundled_pages() -> Path:
    """The folder of bundled pages, in the package or its source tree."""
    installed = Path(str(files("maintext"))) / "demo" / "pages"
    source = Path(__file__).resolve().parents[3] / "tests" / "pages"
    for folder in (installed, source):
        if folder.is_dir():
            return folder
    raise MaintextError("the demo pages are missing from this installation; reinstall maintext")


def _run_step(ctx: click.Context, what: str, shown: str, arguments: list[str]) -> None:
    """Print a heading and the equivalent command, then run it."""
    from maintext.cli import cli

    click.secho(f"\n# {what}", bold=True)
    click.secho(f"$ {shown}\n", fg="cyan")
    name, *rest = arguments
    subcommand = cli.get_command(ctx, name)
    assert subcommand is not None  # noqa: S101 - the names above are commands
    subcommand.main(rest, prog_name=name, standalone_mode=False, parent=ctx.parent)
