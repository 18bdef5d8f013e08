"""`maintext mcp`: tools for language models over the Model Context Protocol."""

import asyncio
import importlib.util

import click

from maintext.errors import MaintextError
from maintext.extractors import EXTRACTORS
from maintext.sandbox.limits import parse_size


@click.command("mcp")
@click.option("--http", is_flag=True, help="Serve over HTTP, at /mcp, instead of standard input and output.")
@click.option("--host", default="127.0.0.1", show_default=True, help="With --http, listen on this address.")
@click.option("--port", default=8766, show_default=True, type=click.IntRange(1, 65535), help="Listen on this port.")
@click.option("-x", "--extractor", default="default", show_default=True, help="Use this extractor.")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 256), help="Use this many processes.")
@click.option(
    "--timeout", default=20.0, show_default=True, type=click.FloatRange(0.1, 3600),
    help="Stop fetching, and extracting, after this many seconds.",
)  # fmt: skip
@click.option("--memory", default="1G", show_default=True, help="Limit the memory of a worker, such as 512M.")
@click.option("--max-bytes", default=20_000_000, show_default=True, type=click.IntRange(1), help="Reject larger pages.")
@click.option("--allow-private", is_flag=True, help="Also fetch URLs from private, loopback and link-local addresses.")
def command(
    http: bool, host: str, port: int, extractor: str, workers: int, timeout: float, memory: str, max_bytes: int,
    allow_private: bool,
) -> None:  # fmt: skip
    """Serve tools for language models: fetch_text, extract_html, outline, find_in_page.

    \b
    maintext mcp
    maintext mcp --http --port 8766
    """
    if importlib.util.find_spec("mcp") is None:
        raise MaintextError("maintext mcp needs the Model Context Protocol; try: pip install 'maintext[mcp]'")
    from maintext.integrations.mcp_server import McpSettings, serve_http, serve_stdio

    EXTRACTORS.build(extractor, {})
    settings = McpSettings(extractor, timeout, parse_size(memory), max_bytes, workers, allow_private)
    asyncio.run(serve_http(settings, host, port) if http else serve_stdio(settings))
