"""Golden pages for rendering: those in tests/pages, and those in tests/render/pages, whose main element is kept."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from maintext import Page, read_page
from maintext.page.word_alignment import kept_blocks
from tests.bundled import PAGES, SLUGS, bundled

CONSTRUCTS = Path(__file__).parent / "pages"
CONSTRUCT_SLUGS = tuple(sorted(path.parent.name for path in CONSTRUCTS.glob("*/page.html")))

ADDED = {"saas-landing": ("–", "✓"), "science-abstract-math": ("h(x)=",), "wiki-infobox": ("History[",)}
"""Blocks of the main text that no alignment of words can find, or finds elsewhere: they begin like this."""
DROPPED = {"wiki-infobox": ("1 History",)}


@dataclass(frozen=True, slots=True)
class Golden:
    """A page, what is kept of it, and the Markdown that should come out."""

    page: Page
    kept: list[bool]
    markdown: str


@cache
def golden(slug: str) -> Golden:
    """A golden page by its name."""
    if slug in CONSTRUCT_SLUGS:
        folder = CONSTRUCTS / slug
        meta = yaml.safe_load((folder / "meta.yaml").read_text(encoding="utf-8"))
        page = read_page((folder / "page.html").read_bytes(), url=meta["url"])
        kept = in_main(page)
    else:
        folder = PAGES / slug
        known = bundled(slug)
        page = read_page(known.data, url=known.meta["url"])
        kept = kept_by_gold(page, known.expected, ADDED.get(slug, ()), DROPPED.get(slug, ()))
    return Golden(page, kept, (folder / "expected.md").read_text(encoding="utf-8").strip())


def in_main(page: Page) -> list[bool]:
    """The blocks in the page's main element."""
    main = page.tree.tags.index("main")
    return [main <= block.element < page.ends[main] for block in page.blocks]


def kept_by_gold(page: Page, gold: str, added: tuple[str, ...], dropped: tuple[str, ...]) -> list[bool]:
    """The blocks of which at least half the words stand in the gold."""
    return [
        (keep and not text.startswith(dropped)) or text.startswith(added)
        for text, keep in zip(page.tree.block_texts, kept_blocks(page, gold), strict=True)
    ]


ALL_SLUGS = (*SLUGS, *CONSTRUCT_SLUGS)
