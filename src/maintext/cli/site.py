"""`maintext site`: several pages of one site: learn its template, show it, extract with it; wrappers; segments."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from maintext.cli.messages import complain, one_line
from maintext.cli.options import EXTRACTOR_TYPE, LARGEST, SEED
from maintext.cli.progress import progress
from maintext.cli.site_segments import segments
from maintext.cli.site_wrapper import wrapper
from maintext.errors import MaintextError
from maintext.extractors import Extractor
from maintext.extractors.formats import FORMATS

if TYPE_CHECKING:
    from maintext.sites import Template
    from maintext.sites.site_pages import SitePages

_PLACES = click.argument(
    "places", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FOLDER | FILE | WARC...",
)  # fmt: skip
_HOST = click.option("--host", help="The host to take from WARC archives, where they hold several.")
_EXTRACTOR = click.option(
    "-x", "--extractor", type=EXTRACTOR_TYPE, default="default", show_default=True, metavar="SPEC",
    help="The extractor that the site is to help.",
)  # fmt: skip


@click.group("site")
def command() -> None:
    """Learn what the pages of one site have in common, and extract with it.

    \b
    maintext site learn crawl/example.org -o site.json
    maintext site show site.json
    maintext extract page.html -x 'site(template=site.json, then=default)'
    maintext site apply crawl/example.org -o texts/
    """


@command.command("learn")
@_PLACES
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The template file to write.")
@_HOST
@_EXTRACTOR
@click.option("--no-extractor", is_flag=True, help="Count what repeats and nothing else; faster.")
@click.option("--mss", type=click.Path(path_type=Path), help="Also write a model of the site for mss, to this file.")
@click.option(
    "--seed",
    type=SEED,
    default=0,
    show_default=True,
    help="What decides which pages MSS learns from, if there are many.",
)
def learn(
    places: tuple[Path, ...], output: Path, host: str | None, extractor: Extractor, no_extractor: bool,
    mss: Path | None, seed: int,
) -> None:  # fmt: skip
    """Learn which texts and places repeat on the pages of one site, in one pass over them.

    The pages lie in a folder or in files, or are those of one host in WARC archives. They are grouped by layout; what
    is written is a small JSON file. With --mss the same pages also teach maximum subsequence segmentation, without
    labels (semi-supervised MSS).

    \b
    maintext site learn crawl/example.org -o site.json
    maintext site learn crawl.warc.gz --host example.org -o site.json
    maintext site learn crawl/example.org -o site.json --mss site.model
    maintext extract page.html -x 'mss(model=site.model)'
    """
    from maintext.extractors.models import write_model
    from maintext.sites.site_pages import find_site_pages
    from maintext.training.sites import learn_pages

    source = find_site_pages(places, host)
    learned = learn_pages(
        source.site,
        progress(source, total=_size(source)),
        None if no_extractor else extractor,
        mss=mss is not None,
        seed=seed,
    )
    template = learned.template
    _write(output, template.to_json())
    _say(template)
    texts = len(template.repeated)
    click.echo(f"{output}: {template.pages} pages, {_layouts(template)}, {texts} repeated texts", err=True)
    if mss is not None and learned.mss is not None:
        write_model(learned.mss, mss)
        click.echo(f"{mss}: a model for mss from {learned.mss.manifest['pages']} pages", err=True)


@command.command("show")
@click.argument("template", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--most", type=click.IntRange(0, LARGEST), default=12, show_default=True,
              help="How many paths and texts to show of each kind.")  # fmt: skip
def show(template: Path, most: int) -> None:
    """Show what was learned of a site: its layouts, where main text stands, what repeats."""
    from rich.console import Console

    from maintext.cli.site_tables import draw
    from maintext.sites import read_template

    draw(Console(), read_template(template), most)


@command.command("apply")
@_PLACES
@click.option(
    "-t", "--template", "given", type=click.Path(path_type=Path), help="A template; else the pages are learned first.",
)  # fmt: skip
@_HOST
@_EXTRACTOR
@click.option(
    "--how", type=click.Choice(["weigh", "before", "after"]), default="weigh", show_default=True,
    help="Weigh the site against the extractor, or remove template text before or after it.",
)  # fmt: skip
@click.option("-f", "--format", "output_format", type=click.Choice(list(FORMATS)), default="text", show_default=True)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="A folder to write one file per page to.")
def apply(
    places: tuple[Path, ...], given: Path | None, host: str | None, extractor: Extractor, how: str,
    output_format: str, output: Path | None,
) -> None:  # fmt: skip
    """Extract the main text of a site's pages with what is known of the site.

    Without --template the pages are learned first and then extracted. A page that cannot be read is reported, the
    others go on.

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
    _say(template)
    if output is not None:
        _make(output)
    helped = replace(Site(then=extractor), how=how)  # type: ignore[arg-type]
    failed = 0
    for number, each in enumerate(progress(source, total=_size(source))):
        try:
            page = read_page(each.data, url=each.url, charset=each.charset)
            content = apply_template(template, helped, page).render(output_format)
        except MaintextError as error:
            failed += 1
            complain(f"{each.name}: {error}")
            continue
        if output is not None:
            _write(output / _file_name(each.name, number, output_format), content + "\n")
        else:
            click.secho(f"==> {one_line(each.name)} <==", bold=True)
            click.echo(content + "\n")
    if failed:
        sys.exit(1)


command.add_command(wrapper)
command.add_command(segments)


def _say(template: "Template") -> None:
    """What a person should know before using what was learned."""
    if template.pages < 2:
        complain(
            f"{template.site}: only one page could be learned from, and a template needs two; "
            "what is extracted with it is what the extractor finds alone"
        )
    for name, why in template.left_out.items():
        complain(f"{name}: left out, {why}")


def _layouts(template: "Template") -> str:
    return "1 layout" if len(template.layouts) == 1 else f"{len(template.layouts)} layouts"


def _size(source: "SitePages") -> int:
    """How many pages there are, for a bar; not known of archives."""
    return len(source.files) if not source.archives else 0


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MaintextError(f"{folder}: cannot be made ({error.strerror})") from error


def _file_name(name: str, number: int, output_format: str) -> str:
    """A file name for a page's text; its number comes first, so that no two pages share one."""
    stem = "".join(sign if sign.isalnum() else "-" for sign in Path(name).stem).strip("-")[-80:]
    ending = {"json": "json", "markdown": "md", "html": "html", "tei": "xml"}.get(output_format, "txt")
    return f"{number + 1:04}-{stem}.{ending}"


def _write(target: Path, text: str) -> None:
    try:
        target.write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise MaintextError(f"{target}: cannot be written ({error.strerror})") from error
