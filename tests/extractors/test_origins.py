"""Every number of a published extractor has an origin, and none was chosen on a test set."""

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

import maintext.extractors
from maintext.datasets.importers import IMPORTERS
from maintext.datasets.importers.cleaneval import CleanEvalCorpus
from maintext.extractors import EXTRACTORS
from maintext.extractors.origins import ORIGINS, Origin
from tests.test_references import ROOT

PACKAGE = Path(maintext.extractors.__file__).parent
ELSEWHERE = ("learned", "adapters", "models", "origins", "traits", "trace")
"""The default extractor, other projects, and modules that decide nothing."""
REFERENCES = (ROOT / "docs" / "references.md").read_text(encoding="utf-8")
NUMBERS = (int, float)
PLAIN = (-2, -1, 0, 1, 2)
"""Numbers that count, double, halve and start sums: they need no origin inside a function."""


def is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, NUMBERS) and not isinstance(node.value, bool)


def is_constant(node: ast.expr) -> bool:
    """Whether a value is a number, or consists of numbers."""
    match node:
        case ast.UnaryOp(operand=inner):
            return is_constant(inner)
        case ast.BinOp(left=left, right=right):
            return is_constant(left) and is_constant(right)
        case ast.Dict(values=inside) | ast.Tuple(elts=inside) | ast.List(elts=inside) | ast.Set(elts=inside):
            return bool(inside) and all(map(is_constant, inside))
    return is_number(node)


def has_telling_number(node: ast.AST) -> bool:
    """Whether there is a number that decides something: not in an index, a cache's size or an error message."""
    if isinstance(node, ast.Subscript):
        return has_telling_number(node.value)
    if isinstance(node, ast.Raise):
        return False
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "lru_cache":
        return False
    if isinstance(node, ast.Constant):
        return is_number(node) and node.value not in PLAIN
    return any(map(has_telling_number, ast.iter_child_nodes(node)))


def parameters() -> Iterator[str]:
    for name, target in EXTRACTORS.entries.items():
        if name != "learned" and ".adapters." not in target:
            for item in fields(EXTRACTORS.load(name)):
                if isinstance(item.default, NUMBERS) and not isinstance(item.default, bool):
                    yield f"{name}.{item.name}"


def constants_in(source: str) -> Iterator[str]:
    """The names of the assignments, fields and functions of a module that hold numbers which decide something."""
    for node in ast.parse(source).body:
        match node:
            case ast.Assign(targets=[target]) | ast.AnnAssign(target=target):
                value = node.value
                if value is not None and (is_constant(value) or has_telling_number(value)):
                    yield ast.unparse(target)
            case ast.FunctionDef(name=name) if has_telling_number(node):
                yield name
            case ast.ClassDef(name=name, body=body):
                for inside in body:
                    match inside:
                        case ast.AnnAssign(target=target, value=ast.expr()) if has_telling_number(inside):
                            yield f"{name}.{ast.unparse(target)}"
                        case ast.FunctionDef(name=method) if method != "__post_init__" and has_telling_number(inside):
                            yield f"{name}.{method}"


def module_constants() -> Iterator[str]:
    registered = {target: name for name, target in EXTRACTORS.entries.items()}
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE).with_suffix("").parts
        if place[0] in ELSEWHERE:
            continue
        for constant in constants_in(path.read_text(encoding="utf-8")):
            owner = f"maintext.extractors.{'.'.join(place)}:{constant.partition('.')[0]}"
            if f"{registered.get(owner)}.{constant.partition('.')[2]}" not in ORIGINS:
                yield f"{'.'.join(place)}:{constant}"


def trainable(dataset: str) -> bool:
    """Whether the importer of a dataset says that it may be trained on."""
    name, _, part = dataset.partition("/")
    importer = CleanEvalCorpus(part) if name == "cleaneval" else IMPORTERS.build(name)  # type: ignore[arg-type]
    return importer.header(ROOT).trainable


@pytest.mark.parametrize("name", [*parameters(), *module_constants()])
def test_every_number_has_an_origin(name: str) -> None:
    assert name in ORIGINS, f"say in extractors/origins.py where the value of {name} comes from"


def test_no_origin_is_of_a_number_that_is_gone() -> None:
    derived = {"mss.bias", "ccb.range", "ccb.passes"}  # None stands for a value that depends on another parameter
    assert set(ORIGINS) == {*parameters(), *module_constants()} | derived


@pytest.mark.parametrize(("name", "origin"), ORIGINS.items())
def test_an_origin_can_be_followed(name: str, origin: Origin) -> None:
    if origin.basis == "paper":
        assert f"**[{origin.source}]**" in REFERENCES
    elif origin.basis == "training sets":
        assert all(trainable(dataset) for dataset in origin.source.split(", "))
        assert (ROOT / origin.command).is_file()
    else:
        assert len(origin.source) > 10


@pytest.mark.parametrize("dataset", ["l3s-gn1", "cleaneval/final", "daniel", "cleanportaleval"])
def test_a_test_set_is_no_origin(dataset: str) -> None:
    assert not trainable(dataset)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("LEAST = 5", ["LEAST"]),
        ("LEAST: Final = -1 / 3", ["LEAST"]),
        ("SCORES = {'p': 3, **dict.fromkeys(('a', 'b'), 4)}", ["SCORES"]),
        ("class Rule:\n    least: float = 0.4\n    most: int = 0", ["Rule.least"]),
        ("class Rule:\n    def applies(self, words):\n        return words > 12", ["Rule.applies"]),
        ("def applies(words, least=12):\n    return words > least", ["applies"]),
        ("def half(words):\n    return words[7] // 2", []),
        ("@lru_cache(maxsize=64)\ndef read(path):\n    return path", []),
        ("NAME = 'x'\nYES = True", []),
    ],
)
def test_numbers_are_found_where_they_stand(source: str, found: list[str]) -> None:
    assert list(constants_in(source)) == found
