"""Specs: `name(key=value, ...)` as text, as a value and as the object it stands for.

A spec is written `density(c1=0.4)`. A value is a number, True, False, None, a quoted or bare word, or another spec.
`a|b` is a chain and binds tighter than `a||b`, a fallback. Printing a spec gives text that parses back to it.

A `Table` maps names to "module:Class" and imports a class only when it is asked for. The classes are frozen dataclasses
whose fields are their parameters. Other packages add names through an entry point group.
"""

import math
import re
import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from maintext.errors import BadParameter, SpecError, UnknownName, nearest, shortened

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")

CHAIN, FALLBACK = "chain", "fallback"
_LONGEST = 1000
_LONGEST_SPEC = 20_000
_LARGEST = 1 << 63
"""Whole numbers are those of 64 bits: larger ones overflow in one algorithm or another."""
_WORD = re.compile(r"[\w.:/~@+\-\\]+")
_NAME = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*|[A-Za-z][\w\-]*")
_KEY = re.compile(r"\s*([A-Za-z_]\w*)\s*=")
_SPACE = re.compile(r"\s*")
_QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"", re.DOTALL)
_ESCAPED = re.compile(r"\\([\\'\"])")


@dataclass(frozen=True, slots=True)
class Spec:
    """A name with its arguments, not yet looked up in any table."""

    name: str
    args: tuple["Value", ...] = ()
    params: tuple[tuple[str, "Value"], ...] = ()

    def __str__(self) -> str:
        if _is_operation(self):
            return ("|" if self.name == CHAIN else "||").join(_operand(arg, self.name) for arg in self.args)
        inside = [_print(arg) for arg in self.args] + [f"{key}={_print(value)}" for key, value in self.params]
        return f"{self.name}({', '.join(inside)})" if inside else self.name


Value = None | bool | int | float | str | Spec


def parse(text: str) -> Spec:
    """Read a spec from text."""
    reader = _Reader(text)
    if len(text) > _LONGEST_SPEC:
        reader.fail(f"it has more than {_LONGEST_SPEC:,} characters")
    spec = reader.fallback()
    reader.expect_end()
    return spec


@dataclass(slots=True)
class _Reader:
    """A recursive descent over the text of a spec; nesting is limited, so no text can exhaust the stack."""

    text: str
    at: int = 0
    depth: int = 0

    def fallback(self) -> Spec:
        """One or more chains separated by `||`."""
        parts = [self.chain()]
        while self.take("||"):
            parts.append(self.chain())
        return parts[0] if len(parts) == 1 else Spec(FALLBACK, tuple(parts))

    def chain(self) -> Spec:
        """One or more calls separated by `|`."""
        parts = [self.call()]
        while not self.looking_at("||") and self.take("|"):
            parts.append(self.call())
        return parts[0] if len(parts) == 1 else Spec(CHAIN, tuple(parts))

    def call(self) -> Spec:
        """A name, with arguments in parentheses or without."""
        if self.take("("):
            with_parens = self.nested()
            self.need(")")
            return with_parens
        name = self.match(_NAME)
        if name is None:
            self.fail("a name is missing")
        if not self.take("("):
            return Spec(name)
        args: list[Value] = []
        params: list[tuple[str, Value]] = []
        while not self.take(")"):
            key = self.key()
            if key is None:
                if params:
                    self.fail("a value without a name follows a named one")
                args.append(self.value())
            elif any(key == known for known, _ in params):
                self.fail(f"{key} is given twice")
            else:
                params.append((key, self.value()))
            if not self.looking_at(")"):
                self.need(",")
        return Spec(name, tuple(args), tuple(params))

    def key(self) -> str | None:
        """The `key` of `key=value`, if that is what comes next."""
        found = _KEY.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found.group(1)

    def value(self) -> Value:
        """A literal, a bare word or a spec."""
        quoted = self.match(_QUOTED)
        if quoted is not None:
            return _ESCAPED.sub(r"\1", quoted[1:-1])
        start = self.at
        word = self.match(_WORD)
        if word is not None and not (self.looking_at("(") or self.looking_at("|")):
            if len(word) > _LONGEST:
                self.fail("a value is too long")
            literal = _literal(word)
            if isinstance(literal, int) and abs(literal) >= _LARGEST:
                self.fail("a number has more than 64 bits")
            if literal is not NotImplemented:
                return typing.cast(Value, literal)
            return Spec(word)
        self.at = start
        return self.nested()

    def nested(self) -> Spec:
        """A spec inside a spec."""
        self.depth += 1
        if self.depth > 20:
            self.fail("too many specs inside each other")
        spec = self.fallback()
        self.depth -= 1
        return spec

    def match(self, pattern: re.Pattern[str]) -> str | None:
        """Take what the pattern matches here, after white space."""
        self.skip()
        found = pattern.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found.group()

    def skip(self) -> None:
        """Pass over white space."""
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def looking_at(self, sign: str) -> bool:
        """Whether the sign comes next."""
        self.skip()
        return self.text.startswith(sign, self.at)

    def take(self, sign: str) -> bool:
        """Take the sign if it comes next."""
        if not self.looking_at(sign):
            return False
        self.at += len(sign)
        return True

    def need(self, sign: str) -> None:
        """Take the sign or fail."""
        if not self.take(sign):
            self.fail(f"{sign!r} is missing")

    def expect_end(self) -> None:
        """Fail unless all text has been read."""
        self.skip()
        if self.at < len(self.text):
            self.fail(f"{shortened(self.text[self.at :])!r} is too much")

    def fail(self, why: str) -> typing.NoReturn:
        """Raise, saying where."""
        text = shortened(self.text)
        raise SpecError(f"cannot read the spec {text!r}: {why} at position {self.at}; write name(key=value, ...)")


def _literal(word: str) -> object:
    """The number or constant a bare word stands for, or NotImplemented if it is just a word."""
    constants = {"True": True, "true": True, "False": False, "false": False, "None": None}
    if word in constants:
        return constants[word]
    if re.fullmatch(r"[+-]?\d+", word):
        return int(word)
    if re.fullmatch(r"[+-]?(\d+\.\d*|\.\d+|\d+(?=[eE]))([eE][+-]?\d+)?", word):
        return float(word)
    return NotImplemented


def _is_operation(spec: Spec) -> bool:
    """Whether a spec is written with | or || between its parts."""
    parts = len(spec.args) > 1 and all(isinstance(arg, Spec) for arg in spec.args)
    return spec.name in (CHAIN, FALLBACK) and not spec.params and parts


def _print(value: Value) -> str:
    """Text that reads back as the value."""
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace("'", "\\'")
        return f"'{escaped}'"
    if isinstance(value, float) and math.isinf(value):
        return "1e999" if value > 0 else "-1e999"
    return str(value)


def _operand(value: Value, within: str) -> str:
    """An operand of `|` or `||`, in parentheses where the sign binds tighter."""
    if isinstance(value, Spec) and _is_operation(value) and not (within == FALLBACK and value.name == CHAIN):
        return f"({value})"
    return _print(value)


@dataclass(frozen=True)
class Table(Generic[T]):
    """Names of one kind of thing, and where their classes are; nothing is imported before it is needed."""

    kind: str
    entries: Mapping[str, str]
    group: str
    aliases: Mapping[str, str] = field(default_factory=dict)
    base: str | None = None
    """The class, as "module:Class", that everything in the table is a subclass of."""

    def __hash__(self) -> int:
        return hash(self.group)

    def names(self) -> tuple[str, ...]:
        """Every name, our own first, then what other packages add."""
        return (*self.entries, *self.aliases, *(name for name in self._plugins() if name not in self.entries))

    def load(self, name: str) -> type[T]:
        """The class behind a name."""
        if name in self.aliases:
            return self.load(parse(self.aliases[name]).name)
        target = self.entries.get(name) or self._plugin_target(name)
        if target is None:
            raise UnknownName(self.kind, name, self.names())
        module, _, attribute = target.partition(":")
        try:
            return typing.cast("type[T]", getattr(import_module(module), attribute))
        except (ImportError, AttributeError) as error:
            raise SpecError(f"the {self.kind} {name!r} cannot be loaded from {target}: {error}") from error

    def build(self, spec: "str | Spec", overrides: Mapping[str, object] | None = None, *, imports: bool = False) -> T:
        """The object a spec stands for; `imports` also allows `module:Class` in place of a name."""
        parsed = parse(spec) if isinstance(spec, str) else spec
        alias = self.aliases.get(parsed.name)
        if alias is not None:
            base = parse(alias)
            named = dict(base.params) | dict(parsed.params)
            parsed = Spec(base.name, base.args + parsed.args, tuple(named.items()))
        cls = self._checked(parsed.name) if imports and ":" in parsed.name else self.load(parsed.name)
        return self._construct(cls, parsed, overrides or {}, imports)

    def spec_of(self, thing: object) -> Spec:
        """The spec that builds this object again; parameters at their defaults are left out."""
        args: tuple[Value, ...] = ()
        params = []
        for item in fields(typing.cast(Any, thing)):
            value = getattr(thing, item.name)
            default = item.default_factory() if item.default_factory is not MISSING else item.default
            if value == default:
                continue
            if isinstance(value, tuple):
                args = tuple(self._as_value(part) for part in value)
            else:
                params.append((item.name, self._as_value(value)))
        return Spec(self.name_of(type(thing)), args, tuple(params))

    def name_of(self, cls: type) -> str:
        """The name of a class, or `module:Class` if it has none."""
        target = f"{cls.__module__}:{cls.__qualname__}"
        for name, known in self.entries.items():
            if known == target:
                return name
        for name, plugin in self._plugins().items():
            if plugin.value == target:
                return name
        return target

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def _as_value(self, value: object) -> Value:
        if isinstance(value, str):
            bare = _WORD.fullmatch(value) and len(value) <= _LONGEST and _literal(value) is NotImplemented
            return Spec(value) if bare else value
        return value if value is None or isinstance(value, bool | int | float) else self.spec_of(value)

    def _plugins(self) -> "dict[str, EntryPoint]":
        return _entry_points(self.group)

    def _plugin_target(self, name: str) -> str | None:
        plugin = self._plugins().get(name)
        return plugin.value if plugin else None

    def _checked(self, target: str) -> type[T]:
        """A class named by its place, if it is one that belongs in the table."""
        cls = self._import(target)
        base = self._import(self.base) if self.base else object
        if not (isinstance(cls, type) and issubclass(cls, base) and is_dataclass(cls)):
            raise SpecError(f"{target} is not a {self.kind}; it must be a dataclass and subclass {self.base}")
        return cls

    def _import(self, target: str) -> type[T]:
        module, _, attribute = target.partition(":")
        try:
            return typing.cast("type[T]", getattr(import_module(module), attribute))
        except (ImportError, AttributeError) as error:
            raise SpecError(f"cannot import the {self.kind} {target}: {error}") from error

    def _construct(self, cls: type[T], spec: Spec, overrides: Mapping[str, object], imports: bool) -> T:
        hints = _type_hints(typing.cast(Any, cls))
        known = {item.name: item for item in fields(typing.cast(Any, cls)) if item.init}
        values: dict[str, object] = dict(overrides)
        for key, value in spec.params:
            values.setdefault(key, value)
        for key in values:
            if key not in known:
                has = ", ".join(known) or "none"
                hint = nearest(key, known) if known else ""
                raise BadParameter(f"{spec.name} has no parameter {key!r} (its parameters: {has}) {hint}".rstrip())
        converted = {
            key: self._convert(value, hints[key], f"{spec.name}({key}=)", imports) for key, value in values.items()
        }
        if spec.args:
            converted |= self._positional(cls, spec, hints, imports)
        try:
            return cls(**converted)
        except ValueError as error:
            raise BadParameter(f"{spec.name}: {error}") from error
        except TypeError as error:
            raise BadParameter(f"{spec.name} needs other parameters: {error}") from error

    def _positional(
        self, cls: type[T], spec: Spec, hints: Mapping[str, Any], imports: bool
    ) -> dict[str, tuple[object, ...]]:
        """Values without a name go to the one field that is a tuple, as in vote(a, b, c)."""
        for name, hint in hints.items():
            if typing.get_origin(hint) is tuple:
                inner = typing.get_args(hint)[0]
                return {name: tuple(self._convert(arg, inner, spec.name, imports) for arg in spec.args)}
        raise BadParameter(f"{spec.name} takes named parameters only: write {spec.name}(name=value)")

    def _convert(self, value: object, hint: Any, where: str, imports: bool) -> object:
        """The value as the field wants it, or a clear refusal."""
        choices = typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)
        for choice in choices:
            fitted = self._fit(value, choice, imports)
            if fitted is not NotImplemented:
                return fitted
        wanted = " or ".join(_describe(choice) for choice in choices)
        raise BadParameter(f"{where} cannot be {_written(value)}; it must be {wanted}")

    def _fit(self, value: object, choice: Any, imports: bool) -> object:
        if choice is type(None):
            return None if value is None or value == Spec("none") else NotImplemented
        if typing.get_origin(choice) is typing.Literal:
            plain = str(value) if isinstance(value, Spec) else value
            return plain if plain in typing.get_args(choice) else NotImplemented
        if choice in (bool, int, float):
            if choice is float and isinstance(value, int) and not isinstance(value, bool):
                return float(value) if abs(value) < _LARGEST else NotImplemented
            fits = type(value) is choice and not (choice is int and abs(typing.cast(int, value)) >= _LARGEST)
            return value if fits and value == value else NotImplemented
        if choice is str:
            return str(value) if isinstance(value, str | Spec) else NotImplemented
        if isinstance(value, Spec) or (isinstance(value, str) and not isinstance(choice, str)):
            return self.build(value, imports=imports)
        return value if isinstance(choice, type) and isinstance(value, choice) else NotImplemented


def _written(value: object) -> str:
    """A value on one short line."""
    if isinstance(value, int) and abs(value) >= _LARGEST:
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


@cache
def _entry_points(group: str) -> "dict[str, EntryPoint]":
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=group)}
