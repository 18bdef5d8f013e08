"""Maximum subsequence segmentation: every step against a case worked out by hand."""

import itertools
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.errors import BadParameter
from maintext.extractors.models import ModelFile, shipped, write_model
from maintext.extractors.mss.bayes import TokenCounts, logistic, weigh
from maintext.extractors.mss.bootstrap import Bootstrap, learn_site, nearness, own_words
from maintext.extractors.mss.classify import Classified, classify, confidence
from maintext.extractors.mss.cleaning import clean, cut_at_rule, trim
from maintext.extractors.mss.extractor import Mss, is_article
from maintext.extractors.mss.markup import block_html
from maintext.extractors.mss.model import MssModel, lookup, trigram_keys
from maintext.extractors.mss.simple import best_run
from maintext.extractors.mss.subsequences import best_subsequences, maximal_subsequences
from maintext.extractors.mss.units import unclosed_tags, units
from maintext.page import read_page
from maintext.page.tokens import Tokens
from maintext.page.words import count_sentences
from tests.bundled import SLUGS, bundled


def tokens_of(html: str) -> Tokens:
    return read_page(html).tokens


def texts(tokens: Tokens, parts: list[tuple[int, int]]) -> str:
    return " ".join(tokens.text_between(first, last) for first, last in parts)


def recursive_runs(scores: list[int], start: int = 0) -> list[tuple[int, int, int]]:
    """The definition: the best run (the leftmost, shortest of equal ones), then the same left and right of it."""
    spans = [(first, last) for first in range(len(scores)) for last in range(first + 1, len(scores) + 1)]
    best = max(spans, key=lambda span: (sum(scores[slice(*span)]), -(span[1] - span[0]), -span[0]), default=(0, 0))
    value = sum(scores[slice(*best)])
    if value <= 0:
        return []
    left = recursive_runs(scores[: best[0]], start)
    right = recursive_runs(scores[best[1] :], start + best[1])
    return [*left, (start + best[0], start + best[1], value), *right]


def test_the_example_of_ruzzo_and_tompa() -> None:
    runs = maximal_subsequences([4, -5, 3, -3, 1, 2, -2, 2, -2, 1, 5])
    assert [(run.first, run.last, run.value) for run in runs] == [(0, 1, 4), (2, 3, 3), (4, 11, 7)]
    assert [run.value for run in best_subsequences([4, -5, 3, -3, 1, 2, -2, 2, -2, 1, 5], 2)] == [7, 4]


@given(st.lists(st.integers(-5, 5), max_size=14))
def test_maximal_runs_are_those_of_the_definition(scores: list[int]) -> None:
    found = [(run.first, run.last, run.value) for run in maximal_subsequences(scores)]
    expected = recursive_runs(scores)
    assert sorted(value for _, _, value in found) == sorted(value for _, _, value in expected)
    assert all(first < last <= after for (first, last, _), (after, _, _) in itertools.pairwise(found))


@given(st.lists(st.floats(-1, 1), max_size=60))
def test_the_best_of_the_maximal_runs_is_the_best_run(scores: list[float]) -> None:
    first, last = best_run(scores)
    best = best_subsequences(scores, 1)
    assert (best[0].value if best else 0) == pytest.approx(sum(scores[first:last]), abs=1e-9)


def test_units_are_stems_tags_symbols_and_one_for_numbers() -> None:
    found = units(tokens_of("<p>Running cats, 1,000 of 3.5!</p>"))
    assert found == ["<p>", "run", "cat", ",", "1", "of", "1", "!", "</p>"]


def test_the_stack_of_unclosed_tags() -> None:
    tokens = tokens_of("<div>a<p>b<br>c</div>d</i>e")
    assert list(zip(tokens.names, unclosed_tags(tokens), strict=True)) == [
        ("div", ""),
        ("a", "div"),
        ("p", "div"),
        ("b", "p"),
        ("br", "p"),
        ("c", "br"),
        ("div", "br"),
        ("d", ""),
        ("i", ""),
        ("e", ""),
    ]


def test_naive_bayes_on_a_toy_corpus() -> None:
    counts = TokenCounts()
    counts.add(np.array([7, 7, 9], dtype=np.uint64), np.array([True, True, False]))
    counts.add(np.array([9, 7], dtype=np.uint64), np.array([False, False]))
    keys, sums = counts.total()
    assert keys.tolist() == [7, 9]
    assert sums.tolist() == [[2, 1, 2], [0, 2, 2]]
    in_7, out_7 = (2 + 1) / (2 + 2), (1 + 1) / (3 + 2)
    assert weigh(sums, 1.0)[0] == pytest.approx(math.log(in_7 / out_7))
    assert logistic(np.array([math.log(3.0), 0.0])).tolist() == pytest.approx([0.75, 0.5])


def test_an_unseen_trigram_weighs_nothing() -> None:
    keys = trigram_keys(np.array([1, 2, 3], dtype=np.uint64), 9)
    assert keys.tolist() == [(1 << 42) | (2 << 21) | 3, (2 << 42) | (3 << 21) | 9, (3 << 42) | (9 << 21) | 9]
    assert lookup(keys[:1], np.array([2.5]), keys).tolist() == [2.5, 0.0, 0.0]


def test_confidence_is_the_geometric_mean_at_the_borders() -> None:
    p = np.array([0.1, 0.2, 0.9, 0.5, 0.8, 0.3, 0.4])
    inside = [0.9, 0.5, 0.5, 0.8]
    outside = [1 - 0.1, 1 - 0.2, 1 - 0.3, 1 - 0.4]
    assert confidence(p, 2, 5, window=2) == pytest.approx(math.prod(inside + outside) ** (1 / 8))
    assert confidence(p, 0, 2, window=1) == pytest.approx((0.1 * 0.2 * 0.1) ** (1 / 3))
    assert confidence(p, 3, 3) == 0.0


def test_importance_is_one_at_a_border_and_falls_to_nothing() -> None:
    near = nearness(8, 3, 5, distance=4)
    assert near.tolist() == [0.5, 0.75, 1.0, 1.0, 1.0, 1.0, 0.75, 0.5]
    classified = Classified(np.array([0.75, 0.25]), np.array([1.0, 0.0]))
    assert classified.scores(factor=24.0).tolist() == [0.25 * 25, -0.25]


def test_a_horizontal_rule_ends_the_block_but_not_before_its_first_word() -> None:
    tokens = tokens_of("<hr><p>one</p><hr><p>two</p>")
    assert texts(tokens, [(0, cut_at_rule(tokens, 0, len(tokens)))]) == "one"


@pytest.mark.parametrize(
    ("html", "left"),
    [
        ("a <table><tr><td>b</td></tr></table> c", "a c"),
        ("a <div>b</div> c", "a b c"),
        ("a <div>b <a href=x>d</a></div> c", "a c"),
        ("a <div><div>b</div><img></div> c", "a c"),
        ("a <p>b <a>d</a></p> c", "a b d c"),
        ("a </div> b <div> c <a>d</a>", "a b c d"),
    ],
)
def test_cleaning_drops_tables_and_boxes(html: str, left: str) -> None:
    tokens = tokens_of(html)
    assert texts(tokens, clean(tokens, *trim(tokens, 0, len(tokens)))).split() == left.split()


@pytest.mark.parametrize(
    ("html", "words", "expected"),
    [
        ("<div class=x><p>one <b>two</b></p> three</div>", ("one", "three"), "<p>one <b>two</b></p> three"),
        ("<div><p id=a>zero one</p>two <i>three</i></div>", ("one", "three"), "<p id=a>one</p>two <i>three</i>"),
        ("<p>one</span> &amp; <a href='?&amp;b'>three</a>", ("one", "three"), "one &amp; <a href='?&amp;b'>three</a>"),
        ("one <br><b>two <u>three", ("one", "three"), "one <br><b>two <u>three</u></b>"),
    ],
)  # fmt: skip
def test_the_html_of_a_block_is_whole(html: str, words: tuple[str, str], expected: str) -> None:
    page = read_page(html)
    first, last = (page.tokens.names.index(word) for word in words)
    assert block_html(page, [(first, last + 1)]) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("One. Two. Three. Four.\nFive. Six. Seven. Eight.", True), ("A. B. C. D. E. F. G. H.", False), ("A.\nB.", False)],
)
def test_an_article_has_two_paragraphs_and_eight_sentences(text: str, expected: bool) -> None:
    assert is_article(text) is expected


def test_sentences_of_several_scripts_and_not_of_numbers() -> None:
    assert count_sentences("It cost 3.50 euros. “Really?” 好。好吗？") == 4


def toy_model() -> MssModel:
    """Knows that `good` is main text and `bad` is not, as single tokens and as the middle of trigrams."""
    vocabulary = {"": 1, "good": 2, "bad": 3}
    keys = trigram_keys(np.array([2, 2, 2], dtype=np.uint64), 1)[:1]
    return MssModel(vocabulary, keys, np.array([2.0]), None, np.array([np.nan, 2.0, -2.0]), {"": 0.0, "td": -1.0})


def test_a_single_token_never_seen_takes_its_neighbors() -> None:
    p = classify(tokens_of("good what bad"), toy_model(), "general").probabilities
    assert p.tolist() == pytest.approx(logistic(np.array([2.0, 0.0, -2.0])).tolist())


def test_a_model_works_without_its_file(tmp_path: Path) -> None:
    path = tmp_path / "toy.model"
    write_model(toy_model().to_file({"pages": 1}), path)
    again = tmp_path / "again.model"
    write_model(toy_model().to_file({"pages": 1}), again)
    assert path.read_bytes() == again.read_bytes()
    html = "<td>bad</td> good good good good bad <td>bad</td>"
    assert Mss(model=str(path)).extract(read_page(html)).text == "good good"
    assert Mss(model=str(path), variant="general").extract(read_page(html)).text == "good good good good"


@pytest.mark.parametrize(
    ("content", "complaint"),
    [(b"", "not a model"), (b"PK\x03\x04 broken", "not a model"), (b"\x80\x04K\x01.", "not a model")],
)
def test_a_file_that_is_no_model_is_refused_in_one_line(tmp_path: Path, content: bytes, complaint: str) -> None:
    path = tmp_path / "x.model"
    path.write_bytes(content)
    with pytest.raises(BadParameter, match=complaint) as error:
        Mss(model=str(path))
    assert "\n" not in str(error.value)


def test_a_cut_off_model_and_a_missing_one_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "toy.model"
    write_model(toy_model().to_file({}), path)
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(BadParameter, match="damaged"):
        Mss(model=str(path))
    with pytest.raises(BadParameter, match="No such file"):
        Mss(model=str(tmp_path / "none.model"))


def test_a_model_of_another_extractor_or_without_its_parts_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.model"
    write_model(ModelFile("ncleaner"), path)
    with pytest.raises(BadParameter, match="a model for ncleaner, not for mss"):
        Mss(model=str(path))
    empty = tmp_path / "empty.model"
    write_model(ModelFile("mss"), empty)
    with pytest.raises(BadParameter, match="train it again"):
        Mss(model=str(empty)).extract(read_page("<p>text"))


def test_the_shipped_model_finds_the_article() -> None:
    page = read_page(bundled("news-inline-ads").data)
    found = Mss().extract(page)
    words = set(bundled("news-inline-ads").expected.split())
    assert len(words & set(found.text.split())) > 0.8 * len(words)
    prediction = Mss().predict(page)
    assert 0 < prediction.confidence <= 1
    assert len(Mss(blocks=3).predict(page).parts) > 1


@pytest.mark.parametrize("slug", SLUGS)
def test_every_variant_takes_every_page(slug: str) -> None:
    page = read_page(bundled(slug).data)
    for variant in (
        Mss(),
        Mss(hr=True, clean=True),
        Mss(variant="general"),
        Mss(blocks=2, markup=True),
        Mss(article=True),
    ):
        found = variant.extract(page)
        assert bool(found.text) == (found.reason is None)


def test_learning_a_site_finds_what_its_pages_share() -> None:
    def page(topic: str) -> Tokens:
        menu = "<ul>" + "<li><a>home</a></li><li><a>news</a></li>" * 5 + "</ul><div>"
        story = f"<p>The {topic} was seen near the {topic} by people of {topic}, and it was not small.</p>" * 6
        return tokens_of(f"{menu}{story}</div><table><tr><td>share this</td></tr></table>")

    pages = [page(topic) for topic in ("river", "mountain", "city", "forest", "harbour")]
    model = learn_site({"site": pages}, MssModel.from_file(shipped("mss", "mss")), Bootstrap(rounds=3))
    assert model.importance is not None
    assert 0 <= model.importance.min() <= model.importance.max() <= 1
    for tokens in pages:
        first, last = best_run(classify(tokens, model).scores().tolist())
        text = tokens.text_between(first, last)
        assert text.count("it was not small.") == 6
        assert "home" not in text
        assert "share" not in text


def test_words_in_trigrams_that_most_pages_have_are_not_a_page_s_own() -> None:
    stories = ("one two", "3 four", "menu home")
    pages = [tokens_of(f"<p>menu home news 12</p><p>{story}</p>") for story in stories]
    own = [
        [name for name, mine in zip(tokens.names, found, strict=True) if mine]
        for tokens, found in zip(pages, own_words(pages), strict=True)
    ]
    assert own == [["one", "two"], ["3", "four"], ["menu", "home"]]


def test_a_box_that_stands_on_every_page_teaches_nothing() -> None:
    start = toy_model()
    pages = [tokens_of(f"<p>good good good good good</p><p>{story}</p>") for story in ("bad one", "bad two", "bad six")]
    assert learn_site({"site": pages}, start) is start
    assert learn_site({"site": pages}, start, Bootstrap(own=False)) is not start
