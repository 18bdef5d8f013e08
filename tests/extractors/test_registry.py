"""Another package adds an extractor through the entry point group `maintext.extractors`."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PLUGIN = '''
from dataclasses import dataclass
from maintext import BlockExtractor


@dataclass(frozen=True, slots=True)
class Shout(BlockExtractor):
    """Keep what is written in capitals."""

    least: int = 1

    def keep(self, page):
        return [block.text.isupper() and len(block.text) >= self.least for block in page.blocks]


@dataclass(frozen=True, slots=True)
class Absent(Shout):
    """Needs what is not here."""

    @classmethod
    def missing(cls):
        return "pip install 'shouting[loud]'"
'''
ENTRY_POINTS = """[maintext.extractors]
shout = shouting:Shout
absent = shouting:Absent
broken = no_such_module_of_shouting:Nothing
stranger = shouting:dataclass
density = shouting:Shout
"""


@pytest.fixture
def plugin(tmp_path: Path) -> dict[str, str]:
    """The environment of a Python that has a package with extractors installed."""
    (tmp_path / "shouting.py").write_text(PLUGIN)
    info = tmp_path / "shouting-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: shouting\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    (tmp_path / "page.html").write_text("<p>quiet</p><p>LOUD</p>")
    path = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path, "COLUMNS": "400", "HERE": str(tmp_path)}


def _python(plugin: dict[str, str], code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=plugin, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def _maintext(plugin: dict[str, str], *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", "from maintext.cli import main; main()", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=plugin, cwd=plugin["HERE"], timeout=60)


def test_the_extractor_is_found_by_its_name(plugin: dict[str, str]) -> None:
    code = "import maintext; print(maintext.extract('<p>quiet</p><p>LOUD</p>', extractor='shout').text)"
    assert _python(plugin, code) == "LOUD"


def test_the_extractor_prints_its_name_and_parameters(plugin: dict[str, str]) -> None:
    code = (
        "from maintext import EXTRACTORS; x = EXTRACTORS.build('shout(least=3)'); "
        "print(x, EXTRACTORS.build(str(x)) == x, EXTRACTORS.build('shout'))"
    )
    assert _python(plugin, code) == "shout(least=3) True shout"


def test_our_own_names_come_first_and_cannot_be_replaced(plugin: dict[str, str]) -> None:
    code = "from maintext import EXTRACTORS; print(*EXTRACTORS.names()); print(EXTRACTORS.load('density').__module__)"
    names, module = _python(plugin, code).splitlines()
    assert names.split()[-4:] == ["shout", "absent", "broken", "stranger"]
    assert names.split().count("density") == 1
    assert module == "maintext.extractors.density"


def test_an_extractor_that_cannot_be_loaded_is_one_line_and_leaves_the_others_alone(plugin: dict[str, str]) -> None:
    wrong = _maintext(plugin, "extract", "page.html", "-x", "broken")
    assert wrong.returncode == 1
    assert wrong.stderr.count("\n") == 1
    assert "no_such_module_of_shouting" in wrong.stderr
    stranger = _maintext(plugin, "extract", "page.html", "-x", "stranger")
    assert "shouting:dataclass is no extractor" in stranger.stderr
    rows = json.loads(_maintext(plugin, "extractors", "--format", "json").stdout)
    available = {row["name"]: row["available"] for row in rows}
    assert (available["shout"], available["broken"], available["absent"], available["all"]) == (
        True,
        False,
        False,
        True,
    )


def test_the_remedy_is_shown_in_full(plugin: dict[str, str]) -> None:
    assert "pip install 'shouting[loud]'" in _maintext(plugin, "extractors", "--long").stdout
