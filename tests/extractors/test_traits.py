"""The traits of extractors, and the command that lists them."""

import pytest

from maintext.extractors import EXTRACTORS
from maintext.extractors.catalog import describe
from maintext.extractors.traits import TRAITS
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
