"""JSON and YAML: what is well-formed comes back, all else is one error of the tree."""

import pytest

from maintext.data_formats import DEEPEST, load_json, load_mapping, load_yaml
from maintext.errors import MalformedData


@pytest.mark.parametrize("text", ['{"a": [1, 2.5, null, "é", {"b": true}]}', "[]", "1", '"x"'])
def test_json_is_yaml_and_both_read_the_same(text: str) -> None:
    assert load_json(text) == load_json(text.encode()) == load_yaml(text)


@pytest.mark.parametrize(("open_", "close"), [("[", "]"), ('{"a": ', "}")])
def test_the_limit_of_nesting(open_: str, close: str) -> None:
    for load in (load_json, load_yaml):
        assert load(open_ * DEEPEST + "1" + close * DEEPEST)
        for depth in (DEEPEST + 1, 900, 100_000):
            with pytest.raises(MalformedData, match="nests more than 100 levels deep"):
                load(open_ * depth + "1" + close * depth)


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ("", "not JSON"),
        (b"\xff\xfe\xfd", "not JSON"),
        (b"\x00\x01", "not JSON"),
        ("{", "not JSON"),
        ("[1,]", "not JSON"),
        ("9" * 5000, "a number has thousands of digits"),
    ],
)
def test_what_is_not_json(data: bytes | str, complaint: str) -> None:
    with pytest.raises(MalformedData, match=complaint) as caught:
        load_json(data)
    assert "\n" not in str(caught.value)


def test_constants_that_are_not_json_can_be_refused() -> None:
    assert load_json("[Infinity]") == [float("inf")]
    with pytest.raises(MalformedData, match="Infinity"):
        load_json("[Infinity]", constants=False)


@pytest.mark.parametrize(
    "text",
    [
        "a: [",
        "\0",
        "\ud800",
        "a: 2024-99-99",
        "a: !!int ''",
        "a: !!float x",
        "a: !!bool x",
        "a: !!timestamp x",
        "a: !!binary é",
        "? [a]\n: b",
        "a: " + "9" * 5000,
        "!!python/object/apply:os.system [id]",
        "a: b\n---\nc: d",
        "- " * 5000 + "x",
        "a: &x [1]\nb: *x",
        "a: &x [*x]",
        "a: &a [x]\n" + "".join(f"{chr(98 + n)}: &{chr(98 + n)} [{f'*{chr(97 + n)}, ' * 9}]\n" for n in range(9)),
    ],
)
def test_what_is_not_yaml_or_could_exhaust_the_process(text: str) -> None:
    with pytest.raises(MalformedData) as caught:
        load_yaml(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["[]", "1: 2", "text", "null"])
def test_what_is_no_mapping_of_names(text: str) -> None:
    with pytest.raises(MalformedData, match="not a mapping of names"):
        load_mapping(load_yaml, text)
