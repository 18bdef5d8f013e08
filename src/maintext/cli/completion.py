"""`maintext completion`: a script that lets a shell complete maintext's commands, options and extractors."""

import click
from click.shell_completion import get_completion_class


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print a completion script for a shell.

    \b
    maintext completion bash >> ~/.bashrc
    maintext completion zsh  >> ~/.zshrc
    maintext completion fish >  ~/.config/fish/completions/maintext.fish
    """
    from maintext.cli import cli

    found = get_completion_class(shell)
    if found is None:
        raise click.UsageError(f"no completion for {shell}")
    click.echo(found(cli, {}, "maintext", "_MAINTEXT_COMPLETE").source())
