"""Extractors, metrics, importers and tasks of one's own are named on the command line as module:Class."""

import json
import os
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.runner import assert_one_line, program

MODULE = '''
from dataclasses import dataclass
from typing import ClassVar

from maintext import BlockExtractor
from maintext.datasets import Example, Header
from maintext.datasets.importers import Entry, Importer
from maintext.metrics import Counts, Metric
from maintext.tasks import Task
from maintext.tasks.task import means


@dataclass(frozen=True)
class Tabbed(Importer):
    file: str = "pages.tsv"

    def locate(self, folder):
        return folder

    def header(self, root):
        return Header(name="tabbed", source=self.file)

    def entries(self, root):
        for number, line in enumerate((root / self.file).read_text().splitlines()):
            html, gold = line.split("\\t")
            yield Entry(Example(id=str(number), raw=html.encode(), clean=gold))


@dataclass(frozen=True)
class First(BlockExtractor):
    count: int = 1

    def keep(self, page):
        return [block.index < self.count for block in page.blocks]


@dataclass(frozen=True)
class Lines(Metric):
    least: int = 1

    def counts(self, gold, retrieved):
        wanted, found = (self.lines(side.text) for side in (gold, retrieved))
        return Counts(len(wanted & found), len(found - wanted), len(wanted - found))

    def lines(self, text):
        return {line for line in text.splitlines() if len(line) >= self.least}


@dataclass(frozen=True)
class Length(Task):
    columns: ClassVar = ("right",)
    ranks_by: ClassVar = "right"
    slack: float = 0.1

    def prepare(self, documents, workers=1):
        return lambda texts: [
            (float(abs(len(text) - len(document.gold)) <= self.slack * len(document.gold)), 1.0)
            for text, document in zip(texts, documents, strict=True)
        ]

    def figures(self, sums):
        return means(sums)


@dataclass(frozen=True)
class Stranger:
    """Is nothing of what maintext knows."""
'''


@pytest.fixture
def own(tmp_path: Path) -> dict[str, str]:
    """The environment of a program that finds the module `my_parts`."""
    (tmp_path / "my_parts.py").write_text(MODULE)
    (tmp_path / "broken_parts.py").write_text("class Words(:\n")
    (tmp_path / "pages.tsv").write_text("<p>one</p><p>two</p>\tone\n<p>three</p><p>four</p>\tfour\n")
    path = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    return {"PYTHONPATH": path, "MAINTEXT_DATA": str(tmp_path / "home"), "HOME": str(tmp_path)}


def _maintext(own: dict[str, str], *arguments: str, code: int = 0) -> str:
    done = program(*arguments, stdin=None, cwd=Path(own["HOME"]), **own)
    assert done.returncode == code, done.stderr.decode()
    return done.stderr.decode() if code else done.stdout.decode()


def test_everything_from_import_to_task_may_be_ones_own(own: dict[str, str]) -> None:
    (summary,) = json.loads(_maintext(own, "datasets", "import", "my_parts:Tabbed(file=pages.tsv)", ".", "-f", "json"))
    assert (summary["name"], summary["imported"]) == ("tabbed", 2)
    assert "my_parts:Tabbed" in _maintext(own, "datasets", "list")
    _maintext(own, "run", "tabbed", "-x", "my_parts:First", "-x", "all", "-o", "run")
    nested = "best(metric=my_parts:Lines(least=4))"
    rows = json.loads(_maintext(own, "score", "run", "-m", "my_parts:Lines", "-m", nested, "-f", "json"))
    found = {(row["extractor"], row["metric"]): row["all"]["f1"] for row in rows}
    assert found["my_parts:First", "my_parts:Lines"] == 0.5
    assert found["all", "my_parts:Lines"] == pytest.approx(2 / 3)
    assert ("all", nested) in found
    (result,) = json.loads(
        _maintext(own, "task", "my_parts:Length(slack=0.5)", "run", "-m", "my_parts:Lines", "-f", "json")
    )
    assert result["task"] == "my_parts:Length(slack=0.5)"


def test_the_commands_of_the_documentation_run_with_its_module(own: dict[str, str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "extending.md").read_text(encoding="utf-8")
    module = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(module) == 4
    (Path(own["HOME"]) / "my_module.py").write_text("\n\n".join(module))
    commands = re.findall(r"^maintext (.*)$", page, re.MULTILINE)
    for command in commands:
        _maintext(own, *shlex.split(command))
    assert len(commands) == 5
    assert (Path(own["HOME"]) / "report" / "index.html").is_file()


@pytest.mark.parametrize("command", [("score", "run", "-m"), ("datasets", "import"), ("task",), ("extract", "-x")])
@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("no_such_module:Thing", "No module named 'no_such_module'; is its folder in PYTHONPATH?"),
        ("my_parts:Nothing", "module 'my_parts' has no attribute 'Nothing'"),
        ("my_parts:Stranger", "it must be a dataclass and subclass maintext."),
        ("broken_parts:Words", "invalid syntax (broken_parts.py, line 1)"),
    ],
)
def test_what_cannot_be_used_is_reported_in_one_line(
    own: dict[str, str], command: tuple[str, ...], target: str, words: str
) -> None:
    run = ("run",) if command == ("task",) else ()
    (Path(own["HOME"]) / "run").mkdir()
    said = _maintext(own, *command, target, *run, code=1)
    assert_one_line(said)
    assert words in said
    assert target in said
