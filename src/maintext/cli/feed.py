"""`maintext feed`: add the full text to the entries of a feed."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click

from maintext.cli.output import write_output
from maintext.cli.shared_options import extractor_option, max_bytes_option, timeout_option
from maintext.crawl.feed_reader import Feed, find_feed, first_entries, read_feed
from maintext.errors import MaintextError
from maintext.extractors import Extractor
from maintext.fetch import fetch
from maintext.page import read_page
from maintext.service.feed_document import FullText, complete

_AT_ONCE = 4


@click.command("feed")
@click.argument("url")
@extractor_option()
@click.option(
    "-n",
    "--limit",
    type=click.IntRange(1, 500),
    default=20,
    show_default=True,
    help="Extract at most this many entries.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to this file.")
@click.option("--allow-private", is_flag=True, help="Also fetch entries from private and loopback addresses.")
@timeout_option
@max_bytes_option
def command(
    url: str, extractor: Extractor, limit: int, output: Path | None, allow_private: bool, timeout: float, max_bytes: int
) -> None:
    """Add the main text of the linked page to every entry of a feed.

    URL is an RSS or Atom feed, or a web page that names its feed. The output is the same feed with the texts
    in content:encoded (RSS) or content (Atom). An entry whose page cannot be read is reported on standard error and
    left unchanged.

    \b
    maintext feed https://example.org/feed.xml -o full.xml
    maintext feed https://example.org/ --limit 5 -x readability
    """
    feed = _open(url, timeout, max_bytes)
    chosen = first_entries(feed, limit)
    if not chosen:
        raise MaintextError(f"{feed.url}: the feed has no entries with a link")

    def full(link: str) -> FullText:
        try:
            page = fetch(link, timeout=timeout, max_bytes=max_bytes, private=allow_private)
            return FullText(extractor.extract(read_page(page.body, url=page.url, charset=page.charset)).html)
        except MaintextError as error:
            return FullText(None, str(error))

    with ThreadPoolExecutor(_AT_ONCE) as threads:
        found = list(threads.map(full, [link for _, link in chosen]))
    texts = {number: text for (number, _), text in zip(chosen, found, strict=True)}
    for number, link in chosen:
        if texts[number].html is None:
            problem = texts[number].problem
            click.echo(f"maintext: {problem if link in problem else f'{link}: {problem}'}", err=True)
    full_feed = complete(feed, texts)
    if output is None:
        click.echo(full_feed)
    else:
        write_output(output, full_feed + b"\n")
    if all(text.html is None for text in texts.values()):
        raise MaintextError(f"{feed.url}: extraction failed for all entries")


def _open(url: str, timeout: float, max_bytes: int) -> Feed:
    found = fetch(url, timeout=timeout, max_bytes=max_bytes)
    try:
        return read_feed(found.body, found.url)
    except MaintextError:
        named = find_feed(found.body, found.url)
        if named is None:
            raise
    again = fetch(named, timeout=timeout, max_bytes=max_bytes)
    return read_feed(again.body, again.url)
