"""Registries: from a spec to the object it stands for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.datasets.importers import IMPORTERS
from maintext.errors import BadParameter, SpecError, UnknownName
from maintext.extractors import EXTRACTORS
from maintext.extractors.density import Density
from maintext.extractors.mss.simple import SimpleMss
from tests import bundled

finite = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize("spec", [*bundled.EXTRACTORS, "density(c1=0.4, c2=7)", "simple-mss(tag=-2.0)"])
def test_a_built_extractor_prints_the_spec_it_was_built_from(spec: str) -> None:
    assert str(EXTRACTORS.build(spec)) == spec


@pytest.mark.parametrize("name", ["all", "nothing", "density", "longest-cell", "simple-mss"])
def test_an_extractor_prints_its_name_only_when_nothing_differs_from_its_defaults(name: str) -> None:
    assert str(EXTRACTORS.build(name)) == name


@pytest.mark.parametrize(
    ("spec", "printed"),
    [
        ("density(c1=0.333)", "density"),
        ("density(c1=0.333, c2=5)", "density(c2=5)"),
        ("density(c1=1)", "density(c1=1.0)"),
        ("density(smooth=None)", "density"),
        ("default", "learned"),
        ("default(beta=0.5)", "learned(beta=0.5)"),
        ("density(closing=true)", "density"),
    ],
)
def test_parameters_at_their_defaults_are_left_out(spec: str, printed: str) -> None:
    assert str(EXTRACTORS.build(spec)) == printed


@given(
    st.builds(
        Density,
        c1=st.floats(0, 1),
        c2=st.integers(1, 10**9),
        empties=st.booleans(),
        closing=st.booleans(),
        smooth=st.none() | st.floats(0, 1e6),
    )
    | st.builds(SimpleMss, word=finite, tag=finite)
)
def test_what_an_extractor_prints_builds_an_equal_one(extractor: Density | SimpleMss) -> None:
    again = EXTRACTORS.build(str(extractor))
    assert again == extractor
    assert hash(again) == hash(extractor)


@pytest.mark.parametrize("spec", ["density(smooth=1e999)", "simple-mss(tag=-1e999)"])
def test_infinity_prints_and_parses_back_or_is_refused(spec: str) -> None:
    try:
        extractor = EXTRACTORS.build(spec)
    except SpecError:
        return
    assert EXTRACTORS.build(str(extractor)) == extractor


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("densty", "did you mean density?"),
        ("Density", "did you mean density?"),
        ("simple_mss", "did you mean simple-mss?"),
        ("longestcell", "did you mean longest-cell?"),
        ("defualt", "did you mean default or defuddle?"),
    ],
)
def test_an_unknown_name_gets_the_nearest_one(name: str, hint: str) -> None:
    with pytest.raises(UnknownName) as caught:
        EXTRACTORS.build(name)
    assert hint in str(caught.value)
    assert repr(name) in str(caught.value)


@pytest.mark.parametrize(
    ("spec", "part"),
    [
        ("density(c9=1)", "its parameters: c1, c2, empties, closing, smooth"),
        ("density(smoth=1)", "did you mean smooth?"),
        ("nothing(a=1)", "its parameters: none"),
        ("density(c1=word)", "a number"),
        ("density(c1='0.4')", "a number"),
        ("density(c1=True)", "a number"),
        ("density(c1=None)", "a number"),
        ("density(c2=2.5)", "a whole number"),
        ("density(c2=True)", "a whole number"),
        ("density(empties=1)", "True or False"),
        ("density(smooth=x)", "a number or None"),
        ("density(c1=2)", "c1 must be between 0 and 1"),
        ("density(c1=-0.1)", "c1 must be between 0 and 1"),
        ("density(c2=0)", "c2 must be at least 1"),
        ("density(smooth=-1)", "smooth must not be negative"),
        ("density(0.4)", "named parameters only"),
        ("density(c1=density)", "a number"),
        ("default(c9=1)", "beta, include_title"),
    ],
)
def test_a_wrong_parameter_is_explained(spec: str, part: str) -> None:
    with pytest.raises(BadParameter) as caught:
        EXTRACTORS.build(spec)
    assert part in str(caught.value)
    assert "\n" not in str(caught.value)


def test_overrides_win_over_the_spec() -> None:
    assert EXTRACTORS.build("density(c1=0.1, c2=7)", {"c1": 0.5}) == Density(c1=0.5, c2=7)


def test_a_wrong_override_is_explained() -> None:
    with pytest.raises(BadParameter, match="did you mean c1"):
        EXTRACTORS.build("density", {"cc1": 0.5})


@pytest.mark.parametrize("spec", ["vote(parts='all, density(c1=0.4)')", "vote(parts='all,density(c1=0.4)')"])
def test_a_list_may_be_given_by_name_in_quotes(spec: str) -> None:
    assert EXTRACTORS.build(spec) == EXTRACTORS.build("vote(all, density(c1=0.4))")


def test_a_list_by_name_may_hold_one_item_or_come_from_python() -> None:
    assert IMPORTERS.build("l3s-gn1(labels=headline)") == IMPORTERS.build("l3s-gn1(headline)")
    assert EXTRACTORS.build("vote", {"parts": [Density(), "all"]}) == EXTRACTORS.build("vote(density, all)")


TARGET = "maintext.extractors.density:Density"


def test_a_class_is_imported_by_its_path_when_imports_are_allowed() -> None:
    assert EXTRACTORS.build(f"{TARGET}(c1=0.4)", imports=True) == Density(c1=0.4)


def test_a_class_is_not_imported_by_its_path_otherwise() -> None:
    with pytest.raises(UnknownName):
        EXTRACTORS.build(TARGET)
    with pytest.raises(SpecError):
        EXTRACTORS.build(f"vote({TARGET}, all)")


@pytest.mark.parametrize(
    "target",
    [
        "no_such_module_at_all:Class",
        "maintext.extractors.density:NoSuchClass",
        "maintext.extractors..density:Density",
        "os:getcwd",
        "builtins:int",
        "fractions:Fraction",
        "maintext:Extractor",
        "maintext.specs:Spec(name=density)",
        "maintext.metrics.sequences:Words",
    ],
)
def test_a_path_that_is_no_extractor_is_a_spec_error(target: str) -> None:
    with pytest.raises(SpecError):
        EXTRACTORS.build(target, imports=True)


def test_every_name_of_ours_loads() -> None:
    for name in EXTRACTORS.entries:
        assert EXTRACTORS.name_of(EXTRACTORS.load(name)) == name


def test_every_name_that_is_listed_can_be_loaded() -> None:
    assert [EXTRACTORS.load(name) for name in EXTRACTORS.names()]


def test_names_are_listed_once() -> None:
    assert len(set(EXTRACTORS.names())) == len(EXTRACTORS.names())
