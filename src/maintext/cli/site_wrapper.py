"""`maintext site wrapper`: learn, check and apply extraction rules of a site."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from maintext.cli.messages import print_error
from maintext.cli.output import make_folder, write_output
from maintext.cli.progress_bar import progress
from maintext.cli.shared_options import extractor_option, host_option, site_pages_argument
from maintext.errors import MaintextError
from maintext.extractors import Extractor

if TYPE_CHECKING:
    from maintext.training.wrapper_learning import PageCheck

_EXTRACTOR = extractor_option("Learn from the confident texts of this extractor, and check the rest with it.")
_SHOWN = 10


@click.group("wrapper")
def wrapper() -> None:
    """Learn and check wrappers: CSS selectors or XPaths of a site's main text.

    \b
    maintext site wrapper learn crawl/example.org -o example.org.yaml
    maintext extract page.html -x 'wrapper(rules=example.org.yaml)'
    maintext site wrapper check example.org.yaml crawl/today
    maintext site wrapper label example.org.yaml crawl/example.org -o labeled/
    """


@wrapper.command("learn")
@site_pages_argument
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    help="Write the rules to this file, SITE.yaml or SITE.json.",
)
@click.option(
    "--gold", type=click.Path(path_type=Path), help="Read gold texts from this folder, NAME.txt for NAME.html."
)
@click.option("--samples", type=click.IntRange(1, 5), default=3, show_default=True, help="Learn from this many pages.")
@_EXTRACTOR
@host_option
def learn(
    places: tuple[Path, ...], output: Path, gold: Path | None, samples: int, extractor: Extractor, host: str | None
) -> None:
    """Learn selectors of a site's main text from one to five pages, and check them on the others.

    The training pages are those with a text in --gold, or else those with the highest confidence of the extractor.
    Title, date and author get rules if one selector matches on every page. Exit code 1 if the rules do not fit well.

    \b
    maintext site wrapper learn crawl/example.org -o example.org.yaml
    maintext site wrapper learn crawl/example.org --gold gold/ -o example.org.yaml
    """
    from maintext.sites.site_pages import find_site_pages
    from maintext.sites.wrapper_rules import ENDINGS
    from maintext.training.wrapper_learning import is_broken, learn_wrapper, read_gold

    if output.suffix not in ENDINGS:
        raise MaintextError(f"{output}: not a rule file name; use SITE.yaml or SITE.json")
    source = find_site_pages(places, host)
    texts = None if gold is None else read_gold(gold)
    learned = learn_wrapper(output.stem, progress(source, total=len(source.files)), extractor, samples, texts)
    text = learned.induced.wrapper.to_text(output.suffix)
    write_output(output, text)
    click.echo(text, nl=False)
    known = f"{len(learned.learned_from)} page{'s' if len(learned.learned_from) > 1 else ''}"
    click.echo(f"{output}: learned from {known}, whose text it finds with F1 {learned.induced.f1:.3f}", err=True)
    if learned.induced.held_out is not None:
        click.echo(f"on each of them, learned from the others: F1 {learned.induced.held_out:.3f}", err=True)
    if learned.rest:
        _report(learned.rest)
    if not learned.induced.fits or (learned.rest and is_broken(learned.rest)):
        print_error("these rules do not fit the site well; annotate pages with --gold or edit the file")
        sys.exit(1)


@wrapper.command("check")
@click.argument("rules", type=click.Path(path_type=Path))
@site_pages_argument
@_EXTRACTOR
@click.option("--no-extractor", is_flag=True, help="Compare only with the profile of the rules.")
@host_option
def check(rules: Path, places: tuple[Path, ...], extractor: Extractor, no_extractor: bool, host: str | None) -> None:
    """Check whether a wrapper still fits its site. Exit code 1 if it is broken."""
    from maintext.page import read_page
    from maintext.sites.site_pages import find_site_pages
    from maintext.sites.wrapper_rules import read_wrapper
    from maintext.training.wrapper_learning import PageCheck, check_page, is_broken

    known = read_wrapper(rules)
    source = find_site_pages(places, host)
    checks = []
    for each in progress(source, total=len(source.files)):
        try:
            page = read_page(each.data, url=each.url, charset=each.charset)
            checks.append(check_page(known, each.name, page, None if no_extractor else extractor))
        except MaintextError as error:
            checks.append(PageCheck(each.name, str(error)))
    _report(checks)
    if is_broken(checks):
        print_error(f"{rules} is broken; learn it again with: maintext site wrapper learn")
        sys.exit(1)
    click.echo(f"{rules} fits", err=True)


@wrapper.command("label")
@click.argument("rules", type=click.Path(path_type=Path))
@site_pages_argument
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help="Write pages and texts to this folder."
)
@host_option
def label(rules: Path, places: tuple[Path, ...], output: Path, host: str | None) -> None:
    """Write pages with the texts found by a wrapper, as training data to import with `pairs`.

    Pages whose text is too short or full of tags to be an article are left out [Pasternack 2009].

    \b
    maintext site wrapper label example.org.yaml crawl/example.org -o labeled/
    maintext datasets import pairs labeled/
    maintext train mss crawl/ --wrappers rules/ -o my.model
    """
    from maintext.page import read_page
    from maintext.sites.site_pages import find_site_pages
    from maintext.sites.wrapper_rules import read_wrapper
    from maintext.training.wrappers import label as label_page

    known = read_wrapper(rules)
    source = find_site_pages(places, host)
    raw, clean = output / "raw", output / "clean"
    make_folder(raw)
    make_folder(clean)
    count = left = 0
    for number, each in enumerate(progress(source, total=len(source.files)), 1):
        try:
            found = label_page(read_page(each.data, url=each.url, charset=each.charset), known)
        except MaintextError as error:
            print_error(f"{each.name}: {error}")
            found = None
        if found is None:
            left += 1
            continue
        count += 1
        name = f"{number:05}"
        (raw / f"{name}.html").write_bytes(each.data)
        (clean / f"{name}.txt").write_text(found.gold + "\n", encoding="utf-8", errors="replace")
    click.echo(f"{output}: {count} pages labeled, {left} left out", err=True)
    if not count:
        print_error("the wrapper found an article on none of the pages")
        sys.exit(1)


def _report(checks: "list[PageCheck] | tuple[PageCheck, ...]") -> None:
    """Print how many pages a wrapper fits, and which it does not fit."""
    doubted = [each for each in checks if each.mismatch is not None]
    click.echo(f"it fits {len(checks) - len(doubted)} of {len(checks)} other pages", err=True)
    for each in doubted[:_SHOWN]:
        click.echo(f"  {each.name}: {each.mismatch}", err=True)
    if len(doubted) > _SHOWN:
        click.echo(f"  ... and {len(doubted) - _SHOWN} more", err=True)
