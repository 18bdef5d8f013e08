"""A spec as a value, the literals it holds, and its text, which parses back to it."""

import math
import re
from dataclasses import dataclass
from typing import Final

CHAIN, FALLBACK = "chain", "fallback"
INTEGER_LIMIT: Final = 1 << 63
"""Integers are those of 64 bits: larger ones overflow in one algorithm or another."""
LONGEST_WORD: Final = 1000
WORD: Final = re.compile(r"[\w.:/~@+\-\\]+")
_CONSTANTS: Final = {"True": True, "true": True, "False": False, "false": False, "None": None}


@dataclass(frozen=True, slots=True)
class Spec:
    """A name with its arguments, not yet looked up in any registry."""

    name: str
    args: tuple["Value", ...] = ()
    params: tuple[tuple[str, "Value"], ...] = ()

    def __str__(self) -> str:
        if _is_operation(self):
            return ("|" if self.name == CHAIN else "||").join(_operand(arg, self.name) for arg in self.args)
        inside = [_print(arg) for arg in self.args] + [f"{key}={_print(value)}" for key, value in self.params]
        return f"{self.name}({', '.join(inside)})" if inside else self.name


Value = None | bool | int | float | str | Spec
"""What a parameter of a spec can be."""


def literal(word: str) -> object:
    """The number or constant that a bare word stands for; NotImplemented if it is just a word."""
    if word in _CONSTANTS:
        return _CONSTANTS[word]
    if re.fullmatch(r"[+-]?\d+", word):
        return int(word)
    if re.fullmatch(r"[+-]?(\d+\.\d*|\.\d+|\d+(?=[eE]))([eE][+-]?\d+)?", word):
        return float(word)
    return NotImplemented


def text_value(text: str) -> Value:
    """A text as it is written in a spec: a bare word where that reads back as the same text, else in quotes."""
    bare = WORD.fullmatch(text) and len(text) <= LONGEST_WORD and literal(text) is NotImplemented
    return Spec(text) if bare else text


def _is_operation(spec: Spec) -> bool:
    """Whether a spec is written with | or || between its parts."""
    parts = len(spec.args) > 1 and all(isinstance(arg, Spec) for arg in spec.args)
    return spec.name in (CHAIN, FALLBACK) and not spec.params and parts


def _operand(value: Value, within: str) -> str:
    """An operand of `|` or `||`, in parentheses where the operator binds tighter."""
    if isinstance(value, Spec) and _is_operation(value) and not (within == FALLBACK and value.name == CHAIN):
        return f"({value})"
    return _print(value)


def _print(value: Value) -> str:
    """Text that reads back as the value."""
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace("'", "\\'")
        return f"'{escaped}'"
    if isinstance(value, float) and math.isinf(value):
        return "1e999" if value > 0 else "-1e999"
    return str(value)
