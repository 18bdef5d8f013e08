"""The template of a site: which texts and paths repeat on its pages, as a small readable JSON file."""

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
from maintext.sites.block_keys import BlockKeys

FORMAT: Final = "maintext-site 1"
LEAST_PAGES: Final = 2
"""The minimum number of pages for anything to repeat."""
_ENOUGH: Final = 4
"""The number of pages with a path from which a layout's own statistics are used."""


@dataclass(frozen=True, slots=True)
class PathFacts:
    """Statistics of one path on the pages of one layout."""

    pages: int
    blocks: int
    words: int
    distinct: int
    """The number of distinct texts, estimated if large."""
    entropy: float
    """Entropy of the texts in bits per block; 0 if all are equal."""
    believed: float | None = None
    """The mean main-text probability of the blocks by an extractor; None without an extractor."""

    @property
    def varies(self) -> float:
        """The share of blocks with distinct text, 0 to 1."""
        return (self.distinct - 1) / (self.blocks - 1) if self.blocks > 1 else 1.0


def merge_path_facts(one: PathFacts, two: PathFacts) -> PathFacts:
    """Statistics of one path in two layouts together; since shared texts are unknown, `distinct` is the maximum."""
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
    """A text that occurs on several pages."""

    key: int
    pages: int
    text: str
    """The start of the text, for readers of the file."""


@dataclass(frozen=True, slots=True)
class PageLayout:
    """A group of pages with similar structure."""

    pages: int
    example: str
    paths: Mapping[str, PathFacts]


@dataclass(frozen=True, eq=False)
class Template:
    """The learned statistics of a site."""

    site: str
    pages: int
    layouts: Sequence[PageLayout]
    repeated: Sequence[Repeated]
    extractor: str | None = None
    """The extractor that the probabilities come from."""
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Skipped pages, unreadable or duplicate, with the reason."""

    @cached_property
    def counts(self) -> Mapping[int, int]:
        """The number of pages of each repeated text, by key."""
        return {each.key: each.pages for each in self.repeated}

    @cached_property
    def _common(self) -> list[frozenset[str]]:
        """For each layout, the paths that at least half of its pages have."""
        return [
            frozenset(path for path, facts in each.paths.items() if 2 * facts.pages >= each.pages)
            for each in self.layouts
        ]

    def layout_of(self, keys: BlockKeys) -> PageLayout | None:
        """The most similar layout; None if none is similar enough."""
        from maintext.sites.layout_matching import nearest_layout

        found = nearest_layout(frozenset(keys.paths), self._common)
        return None if found is None else self.layouts[found]

    def facts_of(self, path: str, layout: PageLayout | None) -> PathFacts | None:
        """Statistics of a path in a layout, or in all layouts if too few pages of the layout have it."""
        own = None if layout is None else layout.paths.get(path)
        return own if own is not None and own.pages >= _ENOUGH else self._everywhere.get(path)

    @cached_property
    def _everywhere(self) -> Mapping[str, PathFacts]:
        """Statistics of each path over all layouts."""
        found: dict[str, PathFacts] = {}
        for layout in self.layouts:
            for path, facts in layout.paths.items():
                found[path] = facts if path not in found else merge_path_facts(found[path], facts)
        return found

    def shares(self, keys: BlockKeys) -> list[float]:
        """For every block, the share of the layout's pages that repeat its text."""
        layout = self.layout_of(keys)
        pages = self.pages if layout is None else layout.pages
        counts = self.counts
        return [min(1.0, counts.get(key, 0) / max(LEAST_PAGES, pages)) for key in keys.texts]

    def to_json(self) -> str:
        """The JSON text, with one path or repeated text per line."""
        top = {
            "format": FORMAT, "site": self.site, "pages": self.pages, "extractor": self.extractor,
            "left_out": dict(self.left_out),
        }  # fmt: skip
        lines = [f"  {_quoted(key)}: {_quoted(value)}," for key, value in top.items()]
        lines.append('  "layouts": [')
        for at, layout in enumerate(self.layouts):
            lines.append(f'    {{"pages": {layout.pages}, "example": {_quoted(layout.example)}, "paths": {{')
            paths = [f"      {_quoted(path)}: {_quoted(_without_unset(facts))}" for path, facts in layout.paths.items()]
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
        """Parse a template."""
        held = load_json(text)
        if not isinstance(held, dict) or held.get("format") != FORMAT:
            raise MalformedData(f"it does not begin with {FORMAT!r}")
        texts = checked_value(list[dict[str, Any]], held.get("repeated", []))
        repeated = [text | {"key": _key(text.get("key"))} for text in texts]
        return dataclass_from(cls, held | {"repeated": repeated})


def read_template(path: str | Path) -> Template:
    """Read a template file; cached until the file changes."""
    try:
        changed = Path(path).stat().st_mtime_ns
    except ValueError:
        raise SiteError(f"{path!r} is not the name of a file") from None
    except FileNotFoundError:
        raise SiteError(f"{path}: no such file; create it with: maintext site learn FOLDER -o {path}") from None
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
        raise SiteError(f"{path} is not a site template ({error}); create one with: maintext site learn") from error


def _key(written: object) -> int:
    """The key from its hexadecimal digits."""
    if not isinstance(written, str) or not re.fullmatch("[0-9a-f]{1,16}", written):
        raise MalformedData("the key of a repeated text must be at most 16 hexadecimal digits")
    return int(written, 16)


def _without_unset(facts: PathFacts) -> dict[str, object]:
    found = asdict(facts)
    if found["believed"] is None:
        del found["believed"]
    return found


def _quoted(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
