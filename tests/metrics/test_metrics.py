import pickle

import pytest

from maintext.errors import BadParameter, MetricError
from maintext.metrics import METRICS, Counts, Gold, Metric, Retrieved, Score, count_many, parallel_counts, pool
from maintext.version import __version__

SPECS = [
    "words", "words(tokens=unicode)", "diff", "diff(unit=chars)", "diff(markup=True)", "lcs", "lcs(unit=chars)",
    "substring", "substring(unit=chars)", "cleaneval", "cleaneval(markup=labelled)", "cleaneval(markup=unlabelled)",
    "cleaneval(unit=chars)", "bag", "bag(tokens=whitespace)", "set", "shingles", "shingles(n=2)", "positions", "rouge",
    "rouge(n=5)", "rouge-l", "rouge-lsum", "edit", "edit(unit=chars)", "snippets", "blocks", "blocks(weighted=True)",
    "blocks(of=page)", "best", "best(metric=positions)", "best(metric=words(tokens=unicode), version=short)",
    "weighted(first=50)", "weighted(last=5)", "weighted(outside=0.0)", "weighted(headings=3.0)",
]  # fmt: skip
LANGUAGES = {
    "english": "The quick brown fox jumps over the lazy dog.\nThen it sleeps.",
    "chinese": "我们的研究表明网页正文抽取仍然困难。\n今天天气很好",
    "greek": "Η γρήγορη αλεπού πηδά πάνω από τον τεμπέλη σκύλο.\nΎστερα κοιμάται.",
    "russian": "Быстрая лиса прыгает через ленивую собаку.\nПотом она спит.",
}


def gold_of(text: str) -> Gold:
    marked = "\n".join(f"<p>{line}" for line in text.splitlines())
    return Gold(text, marked, (text,), tuple(text.splitlines()), ("Cookies",), f"Menu\n{text}\nFooter" if text else "")


@pytest.mark.parametrize("spec", SPECS)
def test_a_metric_prints_and_parses_back(spec: str) -> None:
    metric = METRICS.build(spec)
    assert str(metric) == spec
    assert METRICS.build(str(metric)) == metric
    assert pickle.loads(pickle.dumps(metric)) == metric
    assert hash(metric) == hash(METRICS.build(spec))


@pytest.mark.parametrize("name", METRICS.names())
def test_every_metric_is_built_by_name(name: str) -> None:
    assert isinstance(METRICS.build(name), Metric)


@pytest.mark.parametrize("spec", [spec for spec in SPECS if spec != "words"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_perfect_extraction_scores_one_in_any_script(spec: str, language: str) -> None:
    metric, text = METRICS.build(spec), LANGUAGES[language]
    counts = metric.counts(gold_of(text), Retrieved(text))
    assert counts is not None
    assert metric.score(counts).value == 1
    assert not metric.gold_is_empty(gold_of(text))
    assert not metric.text_is_empty(Retrieved(text))


@pytest.mark.parametrize("spec", SPECS)
def test_an_empty_extraction_shares_nothing(spec: str) -> None:
    metric = METRICS.build(spec)
    counts = metric.counts(gold_of(LANGUAGES["english"]), Retrieved(""))
    assert counts is not None
    assert (counts.shared, counts.extra) == (0, 0)
    assert counts.missed > 0
    assert counts.precision is None
    assert metric.text_is_empty(Retrieved(" \n"))


@pytest.mark.parametrize("spec", SPECS)
def test_two_empty_sides_have_no_score(spec: str) -> None:
    metric = METRICS.build(spec)
    counts = metric.counts(gold_of(""), Retrieved(""))
    assert counts == Counts(0, 0, 0)
    assert metric.score(counts) == Score(None, None, None, None)
    assert metric.gold_is_empty(gold_of(""))


@pytest.mark.parametrize("spec", SPECS)
def test_counts_are_never_negative_and_fit_the_sides(spec: str) -> None:
    counts = METRICS.build(spec).counts(gold_of("a b c a b\nd e"), Retrieved("b a c\nx d d a"))
    assert counts is not None
    assert min(counts) >= 0


def test_ascii_words_read_russian_as_empty() -> None:
    metric = METRICS.build("words")
    assert metric.gold_is_empty(Gold(LANGUAGES["russian"]))
    assert METRICS.build("words(tokens=unicode)").gold_is_empty(Gold(LANGUAGES["russian"])) is False


@pytest.mark.parametrize(
    ("spec", "signature"),
    [
        ("words", f"words(tokens=ascii) maintext={__version__}"),
        ("lcs(unit=chars)", f"lcs(unit=chars, tokens=characters) maintext={__version__}"),
        ("best", f"best(metric=bag(tokens=unicode), version=best) maintext={__version__}"),
    ],
)
def test_a_signature_names_every_parameter_and_the_version(spec: str, signature: str) -> None:
    assert METRICS.build(spec).signature() == signature


@pytest.mark.parametrize("spec", ["words(tokens=klingon)", "rouge(n=0)", "shingles(n=-1)", "weighted(first=-1)"])
def test_a_parameter_that_makes_no_sense_is_refused(spec: str) -> None:
    with pytest.raises(BadParameter):
        METRICS.build(spec)


@pytest.mark.parametrize("spec", ["positions", "blocks(of=page)", "best(metric=positions)"])
def test_metrics_on_places_need_the_page(spec: str) -> None:
    assert METRICS.build(spec).needs_page
    assert METRICS.build(spec).counts(Gold("text"), Retrieved("text")) is None
    assert not METRICS.build("words").needs_page


def test_f_beta_weighs_precision_or_recall() -> None:
    counts = Counts(5, 0, 5)
    assert counts.f() == pytest.approx(2 / 3)
    assert counts.f(0.5) == pytest.approx(1.25 * 0.5 / (0.25 + 0.5))
    assert counts.f(2) == pytest.approx(5 * 0.5 / (4 + 0.5))
    assert Counts(0, 3, 3).f() == 0
    assert Counts(0, 0, 3).f() is None


def test_pooled_counts_are_sums() -> None:
    assert pool([Counts(1, 2, 3), Counts(4, 5, 6)]) == Counts(5, 7, 9)


def test_several_workers_count_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [(Gold("the same words " * n), Retrieved("the other words " * n)) for n in range(30)]
    alone = count_many(METRICS.build("words"), pairs)
    monkeypatch.setattr(parallel_counts, "_WORTH_A_PROCESS", 0)
    monkeypatch.setattr(parallel_counts, "_CHUNK_CHARACTERS", 1000)
    assert count_many(METRICS.build("words"), pairs, workers=2) == alone
    assert [counts and counts.shared for counts in alone[:3]] == [0, 2, 4]


def test_no_worker_is_no_way_to_score() -> None:
    with pytest.raises(MetricError, match="at least 1"):
        count_many(METRICS.build("words"), [], workers=0)
