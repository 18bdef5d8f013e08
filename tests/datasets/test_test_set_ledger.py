"""The ledger of test sets: which reads it records, where, and what it makes of damage."""

import json
import sys
from pathlib import Path

import pytest

from maintext.datasets import Example, Header, open_dataset
from maintext.datasets.dataset_store import writing
from maintext.datasets.test_set_ledger import FILE, ledger_file, read_ledger, record_read
from tests.cli.runner import run


@pytest.fixture(autouse=True)
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    record_read.cache_clear()
    monkeypatch.setenv("MAINTEXT_LEDGER", str(tmp_path / "ledger"))
    monkeypatch.setattr(sys, "argv", ["/some/where/maintext", "run", "secret", "-x", "a b"])
    return tmp_path / "ledger"


def made(folder: Path, name: str, *, trainable: bool) -> Path:
    with writing(folder / name, Header(name, trainable=trainable)) as writer:
        writer.add(Example("1", b"<p>x", "x"))
    return folder / name


def test_a_read_of_a_test_set_is_recorded_once_per_program(tmp_path: Path, ledger: Path) -> None:
    folder = made(tmp_path, "secret", trainable=False)
    for _ in range(3):
        open_dataset(folder)
    (entry,) = read_ledger(ledger)
    assert (entry.dataset, entry.command) == ("secret", "maintext run secret -x 'a b'")
    assert len(entry.settings) == 16
    assert entry.date.startswith("20")


def test_another_command_has_another_digest(tmp_path: Path, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = made(tmp_path, "secret", trainable=False)
    open_dataset(folder)
    record_read.cache_clear()
    monkeypatch.setattr(sys, "argv", ["/else/where/maintext", "score", "secret"])
    open_dataset(folder)
    assert len({entry.settings for entry in read_ledger(ledger)}) == 2


def test_training_sets_may_be_read_freely(tmp_path: Path, ledger: Path) -> None:
    open_dataset(made(tmp_path, "free", trainable=True))
    assert list(read_ledger(ledger)) == []


def test_a_project_keeps_its_own_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MAINTEXT_LEDGER")
    inside = tmp_path / "project" / "inside"
    inside.mkdir(parents=True)
    monkeypatch.chdir(inside)
    assert ledger_file(tmp_path / "home") == tmp_path / "home" / FILE
    (tmp_path / "project" / FILE).touch()
    assert ledger_file(tmp_path / "home") == tmp_path / "project" / FILE


def test_a_ledger_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAINTEXT_LEDGER", str(tmp_path / "no" / "folder"))
    assert len(open_dataset(made(tmp_path, "secret", trainable=False))) == 1


def test_damaged_lines_are_left_out_and_the_command_lists_the_others(tmp_path: Path, ledger: Path) -> None:
    open_dataset(made(tmp_path, "secret", trainable=False))
    with ledger.open("ab") as file:
        file.write(b"[1\n{}\n\xff\n")
    assert [entry["dataset"] for entry in json.loads(run("datasets", "ledger", "-f", "json").stdout)] == ["secret"]
    assert "maintext run secret" in run("datasets", "ledger").stdout
