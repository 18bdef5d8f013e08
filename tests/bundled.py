"""The pages in tests/pages, with their gold text and what is known about them."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

PAGES = Path(__file__).parent / "pages"
SLUGS = tuple(sorted(path.parent.name for path in PAGES.glob("*/page.html")))

EXTRACTORS = (
    "all",
    "all(hidden=True)",
    "nothing",
    "density",
    "density(empties=True)",
    "density(closing=False)",
    "density(smooth=10.0)",
    "longest-cell",
    "longest-cell(nested=True)",
    "simple-mss",
    "learned",
)
"""Every extractor of our own, with its variants."""


@dataclass(frozen=True, slots=True)
class Bundled:
    """One page of tests/pages."""

    slug: str
    data: bytes
    expected: str
    meta: dict[str, Any]


@cache
def bundled(slug: str) -> Bundled:
    """A page by its name."""
    folder = PAGES / slug
    meta = yaml.safe_load((folder / "meta.yaml").read_text(encoding="utf-8"))
    expected = (folder / "expected.txt").read_text(encoding="utf-8")
    return Bundled(slug, (folder / "page.html").read_bytes(), expected, meta)
