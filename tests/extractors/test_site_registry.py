"""A registry of templates and wrappers: the page's host decides."""

import tarfile
import zipfile
from pathlib import Path

import pytest

from maintext import extract
from maintext.errors import SiteError
from maintext.page import read_page
from maintext.sites import TemplateLearner
from maintext.sites.registry import find_site
from tests.sites.made import gold, story

RULES = 'article: "#story > p"\n'


@pytest.fixture
def registry(tmp_path: Path) -> Path:
    folder = tmp_path / "sites"
    folder.mkdir()
    (folder / "example.org.yaml").write_text(RULES)
    (folder / "news.example.org.json").write_text('{"article": "h1"}')
    return folder


def _text(registry: Path, url: str | None) -> str:
    return extract(story(1), url=url, extractor=f"site-registry(path={registry}, then=nothing)").text


@pytest.mark.parametrize(
    ("url", "has_text"),
    [
        ("https://example.org/a", True),
        ("https://www.Example.org:8080/a", True),
        ("https://blog.example.org/a", True),
        ("https://other.org/a", False),
        ("https://example.org.evil.net/a", False),
        ("https://org/a", False),
        ("file:///example.org", False),
        ("http://[bad/", False),
        (None, False),
    ],
)
def test_the_host_chooses(registry: Path, url: str | None, has_text: bool) -> None:
    assert _text(registry, url) == (gold(1) if has_text else "")


def test_the_nearest_domain_counts(registry: Path) -> None:
    known = find_site(registry, "https://news.example.org/")
    assert known is not None
    assert known.host == "news.example.org"
    assert known.wrapper is not None
    assert known.wrapper.article == "h1"


def test_archives_have_the_same_sites(registry: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "sites.zip", "w") as archive:
        archive.write(registry / "example.org.yaml", "sites/example.org.yaml")
        archive.writestr("sites/readme.txt", "nothing")
    with tarfile.open(tmp_path / "sites.tar.gz", "w:gz") as tar:
        tar.add(registry, "sites")
    for name in ("sites.zip", "sites.tar.gz"):
        assert _text(tmp_path / name, "https://example.org/a") == gold(1)
        assert _text(tmp_path / name, "https://other.org/a") == ""


def test_changed_rules_count_at_once(registry: Path) -> None:
    assert _text(registry, "https://example.org/") == gold(1)
    (registry / "example.org.yaml").write_text('article: "h1"\n')
    assert _text(registry, "https://example.org/") != gold(1)


def test_a_wrapper_that_does_not_fit_gives_way(registry: Path) -> None:
    (registry / "example.org.yaml").write_text('article: "#missing"\n')
    found = extract(story(1), url="https://example.org/", extractor=f"site-registry(path={registry}, then=all)")
    assert gold(1) in found.text
    assert found.reason is not None
    assert "the wrapper of example.org does not fit this page" in found.reason


def test_a_template_corrects_the_other_extractor(tmp_path: Path) -> None:
    learner = TemplateLearner("example.org")
    for seed in range(6):
        learner.add(str(seed), read_page(story(seed)))
    (tmp_path / "example.org.json").write_text(learner.template().to_json())
    spec = f"site-registry(path={tmp_path}, then=all)"
    alone = extract(story(9), extractor="all").text
    corrected = extract(story(9), url="https://example.org/", extractor=spec)
    assert len(corrected.text) < len(alone)
    assert gold(9) in corrected.text


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("example.org.json", "{", "not JSON"),
        ("example.org.json", "{}", "neither a site template nor a wrapper"),
        ("example.org.yaml", "articles: p\n", "not a key of a wrapper"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, name: str, content: str, complaint: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(SiteError, match=complaint):
        _text(tmp_path, "https://example.org/")


def test_a_registry_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SiteError, match="no such folder"):
        _text(tmp_path / "none", "https://example.org/")
    (tmp_path / "file").write_text("x")
    with pytest.raises(SiteError, match="neither a folder nor"):
        _text(tmp_path / "file", "https://example.org/")
