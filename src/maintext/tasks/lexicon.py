"""Lexicons: names of diseases and places in one language, with their canonical names.

A lexicon is a file `diseases_LANGUAGE` or `places_LANGUAGE` (`locations_` too): `.tsv` or `.txt` with a name, a tab and
its meaning on each line, `#` before a remark; or `.json` with an object from names to meanings, as in the DAnIEL
corpus, whose files that are Python literals are read too. `=` before a name means: only as a whole word, and all of
it. The name `default_value` gives the place of a text that names none.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from math import ceil
from pathlib import Path
from typing import Final

from maintext.data_formats import load_json
from maintext.errors import MalformedData, TaskError
from maintext.files import expand_user, read_file
from maintext.tasks.salience import folded

KINDS: Final = {"diseases": ("diseases",), "places": ("places", "locations")}
_ENDINGS: Final = (".tsv", ".txt", ".json")
_DEFAULT: Final = "default_value"


@dataclass(frozen=True, slots=True)
class Name:
    """The search strings of a name; any of them matches."""

    meaning: str
    strings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The names of one kind in one language."""

    names: tuple[Name, ...]
    default: str | None = None

    def found_in(self, text: str) -> set[str]:
        """The meanings of all names in a folded text."""
        return {name.meaning for name in self.names if any(string in text for string in name.strings)}

    @property
    def shortest(self) -> int:
        """The length of the shortest string that is looked for."""
        return min((len(string) for name in self.names for string in name.strings), default=1)


@dataclass(frozen=True, slots=True)
class Lexicons:
    """The lexicons of one language."""

    diseases: Lexicon
    places: Lexicon


def lexicon(entries: Mapping[str, str], share: float = 0.8) -> Lexicon:
    """Build a lexicon; a string that covers `share` of a name matches it."""
    names = [Name(meaning or name.removeprefix("="), _strings(name, share))
             for name, meaning in entries.items() if name != _DEFAULT]  # fmt: skip
    return Lexicon(tuple(name for name in names if name.strings), entries.get(_DEFAULT))


@lru_cache(maxsize=32)
def read_lexicons(folder: str | None = None, share: float = 0.8) -> Mapping[str, Lexicons]:
    """The lexicons in a folder by language, or the bundled ones."""
    found = dict(_files(folder))
    languages = sorted(language for kind, language in found if kind == "diseases")
    if not languages:
        raise TaskError(f"{folder} has no lexicon; put diseases_en.tsv (a name, a tab, its meaning) or the like there")
    empty = Lexicon(())
    return {
        language: Lexicons(
            lexicon(read_entries(found["diseases", language]), share),
            lexicon(read_entries(found["places", language]), share) if ("places", language) in found else empty,
        )
        for language in languages
    }


def lexicon_bytes(folder: str | None = None) -> bytes:
    """The content of all lexicon files in a folder, for the cache key."""
    try:
        return b"".join(name[1].encode() + _bytes(place) for name, place in sorted(_files(folder)))
    except (OSError, ValueError) as error:
        raise TaskError(f"{folder}: the lexicons cannot be read ({error})") from error


def _bytes(place: Traversable) -> bytes:
    return read_file(place) if isinstance(place, Path) else place.read_bytes()


def read_entries(place: Traversable) -> dict[str, str]:
    """The names in a file and their meanings, empty where a name means itself."""
    try:
        text = _bytes(place).decode("utf-8-sig")
        return _from_object(text) if place.name.endswith(".json") else _from_lines(text)
    except (OSError, ValueError) as error:
        raise TaskError(f"{place}: not a lexicon ({error}); see maintext task --help") from error


def _from_lines(text: str) -> dict[str, str]:
    entries = {}
    for line in text.splitlines():
        name, _, meaning = line.partition("#")[0].partition("\t")
        if name.strip():
            entries[name.strip()] = meaning.strip()
    return entries


def _from_object(text: str) -> dict[str, str]:
    """A JSON object or a Python literal; of several meanings the first that is not empty counts."""
    try:
        entries = load_json(text)
    except MalformedData:
        entries = _literal(text.strip())
    if not isinstance(entries, dict):
        raise ValueError("it must map names to meanings")
    return {str(name): _meaning(value) for name, value in entries.items()}


def _literal(text: str) -> object:
    try:
        return ast.literal_eval(text)
    except (SyntaxError, TypeError, RecursionError, MemoryError) as error:
        raise ValueError(f"neither JSON nor a Python literal: {type(error).__name__}") from error


def _meaning(value: object) -> str:
    several = value if isinstance(value, list | tuple) else (value,)
    return next((str(each) for each in several if each), "")


def _strings(name: str, share: float) -> tuple[str, ...]:
    if name.startswith("="):
        return (folded(name),) if folded(name).strip() else ()
    whole = folded(name).strip()
    length = ceil(share * len(whole) - 1e-9)
    return tuple(dict.fromkeys(whole[at : at + length] for at in range(len(whole) - length + 1))) if whole else ()


def _files(folder: str | None) -> Iterator[tuple[tuple[str, str], Traversable]]:
    """The lexicon files in a folder by kind and language."""
    place: Traversable = files("maintext.tasks") / "lexicons" if folder is None else expand_user(folder)
    if not place.is_dir():
        raise TaskError(f"there is no folder {folder} with lexicons")
    prefixes = {prefix: kind for kind, all_prefixes in KINDS.items() for prefix in all_prefixes}
    for file in sorted(place.iterdir(), key=lambda each: each.name):
        stem, dot, ending = file.name.rpartition(".")
        prefix, _, language = stem.partition("_")
        if dot + ending in _ENDINGS and prefix in prefixes and language:
            yield (prefixes[prefix], language), file
