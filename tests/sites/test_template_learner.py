"""Learning a site: what repeats, layouts, copies, and the file it is saved in."""

import json
from pathlib import Path

import pytest

from maintext.errors import SiteError
from maintext.page import read_page
from maintext.sites import Template, TemplateLearner, read_block_keys, read_template
from tests.hostile import HOSTILE
from tests.sites.made import PROMOTION, gallery, story


def learned(pages: list[str]) -> Template:
    learner = TemplateLearner("example.org")
    for at, html in enumerate(pages):
        learner.add(str(at), read_page(html))
    return learner.template()


def test_paths_name_elements_without_their_numbers_and_texts_forget_case_digits_and_space() -> None:
    page = read_page("<div id=post-17 class='Story wide'><p><b>One</b> text</p><p><a href=x>link</a></p></div>loose")
    places = read_block_keys(page)
    assert list(places.paths) == ["div#post-0.Story > p", "div#post-0.Story > p > a", "body"]
    again = read_block_keys(read_page("<p>Page 3 of 17</p><p>page 12  OF 9</p><h2>Page 3 of 17</h2>"))
    assert again.texts[0] == again.texts[1]
    assert again.texts[0] != again.texts[2]  # the same words in another place are not the same


def test_what_stands_on_every_page_repeats_and_what_is_each_page_s_own_varies() -> None:
    template = learned([story(seed) for seed in range(8)])
    texts = {each.text: each.pages for each in template.repeated}
    assert texts[PROMOTION[:60]] == 8
    assert not any("council" in text for text in texts)
    [layout] = template.layouts
    own, promotion = layout.paths["div#story > p"], layout.paths["div#story > div.promo > p"]
    assert (own.pages, own.blocks, own.varies) == (8, 32, 1.0)
    assert own.entropy == pytest.approx(5, abs=0.01)
    assert (promotion.distinct, promotion.varies, promotion.entropy) == (1, 0.0, 0.0)


def test_pages_that_are_built_differently_are_different_layouts() -> None:
    pages = [story(seed) for seed in range(5)] + [gallery(seed) for seed in range(3)]
    template = learned(pages)
    assert [layout.pages for layout in template.layouts] == [5, 3]
    found = template.layout_of(read_block_keys(read_page(gallery(99))))
    assert found is template.layouts[1]
    assert template.layout_of(read_block_keys(read_page("<main><h2>Other</h2></main>"))) is None


def test_a_copy_of_a_page_teaches_nothing_so_that_its_article_is_no_template() -> None:
    template = learned([story(1), story(2), story(1), story(1), story(3)])
    assert template.pages == 3
    assert set(template.left_out) == {"2", "3"}
    assert "duplicate" in template.left_out["2"]
    assert not any("council" in each.text for each in template.repeated)


def test_memory_is_bounded_however_many_pages_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maintext.sites.template_learner._PATHS", 10)
    learner = TemplateLearner("x")
    learner._texts.capacity = 50
    for seed in range(120):
        learner.add(str(seed), read_page(story(seed, paragraphs=12)))
    assert len(learner._texts.counts) <= 100
    template = learner.template()
    assert all(len(layout.paths) <= 10 for layout in template.layouts)
    assert {each.text[:9] for each in template.repeated} >= {"Subscribe", "Home", "Copyright"}


def test_a_template_is_written_and_read_back(tmp_path: Path) -> None:
    learner = TemplateLearner("example.org", "learned")
    for seed in range(4):
        page = read_page(story(seed))
        learner.add(str(seed), page, [0.25] * len(page.blocks))
    learner.leave_out("broken.html", "it is a PDF")
    template = learner.template()
    path = tmp_path / "site.json"
    path.write_text(template.to_json(), encoding="utf-8")
    again = read_template(path)
    assert again.to_json() == template.to_json()
    assert again.layouts == list(template.layouts)
    assert again.layouts[0].paths["div#story > p"].believed == 0.25
    assert (again.site, again.extractor, again.left_out) == ("example.org", "learned", {"broken.html": "it is a PDF"})
    assert path.stat().st_size < 5_000


def test_a_template_of_nothing_is_still_a_file() -> None:
    assert Template.from_json(learned([]).to_json()).pages == 0


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"format": "maintext-site 1"}', '{"format": "maintext-site 9"}'])
def test_a_file_that_is_no_template_is_reported(tmp_path: Path, text: str) -> None:
    path = tmp_path / "site.json"
    path.write_text(text)
    with pytest.raises(SiteError, match="not a site template"):
        read_template(path)


def test_a_file_that_is_not_there_is_reported(tmp_path: Path) -> None:
    with pytest.raises(SiteError, match="no such file; create it with"):
        read_template(tmp_path / "none.json")


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_template_is_an_error_in_one_line(tmp_path: Path, kind: str) -> None:
    HOSTILE[kind](tmp_path / "site.json")
    with pytest.raises(SiteError, match=r"site\.json") as caught:
        read_template(tmp_path / "site.json")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("path", "value", "complaint"),
    [
        ("site", 3, "site must be text"),
        ("pages", "x", "pages must be a whole number"),
        ("layouts", {}, "layouts must be a list"),
        ("layouts.0.paths", [], "paths must be a mapping"),
        ("layouts.0.paths.p", "x", "paths.p must be a mapping"),
        ("layouts.0.paths.p", {"pages": 1, "blocks": 1, "words": 1, "distinct": 1, "entropy": "0"}, "entropy"),
        ("repeated.0.key", 12, "hexadecimal"),
        ("repeated.0.key", "f" * 5000, "hexadecimal"),
        ("repeated.0.text", None, "text must be text"),
        ("left_out", {"a": 1}, "left_out.a must be text"),
    ],
)
def test_wrong_values_in_a_template_are_reported(tmp_path: Path, path: str, value: object, complaint: str) -> None:
    values = json.loads(learned([story(seed) for seed in range(4)]).to_json())
    *above, last = path.split(".")
    place = values
    for name in above:
        place = place[int(name)] if name.isdigit() else place[name]
    place[last] = value
    (tmp_path / "site.json").write_text(json.dumps(values))
    with pytest.raises(SiteError, match="not a site template") as caught:
        read_template(tmp_path / "site.json")
    assert complaint in str(caught.value)


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "x" * 300])
def test_a_name_that_no_file_can_have_is_reported(name: str) -> None:
    with pytest.raises(SiteError):
        read_template(name)
