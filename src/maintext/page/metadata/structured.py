"""What a page says about itself in machine-readable form: meta tags, links, JSON-LD and microdata, read in one pass."""

import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from maintext.page.embedded_values import parse_script, unescape
from maintext.page.page import Page
from maintext.page.parsing.elements import Elements

Thing = Mapping[str, Any]
"""One JSON-LD object."""


class Found(NamedTuple):
    """A value and its source: json-ld, opengraph, meta, microdata, time, url, byline, heading, title, html or text."""

    value: str
    source: str


_MAX_THINGS = 2000
_LONGEST = 10_000
"""Characters of a value that are read."""
_WRAPPING = re.compile(
    r"^\s*(?:<!--|//\s*<!\[CDATA\[|/\*\s*<!\[CDATA\[\s*\*/|<!\[CDATA\[)|(?:-->|//\s*\]\]>|/\*\s*\]\]>\s*\*/|\]\]>)\s*+;?+\s*+$"
)
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_ARTICLES = (
    "newsarticle", "blogposting", "article", "reportagenewsarticle", "analysisnewsarticle", "opinionnewsarticle",
    "backgroundnewsarticle", "reviewnewsarticle", "scholarlyarticle", "techarticle", "socialmediaposting",
    "liveblogposting", "report", "satiricalarticle", "advertisercontentarticle", "medicalscholarlyarticle",
)  # fmt: skip
_WORKS = (
    "discussionforumposting", "question", "qapage", "recipe", "review", "howto", "podcastepisode", "videoobject",
    "course", "product", "event", "book", "movie", "jobposting", "softwareapplication", "dataset", "creativework",
    "medicalwebpage",
)  # fmt: skip
_PAGES = ("webpage", "itempage", "collectionpage", "faqpage", "aboutpage", "contactpage", "profilepage", "blog")
RANKS = {name: rank for rank, name in enumerate((*_ARTICLES, *_WORKS, *_PAGES))}


@dataclass(frozen=True, slots=True)
class Structured:
    """Everything machine-readable that a page carries."""

    metas: Mapping[str, list[str]]
    """The contents of meta tags by name, property or itemprop, in lower case."""
    links: Mapping[str, list[str]]
    """The addresses of link elements by their rel."""
    things: tuple[Thing, ...]
    """JSON-LD objects, those about the page's main work first."""
    by_id: Mapping[str, Thing]
    properties: Mapping[str, list[int]]
    """The elements that carry an itemprop, by its name."""
    times: tuple[int, ...]
    """The time elements."""
    relations: tuple[tuple[int, str], ...]
    """The a elements that carry a rel, in lower case."""

    def meta(self, *names: str) -> str | None:
        """The first content among these meta tags."""
        for name in names:
            for value in self.metas.get(name, ()):
                if value:
                    return value
        return None


def read_structured(page: Page) -> Structured:
    """Read a page's meta tags, links, JSON-LD and microdata."""
    tree = page.tree
    metas: dict[str, list[str]] = {}
    links: dict[str, list[str]] = {}
    properties: dict[str, list[int]] = {}
    times: list[int] = []
    relations: list[tuple[int, str]] = []
    get = tree.elements.get
    for element, tag in enumerate(tree.tags):
        if tag == "meta":
            _read_meta(metas, tree.elements, element)
        elif tag == "a":
            if (relation := get(element, "rel")) is not None:
                relations.append((element, relation.lower()))
        elif tag == "link":
            for name in (get(element, "rel") or "").lower().split():
                links.setdefault(name, []).append((get(element, "href") or "").strip())
        elif tag == "time":
            times.append(element)
    for element in tree.elements.matching("[itemprop]", range(len(tree.tags))):
        for name in (get(element, "itemprop") or "").lower().split():
            properties.setdefault(name, []).append(element)
    things = list(_things(tree.data))
    by_id = {str(thing["@id"]): thing for thing in reversed(things) if "@id" in thing and len(thing) > 1}
    things.sort(key=_rank)
    return Structured(metas, links, tuple(things), by_id, properties, tuple(times), tuple(relations))


def _read_meta(metas: dict[str, list[str]], elements: Elements, element: int) -> None:
    content = " ".join((elements.get(element, "content") or "").split())
    if not content:
        return
    for key in ("property", "name", "itemprop", "http-equiv"):
        if (written := elements.get(element, key)) is not None:
            value = written.lower()
            for name in value.split() if key != "name" else [value.strip()]:
                metas.setdefault(name, []).append(content)


def types_of(thing: Thing) -> list[str]:
    """The types of a JSON-LD object, in lower case, without the vocabulary's address."""
    written = thing.get("@type")
    names = written if isinstance(written, list) else [written]
    return [str(name).rpartition("/")[2].rpartition(":")[2].lower() for name in names if name]


def _rank(thing: Thing) -> int:
    return min((RANKS.get(name, 999) for name in types_of(thing)), default=999)


def _things(scripts: list[str]) -> Iterator[Thing]:
    """Every object of the JSON-LD scripts, outer ones before those they hold."""
    count = 0
    for script in scripts:
        queue = deque([_parse(script)])
        while queue and count < _MAX_THINGS:
            value = queue.popleft()
            if isinstance(value, list):
                queue.extend(value)
            elif isinstance(value, dict):
                count += 1
                if "@type" in value or "@id" in value:
                    yield value
                queue.extend(value.get(key) for key in ("@graph", "mainEntity", "mainEntityOfPage") if key in value)


def _parse(script: str) -> object:
    """What a script says; None if it is no JSON even after mending what pages get wrong."""
    text = _WRAPPING.sub("", script).strip()
    value = parse_script(text)
    return parse_script(_TRAILING_COMMA.sub(r"\1", text)) if value is None else value


def text_of(value: object) -> str:
    """A JSON-LD value as text: the name of an object, the first of a list; as much of it as metadata can be."""
    waiting = [value]
    for _ in range(_MAX_THINGS):
        if not waiting:
            break
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(reversed(value[:_MAX_THINGS]))
        elif isinstance(value, Mapping):
            waiting.append(value.get("name") or value.get("@value") or "")
        elif isinstance(value, str | int | float) and (text := " ".join(unescape(str(value)[:_LONGEST]).split())):
            return text
    return ""
