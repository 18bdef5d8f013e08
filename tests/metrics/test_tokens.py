import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.metrics.tokenizers import Tokens, has_tokens, tokenize

KINDS: list[Tokens] = ["ascii", "unicode", "whitespace", "characters"]


@pytest.mark.parametrize(
    ("tokens", "text", "expected"),
    [
        ("ascii", "Don't stop, it's 5 p.m.!\n", ["don", "t", "stop", "it", "s", "5", "p", "m"]),
        ("ascii", "a\x00b\x85c\x7fd", ["a", "b", "c", "d"]),
        ("ascii", "naïve café", ["nave", "caf"]),
        ("ascii", "中文 и по-русски", []),
        ("unicode", "Naïve CAFÉ, 2 пути", ["naïve", "café", "2", "пути"]),
        ("unicode", "中文 text", ["中", "文", "text"]),
        ("whitespace", " Don't  stop,\n", ["Don't", "stop,"]),
        ("characters", "a B\n中", ["a", "B", "中"]),
    ],
)
def test_tokens(tokens: Tokens, text: str, expected: list[str]) -> None:
    assert tokenize(text, tokens) == expected


@pytest.mark.parametrize("tokens", KINDS)
@given(text=st.text(max_size=20))
def test_a_text_has_tokens_if_it_gives_any(tokens: Tokens, text: str) -> None:
    assert has_tokens(text, tokens) == bool(tokenize(text, tokens))
