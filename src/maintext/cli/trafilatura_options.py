"""trafilatura's options on `maintext extract`: other names for its own, and advice for those that it does not have."""

from typing import Any

import click

from maintext.cli.file_names import SCHEMES
from maintext.cli.shared_options import FormatType, with_options
from maintext.extractors.extract import COMPLETE, PRECISE

_FORMATS = ("csv", "html", "json", "markdown", "xml", "xmltei")
_SAME_IN_CORPUS = "maintext corpus drops repeated pages and lines: see maintext corpus --help"
_CRAWL = "maintext crawl URL -o pages.warc.gz, then maintext corpus pages.warc.gz -o texts"
_INSTEAD = {
    "--blacklist": "take the URLs out of the list: grep -vFf blacklist.txt urls.txt | maintext extract -i -",
    "--url-filter": "choose the URLs of the list: grep PATTERN urls.txt | maintext extract -i -",
    "--list": "maintext extract has no list of links; maintext extract -f markdown keeps links",
    "--sitemap": f"{_CRAWL}, with the URL of the sitemap",
    "--crawl": _CRAWL,
    "--explore": _CRAWL,
    "--probe": "maintext extract URL --target-language CODE says whether a page has text in a language",
    "--feed": "use maintext feed URL, which adds the full text to every entry",
    "--archived": "pass the URL of the archived copy",
    "--deduplicate": _SAME_IN_CORPUS,
    "--config-file": "use options: --timeout, --max-bytes, --parallel, --delay, -x 'learned(...)'",
    "--validate-tei": "the TEI is valid by construction; its schema is render/schema/tei.rng in the package",
}
_SHORT = {"--blacklist": "-b"}
_WITHOUT_VALUE = ("--list", "--archived", "--deduplicate", "--validate-tei")


def _refuse(ctx: click.Context, param: click.Parameter, value: object) -> None:
    """Say what to use instead of an option of trafilatura."""
    if value not in (None, False):
        option = param.opts[-1]
        raise click.UsageError(f"{option} is an option of trafilatura; instead: {_INSTEAD[option]}", ctx)


def _refused(option: str) -> Any:
    names = (*filter(None, [_SHORT.get(option)]), option)
    if option in _WITHOUT_VALUE:
        return click.option(*names, is_flag=True, hidden=True, expose_value=False, callback=_refuse)
    return click.option(
        *names, is_flag=False, flag_value="", hidden=True, expose_value=False, callback=_refuse, metavar="VALUE"
    )


trafilatura_options = with_options(
    click.option("-u", "--URL", "more_urls", multiple=True, hidden=True),
    click.option("--input-dir", "more_folders", multiple=True, hidden=True),
    click.option("--precision", "beta", flag_value=PRECISE, type=float, hidden=True),
    click.option("--recall", "beta", flag_value=COMPLETE, type=float, hidden=True),
    click.option("--keep-dirs", "file_names", flag_value="path", type=click.Choice(SCHEMES), hidden=True),
    click.option("--fast", is_flag=True, hidden=True, expose_value=False),
    click.option("-v", "--verbose", count=True, hidden=True, expose_value=False),
    *(click.option(f"--{one}", "output_format", flag_value=one, type=FormatType(), hidden=True) for one in _FORMATS),
    *map(_refused, _INSTEAD),
)
