"""`maintext corpus`: build a corpus of clean text from archives, on one machine or on a Ray cluster."""

import gzip
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import click

from maintext.cli.corpus_tables import print_plan, print_summary, watching
from maintext.cli.messages import print_error
from maintext.cli.shared_options import EXTRACTOR_TYPE, LARGEST, Number
from maintext.corpus.build import Plan, make_corpus
from maintext.corpus.engines import Engine
from maintext.corpus.settings import TYPES, Filters, Settings
from maintext.errors import CorpusError
from maintext.extractors import Extractor
from maintext.page import MAX_BYTES
from maintext.sandbox.cpus import available_cpus
from maintext.sandbox.limits import MAX_TIMEOUT, parse_size

_LONGEST_LIST = 100_000_000


class DefaultGroup(click.Group):
    """Treats arguments without a subcommand as inputs of `make`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the name of the default command before its arguments."""
        return super().parse_args(ctx, args if args and args[0] in self.commands else ["make", *args])


def _list(kind: type = str) -> Callable[[click.Context, click.Parameter, str | None], tuple[Any, ...] | None]:
    """A callback that reads values separated by commas."""

    def read(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[Any, ...] | None:
        if value is None:
            return None
        try:
            parts = [part.strip() for part in value.split(",")]
            return tuple(kind(part.lower() if kind is str else part) for part in parts if part and part != "any")
        except ValueError:
            raise click.BadParameter(f"{value!r} is not a list of numbers; write 200,203") from None

    return read


_WORK = (
    click.option("-w", "--workers", type=click.IntRange(1, 512), help="Worker processes (default: one per processor)."),
    click.option("--engine", type=click.Choice(["local", "ray"]), default="local", show_default=True,
                 help="Run on this machine or on a Ray cluster."),
    click.option("--address", default="auto", show_default=True,
                 help="Connect to this Ray cluster: auto, local (start one here), or ray://host:port."),
    click.option("--timeout", type=Number(0, MAX_TIMEOUT, min_open=True), default=30.0, show_default=True,
                 help="Stop a page after this many seconds."),
    click.option("--memory", default="1G", show_default=True, help="Limit the memory of a worker, such as 512M."),
    click.option("-f", "--format", "report_format", type=click.Choice(["table", "json"]), default="table",
                 show_default=True, help="Print the summary in this format."),
)  # fmt: skip


def _work_options(command: Callable[..., None]) -> Callable[..., None]:
    for option in reversed(_WORK):
        command = option(command)
    return command


@click.group("corpus", cls=DefaultGroup, context_settings={"help_option_names": []})
def command() -> None:
    """Build a corpus of clean text from archives, or retry failed pages."""


@command.command(
    "make",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="The word make may be left out. Pages that failed: maintext corpus replay --help.",
)
@click.argument("inputs", nargs=-1, metavar="IN...")
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="OUT",
    help="Write the corpus to this folder, or to a URL that fsspec can write.",
)
@click.option("--from", "list_file", type=click.File("rb"), metavar="FILE",
              help="Read more inputs from a file, one per line, plain or gzip; - is standard input.")  # fmt: skip
@click.option("-x", "--extractor", type=EXTRACTOR_TYPE, default="default", show_default=True, metavar="SPEC",
              help="Use this extractor; parameters go in parentheses.")  # fmt: skip
@click.option("--text", "text_format", type=click.Choice(["text", "markdown"]), default="text", show_default=True,
              help="Write the text field in this format.")  # fmt: skip
@click.option("--to", "file_format", type=click.Choice(["jsonl", "parquet"]), default="jsonl", show_default=True,
              help="Write JSON lines compressed with zstd, or Parquet.")  # fmt: skip
@click.option("--metadata/--no-metadata", default=True, help="Include page metadata; leaving it out is faster.")
@click.option(
    "--type",
    "types",
    callback=_list(),
    metavar="LIST",
    help=f"Keep these media types, or any (default: {','.join(TYPES)}).",
)
@click.option(
    "--status",
    "statuses",
    callback=_list(int),
    metavar="LIST",
    help="Keep these HTTP status codes, or any (default: 200).",
)
@click.option("--min-bytes", type=click.IntRange(0, LARGEST), default=0, help="Drop smaller pages.")
@click.option(
    "--max-bytes", type=click.IntRange(1, LARGEST), default=MAX_BYTES, show_default=True, help="Drop larger pages."
)
@click.option(
    "--min-words", type=click.IntRange(0, LARGEST), default=1, show_default=True, help="Drop pages with fewer words."
)
@click.option("--language", "languages", callback=_list(), metavar="LIST", help="Keep these languages, such as en,de.")
@click.option("--min-confidence", type=Number(0, 1), default=0.0, help="Drop pages with a lower confidence (0 to 1).")
@click.option(
    "--page-type", "page_types", callback=_list(), metavar="LIST", help="Keep these page types, such as article,forum."
)
@click.option("--identify-language", is_flag=True,
              help="Detect unknown languages with py3langid.")  # fmt: skip
@click.option("--near-duplicates", type=click.Choice(["shard", "corpus"]),
              help="Drop near-duplicates within each shard, or in the whole corpus.")  # fmt: skip
@click.option("--similarity", type=Number(0.5, 1), default=0.8, show_default=True,
              help="Treat pages as near-duplicates from this share of common 5-grams on.")  # fmt: skip
@click.option("--repeated-lines", type=click.IntRange(2, LARGEST), metavar="N",
              help="Remove lines that occur on at least N pages of a site.")  # fmt: skip
@click.option("--limit", type=click.IntRange(1, LARGEST), help="Read only the first N pages.")
@click.option(
    "--sample", type=Number(0, 1), default=1.0, help="Sample this share of the pages, such as 0.01; reproducible."
)
@click.option("--dry-run", is_flag=True, help="Show the plan and extract the first pages without writing anything.")
@click.option("--html-field", default="html", show_default=True, help="Read the page from this JSONL field.")
@click.option("--url-field", default="url", show_default=True, help="Read the URL from this JSONL field.")
@_work_options
def make(
    inputs: tuple[str, ...],
    output: str,
    list_file: Any,
    extractor: Extractor,
    workers: int | None,
    engine: str,
    address: str,
    report_format: str,
    limit: int | None,
    dry_run: bool,
    **options: Any,
) -> None:
    """Build a corpus of clean text from archives.

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
    maintext corpus s3://bucket/crawl/*.warc.gz -o s3://bucket/corpus --engine ray --address auto
    """
    listed = _listed(_read_list(list_file)) if list_file is not None else []
    if not inputs and not listed:
        raise click.UsageError(
            "no inputs; name WARC files, JSONL files or folders of HTML (see maintext corpus --help)"
        )
    settings = _settings(str(extractor), options)
    plan = Plan.of([*inputs, *listed], settings, limit)
    if dry_run:
        from maintext.corpus.trial import run_trial

        print_plan(plan, output, run_trial(plan, limit), report_format)
        return
    _make_and_report(plan, output, _engine(engine, workers, address), report_format)


@command.command("replay", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("corpus", metavar="OUT")
@click.option("-o", "--output", metavar="FOLDER", help="Write to this folder (default: OUT/replayed).")
@click.option(
    "-x", "--extractor", type=EXTRACTOR_TYPE, metavar="SPEC", help="Use this extractor instead of the original one."
)
@click.option("--save", type=click.Path(path_type=Path), metavar="FOLDER",
              help="Only save the failed pages as files, each with its failure.")  # fmt: skip
@_work_options
def replay(
    corpus: str,
    output: str | None,
    extractor: Extractor | None,
    save: Path | None,
    workers: int | None,
    engine: str,
    address: str,
    timeout: float,
    memory: str,
    report_format: str,
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
    _make_and_report(plan, output or join_location(corpus, REPLAYED), _engine(engine, workers, address), report_format)


def _make_and_report(plan: Plan, output: str, engine: Engine, report_format: str) -> None:
    with watching(plan, output) as watch:
        try:
            manifest = make_corpus(plan, output, engine, watch.show)
        except KeyboardInterrupt:
            print_error("interrupted; finished shards are kept. Run the same command again to resume")
            sys.exit(130)
    if report_format == "json":
        click.echo(json.dumps(manifest.to_dict(), ensure_ascii=False, indent=2))
    else:
        print_summary(manifest, output, watch)
    if manifest.failed_shards:
        for name, message in manifest.failed_shards.items():
            print_error(f"{name}: {message}")
        sys.exit(1)


def _settings(extractor: str, options: dict[str, Any]) -> Settings:
    types, statuses = options.pop("types"), options.pop("statuses")
    filters = Filters(
        types=TYPES if types is None else types,
        statuses=(200,) if statuses is None else statuses,
        languages=options.pop("languages") or (),
        page_types=options.pop("page_types") or (),
        **{name: options.pop(name) for name in ("min_bytes", "max_bytes", "min_words", "min_confidence")},
    )
    return Settings(extractor=extractor, filters=filters, memory=parse_size(options.pop("memory")), **options)


def _engine(name: str, workers: int | None, address: str) -> Engine:
    if name == "ray":
        from maintext.corpus.engines.ray import Ray

        return Ray(address)
    from maintext.corpus.engines.local import Local

    return Local(workers or available_cpus())


def _read_list(file: BinaryIO) -> bytes:
    try:
        data = file.read(_LONGEST_LIST + 1)
    except OSError as error:
        raise CorpusError(f"cannot read the list of inputs: {error.strerror}") from error
    if len(data) > _LONGEST_LIST:
        raise CorpusError(f"the list of inputs is larger than {_LONGEST_LIST:,} bytes; split it")
    return data


def _listed(data: bytes) -> list[str]:
    """The inputs in a list file."""
    try:
        text = (gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data).decode()
    except (OSError, EOFError, ValueError) as error:
        raise CorpusError(f"cannot read the list of inputs: {error}") from error
    return [line.strip() for line in text.splitlines() if line.strip()]
