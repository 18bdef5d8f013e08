"""A case: one mutated page and how it is to be extracted; the same seed, number and sources always give the same."""

from dataclasses import dataclass
from random import Random
from typing import Literal

from fuzzing.mutators import LARGEST, MUTATORS
from fuzzing.sources import Sources
from maintext.extractors.formats import FORMATS

Check = Literal["", "again", "thread"]

SECOND_RUN = 4
"""One page in so many is extracted a second time, half of them in another thread."""
REASONS = 8
"""One page in so many is asked for the reasons behind each block's decision, which cost more than the extraction."""
_WEIGHTS = {"nested and misclosed": 6, "nested": 2, "tag soup": 3, "splice": 2}
_URLS = (
    None, "https://example.org/a/b?c=d#e", "http://example.org", "", "x", "http://[", "javascript:x", "file:///a",
    "https://example.org/" + "a/" * 500, "http://\u00e9.example/\u4e2d", "//a", "http://a:b", "http://a\x00b/",
)  # fmt: skip
_TRANSPORT = ("utf-8", "latin-1", "utf-16", "x", "", "shift_jis", "utf-7", "\u0130", "iso-2022-jp")


@dataclass(frozen=True, slots=True)
class Case:
    """A page with everything that decides what is done with it."""

    seed: int
    number: int
    html: bytes
    mutators: tuple[str, ...]
    url: str | None
    charset: str | None
    as_text: bool
    """Whether the page is handed over as text, not as bytes."""
    extractor: str
    """What extracts the page in addition to the default extractor."""
    formats: tuple[str, ...]
    """All formats; the other extractor makes only the first two, the first also with the switches."""
    switches: tuple[tuple[str, bool], ...]
    check: Check
    reasons: bool
    chunk_tokens: int
    overlap: int
    """The sizes of chunks that are made beside those of the usual size."""


def make_case(seed: int, number: int, sources: Sources, extractors: tuple[str, ...]) -> Case:
    """The case of a number."""
    random = Random(f"{seed}:{number}")
    mutators = tuple(random.choices(list(MUTATORS), _mutator_weights(), k=random.choice((1, 1, 1, 2, 2, 3, 4))))
    page = _stretch(sources.choose(random), random)
    for name in mutators:
        page = MUTATORS[name](page, random, sources)[:LARGEST]
    chunk_tokens = max(random.choice((1, 2, 5, 20, 100)), len(page) // 2_000)
    switches = ("include_links", "include_images", "include_tables", "include_formatting", "with_metadata")
    return Case(
        seed=seed,
        number=number,
        html=page,
        mutators=mutators,
        url=random.choice(_URLS[: 2 if random.random() < 0.9 else None]),
        charset=random.choice(_TRANSPORT) if random.random() < 0.2 else None,
        as_text=random.random() < 0.2,
        extractor=random.choice(extractors),
        formats=tuple(random.sample(list(FORMATS), len(FORMATS))),
        switches=tuple((name, random.random() < 0.5) for name in switches),
        check=random.choice(("again", "thread")) if random.random() < 1 / SECOND_RUN else "",
        reasons=random.random() < 1 / REASONS,
        chunk_tokens=chunk_tokens,
        overlap=random.randrange(chunk_tokens // 2 + 1),
    )


def _stretch(page: bytes, random: Random) -> bytes:
    """The page, or often only a part of it: small pages are quick, and show as much."""
    if random.random() < 0.4:
        return page
    start = page.find(b"<", random.randint(0, len(page)))
    return page[max(0, start) :][: random.randint(0, 3_000)]


def _mutator_weights() -> list[int]:
    return [_WEIGHTS.get(name, 1) for name in MUTATORS]
