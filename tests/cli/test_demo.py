"""`maintext demo`."""

from pathlib import Path

from tests.cli.runner import run


def test_the_demo_shows_the_whole_loop(tmp_path: Path) -> None:
    result = run("demo", "-o", str(tmp_path))
    assert result.exit_code == 0
    for sign in ("maintext extract", "maintext compare", "maintext run", "maintext score", "F1 all"):
        assert sign in result.stdout
    assert run("extract", "-h").exit_code == 0  # click keeps the help option of a command's first call
