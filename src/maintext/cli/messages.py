"""What the program says on standard error: one line each, whatever a file name or a page put into it."""

import re

import click

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def complain(message: object) -> None:
    """Say what went wrong."""
    click.echo(f"maintext: {one_line(message)}", err=True)


def one_line(message: object) -> str:
    """A message whose line breaks and other control characters are written as escapes."""
    return _CONTROL.sub(lambda sign: repr(sign.group())[1:-1], str(message))
