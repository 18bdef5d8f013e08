"""`maintext extractors`."""

import json

import pytest

from maintext import EXTRACTORS
from maintext.extractors.catalog import describe
from tests.cli.runner import run


def test_the_table_names_every_extractor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    result = run("extractors")
    assert result.exit_code == 0
    for name in EXTRACTORS.names():
        assert name in result.stdout


def test_the_table_is_readable_in_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = run("extractors").stdout.splitlines()
    assert max(map(len, lines)) <= 80
    summaries = [line for line in lines if line.startswith(" density ")]
    assert summaries
    assert "Keep the dense region around the longest " in summaries[0]


def test_the_long_list_adds_paper_license_and_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    result = run("extractors", "--long")
    assert max(map(len, result.stdout.splitlines())) <= 80
    details = result.stdout.partition("\ndensity ")[2].partition("\n  parameters: c1=")[0]
    assert details.splitlines()[1:] == [
        "  Keep the dense region around the longest string.", "  paper: Arias 2009", "  license: Apache-2.0",
    ]  # fmt: skip
    missing = [entry for entry in map(describe, EXTRACTORS.names()) if not entry.available]
    assert result.stdout.count("\n  install: ") == len(missing)


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
