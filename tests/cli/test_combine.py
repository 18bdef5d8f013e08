"""`maintext combine`."""

import json
from pathlib import Path

import pytest

from maintext.datasets.dataset_store import writing
from tests.cli.runner import run
from tests.training.toy_dataset import make_dataset


@pytest.fixture
def sets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, trainable in (("mine", True), ("final", False)):
        made = make_dataset(3, trainable=trainable, name=name)
        with writing(tmp_path / name, made.header) as writer:
            for example in made:
                writer.add(example)


def test_a_search_on_one_dataset_is_reported_on_another(sets: None) -> None:
    arguments = ["combine", "./mine", "-x", "density", "-x", "all", "--report", "./final", "--rounds", "1", "-w", "1"]
    printed = json.loads(run(*arguments, "--best", "2", "-f", "json").stdout)
    assert {"density", "all", "density|all", "density||all"} <= {each["spec"] for each in printed["search"]}
    assert [each["round"] for each in printed["search"]].count(0) == 2
    assert 2 <= len(printed["report"]) <= 3
    table = run(*arguments).stdout
    assert "./final: not used in the search" in table


def test_nothing_is_chosen_on_a_test_set(sets: None) -> None:
    result = run("combine", "./final", "-x", "density", "-x", "all")
    assert result.exit_code == 1
    assert "must not be trained on" in result.stderr
