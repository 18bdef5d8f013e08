"""Wrappers: rule files that label pages, and what is thrown away."""

from pathlib import Path

import pytest

from maintext.errors import SiteError, TrainingError
from maintext.page import read_page
from maintext.sites.wrapper_rules import Wrapper, read_wrappers
from maintext.training.mss import MssTrainer
from maintext.training.page_files import page_files
from maintext.training.trainer import LabeledPage
from maintext.training.wrappers import fit_with_wrappers, label, label_pages, looks_like_article

STORY = " ".join(f"Sentence number {number} of the story is here." for number in range(7))
PAGE = f"<ul><li>menu</li></ul><div id=body><p>{STORY}</p><div class=ad>buy this</div></div><p>footer</p>"


def _text(wrapper: Wrapper) -> str:
    return wrapper.find(read_page(PAGE)).text


def test_a_wrapper_finds_the_article_and_drops_what_it_is_told() -> None:
    assert _text(Wrapper("x.org", "#body", (".ad",))) == STORY
    assert _text(Wrapper("x.org", "#nothing")) == ""


def test_a_wrong_selector_is_reported() -> None:
    with pytest.raises(SiteError, match=r"x\.org.*not a CSS selector"):
        _text(Wrapper("x.org", "p[["))


def test_short_articles_and_articles_full_of_tags_are_thrown_away() -> None:
    assert label(read_page(PAGE), Wrapper("x.org", "#body", (".ad",))) is not None
    assert label(read_page(PAGE), Wrapper("x.org", ".ad")) is None
    tagged = " ".join(f"<b>word{number}</b>" for number in range(80))
    page = read_page(f"<p>{tagged}</p>")
    assert not looks_like_article(LabeledPage(page, page.text, "x"))


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_rule_files_are_yaml_or_json_and_name_their_site(tmp_path: Path) -> None:
    write(tmp_path, "a.org.yaml", "article: '#body'\ndrop: [.ad]\n")
    write(tmp_path, "b.org.json", '{"article": "p"}')
    assert read_wrappers(tmp_path) == {"a.org": Wrapper("a.org", "#body", (".ad",)), "b.org": Wrapper("b.org", "p")}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("drop: [p]", "article"),
        ("article: p\ndrop: {a: b}", "list of CSS"),
        ("article: p\nextra: 1", "extra"),
        ("[", "cannot read"),
        ("article: p\ntitle: [h1]", "title must be"),
        ("article: p\nprofile: {pages: 3}", "profile"),
    ],
)
def test_a_wrong_rule_file_is_reported(tmp_path: Path, text: str, complaint: str) -> None:
    write(tmp_path, "a.org.yaml", text)
    with pytest.raises(SiteError, match=complaint):
        read_wrappers(tmp_path)


def test_pages_are_labelled_by_the_wrapper_of_their_folder_or_host(tmp_path: Path) -> None:
    write(tmp_path, "a.org/1.html", PAGE)
    write(tmp_path, "mixed/2.html", f'<link rel="canonical" href="https://www.a.org/2">{PAGE}')
    write(tmp_path, "mixed/3.html", f'<link rel="canonical" href="https://other.org/3">{PAGE}')
    wrappers = {"a.org": Wrapper("a.org", "#body", (".ad",))}
    found = list(label_pages(page_files([tmp_path]), wrappers))
    assert [item.source for item in found] == ["a.org", "a.org"]
    model = fit_with_wrappers(MssTrainer(least_pages=1), page_files([tmp_path]), wrappers)
    assert model.manifest["wrappers"] == {"a.org": 2}


def test_no_rules_no_pages_and_no_article_are_reported(tmp_path: Path) -> None:
    with pytest.raises(SiteError, match="no rule files"):
        read_wrappers(tmp_path)
    with pytest.raises(TrainingError, match="no such file"):
        page_files([tmp_path / "none"])
    with pytest.raises(TrainingError, match="no wrapper found"):
        fit_with_wrappers(MssTrainer(), [], {})
