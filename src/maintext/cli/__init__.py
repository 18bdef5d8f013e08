"""The command line: one file per command; each parses, calls one function per layer, and prints."""

import importlib
import sys
from collections.abc import Sequence
from typing import Any

import click

from maintext.cli.messages import print_error
from maintext.cli.streams import open_closed_streams, replace_unknown_characters, report_os_error
from maintext.errors import MaintextError
from maintext.version import __version__

COMMANDS = {
    "extract": "Print the main text of pages: files, URLs or standard input.",
    "compare": "Show side by side which blocks extractors keep.",
    "extractors": "List all extractors, and how to install missing ones.",
    "datasets": "Import, list, check, export and serve gold-standard datasets.",
    "run": "Run extractors over a dataset and store what they return.",
    "score": "Score stored runs with any metric.",
    "task": "Evaluate runs on a downstream task.",
    "report": "Write a report of runs: tables, charts and diffs in a folder for the browser.",
    "site": "Learn templates and wrappers of a site, and segment its pages.",
    "train": "Train an extractor on a dataset.",
    "combine": "Search for the best combination of extractors.",
    "serve": "Serve extractors over HTTP, with a web page to compare, annotate and read.",
    "mcp": "Serve tools for language models over the Model Context Protocol.",
    "feed": "Add the full text to the entries of a feed.",
    "crawl": "Crawl sites, sitemaps, feeds or lists of URLs into a WARC file.",
    "corpus": "Build a corpus of clean text from WARC files, JSONL or folders of HTML.",
    "demo": "Extract, run and score bundled pages, in under a minute.",
    "completion": "Print a shell completion script.",
}


class LazyGroup(click.Group):
    """Imports the module of a command when it is used, and prints expected errors as one line."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments; options of another command than `maintext` itself are those of `maintext extract`."""
        own = {name for param in self.get_params(ctx) for name in param.opts}
        if args and args[0].startswith("-") and args[0] not in own:
            args = ["extract", *args]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the table above."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"maintext.cli.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands and one sentence for each, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command, or a hint at the nearest one."""
        from maintext.errors import nearest

        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"no such command: {args[0]!r}; {nearest(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; an error the user can act on becomes one line and exit code 1."""
        try:
            return super().invoke(ctx)
        except MaintextError as error:
            print_error(error)
            ctx.exit(1)
        except KeyboardInterrupt:
            print_error("interrupted")
            ctx.exit(130)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the program; a file or stream that cannot be read or written becomes one line and exit code 1."""
        try:
            return super().main(*args, **kwargs)
        except OSError as error:
            report_os_error(error)
            sys.exit(1)


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog="Exit codes: 0 success; 1 error, with the reason on standard error; 2 wrong usage; 130 interrupted.",
)
@click.version_option(__version__, "-V", "--version", message="maintext %(version)s")
def cli() -> None:
    """Extract the main text of web pages, and evaluate extractors.

    \b
    maintext extract page.html
    maintext extract https://example.org/story -x density --format json
    maintext compare page.html -x density -x simple-mss
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """The `maintext` program."""
    open_closed_streams()
    replace_unknown_characters()
    cli.main(args=None if arguments is None else list(arguments), prog_name="maintext")
