"""`maintext serve`: HTTP API and web page to compare extractors, annotate pages and read feeds."""

import os

import click

from maintext.errors import MaintextError
from maintext.sandbox.cpus import available_cpus
from maintext.sandbox.limits import parse_size
from maintext.service.server import serve
from maintext.service.settings import ServiceSettings

_KEY = "MAINTEXT_API_KEY"


@click.command("serve")
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Listen on this address; 0.0.0.0 is all addresses."
)
@click.option(
    "--port",
    default=8765,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Listen on this port; 0 is any free port.",
)
@click.option("--workers", type=click.IntRange(1, 256), help="Use this many worker processes (default: one per core).")
@click.option(
    "--timeout",
    default=10.0,
    show_default=True,
    type=click.FloatRange(0.1, 3600),
    help="Stop a page after this many seconds.",
)
@click.option("--memory", default="1G", show_default=True, help="Limit the memory of a worker, such as 512M.")
@click.option(
    "--max-bytes", default=10 * 1024 * 1024, show_default=True, type=click.IntRange(1, 1 << 31),
    help="Reject larger pages.",
)  # fmt: skip
@click.option(
    "--waiting", default=200, show_default=True, type=click.IntRange(1), help="Queue at most this many pages."
)
@click.option(
    "--client-connections", default=200, show_default=True, type=click.IntRange(1, 100_000),
    help="Limit connections per client address; raise it behind a proxy.",
)  # fmt: skip
@click.option(
    "--api-key", help=f"Require this key; safer as environment variable {_KEY}, which process lists do not show."
)
@click.option("--cors", "origins", multiple=True, metavar="ORIGIN", help="Allow cross-origin requests from this site.")
@click.option("--allow-host", "hosts", multiple=True, metavar="NAME", help="Also accept this host name.")
@click.option("--allow-private", is_flag=True, help="Also fetch URLs from private, loopback and link-local addresses.")
@click.option("--no-fetch", is_flag=True, help="Disable fetching of URLs.")
@click.option("--allow-remote", is_flag=True, help="Allow extractors that send pages to other services.")
@click.option("--annotate", "annotations", metavar="NAME", help="Save annotations to this dataset, by name or folder.")
@click.option("--pages", metavar="DATASET", help="Annotate the pages of this dataset, by name or folder.")
def command(
    host: str,
    port: int,
    workers: int | None,
    timeout: float,
    memory: str,
    max_bytes: int,
    waiting: int,
    client_connections: int,
    api_key: str | None,
    origins: tuple[str, ...],
    hosts: tuple[str, ...],
    allow_private: bool,
    no_fetch: bool,
    allow_remote: bool,
    annotations: str | None,
    pages: str | None,
) -> None:
    """Serve extractors over HTTP, with a web page to compare, annotate and read.

    The service listens on this machine only, unless you set --host; set a key if others can reach it. Pages are
    processed in worker processes with limits on time and memory. The API is described at /api and /openapi.json.

    \b
    maintext serve
    curl --data-binary @page.html -H 'Content-Type: text/html' -H 'Accept: text/markdown' http://127.0.0.1:8765/extract
    maintext serve --annotate mine --pages wcxb/dev
    """
    if pages is not None and annotations is None:
        raise click.UsageError("--pages needs --annotate, the dataset to save annotations to")
    settings = ServiceSettings(
        host=host,
        port=port,
        workers=workers or available_cpus(),
        timeout=timeout,
        memory=parse_size(memory),
        max_bytes=max_bytes,
        waiting=waiting,
        client_connections=client_connections,
        api_key=api_key or os.environ.get(_KEY) or None,
        origins=origins,
        hosts=hosts,
        fetch_urls=not no_fetch,
        private=allow_private,
        remote=allow_remote,
        annotations=annotations,
        pages=pages,
    )
    if not settings.is_local and settings.api_key is None:
        click.echo(
            "maintext: anyone who can reach this machine can use the service; require a key with --api-key", err=True
        )
    if settings.annotations is not None:
        _check_annotations(settings)
    serve(settings, lambda address: click.echo(f"maintext at {address}/ (Ctrl+C ends it)"))


def _check_annotations(settings: ServiceSettings) -> None:
    """Check the datasets before the server starts."""
    from maintext.service.annotations import open_annotations

    found = open_annotations(settings)
    if found is not None and found.pages is not None and not len(found.pages):
        raise MaintextError(f"{settings.pages} has no pages to annotate")
