"""The fuzzer as a program: a short run over our own code, and runs over functions with planted defects."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzzing.planted import WORD

ROOT = Path(__file__).parents[2]


def fuzz(*arguments: str, timeout: float = 600) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])}
    command = [sys.executable, str(ROOT / "benchmarks" / "fuzz.py"), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=timeout, check=False)


def test_a_short_run_finds_nothing(tmp_path: Path) -> None:
    run = fuzz("--pages", "300", "--seed", "20", "--minimize", "0", "--output", str(tmp_path))
    assert run.returncode == 0, run.stdout + run.stderr
    assert "300 pages" in run.stdout


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("abort", "crash", "SIGABRT"),
        ("hang", "slow", "time limit"),
        ("leave", "crash", "exit code 70"),
        ("report", "exception", "ValueError"),
        ("much_memory", "memory", "MB resident"),
        ("different", "difference", "differs a second time"),
    ],
)
def test_a_planted_defect_is_found_and_minimized(name: str, kind: str, message: str, tmp_path: Path) -> None:
    target = f"tests.fuzzing.planted:{name}"
    limit = "0.2" if name == "hang" else "10"
    seconds = "30" if name == "much_memory" else "10"
    arguments = ("--pages", "4", "--limit", limit, "--minimize", seconds, "--target", target, "--output", str(tmp_path))
    run = fuzz(*arguments)
    assert run.returncode == 1, run.stdout + run.stderr
    (page,) = tmp_path.glob("*-minimized.html")
    original = page.with_stem(page.stem.removesuffix("-minimized")).read_bytes()
    finding = json.loads(page.with_suffix(".json").read_text())
    assert WORD in page.read_bytes()
    assert len(page.read_bytes()) < len(original) / 2
    assert finding["kind"] == kind
    assert message in finding["message"]
    assert finding["case"]["mutators"]


def test_a_result_that_depends_on_the_hash_seed_is_found(tmp_path: Path) -> None:
    arguments = ("--pages", "30", "--minimize", "0", "--output", str(tmp_path))
    run = fuzz(*arguments, "--target", "tests.fuzzing.planted:other_process")
    assert run.returncode == 1, run.stdout + run.stderr
    assert "differs in another process" in run.stdout


def test_one_page_can_be_made_again(tmp_path: Path) -> None:
    run = fuzz("--only", "7", "--seed", "20", "--output", str(tmp_path))
    assert run.returncode == 0, run.stdout + run.stderr
    assert (tmp_path / "seed20-page7.html").is_file()


def test_growth_of_one_family(tmp_path: Path) -> None:
    run = fuzz("--growth", "--family", "one long paragraph", "--of", "default", "--bytes", "3000")
    assert run.returncode in (0, 1), run.stderr
    assert "one long paragraph: default" in run.stdout
