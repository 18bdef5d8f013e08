"""Numbers that no option can have are wrong usage, exit code 2, before anything is done."""

from pathlib import Path

import pytest

from tests.cli.runner import run

ABOVE_ZERO = ("-1", "0", "nan", "inf", "1e308", "", "x")
COUNT = ("-1", "99999999999999999999999", "1.5", "nan", "", "x")
OPTIONS = {
    "extract news.html --timeout": ABOVE_ZERO,
    "extract news.html --max-bytes": ("0", *COUNT),
    "extract news.html --beta": ABOVE_ZERO,
    "extract news.html --charset": ("", "x", "\udcff", "utf-99"),
    "compare news.html --timeout": ABOVE_ZERO,
    "run none -x all --timeout": ABOVE_ZERO,
    "run none -x all --limit": ("0", *COUNT),
    "run none -x all --workers": ("0", "513", *COUNT),
    "score none --beta": ABOVE_ZERO,
    "report none --pictures": COUNT,
    "site show none --most": COUNT,
    "site learn site -o x --seed": ("4294967296", *COUNT),
    "site segments news.html --max-bytes": ("0", *COUNT),
    "train mss none -o x --seed": ("4294967296", *COUNT),
    "train mss none -o x --pairs": ("0", *COUNT),
    "corpus site -o x --timeout": ABOVE_ZERO,
    "corpus site -o x --min-bytes": COUNT,
    "corpus site -o x --max-bytes": ("0", *COUNT),
    "corpus site -o x --min-words": COUNT,
    "corpus site -o x --sample": ("-1", "2", "nan", "inf"),
    "corpus site -o x --similarity": ("0.4", "2", "nan"),
    "corpus site -o x --min-confidence": ("-0.1", "1.1", "nan"),
    "corpus site -o x --repeated-lines": ("1", *COUNT),
    "datasets export none -o x --limit": ("0", *COUNT),
    "datasets serve none --port": ("65536", *COUNT),
}


@pytest.mark.parametrize(("arguments", "values"), OPTIONS.items(), ids=list(OPTIONS))
def test_numbers_that_cannot_be_are_wrong_usage(folder: Path, arguments: str, values: tuple[str, ...]) -> None:
    *words, option = arguments.split()
    for value in values:
        result = run(*words, f"{option}={value}")
        assert result.exit_code == 2, value
        assert option in result.stderr
    assert not (folder / "x").exists()


@pytest.mark.parametrize("memory", ["-1G", "0", "nan", "inf", "1e308", "9999999G", "", "x", "1T"])
@pytest.mark.parametrize("command", ["run none -x all", "corpus site -o x"])
def test_memory_that_cannot_be_is_told(folder: Path, command: str, memory: str) -> None:
    result = run(*command.split(), f"--memory={memory}")
    assert result.exit_code == 1
    assert "memory" in result.stderr
    assert not (folder / "x").exists()
