"""Known-item search."""

import pytest

from maintext.errors import BadParameter, TaskError
from maintext.tasks import TASKS
from maintext.tasks.search import Query, Search, search_terms
from maintext.tasks.task import TaskDocument
from tests.tasks import made

DOCUMENTS = [TaskDocument(name, made.gold(name), made.NEWS[name][0]) for name in made.NEWS]
GOLD = [document.gold for document in DOCUMENTS]


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("The Cat sat.", ["the", "cat", "sat"]), ("禽流感来了", ["禽流", "流感", "感来", "来了"]),
        ("Über 感 x", ["über", "x"]),
        ("", []), ("北京 2012", ["北京", "2012"]),
    ],
)  # fmt: skip
def test_terms_are_words_and_pairs_of_characters(text: str, terms: list[str]) -> None:
    assert search_terms(text) == terms


def test_queries_are_telling_words_and_titles_of_the_gold() -> None:
    queries = Search(telling=3).queries(DOCUMENTS)
    assert len(queries) == 2 * len(GOLD)
    words, title = [query.terms for query in queries if query.document == 0]
    assert words[0] == "haiti"  # twice, and in no other news in English; cholera is in the museum's, "the" in all
    assert not {"the", "cholera"} & set(words)
    assert title == ["cholera", "spreads", "along", "the", "river"]


def test_a_number_is_no_telling_word_unless_there_is_nothing_else() -> None:
    first, second = Search(titles=False, telling=2).queries(
        [TaskDocument("a", "1912 1912 1912 ship"), TaskDocument("b", "1914 1915")]
    )
    assert first.terms == ["ship"]
    assert second.terms == ["1914", "1915"]


def test_gold_is_found_first_and_nothing_is_never_found() -> None:
    task = Search()
    score_texts = task.prepare(DOCUMENTS)
    assert score_texts(GOLD) == [(2.0, 2.0, 2.0)] * len(GOLD)
    assert score_texts([""] * len(GOLD)) == [(0.0, 0.0, 2.0)] * len(GOLD)


def test_text_in_the_wrong_place_is_found_late_and_text_that_was_lost_not_at_all() -> None:
    score_texts = Search().prepare(DOCUMENTS)
    lost = ["", *GOLD[1:]]
    assert score_texts(lost)[0] == (0.0, 0.0, 2.0)
    doubled = [GOLD[0][:60], GOLD[0], *GOLD[2:]]
    found, among_ten, asked = score_texts(doubled)[0]
    assert 0 < found < 2
    assert (among_ten, asked) == (2.0, 2.0)


def test_with_a_bias_terms_in_one_line_rank_above_terms_in_many() -> None:
    together = "the ferry left the harbor in a storm\nsome words\nmore words\nlast words"
    apart = "the ferry\nthe harbor\na storm\nwords some more words here"
    query = Query(["ferry", "harbor", "storm"], 0)
    texts = [together, apart, "quite another text"]
    assert Search().ranks([query], texts) == [2]
    assert Search(bias=1).ranks([query], texts) == [1]
    assert Search(bias=1).ranks([Query(["storm"], 1)], texts) == Search().ranks([Query(["storm"], 1)], texts)


def test_a_text_whose_first_line_is_no_title_has_one_query() -> None:
    long = " ".join(f"word{at}" for at in range(40))
    assert [
        query.document for query in Search().queries([TaskDocument("a", long), TaskDocument("b", "one line only")])
    ] == [
        0,
        1,
    ]


def test_there_must_be_something_to_search_for() -> None:
    with pytest.raises(TaskError, match="no queries to make"):
        Search().prepare([TaskDocument("a", ""), TaskDocument("b", " ")])


@pytest.mark.parametrize(
    "spec", ["search(telling=0, titles=False)", "search(telling=-1)", "search(depth=5)", "search(bias=-1)"]
)
def test_impossible_parameters_are_refused(spec: str) -> None:
    with pytest.raises(BadParameter):
        TASKS.build(spec)
