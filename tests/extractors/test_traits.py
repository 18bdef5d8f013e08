"""The traits of extractors, and the command that lists them."""

import json
from pathlib import Path

import pytest

from maintext.extractors import EXTRACTORS
from maintext.extractors.catalog import describe
from maintext.extractors.traits import SERVICES, TRAITS, Weights
from tests.cli.runner import run


def test_every_extractor_has_traits_and_no_other() -> None:
    assert set(TRAITS) == set(EXTRACTORS.entries)


@pytest.mark.parametrize("name", [name for name, traits in TRAITS.items() if traits.training == "shipped model"])
def test_an_extractor_with_a_shipped_model_has_a_parameter_for_another(name: str) -> None:
    assert "model" in describe(name).parameters


def test_an_alias_has_the_traits_of_its_extractor() -> None:
    assert describe("accb").traits == TRAITS["ccb"]


def test_the_command_lists_traits_and_constants(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    traits = run("extractors", "--traits").stdout
    assert "trigrams of words and tags" in traits
    assert "accb" not in traits
    assert "benchmarks/training_constants.py" in run("extractors", "--constants").stdout


@pytest.mark.parametrize(
    ("name", "weights"), [("boilerpipe", (0, 1, 1, 3)), ("ncleaner", (0, 1, 0, 3)), ("justext", (0, 0, 2, 3))]
)
def test_weights_are_those_of_the_paper(name: str, weights: tuple[int, ...]) -> None:
    assert TRAITS[name].weights == Weights(*weights)


def test_the_command_prints_weights_in_every_format() -> None:
    listed = {entry["name"]: entry["traits"] for entry in json.loads(run("extractors", "-f", "json").stdout)}
    assert listed["justext"]["weights"] == {"site": 0, "rendering": 0, "structure": 2, "text": 3}
    assert listed["diffbot"]["evidence"] == SERVICES["diffbot"].evidence
    table = run("extractors", "--traits", "-f", "markdown").stdout
    assert "| justext | stop lists | length, link and stop-word density, neighbors | . | . | ★★ | ★★★ |" in table
    assert run("extractors", "-f", "markdown").exit_code == 2


def test_the_documentation_has_the_table() -> None:
    page = (Path(__file__).parents[2] / "docs" / "extractors.md").read_text(encoding="utf-8")
    assert run("extractors", "--traits", "-f", "markdown").stdout in page
