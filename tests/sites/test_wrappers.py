"""Wrappers: rules that are found from few pages, hold on others, and say when they do not."""

from pathlib import Path

import pytest

from maintext import EXTRACTORS, extract, read_page
from maintext.errors import BadParameter, SiteError
from maintext.extractors.learned.extractor import Learned
from maintext.sites.induction import Sample, induce
from maintext.sites.selectors import select
from maintext.sites.site_pages import SitePage
from maintext.sites.wrapper_rules import Profile, Wrapper, read_wrapper, read_wrappers
from maintext.training.align import align_blocks
from maintext.training.wrapper_learning import check_page, is_broken, learn_annotated, learn_wrapper
from tests.hostile import HOSTILE
from tests.sites.made import gallery, gold, story


def annotated(*seeds: int) -> Wrapper:
    return learn_annotated("example.org", [(read_page(story(seed)), gold(seed)) for seed in seeds]).wrapper


@pytest.mark.parametrize("selector", ["#story > p", "//div[@id='story']/p", "(//div[@id='story']/p)"])
def test_css_and_xpath_find_the_same_elements(selector: str) -> None:
    page = read_page(story(1))
    assert [page.tree.tags[element] for element in select(page, selector)] == ["p"] * 4


@pytest.mark.parametrize(("selector", "complaint"), [("p[[", "not a CSS selector"), ("//p[[", "not an XPath")])
def test_a_selector_that_cannot_be_read_is_reported(selector: str, complaint: str) -> None:
    with pytest.raises(SiteError, match=complaint):
        select(read_page(story(1)), selector)


def test_an_xpath_that_finds_no_elements_finds_nothing() -> None:
    assert select(read_page(story(1)), "//p/text()") == []


@pytest.mark.parametrize("seeds", [(1,), (1, 2, 3), (1, 2, 3, 4, 5)])
def test_rules_from_annotated_pages_hold_on_others(seeds: tuple[int, ...]) -> None:
    wrapper = annotated(*seeds)
    for seed in (40, 41, 42):
        page = read_page(story(seed, paragraphs=6))
        assert wrapper.find(page).text == gold(seed, 6)
        assert wrapper.mismatch(page) is None


def test_rules_that_do_not_hold_on_a_page_held_back_do_not_fit() -> None:
    stories = [(read_page(story(seed)), gold(seed)) for seed in (1, 2)]
    pictures = read_page(gallery(1))
    assert learn_annotated("x", stories).fits
    unlike = learn_annotated("x", [*stories, (pictures, pictures.text)])
    assert unlike.held_out is not None
    assert unlike.held_out < 0.95
    assert not unlike.fits


def test_title_and_author_get_rules_where_the_pages_agree() -> None:
    found = annotated(1, 2, 3).fields(read_page(story(9)))
    assert found["title"].startswith("Story ")
    assert found["author"] == "By Ann Smith"


def test_numbers_in_names_are_no_part_of_a_rule() -> None:
    def page(seed: int) -> str:
        return story(seed).replace("id=story", f'id="post-{1000 + seed}" class="post-{1000 + seed} entry"')

    induced = learn_annotated("x", [(read_page(page(seed)), gold(seed)) for seed in (1, 2)])
    assert induced.f1 == induced.held_out == pytest.approx(1)
    assert "100" not in induced.wrapper.article
    assert induced.wrapper.find(read_page(page(30))).text == gold(30)


def test_pages_without_any_names_are_found_by_their_places() -> None:
    def page(seed: int) -> str:
        body = "".join(f"<p>{text}</p>" for text in gold(seed).splitlines())
        foot = "<table><tr><td><p>Foot of it</p></td></tr></table>"
        return f"<table><tr><td><p>Menu of the site</p></td><td>{body}</td></tr></table>{foot}"

    induced = learn_annotated("x", [(read_page(page(seed)), gold(seed)) for seed in (1, 2, 3)])
    assert induced.f1 == pytest.approx(1)
    assert induced.wrapper.find(read_page(page(9))).text == gold(9)


def test_what_is_not_main_text_inside_the_article_is_dropped() -> None:
    page = read_page(
        "<div id=a>" + "loose text of the story that goes on and on, " * 5 + "<div class=ad>buy this thing now</div>"
        + "more of the story, which is long enough to matter. " * 5 + "</div><p>foot of the page</p>"
    )  # fmt: skip
    target = ["buy" not in text and "foot" not in text for text in page.tree.block_texts]
    induced = induce("x", [Sample(page, target)])
    assert induced.f1 == pytest.approx(1)
    assert "buy" not in induced.wrapper.find(page).text
    assert induced.wrapper.drop in ((".ad",), ("div.ad",))


def test_a_redesign_and_another_layout_are_noticed() -> None:
    wrapper = annotated(1, 2, 3)
    redesigned = read_page(story(8, name="article-text"))
    assert wrapper.mismatch(redesigned) is not None
    assert "finds no text" in str(wrapper.mismatch(read_page(gallery(1))))
    checks = [check_page(wrapper, str(seed), read_page(story(seed)), Learned()) for seed in (20, 21)]
    assert not is_broken(checks)
    broken = [check_page(wrapper, str(seed), read_page(story(seed, name="x")), Learned()) for seed in (20, 21)]
    assert is_broken([*checks[:1], *broken])


def test_a_text_that_is_much_shorter_or_full_of_links_than_any_before_is_doubted() -> None:
    wrapper = annotated(1, 2, 3)
    assert wrapper.profile is not None
    assert wrapper.profile.fewest_words == 160
    assert "only 3 words" in str(wrapper.mismatch(read_page("<div id=story><p>Too short now</p></div><p>x</p>")))
    links = "".join(f"<p><a href=/{at}>{text}</a></p>" for at, text in enumerate(gold(4).splitlines()))
    assert "links" in str(wrapper.mismatch(read_page(f"<div id=story>{links}</div><p>other words here</p>")))


def test_rules_are_learned_from_confident_extractions_and_checked_on_the_rest() -> None:
    pages = [SitePage(f"{seed}.html", story(seed).encode()) for seed in range(7)]
    pages += [SitePage("gallery.html", gallery(1).encode()), SitePage("broken.html", b"%PDF-1.7\n")]
    learned = learn_wrapper("example.org", pages, Learned(), samples=3)
    assert learned.induced.fits
    assert len(learned.learned_from) == 3
    assert learned.induced.wrapper.find(read_page(story(90))).text == gold(90)
    assert {each.name for each in learned.rest if each.mismatch} == {"gallery.html"}


def test_nothing_to_learn_from_is_reported() -> None:
    with pytest.raises(SiteError, match="no page with text"):
        learn_wrapper("x", [SitePage("a", b"")], Learned())
    with pytest.raises(SiteError, match="confident of none"):
        learn_wrapper("x", [SitePage("a", b"<p>Sign in</p>")], Learned())
    with pytest.raises(SiteError, match="no page with main text"):
        induce("x", [Sample(read_page("<p>a</p>"), [False])])


@pytest.mark.parametrize("ending", [".yaml", ".json"])
def test_a_rule_file_is_written_and_read_back(tmp_path: Path, ending: str) -> None:
    profile = Profile(3, 10, 900, 0.1, 0.4)
    wrapper = Wrapper("example.org", '[itemprop="body"], .x', ("#ad", "p:nth-of-type(2)"), "h1", None, ".by", profile)
    path = tmp_path / f"example.org{ending}"
    path.write_text(wrapper.to_text(ending), encoding="utf-8")
    assert read_wrapper(path) == wrapper


def test_a_wrapper_is_an_extractor_that_says_when_it_does_not_fit(tmp_path: Path) -> None:
    path = tmp_path / "example.org.json"
    path.write_text(annotated(1, 2, 3).to_text(".json"), encoding="utf-8")
    spec = f"wrapper(rules='{path}')"
    assert extract(story(9), extractor=spec).text == gold(9)
    other = extract(gallery(1), extractor=spec)
    assert other.text == ""
    assert str(other.reason).startswith("the wrapper does not fit this page")
    assert extract(gallery(1), extractor=f"{spec}||all").text
    with pytest.raises(BadParameter, match="needs its rules"):
        extract(story(1), extractor="wrapper")
    built = EXTRACTORS.build(spec)
    assert EXTRACTORS.build(str(built)) == built


def test_part_of_a_block_can_be_main_text() -> None:
    page = read_page("<div><span class=body>The story itself, in a line</span> <span class=tools>print</span></div>")
    found = Wrapper("x", ".body").find(page)
    assert found.text == "The story itself, in a line"
    assert found.kept == [True]
    assert not found.is_whole


def test_alignment_gives_the_same_blocks_as_the_rules() -> None:
    page = read_page(story(3))
    assert annotated(1, 2).find(page).kept == align_blocks(page, gold(3)).kept()


@pytest.mark.parametrize("ending", [".json", ".yaml"])
@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_rule_file_is_an_error_in_one_line(tmp_path: Path, kind: str, ending: str) -> None:
    path = tmp_path / f"example.org{ending}"
    HOSTILE[kind](path)
    with pytest.raises(SiteError, match=r"example\.org") as caught:
        read_wrapper(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("rules", "complaint"),
    [
        ("just text", "not a mapping"),
        ("article: {a: b}", "article must be"),
        ("article: p\ndrop: {a: b}", "drop must be"),
        ("article: p\ntitle: [h1]", "title must be"),
        ("article: p\nprofile: text", "profile: it must be a mapping, not 'text'"),
        ("article: p\nprofile: {pages: many}", "profile: "),
        ("article: p\nprofile: {pages: 1, fewest_words: [], most_words: 1, most_links: 0, least_share: 0}", "fewest"),
        ("article: p\nprofile: {pages: 1, fewest_words: 1, most_words: 1, most_links: .inf, least_share: 0}", "links"),
        ("1: 2", "not a mapping"),
        ("article: &a p\ntitle: *a", "alias"),
        ("article: 2024-99-99", "not YAML"),
    ],
)
def test_wrong_values_in_a_rule_file_are_reported(tmp_path: Path, rules: str, complaint: str) -> None:
    path = tmp_path / "example.org.yaml"
    path.write_text(rules)
    with pytest.raises(SiteError, match=complaint):
        read_wrapper(path)


def test_a_folder_of_rules_that_is_none_is_reported(tmp_path: Path) -> None:
    with pytest.raises(SiteError, match="cannot be read"):
        read_wrappers(tmp_path / "none")
