import inspect
import pickle

import pytest

from maintext import errors
from maintext.errors import (
    BadParameter,
    ExtractorMissing,
    FetchError,
    MaintextError,
    NotHtml,
    SpecError,
    TooLarge,
    UnknownName,
    nearest,
)

EXAMPLES = [
    MaintextError("something"),
    SpecError("cannot read the spec"),
    UnknownName("extractor", "densty", ("density", "all")),
    BadParameter("density has no parameter 'c9'"),
    NotHtml("a PDF document"),
    TooLarge(11, 10),
    FetchError("http://example.org/: no connection"),
    ExtractorMissing("goose", "pip install 'maintext[peers]'"),
]


def _all_errors() -> list[type[BaseException]]:
    return [cls for _, cls in inspect.getmembers(errors, inspect.isclass) if issubclass(cls, BaseException)]


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_an_error_can_be_pickled_with_its_message(error: MaintextError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert again.args == error.args
    assert vars(again) == vars(error)


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_a_message_is_one_line(error: MaintextError) -> None:
    assert str(error)
    assert "\n" not in str(error)


@pytest.mark.parametrize("cls", _all_errors(), ids=lambda cls: str(cls.__name__))
def test_every_error_is_in_the_tree_and_in_its_drawing(cls: type[BaseException]) -> None:
    assert issubclass(cls, MaintextError)
    assert cls.__name__ in (errors.__doc__ or "")
    assert cls.__doc__


def test_the_drawing_has_no_errors_that_do_not_exist() -> None:
    drawn = {line.lstrip("│├└─ ").split()[0] for line in (errors.__doc__ or "").splitlines() if "─" in line}
    assert drawn == {cls.__name__ for cls in _all_errors()} - {"MaintextError"}


@pytest.mark.parametrize(
    ("error", "part"),
    [
        (UnknownName("extractor", "densty", ("density", "all")), "did you mean density?"),
        (UnknownName("extractor", "zzz", ("density", "all")), "known: all, density"),
        (NotHtml("a PDF document"), "a PDF document"),
        (TooLarge(1234567, 1000), "1,234,567"),
        (TooLarge(1234567, 1000), "1,000"),
        (TooLarge(2, 1), "max_bytes"),
        (ExtractorMissing("goose", "pip install 'maintext[peers]'"), "pip install 'maintext[peers]'"),
    ],
)
def test_a_message_says_what_happened_and_what_to_do(error: MaintextError, part: str) -> None:
    assert part in str(error)


@pytest.mark.parametrize(
    ("name", "known", "hint"),
    [
        ("densty", ["density", "all"], "did you mean density?"),
        ("longest_cell", ["longest-cell", "all"], "did you mean longest-cell?"),
        ("zzz", ["b", "a"], "known: a, b"),
        ("zzz", [f"name{number:02}" for number in range(20)], "and others"),
    ],
)
def test_the_nearest_name_is_told(name: str, known: list[str], hint: str) -> None:
    assert hint in nearest(name, known)
