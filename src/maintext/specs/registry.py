"""Registries: names of one kind of object, and the classes behind them, imported only when they are asked for.

A class is a frozen dataclass whose fields are its parameters. Other packages add names through an entry point group.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache
from importlib import import_module
from typing import Any, Generic, TypeVar, cast

from maintext.errors import SpecError, UnknownName
from maintext.specs.parameters import construct
from maintext.specs.parser import parse
from maintext.specs.spec import Spec, Value, text_value

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Registry(Generic[T]):
    """Names of extractors, metrics or the like, each with its class as "module:Class"."""

    kind: str
    """What the objects are, in messages."""
    base: str
    """The base class of all of them, as "module:Class"."""
    group: str
    """The entry point group by which other packages add theirs; they cannot replace ours."""
    entries: Mapping[str, str]
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Other names, each with the spec that it stands for."""

    def names(self) -> tuple[str, ...]:
        """Every name: ours, then those of other packages."""
        own = {**self.entries, **self.aliases}
        return (*own, *(name for name in _entry_points(self.group) if name not in own))

    def load(self, name: str) -> type[T]:
        """The class behind a name."""
        name = self.resolve(Spec(name)).name
        target = self.entries.get(name) or _entry_points(self.group).get(name)
        if target is None:
            raise UnknownName(self.kind, name, self.names())
        return self._import(target)

    def build(self, spec: str | Spec, overrides: Mapping[str, object] | None = None, *, imports: bool = False) -> T:
        """The object a spec stands for; `imports` also allows `module:Class` in place of a name."""
        parsed = self.resolve(parse(spec) if isinstance(spec, str) else spec)
        cls = self._import(parsed.name) if imports and ":" in parsed.name else self.load(parsed.name)
        return construct(cls, parsed, overrides or {}, lambda inner: self.build(inner, imports=imports))

    def resolve(self, spec: Spec) -> Spec:
        """The spec with an alias replaced by what it stands for."""
        if spec.name not in self.aliases:
            return spec
        target = parse(self.aliases[spec.name])
        return Spec(target.name, target.args + spec.args, tuple((dict(target.params) | dict(spec.params)).items()))

    def spec_of(self, thing: object) -> Spec:
        """The spec that builds this object again; parameters at their defaults are left out."""
        args: tuple[Value, ...] = ()
        params = []
        for item in fields(cast(Any, thing)):
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
        wanted = f"{cls.__module__}:{cls.__qualname__}"
        for name, target in self.entries.items():
            if target == wanted:
                return name
        return next((name for name, target in _entry_points(self.group).items() if target == wanted), wanted)

    def _as_value(self, value: object) -> Value:
        if isinstance(value, str):
            return text_value(value)
        return value if value is None or isinstance(value, bool | int | float) else self.spec_of(value)

    def _import(self, target: str) -> type[T]:
        """The class at "module:Class"; an error if it does not belong here."""
        cls, base = self._attribute(target), self._attribute(self.base)
        if not (isinstance(cls, type) and issubclass(cls, base) and is_dataclass(cls)):
            raise SpecError(f"{target} is no {self.kind}; it must be a dataclass and subclass {self.base}")
        return cast(type[T], cls)

    def _attribute(self, target: str) -> Any:
        module, _, attribute = target.partition(":")
        try:
            return getattr(import_module(module), attribute)
        except (ImportError, AttributeError, SyntaxError) as error:
            missing = isinstance(error, ModuleNotFoundError) and error.name == module.partition(".")[0]
            remedy = "; is its folder in PYTHONPATH?" if missing else ""
            raise SpecError(f"cannot import the {self.kind} {target}: {error}{remedy}") from error


@cache
def _entry_points(group: str) -> dict[str, str]:
    """What other packages add: names and where the classes are."""
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group=group)}
