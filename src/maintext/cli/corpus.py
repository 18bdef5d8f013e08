"""`maintext corpus`: build a corpus of clean text from archives, on one machine or on a Ray cluster."""

import sys
from pathlib import Path
from typing import Any

import click

from maintext.cli.corpus_options import corpus_settings, engine_options, filter_options, read_list
from maintext.cli.corpus_tables import print_plan, print_summary, watching
from maintext.cli.crawl_options import CRAWL_OPTIONS, crawl_options
from maintext.cli.messages import print_error
from maintext.cli.output import print_json
from maintext.cli.shared_options import EXTRACTOR_TYPE, LARGEST, extractor_option
from maintext.corpus.build import Plan, make_corpus
from maintext.corpus.engines import Engine
from maintext.extractors import Extractor
from maintext.sandbox.limits import parse_size

CRAWLED = "crawl"
"""The folder of a corpus for what was crawled for it."""


class DefaultGroup(click.Group):
    """Treats arguments without a subcommand as inputs of `make`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the name of the default command before its arguments."""
        return super().parse_args(ctx, args if args and args[0] in self.commands else ["make", *args])


@click.group("corpus", cls=DefaultGroup, context_settings={"help_option_names": []})
def command() -> None:
    """Build a corpus of clean text from archives, or retry failed pages."""


@command.command(
    "make",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="The word make may be left out. Pages that failed: maintext corpus replay --help.",
)
@click.argument("inputs", nargs=-1, metavar="IN...")
@click.option("-o", "--output", required=True, metavar="OUT",
              help="Write the corpus to this folder, or to a URL that fsspec can write.")  # fmt: skip
@click.option("--from", "list_file", type=click.File("rb"), metavar="FILE",
              help="Read more inputs from a file, one per line, plain or gzip; - is standard input.")  # fmt: skip
@extractor_option()
@click.option("--text", "text_format", type=click.Choice(["text", "markdown", "chunks"]), default="text",
              show_default=True,
              help="Write the text field in this format; chunks are passages, each a record with its citation.",
              )  # fmt: skip
@click.option("--to", "file_format", type=click.Choice(["jsonl", "parquet", "dclm", "wet"]), default="jsonl",
              show_default=True,
              help="Write JSON lines, also in the layout of DCLM, Parquet, or WET files as Common Crawl does.",
              )  # fmt: skip
@click.option("--max-tokens", type=click.IntRange(1, LARGEST), default=512, show_default=True,
              help="Limit chunks to this many words, numbers and symbols.")  # fmt: skip
@click.option("--overlap", type=click.IntRange(0, LARGEST), default=0, show_default=True,
              help="Repeat this many tokens of a chunk in the next one.")  # fmt: skip
@click.option("--metadata/--no-metadata", default=True, help="Include page metadata; leaving it out is faster.")
@filter_options
@click.option("--crawl", "crawled", multiple=True, metavar="SOURCE",
              help="Crawl this site, sitemap, feed or list of URLs first, into OUT/crawl.")  # fmt: skip
@crawl_options
@click.option("--dry-run", is_flag=True, help="Show the plan and extract the first pages without writing anything.")
@click.option("--html-field", default="html", show_default=True, help="Read the page from this JSONL field.")
@click.option("--url-field", default="url", show_default=True, help="Read the URL from this JSONL field.")
@engine_options
def make(
    inputs: tuple[str, ...],
    output: str,
    list_file: Any,
    extractor: Extractor,
    workers: int,
    engine: str,
    address: str,
    output_format: str,
    limit: int | None,
    dry_run: bool,
    crawled: tuple[str, ...],
    **options: Any,
) -> None:
    """Build a corpus of clean text from archives, or from the web.

    IN is a WARC file (plain, gzip, zstd), a JSONL file with an html field, a folder of such files or of HTML files, a
    pattern, or a URL that fsspec can read (s3://, gs://, https://, hdfs://). Every input file becomes one file in
    OUT/data; OUT/manifest.json counts the pages that were read, kept, dropped (by reason) and failed. Pages that time
    out, crash or exceed the memory limit are saved in OUT/quarantine; retry them with: maintext corpus replay OUT. To
    resume an interrupted build, run the same command again; the result is the same.

    \b
    maintext corpus crawl/*.warc.gz -o corpus
    maintext corpus pages/ -o corpus --text markdown --to parquet
    maintext corpus crawl.warc.gz -o corpus --language en --min-confidence 0.5 --near-duplicates corpus
    maintext corpus crawl.warc.gz -o corpus --dry-run
    maintext corpus --crawl https://example.org/ -o corpus --text chunks --to parquet
    maintext corpus s3://bucket/crawl/*.warc.gz -o s3://bucket/corpus --engine ray --address auto
    """
    listed = read_list(list_file) if list_file is not None else []
    crawl_settings = {name: options.pop(name) for name in CRAWL_OPTIONS}
    if crawled:
        listed.append(_crawl_first(crawled, output, crawl_settings, options["max_bytes"], dry_run))
    if not inputs and not listed:
        raise click.UsageError(
            "no inputs; name WARC files, JSONL files or folders of HTML (see maintext corpus --help)"
        )
    settings = corpus_settings(str(extractor), options)
    plan = Plan.of([*inputs, *listed], settings, limit)
    if dry_run:
        from maintext.corpus.dry_run import extract_first_pages

        print_plan(plan, output, extract_first_pages(plan, limit), output_format)
        return
    _make_and_report(plan, output, _engine(engine, workers, address), output_format)


@command.command("replay", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("corpus", metavar="OUT")
@click.option("-o", "--output", metavar="FOLDER", help="Write to this folder (default: OUT/replayed).")
@click.option(
    "-x", "--extractor", type=EXTRACTOR_TYPE, metavar="SPEC", help="Use this extractor instead of the original one."
)
@click.option("--save", type=click.Path(path_type=Path), metavar="FOLDER",
              help="Only save the failed pages as files, each with its failure.")  # fmt: skip
@engine_options
def replay(
    corpus: str,
    output: str | None,
    extractor: Extractor | None,
    save: Path | None,
    workers: int,
    engine: str,
    address: str,
    timeout: float,
    memory: str,
    output_format: str,
) -> None:
    """Retry the failed pages in quarantine.

    OUT is a corpus. Pages that succeed with the new limits or extractor are written to OUT/replayed, which has the same
    structure; pages that fail again are in OUT/replayed/quarantine.

    \b
    maintext corpus replay corpus --timeout 120 --memory 4G
    maintext corpus replay corpus -x readability
    maintext corpus replay corpus --save poison/
    """
    from maintext.corpus.locations import join_location
    from maintext.corpus.replay import REPLAYED, replay_plan, save_pages

    if save is not None:
        click.echo(f"{save_pages(corpus, save)} pages are in {save}")
        return
    spec = None if extractor is None else str(extractor)
    plan = replay_plan(corpus, timeout, parse_size(memory), spec)
    if not plan.shards:
        click.echo(f"nothing is in quarantine in {corpus}")
        return
    _make_and_report(plan, output or join_location(corpus, REPLAYED), _engine(engine, workers, address), output_format)


def _crawl_first(sources: tuple[str, ...], output: str, options: dict[str, Any], max_bytes: int, dry_run: bool) -> str:
    """Crawl into the folder of the corpus; returns the WARC file."""
    from maintext.cli.crawl import crawl_and_report
    from maintext.cli.crawl_options import planned_crawl
    from maintext.corpus.locations import is_remote

    if dry_run or is_remote(output):
        raise click.UsageError(
            "--crawl needs a folder on this machine and no --dry-run; crawl first with: maintext crawl"
        )
    folder = Path(output, CRAWLED)
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / "pages.warc.gz"
    crawl_and_report(planned_crawl(sources, target, options, max_bytes=max_bytes))
    return str(target)


def _make_and_report(plan: Plan, output: str, engine: Engine, output_format: str) -> None:
    with watching(plan, output) as watch:
        try:
            manifest = make_corpus(plan, output, engine, watch.show)
        except KeyboardInterrupt:
            print_error("interrupted; finished shards are kept. Run the same command again to resume")
            sys.exit(130)
    if output_format == "json":
        print_json(manifest.to_dict())
    else:
        print_summary(manifest, output, watch)
    if manifest.failed_shards:
        for name, message in manifest.failed_shards.items():
            print_error(f"{name}: {message}")
        sys.exit(1)


def _engine(name: str, workers: int, address: str) -> Engine:
    if name == "ray":
        from maintext.corpus.engines.ray import Ray

        return Ray(address)
    from maintext.corpus.engines.local import Local

    return Local(workers)
