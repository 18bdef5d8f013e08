"""Machine-readable metadata of a page: meta tags, links, JSON-LD and microdata, read in one pass."""

import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from maintext.page.embedded_values import parse_script, unescape
from maintext.page.page import Page
from maintext.page.parsing.elements import Elements

JsonLdObject = Mapping[str, Any]
"""One JSON-LD object."""


class SourcedValue(NamedTuple):
    """A value and its source: json-ld, opengraph, meta, microdata, time, url, byline, heading, title, html or text."""

    value: str
    source: str


_MAX_OBJECTS = 2000
_LONGEST = 10_000
"""The maximum number of characters that are read of a value."""
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
_REPLIES = frozenset(["comment", "usercomments", "answer", "acceptedanswer", "suggestedanswer"])
_REPLY_NAMES = _REPLIES | {"review", "reviews"}
"""Contributions of others, whose author and date are not those of the page."""
_PAGES = ("webpage", "itempage", "collectionpage", "faqpage", "aboutpage", "contactpage", "profilepage", "blog")
RANKS = {name: rank for rank, name in enumerate((*_ARTICLES, *_WORKS, *_PAGES))}


@dataclass(frozen=True, slots=True)
class Structured:
    """The machine-readable metadata of a page."""

    metas: Mapping[str, list[str]]
    """The contents of meta tags by lower-cased name, property or itemprop."""
    links: Mapping[str, list[str]]
    """The URLs of link elements by their rel."""
    json_ld: tuple[JsonLdObject, ...]
    """JSON-LD objects, those that describe the page's main content first."""
    by_id: Mapping[str, JsonLdObject]
    properties: Mapping[str, list[int]]
    """The elements with an itemprop, by its name, but those of comments, answers and reviews."""
    times: tuple[int, ...]
    """The time elements."""
    relations: tuple[tuple[int, str], ...]
    """The `a` elements with a rel, and its lower-cased value."""

    @property
    def is_article(self) -> bool:
        """Whether JSON-LD or a meta tag describes the page as an article."""
        types = {name for entity in self.json_ld for name in object_types(entity)}
        return not types.isdisjoint(_ARTICLES) or "article:published_time" in self.metas

    def meta(self, *names: str) -> str | None:
        """The first non-empty content of these meta tags; None if there is none."""
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
    end = 0
    for element in tree.elements.matching("[itemprop],[itemtype]", range(len(tree.tags))):
        names = (get(element, "itemprop") or "").lower().split()
        kind = (get(element, "itemtype") or "").lower().rpartition("/")[2]
        if element >= end and (kind in _REPLIES or not _REPLY_NAMES.isdisjoint(names)):
            end = page.ends[element]
        if element >= end:
            for name in names:
                properties.setdefault(name, []).append(element)
    json_ld = list(_json_ld_objects(tree.data))
    by_id = {str(entity["@id"]): entity for entity in reversed(json_ld) if "@id" in entity and len(entity) > 1}
    json_ld.sort(key=_rank)
    return Structured(metas, links, tuple(json_ld), by_id, properties, tuple(times), tuple(relations))


def _read_meta(metas: dict[str, list[str]], elements: Elements, element: int) -> None:
    content = " ".join((elements.get(element, "content") or "").split())
    if not content:
        return
    for key in ("property", "name", "itemprop", "http-equiv"):
        if (written := elements.get(element, key)) is not None:
            value = written.lower()
            for name in value.split() if key != "name" else [value.strip()]:
                metas.setdefault(name, []).append(content)


def object_types(entity: JsonLdObject) -> list[str]:
    """The lower-cased types of a JSON-LD object, without the URL of the vocabulary."""
    written = entity.get("@type")
    names = written if isinstance(written, list) else [written]
    return [str(name).rpartition("/")[2].rpartition(":")[2].lower() for name in names if name]


def _rank(entity: JsonLdObject) -> int:
    return min((RANKS.get(name, 999) for name in object_types(entity)), default=999)


def _json_ld_objects(scripts: list[str]) -> Iterator[JsonLdObject]:
    """All objects of the JSON-LD scripts, outer objects before nested ones."""
    count = 0
    for script in scripts:
        queue = deque([_parse(script)])
        while queue and count < _MAX_OBJECTS:
            value = queue.popleft()
            if isinstance(value, list):
                queue.extend(value)
            elif isinstance(value, dict):
                count += 1
                if "@type" in value or "@id" in value:
                    yield value
                queue.extend(value.get(key) for key in ("@graph", "mainEntity", "mainEntityOfPage") if key in value)


def _parse(script: str) -> object:
    """The JSON value of a script, with common mistakes repaired; None if it is not JSON."""
    text = _WRAPPING.sub("", script).strip()
    value = parse_script(text)
    return parse_script(_TRAILING_COMMA.sub(r"\1", text)) if value is None else value


def value_text(value: object) -> str:
    """A JSON-LD value as text: the name of an object, or the first value of a list, shortened to 10,000 characters."""
    waiting = [value]
    for _ in range(_MAX_OBJECTS):
        if not waiting:
            break
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(reversed(value[:_MAX_OBJECTS]))
        elif isinstance(value, Mapping):
            waiting.append(value.get("name") or value.get("@value") or "")
        elif isinstance(value, str | int | float) and (text := " ".join(unescape(str(value)[:_LONGEST]).split())):
            return text
    return ""
