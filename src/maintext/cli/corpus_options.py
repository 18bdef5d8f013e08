"""Options of `maintext corpus`."""

import gzip
from collections.abc import Callable
from typing import Any, BinaryIO

import click

from maintext.cli.shared_options import LARGEST, Number, format_option, with_options, worker_options
from maintext.corpus.settings import TYPES, CorpusSettings, Filters
from maintext.errors import CorpusError
from maintext.page import MAX_BYTES
from maintext.sandbox.limits import parse_size

_LONGEST_LIST = 100_000_000


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


engine_options = with_options(
    click.option("--engine", type=click.Choice(["local", "ray"]), default="local", show_default=True,
                 help="Run on this machine or on a Ray cluster."),
    click.option("--address", default="auto", show_default=True,
                 help="Connect to this Ray cluster: auto, local (start one here), or ray://host:port."),
    worker_options("1G"),
    format_option(),
)  # fmt: skip
filter_options = with_options(
    click.option("--type", "types", callback=_list(), metavar="LIST",
                 help=f"Keep these media types, or any (default: {','.join(TYPES)})."),
    click.option("--status", "statuses", callback=_list(int), metavar="LIST",
                 help="Keep these HTTP status codes, or any (default: 200)."),
    click.option("--min-bytes", type=click.IntRange(0, LARGEST), default=0, help="Drop smaller pages."),
    click.option("--max-bytes", type=click.IntRange(1, LARGEST), default=MAX_BYTES, show_default=True,
                 help="Drop larger pages."),
    click.option("--min-words", type=click.IntRange(0, LARGEST), default=1, show_default=True,
                 help="Drop pages with fewer words."),
    click.option("--language", "languages", callback=_list(), metavar="LIST",
                 help="Keep these languages, such as en,de."),
    click.option("--min-confidence", type=Number(0, 1), default=0.0,
                 help="Drop pages with a lower confidence (0 to 1)."),
    click.option("--page-type", "page_types", callback=_list(), metavar="LIST",
                 help="Keep these page types, such as article,forum."),
    click.option("--identify-language", is_flag=True, help="Detect unknown languages with py3langid."),
    click.option("--near-duplicates", type=click.Choice(["shard", "corpus"]),
                 help="Drop near-duplicates within each shard, or in the whole corpus."),
    click.option("--similarity", type=Number(0.5, 1), default=0.8, show_default=True,
                 help="Treat pages as near-duplicates from this share of common 5-grams on."),
    click.option("--repeated-lines", type=click.IntRange(2, LARGEST), metavar="N",
                 help="Remove lines that occur on at least N pages of a site."),
    click.option("--limit", type=click.IntRange(1, LARGEST), help="Read only the first N pages."),
    click.option("--sample", type=Number(0, 1), default=1.0,
                 help="Sample this share of the pages, such as 0.01; reproducible."),
)  # fmt: skip
"""Which pages and lines a corpus keeps."""


def corpus_settings(extractor: str, options: dict[str, Any]) -> CorpusSettings:
    """The settings of a corpus from the options of `make`."""
    types, statuses = options.pop("types"), options.pop("statuses")
    filters = Filters(
        types=TYPES if types is None else types,
        statuses=(200,) if statuses is None else statuses,
        languages=options.pop("languages") or (),
        page_types=options.pop("page_types") or (),
        **{name: options.pop(name) for name in ("min_bytes", "max_bytes", "min_words", "min_confidence")},
    )
    return CorpusSettings(extractor=extractor, filters=filters, memory=parse_size(options.pop("memory")), **options)


def read_list(file: BinaryIO) -> list[str]:
    """The inputs in a list file."""
    data = _read_bytes(file)
    try:
        text = (gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data).decode()
    except (OSError, EOFError, ValueError) as error:
        raise CorpusError(f"cannot read the list of inputs: {error}") from error
    return [line.strip() for line in text.splitlines() if line.strip()]


def _read_bytes(file: BinaryIO) -> bytes:
    try:
        data = file.read(_LONGEST_LIST + 1)
    except OSError as error:
        raise CorpusError(f"cannot read the list of inputs: {error.strerror}") from error
    if len(data) > _LONGEST_LIST:
        raise CorpusError(f"the list of inputs is larger than {_LONGEST_LIST:,} bytes; split it")
    return data
