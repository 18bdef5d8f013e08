"""The catalog of extractors for clients: availability, description and parameters."""

from dataclasses import MISSING, Field, fields
from typing import Any, TypedDict, cast

from maintext.errors import BadParameter, MaintextError
from maintext.extractors import EXTRACTORS, Extractor


class CatalogEntry(TypedDict):
    """One extractor."""

    name: str
    available: bool
    install: str | None
    version: str | None
    summary: str
    paper: str
    license: str
    remote: bool
    has_beta: bool
    parameters: dict[str, str]


def catalog(*, remote: bool) -> list[CatalogEntry]:
    """Every extractor that a client may name; those that send pages elsewhere only if that is allowed."""
    found = (_entry(name) for name in EXTRACTORS.names())
    return [entry for entry in found if entry is not None and (remote or not entry["remote"])]


def _entry(name: str) -> CatalogEntry | None:
    try:
        cls = EXTRACTORS.load(name)
        built = _built(name)
    except MaintextError:
        return None  # another package's, and damaged
    known = {item.name: _default(item) for item in fields(cast(Any, cls)) if item.init}
    missing = built.missing() if built is not None else None
    alias = EXTRACTORS.aliases.get(name)
    return CatalogEntry(
        name=name,
        available=missing is None,
        install=missing,
        version=built.version() if built is not None and missing is None else None,  # None: it needs parts
        summary=f"The same as {alias}." if alias else (cls.__doc__ or "").strip().partition("\n")[0],
        paper=cls.paper,
        license=cls.license,
        remote=cls.remote,
        has_beta="beta" in known,
        parameters=known,
    )


def _built(name: str) -> Extractor | None:
    """The extractor with its defaults; None if it takes other extractors as its parts."""
    try:
        return EXTRACTORS.build(name)
    except BadParameter:
        return None


def _default(item: "Field[Any]") -> str:
    return "" if item.default is MISSING else str(item.default)
