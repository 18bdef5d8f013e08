"""The list of excluded examples: every id exists where the datasets are, and every reason is one line."""

import os

import pytest

from maintext.datasets.home import source_home
from maintext.datasets.importers import IMPORTERS, Entry
from maintext.training.excluded_examples import EXCLUDED_EXAMPLES, is_excluded

IMPORTER_OF = {"cleaneval/dev": "cleaneval(part=dev)", "wcxb/dev": "wcxb"}


def test_every_excluded_example_has_a_reason_of_one_line() -> None:
    reasons = [reason for examples in EXCLUDED_EXAMPLES.values() for reason in examples.values()]
    assert reasons
    assert all(reason and "\n" not in reason for reason in reasons)


def test_an_id_is_excluded_only_in_its_own_dataset() -> None:
    assert is_excluded("cleaneval/dev", "60")
    assert not is_excluded("cleaneval/final", "60")
    assert not is_excluded("cleaneval/dev", "1")
    assert not is_excluded("", "60")


@pytest.mark.parametrize("dataset", EXCLUDED_EXAMPLES)
def test_excluded_examples_exist_in_a_dataset_that_may_be_trained_on(dataset: str) -> None:
    source = source_home() / dataset
    if not source.is_dir():
        missing = f"the source {dataset} is not unpacked in {source_home()}"
        if os.environ.get("MAINTEXT_STRICT") == "1":
            pytest.fail(missing)
        pytest.skip(missing)
    importer = IMPORTERS.build(IMPORTER_OF.get(dataset, dataset))
    root = importer.locate(source_home())
    header = importer.header(root)
    assert (header.name, header.trainable) == (dataset, True)
    found = {entry.example.id for entry in importer.entries(root) if isinstance(entry, Entry)}
    assert EXCLUDED_EXAMPLES[dataset].keys() <= found
