"""Check of extractor specs from clients: available extractors, without parameters that name files or hosts.

Numbers, booleans and choices from a list are harmless. A string may name a file or a host, so strings are accepted only
for parameters that are known to be something else.
"""

import typing
from functools import lru_cache
from typing import Any, Final

from maintext.extractors import EXTRACTORS, Extractor
from maintext.service.problems import Problem
from maintext.specs import Spec, Value, parse

LONGEST = 300
"""The maximum length of a spec, in characters."""
_MOST_PARTS = 12
_TEXT: Final = frozenset(["language", "guideline"])
"""Parameters whose strings are only looked up in a list."""
_LONGEST_TEXT = 30


def check_spec(text: str, *, remote: bool) -> str:
    """The spec if clients may use it; `remote` allows extractors that send pages to other services."""
    if len(text) > LONGEST:
        raise Problem(422, f"an extractor's spec has at most {LONGEST} characters")
    _check(text, remote)
    return text


@lru_cache(maxsize=512)
def _check(text: str, remote: bool) -> None:
    if _walk(parse(text), remote) > _MOST_PARTS:
        raise Problem(422, f"a spec has at most {_MOST_PARTS} parts")


def _walk(spec: Spec, remote: bool) -> int:
    """Check a spec and its nested specs; returns their number."""
    cls = EXTRACTORS.load(spec.name)
    if cls.remote and not remote:
        raise Problem(403, f"{spec.name} sends pages to another machine, which is not allowed here")
    hints = typing.get_type_hints(cls)
    parts = 1 + sum(_check_value(value, remote) for value in spec.args)
    for key, value in spec.params:
        kinds = _kinds(hints.get(key))
        if str in kinds:
            _text(spec.name, key, value)
        elif any(isinstance(kind, type) and issubclass(kind, Extractor) for kind in kinds):
            parts += _check_value(value, remote)
    return parts


def _check_value(value: Value, remote: bool) -> int:
    """Check a nested extractor; returns the number of specs in it."""
    if isinstance(value, str):
        value = parse(value)
    return _walk(value, remote) if isinstance(value, Spec) else 0


def _text(owner: str, key: str, value: Value) -> None:
    """Reject text that may name a file or a host."""
    if not isinstance(value, str | Spec):
        return
    if key not in _TEXT:
        raise Problem(403, f"{owner}({key}=) may name a file or a machine, which is not allowed here")
    word = str(value)
    if not (word.isascii() and word.replace("-", "").replace("_", "").isalnum() and len(word) <= _LONGEST_TEXT):
        raise Problem(422, f"{owner}({key}=) takes a plain word here")


def _kinds(hint: Any) -> tuple[Any, ...]:
    """The accepted types of a parameter or of its list items."""
    return typing.get_args(hint) if typing.get_origin(hint) not in (None, typing.Literal) else (hint,)
