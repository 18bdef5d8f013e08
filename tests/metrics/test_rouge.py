import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rouge_score.rouge_scorer import RougeScorer

from maintext.metrics import METRICS, Gold, Retrieved, rouge
from maintext.metrics.tokenizers import tokenize

SPECS = {
    "rouge": "rouge1",
    "rouge(n=2)": "rouge2",
    "rouge(n=5)": "rouge5",
    "rouge-l": "rougeL",
    "rouge-lsum": "rougeLsum",
}
LINES = st.lists(st.lists(st.sampled_from("abcde"), max_size=9).map(" ".join), max_size=5).map("\n".join)


class Unicode:
    """Our tokens in rouge-score's clothes."""

    def tokenize(self, text: str) -> list[str]:
        return tokenize(text, "unicode")


def check(gold: str, text: str, scorer: RougeScorer, tokens: str) -> None:
    expected = scorer.score(gold, text)
    for spec, name in SPECS.items():
        metric = METRICS.build(spec.replace(")", f", tokens={tokens})") if "(" in spec else f"{spec}(tokens={tokens})")
        counts = metric.counts(Gold(gold), Retrieved(text))
        if counts is None:
            assert expected[name].recall == 0
            continue
        p, r, f1, _ = metric.score(counts)
        assert (p or 0, r or 0, f1 or 0) == pytest.approx(
            (expected[name].precision, expected[name].recall, expected[name].fmeasure)
        )


@given(LINES, LINES)
def test_rouge_agrees_with_rouge_score(gold: str, text: str) -> None:
    check(gold, text, RougeScorer(list(SPECS.values()), use_stemmer=False), "ascii")


@pytest.mark.parametrize("alphabet", ["αβγδεζ", "中文字符", "абвгд", "abcdefgh"])
def test_rouge_agrees_with_rouge_score_in_any_script(alphabet: str) -> None:
    rng = random.Random(3)
    words = ["".join(rng.choice(alphabet) for _ in range(rng.randint(1, 3))) for _ in range(30)]
    gold = [rng.choices(words, k=rng.randint(1, 25)) for _ in range(12)]
    text = [line[rng.randint(0, 3) :] + rng.choices(words, k=2) for line in gold if rng.random() < 0.8]
    scorer = RougeScorer(list(SPECS.values()), use_stemmer=False, tokenizer=Unicode())
    check("\n".join(map(" ".join, gold)), "\n".join(map(" ".join, text)), scorer, "unicode")


def test_rouge_does_not_apply_to_gold_shorter_than_n() -> None:
    assert METRICS.build("rouge(n=5)").counts(Gold("only four words here"), Retrieved("x")) is None


def test_rouge_lsum_does_not_apply_beyond_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rouge, "_MOST_PAIRS", 3)
    assert METRICS.build("rouge-lsum").counts(Gold("a\nb"), Retrieved("a\nb")) is None
