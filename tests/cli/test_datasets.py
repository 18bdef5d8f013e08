"""`maintext datasets`, as a user meets it."""

import json
from pathlib import Path

import pytest
from click.testing import Result

from maintext.datasets import Dataset
from maintext.datasets.importers import IMPORTERS
from tests.cli.runner import assert_one_line, run
from tests.datasets.made import write_files, write_small


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data home."""
    monkeypatch.setenv("MAINTEXT_DATA", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def small(home: Path) -> Dataset:
    return write_small(home)


def _run(*args: str | Path, code: int = 0) -> Result:
    result = run("datasets", *map(str, args))
    assert result.exit_code == code, result.output
    return result


def test_import_prints_what_was_imported_and_what_was_left_out(home: Path, tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {f"raw/{number}.html": "x" for number in range(9)}
    folder = write_files(tmp_path / "source", files | {"clean/1.txt": "x", "clean/2.txt": ""})
    result = _run("import", "pairs", folder, "--name", "mine")
    assert "mine" in result.stdout
    assert "left out: 7 because it has no gold" in result.stdout
    assert "and 2 more (--all)" in result.stdout
    assert "imported with a remark: 1 because its gold is empty: 2" in result.stdout
    assert (home / "mine" / "meta.yaml").exists()
    (summary,) = json.loads(_run("import", "pairs", folder, "--name", "mine", "--replace", "-f", "json").stdout)
    assert (summary["name"], summary["imported"], len(summary["left_out"])) == ("mine", 2, 7)
    assert "more (--all)" not in _run("import", "pairs", folder, "--name", "mine", "--replace", "--all").stdout


def test_import_reads_the_cache_folder_by_default(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_files(tmp_path / "source", {"dragnet/input/1.html": "x", "dragnet/GoldStandard/1.txt": "x"})
    folder.rename(tmp_path / "maintext-data")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    _run("import", "dragnet")
    assert (home / "dragnet" / "meta.yaml").exists()


def test_errors_are_raised_for_the_main_command_to_print(home: Path, tmp_path: Path) -> None:
    for args in (["import", "dragnet", str(tmp_path)], ["show", "nothing"], ["check", "nothing"]):
        assert_one_line(_run(*args, code=1).stderr)


def test_list_names_datasets_and_importers(home: Path, small: Dataset) -> None:
    result = _run("list")
    assert "small" in result.stdout
    assert all(name in result.stdout for name in IMPORTERS.names())
    assert json.loads(_run("list", "-f", "json").stdout) == [
        {"name": "small", "pages": 3, "trainable": "yes", "importer": "", "source": "made by hand"}
    ]
    (home / "broken").mkdir()
    (home / "broken" / "meta.yaml").write_text("- 1")
    assert "broken" in _run("list").stdout


def test_list_says_so_if_there_is_nothing(home: Path) -> None:
    assert f"No dataset is imported yet in {home}" in _run("list").stdout


@pytest.mark.usefixtures("small")
def test_show_tells_of_a_dataset_and_of_an_example() -> None:
    whole = json.loads(_run("show", "small", "-f", "json").stdout)
    assert (whole["pages"], whole["languages"], whole["splits"]) == (3, {"en": 1}, {"dev": 1, "test": 1})
    assert "made by hand" in _run("show", "small").stdout
    assert "One two three four." in _run("show", "small", "a").stdout
    one = json.loads(_run("show", "small", "d", "-f", "json").stdout)
    assert (one["gold"], one["versions"], one["facts"]) == ("x", ["longer"], {"site": "d.example"})
    assert _run("show", "small", "b/../c", "--html").stdout_bytes == "<p>Ένα δύο τρία</p>".encode("iso-8859-7")
    assert "needs an example" in _run("show", "small", "--html", code=2).output


def test_check_prints_findings(small: Dataset) -> None:
    assert "small: 3 examples, nothing odd" in _run("check", "small", "--strict").stdout
    assert isinstance(small["a"].clean, Path)
    small["a"].clean.write_text(" ")
    result = _run("check", "small", "--strict", code=1)
    assert result.stdout == "empty gold: a\nsmall: 3 examples, 1 empty gold\n"
    assert json.loads(_run("check", "small", "-f", "json").stdout) == [{"kind": "empty gold", "id": "a", "detail": ""}]


@pytest.mark.usefixtures("small")
def test_export_writes_where_it_is_told(tmp_path: Path) -> None:
    result = _run("export", "small", "-o", tmp_path / "out.jsonl", "--split", "dev")
    assert "1 examples of small" in result.stderr
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == 1


@pytest.mark.usefixtures("small")
def test_serve_prints_its_address_and_ends_when_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(self: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("http.server.ThreadingHTTPServer.serve_forever", interrupt)
    assert "3 pages of small at http://127.0.0.1:" in _run("serve", "small", "--port", "0").stdout


@pytest.mark.parametrize("name", ["import", "list", "show", "check", "export", "serve"])
def test_every_command_explains_itself_with_an_example(name: str) -> None:
    assert "Example" in _run(name, "--help").stdout
