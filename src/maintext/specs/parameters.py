"""Parameters of a dataclass: the values of a spec, converted to the types of the fields, or refused with the reason."""

import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar, cast

from maintext.errors import BadParameter, nearest, shortened
from maintext.specs.spec import INTEGER_LIMIT, Spec

T = TypeVar("T")

Build = Callable[["str | Spec"], object]
"""Builds the object that a spec inside a spec stands for."""


def construct(cls: type[T], spec: Spec, overrides: Mapping[str, object], build: Build) -> T:
    """An instance of the class with the parameters of the spec; overrides win over them."""
    hints = _type_hints(cast(Any, cls))
    values = dict(spec.params) | dict(overrides)
    _refuse_unknown(cls, spec.name, values)
    converted = {key: _convert(value, hints[key], f"{spec.name}({key}=)", build) for key, value in values.items()}
    if spec.args:
        name, inner = _positional(spec, hints)
        converted[name] = tuple(_convert(arg, inner, spec.name, build) for arg in spec.args)
    try:
        return cls(**converted)
    except ValueError as error:
        raise BadParameter(f"{spec.name}: {error}") from error
    except TypeError as error:
        raise BadParameter(f"{spec.name} needs other parameters: {error}") from error


def _refuse_unknown(cls: type, owner: str, values: Mapping[str, object]) -> None:
    known = [item.name for item in fields(cast(Any, cls)) if item.init]
    for key in values:
        if key not in known:
            has = ", ".join(known) or "none"
            hint = nearest(key, known) if known else ""
            raise BadParameter(f"{owner} has no parameter {key!r} (its parameters: {has}) {hint}".rstrip())


def _positional(spec: Spec, hints: Mapping[str, Any]) -> tuple[str, Any]:
    """The one field that is a tuple, to which values without a name go, as in vote(a, b, c), and its items' type."""
    for name, hint in hints.items():
        if typing.get_origin(hint) is tuple:
            return name, typing.get_args(hint)[0]
    raise BadParameter(f"{spec.name} takes named parameters only: write {spec.name}(name=value)")


def _convert(value: object, hint: Any, where: str, build: Build) -> object:
    """The value as the field takes it; an error that says what the field takes."""
    if typing.get_origin(hint) is tuple:
        return tuple(_convert(item, typing.get_args(hint)[0], where, build) for item in _items(value))
    choices = typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)
    for choice in choices:
        converted = _convert_to(value, choice, build)
        if converted is not NotImplemented:
            return converted
    wanted = " or ".join(_describe(choice) for choice in choices)
    raise BadParameter(f"{where} cannot be {_printed(value)}; it must be {wanted}")


def _items(value: object) -> "tuple[object, ...]":
    """The items of a list given by name: a quoted one is separated by commas, as in labels='headline, comments'."""
    if isinstance(value, str):
        return tuple(item.strip() for item in value.split(","))
    return tuple(value) if isinstance(value, tuple | list) else (value,)


def _convert_to(value: object, choice: Any, build: Build) -> object:
    """The value as one type; NotImplemented if it cannot be that."""
    if choice is type(None):
        return None if value is None or value == Spec("none") else NotImplemented
    if typing.get_origin(choice) is typing.Literal:
        plain = str(value) if isinstance(value, Spec) else value
        return plain if plain in typing.get_args(choice) else NotImplemented
    if choice in (bool, int, float):
        return _number(value, choice)
    if choice is str:
        return str(value) if isinstance(value, str | Spec) else NotImplemented
    if isinstance(value, str | Spec):
        return build(value)
    return value if isinstance(choice, type) and isinstance(value, choice) else NotImplemented


def _number(value: object, choice: type) -> object:
    if isinstance(value, int) and abs(value) >= INTEGER_LIMIT:
        return NotImplemented
    if choice is float and type(value) is int:
        return float(value)
    return value if type(value) is choice and value == value else NotImplemented


def _printed(value: object) -> str:
    """A value on one short line."""
    if isinstance(value, int) and abs(value) >= INTEGER_LIMIT:
        return "a number of more than 64 bits"
    return shortened(" ".join(str(value).split()))


def _describe(choice: Any) -> str:
    """A type in a user's words."""
    if typing.get_origin(choice) is typing.Literal:
        return " or ".join(repr(option) for option in typing.get_args(choice))
    names = {bool: "True or False", int: "a whole number", float: "a number", str: "text", type(None): "None"}
    return names.get(choice, "a spec")


@cache
def _type_hints(cls: type) -> dict[str, Any]:
    return typing.get_type_hints(cls)
