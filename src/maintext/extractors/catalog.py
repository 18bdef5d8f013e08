"""The catalog of extractors: whether each is available here, how to install it, and its parameters."""

from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, Final, cast

from maintext.errors import BadParameter
from maintext.extractors.base import Extractor
from maintext.extractors.registry import EXTRACTORS
from maintext.extractors.traits import SERVICES, TRAITS, Traits, Weights, stars
from maintext.specs import Spec
from maintext.version import __version__

TRAIT_HEADINGS: Final = (
    "extractor", "languages", "evidence", *Weights._fields, "training", "speed", "output", "license",
)  # fmt: skip
"""The headings of `trait_row`."""


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """One extractor, and how to get it if it does not run here."""

    name: str
    available: bool
    install: str | None
    version: str | None = None
    summary: str = ""
    paper: str = ""
    license: str = ""
    remote: bool = False
    has_beta: bool = False
    parameters: dict[str, str] = field(default_factory=dict)
    traits: Traits | None = None
    """Its input, output and other traits; None for extractors of other packages."""


def describe(name: str) -> CatalogEntry:
    """The catalog entry of an extractor."""
    built = _built(name)
    cls = type(built) if built else EXTRACTORS.load(name)
    missing = built.missing() if built else None
    alias = EXTRACTORS.aliases.get(name)
    parameters = {item.name: _default(item) for item in fields(cast(Any, cls)) if item.init}
    return CatalogEntry(
        name=name,
        available=missing is None,
        install=missing,
        version=None if missing else built.version() if built else __version__,
        summary=f"The same as {alias}." if alias else (cls.__doc__ or "").strip().partition("\n")[0],
        paper=cls.paper,
        license=cls.license,
        remote=cls.remote,
        has_beta="beta" in parameters,
        parameters=parameters,
        traits=SERVICES.get(name) or TRAITS.get(EXTRACTORS.resolve(Spec(name)).name),
    )


def trait_row(entry: CatalogEntry) -> list[str] | None:
    """Its traits as the cells of a table; None if they are not known."""
    if entry.traits is None:
        return None
    languages, evidence, training, speed, output, weights = entry.traits
    shown = [stars(weight) for weight in weights] if weights else [""] * len(Weights._fields)
    return [entry.name, languages, evidence, *shown, training, speed, output, entry.license]


def _built(name: str) -> Extractor | None:
    """The extractor with its defaults; None if it takes other extractors as its parts."""
    try:
        return EXTRACTORS.build(name)
    except BadParameter:
        return None


def _default(item: "Field[Any]") -> str:
    return "" if item.default is MISSING else str(item.default)
