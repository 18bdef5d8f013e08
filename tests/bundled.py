"""The pages in tests/pages, with their gold text and what is known about them."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from maintext.extractors import EXTRACTORS as REGISTRY

PAGES = Path(__file__).parent / "pages"
SLUGS = tuple(sorted(path.parent.name for path in PAGES.glob("*/page.html")))

NEED_PARTS = ("site", "site-registry", "wrapper", "chain", "fallback", "vote")
"""Extractors that do nothing of their own without rules or other extractors."""
VARIANTS = (
    "all(hidden=True)",
    "density(empties=True)",
    "density(closing=False)",
    "density(smooth=10.0)",
    "longest-cell(nested=False)",
)
IN_SLOW_TESTS = ("learned", "all", "nothing", "density", "longest-cell", "simple-mss", *VARIANTS)
"""Extractors that also go through hostile, generated and real pages, which takes minutes."""
EXTRACTORS = (
    *(name for name, target in REGISTRY.entries.items() if ".adapters." not in target and name not in NEED_PARTS),
    *VARIANTS,
    "victor(threshold=0.15)",
)
"""Every extractor of our own, with some variants."""


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
