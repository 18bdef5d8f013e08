"""The search for combinations of extractors."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from maintext.datasets.dataset_store import writing
from maintext.errors import TrainingError
from maintext.extractors import EXTRACTORS
from maintext.metrics import METRICS
from maintext.runs import DatasetPart
from maintext.training.combination_runs import CombinationRun, report_combinations, require_trainable
from maintext.training.combinations import SearchSettings, search_combinations
from tests.training.toy_dataset import make_dataset

PARTS = ["density", "cetd", "link-quota"]


class Scores:
    """Scores by hand; remembers what was asked for."""

    def __init__(self, **scores: float) -> None:
        self.scores = scores
        self.rounds: list[list[str]] = []

    def __call__(self, specs: Sequence[str]) -> dict[str, float]:
        self.rounds.append(list(specs))
        return {spec: self.scores.get(spec, 0.1) for spec in specs}


def test_the_first_round_tries_every_kind_of_combination_of_the_best() -> None:
    scores = Scores(density=0.5, cetd=0.4)
    found = search_combinations(PARTS, scores, SearchSettings(width=1))
    parts, first = scores.rounds
    assert parts == PARTS
    assert {"density|cetd", "cetd|density", "density||cetd", "vote(cetd, density)"} <= set(first)
    assert "vote(cetd, density, share=0.0)" in first
    assert not any("cetd" in spec and "link-quota" in spec for spec in first)
    assert (found[0].spec, found[0].round) == ("density", 0)


def test_the_next_round_builds_on_what_was_better_and_names_chains_without_parentheses() -> None:
    scores = Scores(**{"density": 0.5, "density|cetd": 0.6, "density|cetd|link-quota": 0.7})
    found = search_combinations(PARTS, scores, SearchSettings(width=2))
    assert [each.spec for each in found[:3]] == ["density|cetd|link-quota", "density|cetd", "density"]
    assert [each.round for each in found[:3]] == [2, 1, 0]
    assert all(str(EXTRACTORS.build(each.spec)) == each.spec for each in found)
    assert len(found) == len({each.spec for each in found})


def test_three_of_the_best_vote() -> None:
    scores = Scores()
    search_combinations(PARTS, scores, SearchSettings(width=3, rounds=1))
    assert "vote(cetd, density, link-quota)" in scores.rounds[1]


def test_the_search_ends_when_nothing_is_better() -> None:
    scores = Scores(density=0.5)
    search_combinations(PARTS, scores, SearchSettings(rounds=5))
    assert len(scores.rounds) == 2


@pytest.mark.parametrize("parts", [[], ["density"], ["density", "density(c1=0.333)"]])
def test_one_extractor_cannot_be_combined(parts: list[str]) -> None:
    with pytest.raises(TrainingError, match="two extractors or more"):
        search_combinations(parts, Scores())


def test_combinations_are_measured_by_runs_and_compared_with_the_best_part(tmp_path: Path) -> None:
    for name, trainable in (("mine", True), ("final", False)):
        made = make_dataset(4, trainable=trainable, name=name)
        with writing(tmp_path / name, made.header) as writer:
            for example in made:
                writer.add(example)
    run = CombinationRun(str(tmp_path / "mine"), DatasetPart(), tmp_path / "run", METRICS.build("bag"))
    values = run.measure(["all", "nothing||all"])
    assert values["all"] == values["nothing||all"] > 0
    require_trainable(str(tmp_path / "mine"))
    with pytest.raises(TrainingError, match="must not be trained on, so nothing is chosen on it"):
        require_trainable(str(tmp_path / "final"))
    combined, alone = report_combinations(run, ["nothing||all"], "all")
    assert (combined.difference, combined.p_value) == (0.0, 1.0)
    assert (alone.spec, alone.p_value) == ("all", None)
