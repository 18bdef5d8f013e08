"""The site extractor: removes what repeats, puts back what belongs, and stands aside where it knows nothing."""

from pathlib import Path

import numpy as np
import pytest

from maintext import EXTRACTORS, extract, read_page
from maintext.errors import BadParameter, SiteError
from maintext.extractors import BlockExtractor
from maintext.extractors.density import Density
from maintext.extractors.learned.extractor import Learned
from maintext.extractors.site import Site, block_probabilities
from maintext.page import Page
from maintext.runs import available_specs
from maintext.sites import read_block_keys
from maintext.sites.evidence import FEATURES, logit, site_evidence
from maintext.training.sites import apply_template, learn_read
from tests.bundled import SLUGS, bundled
from tests.sites.made import PROMOTION, gold, story


class Forgetful(BlockExtractor):
    """Keeps every paragraph, but forgets the second one of the page that says `flood`."""

    def keep(self, page: Page) -> list[bool]:
        paragraphs = [at for at, block in enumerate(page.blocks) if block.kind == "paragraph"]
        forgotten = paragraphs[1] if "flood" in page.text else -1
        return [at in paragraphs and at != forgotten for at in range(len(page.blocks))]


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> str:
    pages = [(str(seed), read_page(story(seed))) for seed in range(8)]
    path = tmp_path_factory.mktemp("site") / "site.json"
    path.write_text(learn_read("example.org", pages, Learned()).to_json(), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("how", ["weigh", "after", "before"])
@pytest.mark.parametrize("then", ["learned(beta=2)", "boilerpipe"])
def test_template_text_goes_and_the_story_stays(template: str, then: str, how: str) -> None:
    new = story(77)
    assert PROMOTION in extract(new, extractor=then).text
    found = extract(new, extractor=f"site(template='{template}', then={then}, how={how})")
    assert PROMOTION not in found.text
    assert gold(77) in found.text
    assert "Copyright" not in found.text


def test_a_block_is_put_back_where_its_place_holds_main_text_on_the_other_pages() -> None:
    pages = [(str(seed), read_page(story(seed))) for seed in range(8)]
    template = learn_read("example.org", pages, Forgetful())
    page = read_page(story(50).replace("<p>", "<p>flood ", 1))
    alone = Forgetful().extract(page).text
    found = Site(then=Forgetful()).extract_with(template, page).text
    lost = gold(50).splitlines()[1]
    assert lost not in alone
    assert lost in found


def test_without_a_template_or_with_one_page_the_extractor_decides_alone_and_that_is_reported(tmp_path: Path) -> None:
    html = story(5)
    plain = extract(html).text
    assert extract(html, extractor="site").text == plain
    path = tmp_path / "site.json"
    path.write_text(learn_read("example.org", [("0", read_page(story(0)))], Learned()).to_json(), encoding="utf-8")
    found = extract(html, extractor=f"site(template='{path}')")
    assert found.text == plain
    assert found.reason == "only 1 page of example.org was learned; this is what learned finds without it"


def test_a_page_of_another_site_loses_nothing(template: str) -> None:
    html = "<article>" + "".join(f"<p>{'Other words entirely, and many of them. ' * 8}{at}</p>" for at in range(5))
    assert extract(html, extractor=f"site(template='{template}')").text == extract(html).text


def test_a_page_without_text_and_a_page_of_template_text_alone_say_why(template: str) -> None:
    spec = f"site(template='{template}')"
    assert extract("", extractor=spec).reason
    only = f"<div id=story><div class=promo><p>{PROMOTION}</p></div></div>"
    for how in ("before", "after"):
        found = extract(only, extractor=f"site(template='{template}', then=all, how={how})")
        assert found.text == ""
        assert found.reason is not None
        assert "other pages of the site" in found.reason


def test_blocks_say_what_the_site_says_of_them(template: str) -> None:
    found = extract(story(77), extractor=f"site(template='{template}')")
    why = {block.text: block.why for block in found.blocks}
    assert any("most pages say the same" in reason for reason in why[PROMOTION])


def test_evidence_is_nothing_where_nothing_is_known() -> None:
    page = read_page(story(1))
    empty = learn_read("x", [], None)
    evidence = site_evidence(empty, read_block_keys(page), logit(np.full(len(page.blocks), 0.3)))
    assert evidence.rows.shape == (len(page.blocks), len(FEATURES))
    assert not evidence.rows.any()


@pytest.mark.parametrize("slug", SLUGS[::4])
def test_a_template_that_knows_nothing_changes_nothing(slug: str) -> None:
    found = Learned().extract(read_page(bundled(slug).data))
    corrected = Site().correct(learn_read("x", [], None), found)
    assert [bool(keep) for keep in corrected.kept] == [bool(keep) for keep in found.kept]


def test_belief_is_the_score_of_the_default_and_the_choice_of_others() -> None:
    page = read_page(story(1))
    found = Learned().extract(page)
    assert block_probabilities(Learned(), found).tolist() == list(found.scores or ())
    found = Density().extract(page)
    assert block_probabilities(Density(), found).tolist() == [float(keep) for keep in found.kept]
    assert set(block_probabilities(Density(), found, 0.75)) == {0.25, 0.75}


def test_its_spec_prints_and_parses_back(template: str) -> None:
    built = EXTRACTORS.build(f"site(template='{template}', then=density(c1=0.4), how=after)")
    assert EXTRACTORS.build(str(built)) == built
    assert str(EXTRACTORS.build("site")) == "site"


def test_what_needs_a_file_is_not_among_the_extractors_that_run_by_themselves(template: str) -> None:
    assert not {"site", "site-registry", "wrapper"} & set(available_specs())
    assert "segments" in available_specs()
    assert Site(template=template).missing() is None
    assert "site learn" in str(Site().missing())


def test_wrong_parameters_are_reported(tmp_path: Path) -> None:
    for spec, part in [("site(share=0)", "share"), ("site(how=never)", "how"), ("site(then=site)", "not site again")]:
        with pytest.raises(BadParameter, match=part):
            EXTRACTORS.build(spec)
    with pytest.raises(SiteError, match="no such file"):
        EXTRACTORS.build(f"site(template='{tmp_path / 'none.json'}')")


def test_a_template_in_memory_does_the_same_as_its_file(template: str) -> None:
    from maintext.sites import read_template

    page = read_page(story(70))
    assert apply_template(read_template(template), Site(), page).text == Site(template=template).extract(page).text
