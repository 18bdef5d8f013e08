"""Values checked against the dataclasses they describe."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest

from maintext.data_shapes import checked_value, dataclass_from
from maintext.errors import MalformedData


@dataclass(frozen=True, slots=True)
class Inner:
    name: str
    share: float = 0.5


@dataclass(frozen=True, slots=True)
class Outer:
    inner: Inner
    kind: Literal["a", "b"] = "a"
    size: int | None = None
    on: bool = False
    several: tuple[Inner, ...] = ()
    named: Mapping[str, Inner] = field(default_factory=dict)
    counted: Counter[str] = field(default_factory=Counter)
    lines: Sequence[str] = ()
    rest: Any = None


def test_a_whole_value_is_built() -> None:
    values = {
        "inner": {"name": "x", "share": 1, "unknown": 2}, "kind": "b", "size": 3, "on": True,
        "several": [{"name": "y"}], "named": {"z": {"name": "z"}}, "counted": {"n": 4}, "lines": ["l"], "rest": [[1]],
    }  # fmt: skip
    made = dataclass_from(Outer, values)
    assert made == Outer(
        Inner("x", 1.0), "b", 3, True, (Inner("y"),), {"z": Inner("z")}, Counter(n=4), ["l"], [[1]]
    )  # fmt: skip
    assert isinstance(made.inner.share, float)


FINE = {"inner": {"name": "x"}}


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ([], "it must be a mapping, not a list"),
        (None, "it must be a mapping, not None"),
        ({}, "inner is missing"),
        ({"inner": {}}, r"inner\.name is missing"),
        ({"inner": "x"}, "inner must be a mapping, not 'x'"),
        ({"inner": {"name": 1}}, r"inner\.name must be text, not 1"),
        ({"inner": {"name": "x", "share": "1"}}, r"inner\.share must be a number"),
        ({"inner": {"name": "x", "share": True}}, r"inner\.share must be a number"),
        ({"inner": {"name": "x", "share": float("inf")}}, r"inner\.share must be a number, not inf"),
        ({"inner": {"name": "x", "share": float("nan")}}, r"inner\.share must be a number, not nan"),
        ({"inner": {"name": "x", "share": 10**400}}, "not a number this large"),
        (FINE | {"kind": "c"}, "kind must be 'a' or 'b', not 'c'"),
        (FINE | {"kind": []}, "kind must be 'a' or 'b', not a list"),
        (FINE | {"size": 1.5}, r"size must be a whole number or null, not 1\.5"),
        (FINE | {"size": 10**4000}, "not a number this large"),
        (FINE | {"on": 1}, "on must be true or false"),
        (FINE | {"several": {}}, "several must be a list, not a mapping"),
        (FINE | {"several": [{"name": "x"}, 3]}, r"several\.1 must be a mapping"),
        (FINE | {"named": []}, "named must be a mapping"),
        (FINE | {"named": {"k": 1}}, r"named\.k must be a mapping"),
        (FINE | {"counted": {"k": "many"}}, r"counted\.k must be a whole number"),
        (FINE | {"lines": "text"}, "lines must be a list, not 'text'"),
        (FINE | {"lines": "x" * 1000}, r"x{39}\.\.\.$"),
    ],
)
def test_what_does_not_fit_is_reported_with_its_path(values: object, complaint: str) -> None:
    with pytest.raises(MalformedData, match=complaint):
        dataclass_from(Outer, values)


def test_any_hint_can_be_checked() -> None:
    assert checked_value(list[float | None], [1, None]) == [1.0, None]
    with pytest.raises(MalformedData, match="0 must be a number or null"):
        checked_value(list[float | None], ["1"])
