"""`maintext extractors`."""

import json

import pytest

from maintext import EXTRACTORS
from tests.cli.runner import run


def test_the_table_names_every_extractor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    result = run("extractors")
    assert result.exit_code == 0
    for name in EXTRACTORS.names():
        assert name in result.stdout


def test_json_tells_everything() -> None:
    rows = json.loads(run("extractors", "--format", "json").stdout)
    assert [row["name"] for row in rows] == list(EXTRACTORS.names())
    for row in rows:
        assert set(row) >= {"name", "available", "install", "paper", "license"}
        assert row["available"] is True or row["install"]
        assert row["install"] is None or row["available"] is False
        if row["available"]:
            assert row["summary"]
            assert row["license"]
    density = next(row for row in rows if row["name"] == "density")
    assert density["paper"] == "Arias 2009"
    assert "c1=0.333" in density["parameters"]


def test_wrong_usage_is_exit_code_two() -> None:
    assert run("extractors", "--format", "xml").exit_code == 2
