"""Specs as text and as values."""

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.errors import SpecError
from maintext.specs import Spec, Value, parse
from maintext.specs.spec import CHAIN, FALLBACK

_CONSTANTS = {"True", "true", "False", "false", "None", "none"}
names = st.from_regex(r"[A-Za-z][A-Za-z0-9_\-]{0,8}", fullmatch=True).filter(
    lambda name: name not in _CONSTANTS | {CHAIN, FALLBACK}
)
keys = st.from_regex(r"[A-Za-z_][a-z0-9_]{0,6}", fullmatch=True)
quoted = st.text(max_size=12).filter(lambda text: re.fullmatch(r"[\w.:/~@+\-\\]+", text) is None)
literals = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63) + 1, 2**63 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    quoted,
)


def _calls(values: st.SearchStrategy[Value]) -> st.SearchStrategy[Spec]:
    args = st.lists(values, max_size=3).map(tuple)
    params = st.dictionaries(keys, values, max_size=3).map(lambda found: tuple(found.items()))
    return st.builds(Spec, names, args, params)


def _operators(specs: st.SearchStrategy[Spec]) -> st.SearchStrategy[Spec]:
    parts = st.lists(specs, min_size=2, max_size=3).map(tuple)
    return st.builds(Spec, st.sampled_from([CHAIN, FALLBACK]), parts)


simple = _calls(literals)
specs = st.recursive(simple, lambda inner: _calls(literals | inner) | _operators(inner), max_leaves=6)


@given(specs)
def test_printing_gives_text_that_parses_back(spec: Spec) -> None:
    assert parse(str(spec)) == spec


def _is_read_or_refused(text: str) -> bool:
    """Whether a text is a spec, or an error that says where."""
    try:
        return bool(parse(text).name)
    except SpecError as error:
        return "position" in str(error)


@given(st.text())
def test_any_text_is_a_spec_or_a_spec_error(text: str) -> None:
    assert _is_read_or_refused(text)


@given(st.text(alphabet="ab01.'\"\\x(){}|=, -\n", max_size=20))
def test_any_text_that_looks_like_a_spec_is_one_or_a_spec_error(text: str) -> None:
    assert _is_read_or_refused(text)


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("density", Spec("density")),
        ("  density  ", Spec("density")),
        ("density()", Spec("density")),
        ("density( c1 = 0.4 , c2=5 )", Spec("density", (), (("c1", 0.4), ("c2", 5)))),
        ("density(c1=0.4,)", Spec("density", (), (("c1", 0.4),))),
        ("x(a=1)", Spec("x", (), (("a", 1),))),
        ("x(a=-1)", Spec("x", (), (("a", -1),))),
        ("x(a=1.)", Spec("x", (), (("a", 1.0),))),
        ("x(a=.5)", Spec("x", (), (("a", 0.5),))),
        ("x(a=1e-3)", Spec("x", (), (("a", 0.001),))),
        ("x(a=True, b=false, c=None)", Spec("x", (), (("a", True), ("b", False), ("c", None)))),
        ("x(a='two words')", Spec("x", (), (("a", "two words"),))),
        ('x(a="it\'s")', Spec("x", (), (("a", "it's"),))),
        ("x(a='1')", Spec("x", (), (("a", "1"),))),
        ("x(a=word)", Spec("x", (), (("a", Spec("word")),))),
        ("x(a=models/big.json)", Spec("x", (), (("a", Spec("models/big.json")),))),
        ("vote(a, b(c=1), 2)", Spec("vote", (Spec("a"), Spec("b", (), (("c", 1),)), 2))),
        ("some.module:Class(a=1)", Spec("some.module:Class", (), (("a", 1),))),
        ("(a)", Spec("a")),
    ],
)
def test_text_is_read_as(text: str, spec: Spec) -> None:
    assert parse(text) == spec


def _chain(*parts: Value) -> Spec:
    return Spec(CHAIN, parts)


def _fallback(*parts: Value) -> Spec:
    return Spec(FALLBACK, parts)


a, b, c, d = (Spec(letter) for letter in "abcd")


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("a|b", _chain(a, b)),
        ("a|b|c", _chain(a, b, c)),
        ("a||b", _fallback(a, b)),
        ("a||b||c", _fallback(a, b, c)),
        ("a|b||c", _fallback(_chain(a, b), c)),
        ("a||b|c", _fallback(a, _chain(b, c))),
        ("a|b||c|d", _fallback(_chain(a, b), _chain(c, d))),
        ("a | b || c", _fallback(_chain(a, b), c)),
        ("a|(b||c)", _chain(a, _fallback(b, c))),
        ("(a||b)|c", _chain(_fallback(a, b), c)),
        ("(a|b)|c", _chain(_chain(a, b), c)),
        ("x(p=a|b||c)", Spec("x", (), (("p", _fallback(_chain(a, b), c)),))),
        ("vote(a|b, c)", Spec("vote", (_chain(a, b), c))),
    ],
)
def test_a_chain_binds_tighter_than_a_fallback(text: str, spec: Spec) -> None:
    assert parse(text) == spec
    assert parse(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("   ", 3),
        ("|a", 0),
        ("a|", 2),
        ("a||", 3),
        ("a b", 2),
        ("a(", 2),
        ("a(b", 3),
        ("a(b=1", 5),
        ("a(b=)", 4),
        ("a(,)", 2),
        ("a(b=1 c=2)", 6),
        ("a(b=1, 2)", 7),
        ("a)", 1),
        ("(a", 2),
        ("a(b='x)", 4),
        ("1a", 0),
        ("a(b=1|2)", 4),
        ("a()b", 3),
    ],
)
def test_a_syntax_error_says_where(text: str, position: int) -> None:
    with pytest.raises(SpecError, match=f"position {position};"):
        parse(text)


@pytest.mark.parametrize("text", ["(" * 19_000 + "a", "a(" * 9_000, "a(b=" * 4_000, "(" * 25 + "a" + ")" * 25])
def test_deep_nesting_is_refused(text: str) -> None:
    with pytest.raises(SpecError, match="too many specs inside each other"):
        parse(text)


def test_a_long_chain_is_read() -> None:
    assert len(parse("|".join(["a"] * 10_000)).args) == 10_000


@pytest.mark.parametrize(
    ("text", "value"),
    [(r"x('\x')", r"\x"), (r"x('\N{no such}')", r"\N{no such}"), ("x('a\nb')", "a\nb"), ("x('\0')", "\0")],
)
def test_quotes_hold_any_text(text: str, value: str) -> None:
    assert parse(text) == Spec("x", (value,))
    assert parse(str(parse(text))) == parse(text)


@pytest.mark.parametrize("text", ["x(a=" + "9" * 5000 + ")"])
def test_a_number_too_long_to_read_is_a_spec_error(text: str) -> None:
    with pytest.raises(SpecError):
        parse(text)


@pytest.mark.filterwarnings("error")
def test_a_backslash_in_quotes_brings_no_warning() -> None:
    with suppress(SpecError):
        assert parse(r"x('\d')") == Spec("x", (r"\d",))


@pytest.mark.parametrize("text", ["x(a='word')", "x('word')", "x(a=1e999)", "x(a=-1e999)", "chain(1, 2)"])
def test_what_was_parsed_prints_and_parses_back(text: str) -> None:
    spec = parse(text)
    assert parse(str(spec)) == spec


def test_a_parameter_given_twice_is_refused() -> None:
    with pytest.raises(SpecError, match="c1"):
        parse("density(c1=0.1, c1=0.2)")


@pytest.mark.parametrize(
    "text",
    [
        "density(c1=" + "9" * 900 + ")",
        "density(c1=-" + "9" * 900 + ")",
        "tag-ratio(radius=9223372036854775808)",
        "density(c1=" + "1" * 5000 + ")",
        "a|" * 20_000 + "a",
        "a" * 30_000,
        "density(c1='" + "x" * 30_000 + "')",
    ],
)
def test_what_is_too_large_is_refused_in_a_short_line(text: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse(text)
    assert len(str(caught.value)) < 400
