"""A template: what repeats on the pages of a site and what does not, as a small file that a person can read."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final, Self

from maintext.data_formats import load_json
from maintext.data_shapes import checked_value, dataclass_from
from maintext.errors import MalformedData, SiteError
from maintext.files import read_file
from maintext.sites.places import Places

FORMAT: Final = "maintext-site 1"
LEAST_PAGES: Final = 2
"""On fewer pages nothing can repeat."""
_ENOUGH: Final = 4
"""From so many pages on, a layout's own facts about a path are enough."""


@dataclass(frozen=True, slots=True)
class PathFacts:
    """What stands at one path on the pages of one layout."""

    pages: int
    blocks: int
    words: int
    distinct: int
    """How many different texts; an estimate where there are many."""
    entropy: float
    """Bits per block: 0 where it always says the same."""
    believed: float | None = None
    """The mean chance that a block here is main text, as an extractor saw it; None if none was asked."""

    @property
    def varies(self) -> float:
        """The share of blocks that say something of their own, 0 to 1."""
        return (self.distinct - 1) / (self.blocks - 1) if self.blocks > 1 else 1.0


def joined(one: PathFacts, two: PathFacts) -> PathFacts:
    """Two layouts' facts about one path; which texts they share is not known, so no more differ than in one."""
    blocks = one.blocks + two.blocks
    believed = None
    if one.believed is not None and two.believed is not None:
        believed = (one.believed * one.blocks + two.believed * two.blocks) / blocks
    return PathFacts(
        one.pages + two.pages, blocks, one.words + two.words, max(one.distinct, two.distinct),
        max(one.entropy, two.entropy), believed,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Repeated:
    """A text that stands on several pages."""

    key: int
    pages: int
    text: str
    """Its beginning, for people."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Pages of a site that are built alike."""

    pages: int
    example: str
    paths: Mapping[str, PathFacts]


@dataclass(frozen=True, eq=False)
class Template:
    """What was learned of a site."""

    site: str
    pages: int
    layouts: Sequence[Layout]
    repeated: Sequence[Repeated]
    extractor: str | None = None
    """Whose belief the paths carry."""
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Pages that could not be read, and why; duplicates of pages that were."""

    @cached_property
    def counts(self) -> Mapping[int, int]:
        """On how many pages each repeated text stands."""
        return {each.key: each.pages for each in self.repeated}

    @cached_property
    def _common(self) -> list[frozenset[str]]:
        """The paths that at least half of each layout's pages have."""
        return [
            frozenset(path for path, facts in each.paths.items() if 2 * facts.pages >= each.pages)
            for each in self.layouts
        ]

    def layout_of(self, places: Places) -> Layout | None:
        """The layout that a page is built like; None if it is like none of them."""
        from maintext.sites.layouts import most_alike

        found = most_alike(frozenset(places.paths), self._common)
        return None if found is None else self.layouts[found]

    def facts_of(self, path: str, layout: Layout | None) -> PathFacts | None:
        """What stands at a path in a layout; where too few of its pages have the path, in all layouts together."""
        own = None if layout is None else layout.paths.get(path)
        return own if own is not None and own.pages >= _ENOUGH else self._everywhere.get(path)

    @cached_property
    def _everywhere(self) -> Mapping[str, PathFacts]:
        """The paths of all layouts together."""
        found: dict[str, PathFacts] = {}
        for layout in self.layouts:
            for path, facts in layout.paths.items():
                found[path] = facts if path not in found else joined(found[path], facts)
        return found

    def shares(self, places: Places) -> list[float]:
        """For every block, on what share of the layout's pages its text stands; 0 if on this page alone."""
        layout = self.layout_of(places)
        pages = self.pages if layout is None else layout.pages
        counts = self.counts
        return [min(1.0, counts.get(key, 0) / max(LEAST_PAGES, pages)) for key in places.texts]

    def to_json(self) -> str:
        """The file's text: one path and one repeated text per line."""
        top = {
            "format": FORMAT, "site": self.site, "pages": self.pages, "extractor": self.extractor,
            "left_out": dict(self.left_out),
        }  # fmt: skip
        lines = [f"  {_quoted(key)}: {_quoted(value)}," for key, value in top.items()]
        lines.append('  "layouts": [')
        for at, layout in enumerate(self.layouts):
            lines.append(f'    {{"pages": {layout.pages}, "example": {_quoted(layout.example)}, "paths": {{')
            paths = [f"      {_quoted(path)}: {_quoted(_known(facts))}" for path, facts in layout.paths.items()]
            lines.append(",\n".join(paths))
            lines.append("    }}" + ("," if at + 1 < len(self.layouts) else ""))
        lines.append("  ],")
        lines.append('  "repeated": [')
        texts = [{"pages": each.pages, "text": each.text, "key": f"{each.key:016x}"} for each in self.repeated]
        lines.append(",\n".join(f"    {_quoted(each)}" for each in texts))
        lines.append("  ]")
        return "\n".join(["{", *(line for line in lines if line), "}"]) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The template in a file's text."""
        held = load_json(text)
        if not isinstance(held, dict) or held.get("format") != FORMAT:
            raise MalformedData(f"it does not begin with {FORMAT!r}")
        texts = checked_value(list[dict[str, Any]], held.get("repeated", []))
        repeated = [text | {"key": _key(text.get("key"))} for text in texts]
        return dataclass_from(cls, held | {"repeated": repeated})


def read_template(path: str | Path) -> Template:
    """The template in a file; read once for as long as the file stays the same."""
    try:
        changed = Path(path).stat().st_mtime_ns
    except ValueError:
        raise SiteError(f"{path!r} is not the name of a file") from None
    except FileNotFoundError:
        raise SiteError(f"{path}: there is no such file; make it with: maintext site learn FOLDER -o {path}") from None
    except OSError as error:
        raise SiteError(f"{path}: cannot be read ({error.strerror})") from error
    return _read(str(path), changed)


@lru_cache(maxsize=16)
def _read(path: str, changed: int) -> Template:
    try:
        return Template.from_json(read_file(path).decode())
    except OSError as error:
        raise SiteError(f"{path}: cannot be read ({error.strerror})") from error
    except ValueError as error:
        raise SiteError(f"{path} is not a site's template ({error}); make one with: maintext site learn") from error


def _key(written: object) -> int:
    """A text's key from its hexadecimal digits."""
    if not isinstance(written, str) or not re.fullmatch("[0-9a-f]{1,16}", written):
        raise MalformedData("the key of a repeated text must be at most 16 hexadecimal digits")
    return int(written, 16)


def _known(facts: PathFacts) -> dict[str, object]:
    found = asdict(facts)
    if found["believed"] is None:
        del found["believed"]
    return found


def _quoted(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
