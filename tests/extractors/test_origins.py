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
ELSEWHERE = ("learned", "adapters", "models")
REFERENCES = (ROOT / "docs" / "references.md").read_text(encoding="utf-8")
NUMBERS = (int, float)


def is_number(node: ast.expr) -> bool:
    match node:
        case ast.UnaryOp(operand=inner):
            return is_number(inner)
        case ast.Constant(value=value):
            return isinstance(value, NUMBERS) and not isinstance(value, bool)
        case ast.Dict(values=inside) | ast.Tuple(elts=inside) | ast.List(elts=inside):
            return bool(inside) and all(map(is_number, inside))
    return False


def parameters() -> Iterator[str]:
    for name, target in EXTRACTORS.entries.items():
        if name != "learned" and ".adapters." not in target:
            for item in fields(EXTRACTORS.load(name)):
                if isinstance(item.default, NUMBERS) and not isinstance(item.default, bool):
                    yield f"{name}.{item.name}"


def module_constants() -> Iterator[str]:
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE).with_suffix("").parts
        if place[0] in ELSEWHERE:
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None and is_number(node.value):
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                yield f"{'.'.join(place)}:{ast.unparse(target)}"


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
