"""The command line: one file per command; each parses, calls one function per layer, and prints."""

import importlib
import sys
from collections.abc import Sequence
from typing import Any

import click

from maintext.cli.messages import complain
from maintext.cli.streams import open_closed_streams, replace_unknown_characters, report_os_error
from maintext.errors import MaintextError
from maintext.version import __version__

COMMANDS = {
    "extract": "Print the main text of pages: files, URLs or standard input.",
    "compare": "Show side by side which blocks extractors keep.",
    "extractors": "List every extractor, and how to get those that are not here.",
    "datasets": "Import, list, check, export and serve gold-standard datasets.",
    "run": "Run extractors over a dataset and store what they return.",
    "score": "Score stored runs with any metric.",
    "task": "Do a task with the texts of stored runs: does better cleaning help it?",
    "report": "Write tables, charts and differences of scored runs as a folder to open in a browser.",
    "site": "Learn what several pages of one site have in common; wrappers; segments.",
    "train": "Fit a trainable extractor to a dataset.",
    "serve": "Serve the extractors over HTTP, with a web page to try, compare, annotate and read.",
    "feed": "Complete a feed's entries with their full text.",
    "corpus": "Make a corpus of clean text from WARC files, JSONL or folders of HTML.",
    "demo": "Show the whole loop on bundled pages, in under a minute.",
    "completion": "Print a script that completes maintext's words in a shell.",
}


class LazyGroup(click.Group):
    """Imports a command's module when the command is used, and turns expected errors into one line."""

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
            ctx.fail(f"there is no command {args[0]!r}; {nearest(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; an error the user can act on becomes one line and exit code 1."""
        try:
            return super().invoke(ctx)
        except MaintextError as error:
            complain(error)
            ctx.exit(1)
        except KeyboardInterrupt:
            complain("stopped")
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
    epilog="Exit codes: 0 all done; 1 something could not be done, and why is on standard error; 2 wrong usage; "
    "130 stopped by the user.",
)
@click.version_option(__version__, "-V", "--version", message="maintext %(version)s")
def cli() -> None:
    """Get the main text out of any web page, and measure how well any tool does that.

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
