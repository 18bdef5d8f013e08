"""`maintext site`: learn, show and apply the template of a site; wrappers and segments."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from maintext.cli.messages import one_line, print_error
from maintext.cli.output import file_ending, make_folder, page_file_name, write_output
from maintext.cli.progress_bar import progress
from maintext.cli.shared_options import LARGEST, SEED, extractor_option, host_option, site_pages_argument
from maintext.cli.site_segments import segments
from maintext.cli.site_wrapper import wrapper
from maintext.errors import MaintextError
from maintext.extractors import Extractor
from maintext.extractors.formats import FORMATS

if TYPE_CHECKING:
    from maintext.sites import Template
    from maintext.sites.site_pages import SitePages

_EXTRACTOR = extractor_option("Use this extractor with the template.")


@click.group("site")
def command() -> None:
    """Learn the template of a site, and use it for extraction.

    \b
    maintext site learn crawl/example.org -o site.json
    maintext site show site.json
    maintext extract page.html -x 'site(template=site.json, then=default)'
    maintext site apply crawl/example.org -o texts/
    """


@command.command("learn")
@site_pages_argument
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="Write the template to this file.")
@host_option
@_EXTRACTOR
@click.option("--no-extractor", is_flag=True, help="Only count repetitions, without an extractor; faster.")
@click.option("--compare", type=click.Choice(["alignment", "mapping"]),
              help="Compare a few pages of one layout instead of counting, without an extractor.")  # fmt: skip
@click.option("--mss", type=click.Path(path_type=Path), help="Also write an MSS model of the site to this file.")
@click.option(
    "--seed",
    type=SEED,
    default=0,
    show_default=True,
    help="Set the random seed for sampling training pages of MSS.",
)
def learn(
    places: tuple[Path, ...], output: Path, host: str | None, extractor: Extractor, no_extractor: bool,
    compare: Literal["alignment", "mapping"] | None, mss: Path | None, seed: int,
) -> None:  # fmt: skip
    """Learn which texts and paths repeat on the pages of a site, in one pass.

    The pages are files, a folder, or one host of WARC archives. They are grouped by layout, and the result is a small
    JSON file. With --mss, the pages also train maximum subsequence segmentation without labels (semi-supervised MSS).

    \b
    maintext site learn crawl/example.org -o site.json
    maintext site learn crawl.warc.gz --host example.org -o site.json
    maintext site learn crawl/example.org -o site.json --mss site.model
    maintext extract page.html -x 'mss(model=site.model)'
    """
    from maintext.extractors.models import write_model
    from maintext.sites.site_pages import find_site_pages
    from maintext.training.sites import SiteLearned, learn_compared, learn_pages

    if compare and mss:
        raise click.UsageError("--compare reads a few pages and cannot train --mss")
    source = find_site_pages(places, host)
    learned = (
        SiteLearned(learn_compared(source.site, source, compare), None)
        if compare
        else learn_pages(
            source.site,
            progress(source, total=_size(source)),
            None if no_extractor else extractor,
            mss=mss is not None,
            seed=seed,
        )
    )
    template = learned.template
    write_output(output, template.to_json())
    _print_warnings(template)
    texts = len(template.repeated)
    click.echo(f"{output}: {template.pages} pages, {_layouts(template)}, {texts} repeated texts", err=True)
    if mss is not None and learned.mss is not None:
        write_model(learned.mss, mss)
        click.echo(f"{mss}: a model for mss from {learned.mss.manifest['pages']} pages", err=True)


@command.command("show")
@click.argument("template", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--most", type=click.IntRange(0, LARGEST), default=12, show_default=True,
              help="Show at most this many paths and texts of each kind.")  # fmt: skip
def show(template: Path, most: int) -> None:
    """Show a template: its layouts, the paths of main text, and repeated texts."""
    from rich.console import Console

    from maintext.cli.site_tables import draw
    from maintext.sites import read_template

    draw(Console(), read_template(template), most)


@command.command("apply")
@site_pages_argument
@click.option(
    "-t", "--template", "given", type=click.Path(path_type=Path), help="Use this template instead of learning one.",
)  # fmt: skip
@host_option
@_EXTRACTOR
@click.option(
    "--how", type=click.Choice(["weigh", "before", "after"]), default="weigh", show_default=True,
    help="Combine template and extractor, or remove template text before or after extraction.",
)  # fmt: skip
@click.option("-f", "--format", "output_format", type=click.Choice(list(FORMATS)), default="text", show_default=True)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write one file per page to this folder.")
def apply(
    places: tuple[Path, ...], given: Path | None, host: str | None, extractor: Extractor, how: str,
    output_format: str, output: Path | None,
) -> None:  # fmt: skip
    """Extract the main text of a site's pages with its template.

    Without --template, the template is learned from these pages first. A page that cannot be read is reported and
    skipped.

    \b
    maintext site apply crawl/example.org -o texts/
    maintext site apply crawl/example.org -t site.json -x readability --how after
    """
    from maintext.extractors.site import Site
    from maintext.page import read_page
    from maintext.sites import read_template
    from maintext.sites.site_pages import find_site_pages
    from maintext.training.sites import apply_template, learn_pages

    source = find_site_pages(places, host)
    if given is None:
        template = learn_pages(source.site, progress(source, total=_size(source)), extractor).template
    else:
        template = read_template(given)
    _print_warnings(template)
    if output is not None:
        make_folder(output)
    helped = replace(Site(then=extractor), how=how)  # type: ignore[arg-type]
    failed = 0
    for number, each in enumerate(progress(source, total=_size(source))):
        try:
            page = read_page(each.data, url=each.url, charset=each.charset)
            content = apply_template(template, helped, page).render(output_format)
        except MaintextError as error:
            failed += 1
            print_error(f"{each.name}: {error}")
            continue
        if output is not None:
            write_output(
                output / page_file_name(Path(each.name).stem, number, file_ending(output_format)), content + "\n"
            )
        else:
            click.secho(f"==> {one_line(each.name)} <==", bold=True)
            click.echo(content + "\n")
    if failed:
        sys.exit(1)


command.add_command(wrapper)
command.add_command(segments)


def _print_warnings(template: "Template") -> None:
    """Print warnings about the template."""
    if template.pages < 2:
        print_error(
            f"{template.site}: only one page could be learned from, and a template needs two; "
            "with it you get the same text as with the extractor alone"
        )
    for name, why in template.left_out.items():
        print_error(f"{name}: left out, {why}")


def _layouts(template: "Template") -> str:
    return "1 layout" if len(template.layouts) == 1 else f"{len(template.layouts)} layouts"


def _size(source: "SitePages") -> int:
    """The number of pages for the progress bar; None for archives."""
    return len(source.files) if not source.archives else 0
