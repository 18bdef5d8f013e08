"""JSON and YAML that anyone may have written: parsed, or refused in one line.

    values = load_json(read_file(path))

`MalformedData` is a `ValueError`, so that a reader catches it with what else can be wrong and adds the file's name.
"""

import json
from collections.abc import Callable
from types import ModuleType
from typing import Any

from maintext.errors import MaintextError, MalformedData

DEEPEST = 100
"""Lists and mappings inside each other; every reader and writer can recurse this far."""
_TOO_DEEP = f"it nests more than {DEEPEST} levels deep"


def load_json(data: bytes | str, *, constants: bool = True) -> Any:
    """The value of a JSON text; NaN and Infinity are no JSON, but Python writes them, unless `constants` is False."""
    try:
        value = json.loads(data, parse_constant=None if constants else _refuse)
    except RecursionError:
        raise MalformedData(_TOO_DEEP) from None
    except ValueError as error:
        raise MalformedData(f"it is not JSON: {_reason(error)}") from error
    _check_depth(value)
    return value


def load_yaml(text: str) -> Any:
    """The value of a YAML text, through a safe loader."""
    yaml = yaml_module()
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        _check_events(yaml, text, loader)
        return yaml.load(text, Loader=loader)
    except MalformedData:
        raise
    except (yaml.YAMLError, ValueError, LookupError, AttributeError, TypeError, ArithmeticError) as error:
        raise MalformedData(f"it is not YAML: {_reason(error)}") from error
    except RecursionError:
        raise MalformedData(_TOO_DEEP) from None


def load_mapping(load: Callable[[str], Any], text: str) -> dict[str, Any]:
    """The mapping that a JSON or YAML text holds; its keys are texts."""
    value = load(text)
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise MalformedData("it is not a mapping of names to values")
    return value


def yaml_module() -> ModuleType:
    """PyYAML."""
    try:
        import yaml
    except ImportError as error:
        raise MaintextError("YAML needs PyYAML, which is not installed; try: pip install 'maintext[bench]'") from error
    return yaml


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not a value")


def _reason(error: Exception) -> str:
    """The parser's own words on one line, except where they are addressed to a programmer."""
    said = " ".join(str(error).split())
    return "a number has thousands of digits" if "set_int_max_str_digits" in said else said


def _check_depth(value: object) -> None:
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(DEEPEST):
        if not level:
            return
        inside = (each.values() if isinstance(each, dict) else each for each in level)
        level = [child for children in inside for child in children if isinstance(child, dict | list)]
    if level:
        raise MalformedData(_TOO_DEEP)


def _check_events(yaml: ModuleType, text: str, loader: type) -> None:
    """Refuse what would exhaust the stack or, repeated by aliases, the memory, before anything is built."""
    depth = 0
    for event in yaml.parse(text, Loader=loader):
        if isinstance(event, yaml.AliasEvent):
            raise MalformedData("it has a YAML alias (*name); write the value out")
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise MalformedData(_TOO_DEEP)
