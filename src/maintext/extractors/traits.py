"""What the surveys of [Kovačič 2012] and [Lejeune 2018] compare: on what each extractor relies, and what it returns."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

Languages = Literal["any", "English", "stop lists"]
Training = Literal["none", "shipped model", "one site"]
Speed = Literal["fast", "medium", "slow", "remote"]
"""Mean time over that of reading the page: fast below 1, medium below 10, slow above."""
Output = Literal["blocks", "text", "HTML", "Markdown"]


class Weights(NamedTuple):
    """How much each level of analysis counts, as in Table 2 of [Lejeune 2018]: 0 irrelevant, 3 very important."""

    site: int
    rendering: int
    structure: int
    text: int


class Traits(NamedTuple):
    """The traits of an extractor; `evidence` names what its decisions rest on."""

    languages: Languages
    evidence: str
    training: Training
    speed: Speed
    output: Output
    weights: Weights | None = None
    """None if unknown or that of the parts. [Lejeune 2018] gives those of boilerpipe, NCleaner and jusText."""


_NONE: Final = Traits("any", "nothing", "none", "fast", "blocks", Weights(0, 0, 0, 0))
_PARTS: Final = Traits("any", "that of its parts", "none", "medium", "blocks")
_READABILITY: Final = Traits(
    "English", "tags, class names, punctuation, link density", "none", "slow", "HTML", Weights(0, 0, 3, 2)
)
_JUSTEXT: Final = Traits(
    "stop lists", "length, link and stop-word density, neighbors", "none", "medium", "blocks", Weights(0, 0, 2, 3)
)
_BOILERPIPE: Final = Traits(
    "English", "words, link and text density, neighbors", "none", "medium", "blocks", Weights(0, 1, 1, 3)
)
_SERVICE: Final = Traits("any", "unknown", "none", "remote", "text")

TRAITS: Final[Mapping[str, Traits]] = {
    "learned": Traits(
        "any", "tags, class names, text shape, containers", "shipped model", "medium", "blocks", Weights(0, 0, 3, 2)
    ),
    "all": _NONE,
    "nothing": _NONE,
    "density": Traits("any", "text length between tags", "none", "fast", "blocks", Weights(0, 0, 1, 3)),
    "longest-cell": Traits("any", "text length of containers", "none", "fast", "blocks", Weights(0, 0, 3, 1)),
    "simple-mss": Traits("any", "words and tags in sequence", "none", "medium", "text", Weights(0, 0, 2, 2)),
    "mss": Traits("any", "trigrams of words and tags", "shipped model", "medium", "text", Weights(0, 0, 3, 2)),
    "ccb": Traits("any", "text and markup around each character", "none", "medium", "text", Weights(0, 0, 3, 1)),
    "tag-ratio": Traits("any", "text and tags per line", "none", "fast", "text", Weights(0, 0, 3, 1)),
    "cetr": Traits("any", "text and tags per line", "none", "fast", "text", Weights(0, 0, 3, 1)),
    "slope-curve": Traits("any", "tags per token", "none", "fast", "text", Weights(0, 0, 3, 1)),
    "link-quota": Traits("any", "link density", "none", "fast", "blocks", Weights(0, 0, 3, 1)),
    "cetd": Traits("any", "text and link density of elements", "none", "fast", "blocks", Weights(0, 0, 3, 1)),
    "readability": _READABILITY._replace(speed="medium"),
    "justext": _JUSTEXT,
    "boilerpipe": _BOILERPIPE,
    "ncleaner": Traits("English", "character n-grams", "shipped model", "fast", "text", Weights(0, 1, 0, 3)),
    "victor": Traits("any", "tags, text shape, neighbors", "shipped model", "medium", "blocks", Weights(0, 0, 2, 3)),
    "site": Traits("any", "what repeats on the site", "one site", "medium", "blocks", Weights(3, 0, 2, 2)),
    "wrapper": Traits("any", "selectors of the site", "one site", "fast", "blocks", Weights(3, 0, 3, 0)),
    "site-registry": Traits(
        "any", "selectors or template of the site", "one site", "medium", "blocks", Weights(3, 0, 3, 1)
    ),
    "segments": Traits("any", "segments by markup or layout", "none", "medium", "blocks", Weights(0, 1, 3, 1)),
    "chain": _PARTS,
    "fallback": _PARTS,
    "vote": _PARTS,
    "justext-library": _JUSTEXT._replace(speed="slow", output="text"),
    "readability-lxml": _READABILITY,
    "trafilatura": Traits(
        "any", "tags, class names, link density; falls back on others", "none", "slow", "HTML", Weights(0, 0, 3, 2)
    ),
    "boilerpy3": _BOILERPIPE._replace(speed="slow", output="text"),
    "goose3": Traits("stop lists", "stop words, tags, link density", "none", "slow", "text", Weights(0, 0, 2, 3)),
    "newspaper4k": Traits("stop lists", "stop words, tags, link density", "none", "slow", "text", Weights(0, 0, 2, 3)),
    "resiliparse": Traits(
        "any", "tags, class names, text and link density", "none", "fast", "text", Weights(0, 0, 3, 1)
    ),
    "turbohtml": Traits("any", "tags", "none", "fast", "text", Weights(0, 0, 3, 1)),
    "inscriptis": _NONE._replace(speed="medium", output="text"),
    "boilerpipe-java": _BOILERPIPE._replace(output="text"),
    "readability-chromium": _READABILITY,
    "readability-node": _READABILITY,
    "defuddle": Traits(
        "English", "tags, class names, link density, rendered layout", "none", "slow", "HTML", Weights(0, 1, 3, 1)
    ),
    "http": _SERVICE,
    "thrift": _SERVICE,
}
"""The traits of every registered extractor."""

SERVICES: Final[Mapping[str, Traits]] = {
    "diffbot": _SERVICE._replace(evidence="visual features of article pages"),
    "repustate": _SERVICE._replace(evidence="that of Readability", weights=_READABILITY.weights),
}
"""The aliases of web services whose evidence Table 2.1 of [Kovačič 2012] names."""


def stars(weight: int) -> str:
    """A weight as Table 2 of [Lejeune 2018] prints it."""
    return "★" * weight or "."
