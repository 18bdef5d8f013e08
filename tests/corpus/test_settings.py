"""Settings of a corpus: what they refuse, and their JSON."""

import json
from dataclasses import asdict
from typing import Any

import pytest

from maintext.corpus.settings import CorpusSettings, Filters
from maintext.data_shapes import dataclass_from
from maintext.errors import CorpusError, MalformedData


@pytest.mark.parametrize(
    "values",
    [
        {"sample": 1.5},
        {"similarity": 0.1},
        {"repeated_lines": 1},
        {"recycle": 0},
        {"filters": Filters(min_confidence=2)},
    ],
)
def test_settings_that_cannot_be(values: dict[str, Any]) -> None:
    with pytest.raises(CorpusError):
        CorpusSettings(**values)


def test_settings_are_unchanged_by_json() -> None:
    settings = CorpusSettings("density", sample=0.5, filters=Filters(languages=("en",), statuses=()))
    assert dataclass_from(CorpusSettings, json.loads(json.dumps(asdict(settings)))) == settings


@pytest.mark.parametrize(
    "values",
    [
        {"filters": []},
        {"filters": {"types": "text/html"}},
        {"filters": {"statuses": ["200"]}},
        {"sample": "all"},
        {"timeout": 1e999},
        {"memory": 10**400},
        {"text_format": "latex"},
        {"near_duplicates": "everywhere"},
    ],
)
def test_settings_with_wrong_types_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(MalformedData):
        dataclass_from(CorpusSettings, asdict(CorpusSettings()) | values)
