"""Fitting on small datasets: what may be trained on, what the manifest says, and that the models work."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from maintext.datasets import Dataset, Example, Header
from maintext.errors import TrainingError, UnknownName
from maintext.extractors.base import Extractor
from maintext.extractors.models import read_model, write_model
from maintext.extractors.mss.extractor import Mss
from maintext.extractors.ncleaner import NCleaner
from maintext.extractors.victor.extractor import Victor
from maintext.page import read_page
from maintext.training.fit import ExampleSelection, fit, labeled_pages
from maintext.training.registry import build_trainer
from tests.bundled import bundled
from tests.training.toy_dataset import make_dataset


@pytest.mark.parametrize(
    ("spec", "extractor"),
    [
        ("mss(least_pages=1)", Mss),
        ("ncleaner", NCleaner),
        ("ncleaner(lexical=False)", NCleaner),
        ("victor(least=1)", Victor),
    ],
)
def test_a_model_trained_on_pages_finds_their_text(
    spec: str, extractor: Callable[..., Extractor], tmp_path: Path
) -> None:
    if spec.startswith("victor"):
        pytest.importorskip("pycrfsuite")
    model = fit(build_trainer(spec), [make_dataset(30)], ExampleSelection())
    path = tmp_path / "trained.model"
    write_model(model, path)
    trained = extractor(model=str(path))
    wanted = set(bundled("blog-wordpress-fr").expected.split())
    found = set(trained.extract(read_page(bundled("blog-wordpress-fr").data)).text.split())
    assert len(wanted & found) > 0.5 * len(wanted)


def test_the_same_pages_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_model(fit(build_trainer("mss"), [make_dataset(6)], ExampleSelection()), tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_the_manifest_says_what_was_trained_on(tmp_path: Path) -> None:
    dataset = make_dataset(5)
    path = tmp_path / "m.model"
    write_model(fit(build_trainer("ncleaner(lexical=False)"), [dataset], ExampleSelection(limit=3)), path)
    manifest = read_model(path, "ncleaner").manifest
    assert manifest["extractor"] == "ncleaner"
    assert manifest["settings"] == {"lexical": False, "share": 0.5}
    assert manifest["pages"] == 3
    assert manifest["datasets"] == [
        {"name": "toy", "license": dataset.header.license, "digest": dataset.digest(), "examples": 3}
    ]


def test_a_forbidden_dataset_is_refused() -> None:
    forbidden = make_dataset(trainable=False, name="cleaneval/final")
    with pytest.raises(TrainingError, match="cleaneval/final must not be trained on"):
        fit(build_trainer("ncleaner"), [make_dataset(), forbidden], ExampleSelection())
    with pytest.raises(TrainingError, match="must not"):
        fit(build_trainer("ncleaner"), [forbidden], ExampleSelection(pairs=5))
    for pairs in (None, 26):
        with pytest.raises(TrainingError, match="at most 25"):
            fit(build_trainer("ncleaner"), [forbidden], ExampleSelection(pairs=pairs, few_shot=True))


def test_few_pairs_of_a_forbidden_dataset_are_named_in_the_manifest() -> None:
    forbidden = make_dataset(20, trainable=False)
    selection = ExampleSelection(pairs=5, seed=1, few_shot=True)
    manifest = fit(build_trainer("ncleaner"), [forbidden], selection).manifest
    (part,) = _parts(manifest)
    assert len(set(part["ids"])) == 5
    assert part["ids"] == [example.id for example in selection.select([forbidden])[0][1]]
    other_seed = ExampleSelection(pairs=5, seed=2, few_shot=True)
    assert part["ids"] != [example.id for example in other_seed.select([forbidden])[0][1]]


def test_more_pairs_than_there_are_and_nothing_to_train_on_are_reported() -> None:
    with pytest.raises(TrainingError, match="only 4"):
        ExampleSelection(pairs=9).select([make_dataset(4)])
    with pytest.raises(TrainingError, match="nothing to train on"):
        fit(build_trainer("mss"), [Dataset(Header("none"), ())], ExampleSelection())


@pytest.mark.parametrize(("dataset", "name"), [("cleaneval/dev", "60"), ("dragnet", "T49"), ("wcxb/dev", "2863")])
def test_an_excluded_example_is_not_trained_on(dataset: str, name: str) -> None:
    excluded = Example(name, b"<p>one two three</p>", "one two three")
    assert list(labeled_pages([excluded], dataset)) == []
    assert len(list(labeled_pages([excluded], "another"))) == 1
    with pytest.raises(TrainingError, match="only 0"):
        ExampleSelection(pairs=1).select([Dataset(Header(dataset), (excluded,))])


def test_only_some_extractors_can_be_trained() -> None:
    with pytest.raises(UnknownName, match="trainable"):
        build_trainer("density")


def _parts(manifest: Any) -> list[dict[str, Any]]:
    return list(manifest["datasets"])
