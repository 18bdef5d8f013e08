"""Parsed JSON or YAML checked against the dataclass it describes: types, ranges and required keys.

manifest = dataclass_from(Manifest, load_json(read_file(path)))
"""

import types
import typing
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from maintext.errors import MalformedData

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")
_Reader = Callable[[Any], Any]

_LARGEST = 1 << 64
"""Numbers beyond 64 bits overflow in one place or another; no file of maintext has any."""


def dataclass_from(cls: type[T], values: object) -> T:
    """The value of a dataclass from a mapping, checked against its fields; unknown keys are left out."""
    return typing.cast(T, checked_value(cls, values))


def checked_value(hint: Any, value: object) -> Any:
    """The value as a type hint wants it, such as `list[float]` or `Mapping[str, str]`."""
    try:
        return _reader(hint)(value)
    except _Wrong as wrong:
        raise MalformedData(str(wrong)) from None


class _Wrong(Exception):
    """A value that does not fit, and the keys that lead to it."""

    def __init__(self, expected: str, value: object) -> None:
        super().__init__(expected, value)
        self.expected, self.value = expected, value
        self.path: list[str] = []

    def __str__(self) -> str:
        where = ".".join(reversed(self.path)) or "it"
        if self.value is MISSING:
            return f"{where} is missing"
        return f"{where} must be {self.expected}, not {_shown(self.value)}"


def _shown(value: object) -> str:
    if isinstance(value, int) and abs(value) >= _LARGEST:
        return "a number this large"
    if isinstance(value, dict | list | tuple):
        return "a mapping" if isinstance(value, dict) else "a list"
    shown = repr(value)
    return shown if len(shown) <= 40 else f"{shown[:40]}..."


@cache
def _reader(hint: Any) -> _Reader:
    """What turns a parsed value into one of this type, or raises."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    if is_dataclass(hint):
        return _dataclass_reader(typing.cast("type[DataclassInstance]", hint))
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return _union_reader(args)
    if origin is typing.Literal:
        return _checked(lambda value: isinstance(value, str) and value in args, " or ".join(map(repr, args)))
    if origin in (dict, Mapping, Counter):
        return _mapping_reader(int if origin is Counter else args[1], Counter if origin is Counter else dict)
    if origin in (list, tuple, Sequence):
        return _list_reader(args[0], tuple if origin is tuple else list)
    raise TypeError(f"{hint} cannot be read from a file")


def _number(value: Any) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _LARGEST:
        return float(value)
    raise _Wrong("a number", value)


def _checked(fits: Callable[[Any], bool], expected: str) -> _Reader:
    def read(value: Any) -> Any:
        if not fits(value):
            raise _Wrong(expected, value)
        return value

    return read


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < _LARGEST


_PLAIN: dict[Any, _Reader] = {
    str: _checked(lambda value: isinstance(value, str), "text"),
    int: _checked(_is_integer, "a whole number"),
    float: _number,
    bool: _checked(lambda value: isinstance(value, bool), "true or false"),
    type(None): _checked(lambda value: value is None, "null"),
    object: lambda value: value,
    Any: lambda value: value,
}


def _union_reader(choices: Sequence[Any]) -> _Reader:
    readers = [_reader(choice) for choice in choices]

    def read(value: Any) -> Any:
        wrong = []
        for reader in readers:
            try:
                return reader(value)
            except _Wrong as error:
                wrong.append(error)
        deeper = next((error for error in wrong if error.path), None)
        raise deeper or _Wrong(" or ".join(error.expected for error in wrong), value)

    return read


def _mapping_reader(inner: Any, build: Callable[[dict[str, Any]], Any]) -> _Reader:
    reader = _reader(inner)

    def read(value: Any) -> Any:
        if not isinstance(value, Mapping):
            raise _Wrong("a mapping", value)
        return build({_key(key): _inside(str(key), reader, each) for key, each in value.items()})

    return read


def _list_reader(inner: Any, build: Callable[[list[Any]], Any]) -> _Reader:
    reader = _reader(inner)

    def read(value: Any) -> Any:
        if not isinstance(value, list | tuple):
            raise _Wrong("a list", value)
        return build([_inside(str(at), reader, each) for at, each in enumerate(value)])

    return read


def _dataclass_reader(cls: "type[DataclassInstance]") -> _Reader:
    hints = typing.get_type_hints(cls)
    readers = {item.name: _reader(hints[item.name]) for item in fields(cls) if item.init}
    required = [
        item.name for item in fields(cls) if item.init and item.default is MISSING and item.default_factory is MISSING
    ]

    def read(value: Any) -> Any:
        if not isinstance(value, Mapping):
            raise _Wrong("a mapping", value)
        for name in required:
            if name not in value:
                _inside(name, _missing, MISSING)
        return cls(**{name: _inside(name, reader, value[name]) for name, reader in readers.items() if name in value})

    return read


def _missing(value: Any) -> Any:
    raise _Wrong("given", value)


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise _Wrong("keyed by text", key)
    return key


def _inside(name: str, reader: _Reader, value: Any) -> Any:
    try:
        return reader(value)
    except _Wrong as wrong:
        wrong.path.append(name)
        raise
