"""What the surveys of [Kovačič 2012] and [Lejeune 2018] compare: on what each extractor relies, and what it returns."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

Languages = Literal["any", "English", "stop lists"]
Training = Literal["none", "shipped model", "one site"]
Speed = Literal["fast", "medium", "slow", "remote"]
"""Mean time over that of reading the page: fast below 1, medium below 10, slow above."""
Output = Literal["blocks", "text", "HTML", "Markdown"]


class Traits(NamedTuple):
    """The traits of an extractor; `evidence` names what its decisions rest on."""

    languages: Languages
    evidence: str
    training: Training
    speed: Speed
    output: Output


_NONE: Final = Traits("any", "nothing", "none", "fast", "blocks")
_PARTS: Final = Traits("any", "that of its parts", "none", "medium", "blocks")
_READABILITY: Final = Traits("English", "tags, class names, punctuation, link density", "none", "slow", "HTML")
_BOILERPIPE: Final = Traits("English", "words, link and text density, neighbors", "none", "medium", "blocks")
_SERVICE: Final = Traits("any", "unknown", "none", "remote", "text")

TRAITS: Final[Mapping[str, Traits]] = {
    "learned": Traits("any", "tags, class names, text shape, containers", "shipped model", "medium", "blocks"),
    "all": _NONE,
    "nothing": _NONE,
    "density": Traits("any", "text length between tags", "none", "fast", "blocks"),
    "longest-cell": Traits("any", "text length of containers", "none", "fast", "blocks"),
    "simple-mss": Traits("any", "words and tags in sequence", "none", "medium", "text"),
    "mss": Traits("any", "trigrams of words and tags", "shipped model", "medium", "text"),
    "ccb": Traits("any", "text and markup around each character", "none", "medium", "text"),
    "tag-ratio": Traits("any", "text and tags per line", "none", "fast", "text"),
    "cetr": Traits("any", "text and tags per line", "none", "fast", "text"),
    "slope-curve": Traits("any", "tags per token", "none", "fast", "text"),
    "link-quota": Traits("any", "link density", "none", "fast", "blocks"),
    "cetd": Traits("any", "text and link density of elements", "none", "fast", "blocks"),
    "readability": Traits("English", "tags, class names, punctuation, link density", "none", "medium", "HTML"),
    "justext": Traits("stop lists", "length, link and stop-word density, neighbors", "none", "medium", "blocks"),
    "boilerpipe": _BOILERPIPE,
    "ncleaner": Traits("English", "character n-grams", "shipped model", "fast", "text"),
    "victor": Traits("any", "tags, text shape, neighbors", "shipped model", "medium", "blocks"),
    "site": Traits("any", "what repeats on the site", "one site", "medium", "blocks"),
    "wrapper": Traits("any", "selectors of the site", "one site", "fast", "blocks"),
    "segments": Traits("any", "segments by markup or layout", "none", "medium", "blocks"),
    "chain": _PARTS,
    "fallback": _PARTS,
    "vote": _PARTS,
    "justext-library": Traits("stop lists", "length, link and stop-word density, neighbors", "none", "slow", "text"),
    "readability-lxml": _READABILITY,
    "trafilatura": Traits("any", "tags, class names, link density; falls back on others", "none", "slow", "HTML"),
    "boilerpy3": _BOILERPIPE._replace(speed="slow", output="text"),
    "goose3": Traits("stop lists", "stop words, tags, link density", "none", "slow", "text"),
    "newspaper4k": Traits("stop lists", "stop words, tags, link density", "none", "slow", "text"),
    "resiliparse": Traits("any", "tags, class names, text and link density", "none", "fast", "text"),
    "turbohtml": Traits("any", "tags", "none", "fast", "text"),
    "inscriptis": Traits("any", "nothing", "none", "medium", "text"),
    "boilerpipe-java": _BOILERPIPE._replace(output="text"),
    "readability-chromium": _READABILITY,
    "readability-node": _READABILITY,
    "defuddle": Traits("English", "tags, class names, link density, rendered layout", "none", "slow", "HTML"),
    "http": _SERVICE,
    "thrift": _SERVICE,
}
"""The traits of every registered extractor."""
