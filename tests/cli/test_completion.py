"""`maintext completion`, and what the shell completes."""

import pytest

from maintext import EXTRACTORS
from tests.cli.runner import program, run


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str) -> None:
    result = run("completion", shell)
    assert result.exit_code == 0
    assert "_MAINTEXT_COMPLETE" in result.stdout
    assert "maintext" in result.stdout


def test_completion_of_an_unknown_shell_is_wrong_usage() -> None:
    assert run("completion", "tcsh").exit_code == 2


@pytest.mark.parametrize(
    ("words", "index", "wanted"),
    [("maintext extr", 1, ["extract", "extractors"]), ("maintext extract -x den", 3, ["density"])],
)
def test_the_shell_completes_commands_and_extractors(words: str, index: int, wanted: list[str]) -> None:
    done = program(_MAINTEXT_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(index))
    offered = [line.partition(",")[2] for line in done.stdout.decode().splitlines()]
    assert set(wanted) <= set(offered)
    if "-x" in words:
        assert set(offered) <= set(EXTRACTORS.names())
