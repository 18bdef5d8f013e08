"""`maintext train` from the command line."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from maintext.cli import cli
from maintext.cli.train import command
from maintext.datasets.dataset_store import writing
from maintext.errors import TrainingError
from maintext.extractors.models import read_model
from maintext.extractors.mss.extractor import Mss
from maintext.page import read_page
from tests.bundled import bundled
from tests.training.toy_dataset import make_dataset


@pytest.fixture
def dataset(tmp_path: Path) -> str:
    return store(tmp_path / "toy", trainable=True)


def store(folder: Path, *, trainable: bool) -> str:
    made = make_dataset(10, trainable=trainable, name=folder.name)
    with writing(folder, made.header) as writer:
        for example in made:
            writer.add(example)
    return str(folder)


def run(*arguments: str) -> str:
    result = CliRunner().invoke(command, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_training_writes_a_model_that_extracts(dataset: str, tmp_path: Path) -> None:
    path = tmp_path / "my.model"
    assert "from 10 pages" in run("mss", dataset, "-o", str(path))
    assert Mss(model=str(path)).extract(read_page(bundled("press-release").data)).text


def test_a_forbidden_dataset_needs_few_shot(tmp_path: Path) -> None:
    forbidden = store(tmp_path / "final", trainable=False)
    path = tmp_path / "few.model"
    with pytest.raises(TrainingError, match="must not be trained on"):
        run("ncleaner", forbidden, "-o", str(path))
    run("ncleaner", forbidden, "--few-shot", "--pairs", "5", "--seed", "3", "-o", str(path))
    manifest = read_model(path, "ncleaner").manifest
    assert manifest["few_shot"] is True
    assert len(manifest["datasets"][0]["ids"]) == 5  # type: ignore[index]


def test_a_site_is_learned_from_a_folder_of_pages(tmp_path: Path) -> None:
    for slug in ("press-release", "news-inline-ads", "blog-wordpress-fr"):
        path = tmp_path / "site" / f"{slug}.html"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(bundled(slug).data)
    model = tmp_path / "site.model"
    run("mss-site", str(tmp_path / "site"), "-o", str(model))
    assert read_model(model, "mss").manifest["pages"] == 3
    assert Mss(model=str(model)).extract(read_page(bundled("press-release").data)).text


def test_a_site_is_learned_as_published_or_by_another_estimate(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    for slug in ("news-inline-ads", "press-release", "interview-it-dl"):
        (site / f"{slug}.html").write_bytes(bundled(slug).data)
    models: dict[str, Path] = {}
    for spec in ("mss-site", "mss-site(common=0, own=False)", "mss-site(common=0, own=False, estimate=all)"):
        models[spec] = tmp_path / f"{len(models)}.model"
        run(spec, str(site), "-o", str(models[spec]))
    settings = [str(read_model(path, "mss").manifest["settings"]) for path in models.values()]
    for text, common, own, estimate in zip(
        settings, (0.4, 0.0, 0.0), (True, False, False), ("window", "window", "all"), strict=True
    ):
        assert f"'common': {common}" in text
        assert f"'own': {own}" in text
        assert f"'estimate': '{estimate}'" in text
    assert len({path.read_bytes() for path in models.values()}) == 3


@pytest.mark.parametrize(
    ("spec", "said"),
    [("mss-site(rounds=0)", "at least 1"), ("mss-site(estimate=best)", "'inside'"), ("mss-site(turns=1)", "rounds")],
)
def test_settings_of_a_site_are_checked(tmp_path: Path, spec: str, said: str) -> None:
    refused = CliRunner().invoke(cli, ["train", spec, str(tmp_path), "-o", str(tmp_path / "x")])
    assert refused.exit_code == 1
    assert said in refused.output


def test_wrappers_label_the_pages_of_folders(tmp_path: Path) -> None:
    page = tmp_path / "pages" / "a.org" / "1.html"
    page.parent.mkdir(parents=True)
    page.write_text("<div id=x><p>" + "One more sentence about it. " * 15 + "</p></div><p>foot", encoding="utf-8")
    rules = tmp_path / "rules"
    rules.mkdir()
    (rules / "a.org.yaml").write_text("article: '#x'\n", encoding="utf-8")
    path = tmp_path / "w.model"
    run("mss", str(tmp_path / "pages"), "--wrappers", str(rules), "-o", str(path))
    assert read_model(path, "mss").manifest["wrappers"] == {"a.org": 1}


def test_the_learning_curve_is_a_table(dataset: str) -> None:
    lines = run("mss(least_pages=1)", dataset, "--curve").splitlines()
    assert lines[0].split() == ["sources", "pages", "F1", "spread"]
    assert [line.split()[0] for line in lines[1:]] == ["1", "2", "4", "8"]


def test_a_model_needs_a_place(dataset: str) -> None:
    result = CliRunner().invoke(command, ["mss", dataset])
    assert result.exit_code == 2
    assert "-o FILE" in result.output
