"""Messages on standard error, one line each, with control characters escaped."""

import re

import click

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def print_error(message: object) -> None:
    """Print an error message."""
    click.echo(f"maintext: {one_line(message)}", err=True)


def one_line(message: object) -> str:
    """A message with line breaks and other control characters escaped."""
    return _CONTROL.sub(lambda sign: repr(sign.group())[1:-1], str(message))
