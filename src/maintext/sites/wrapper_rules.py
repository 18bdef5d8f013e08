"""Wrappers: a file of selectors per site that locate its main text [Kushmerick 1997; Pasternack 2009].

A rule file, YAML or JSON, is named after its site; a rule is a CSS selector, or an XPath if it begins with / or (:

    # nytimes.com.yaml
    article: "#article-body p"
    drop: [".ad", "figure"]
    title: "h1"
    date: "time"
    author: ".byline"

`maintext site wrapper learn` writes one with a profile of the matched text, which helps to notice a redesign.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from maintext.data_formats import load_json, load_mapping, load_yaml
from maintext.data_shapes import dataclass_from
from maintext.errors import MalformedData, SiteError
from maintext.files import read_file
from maintext.page import Page
from maintext.page.words import count_words
from maintext.sites.selectors import select, texts_inside

ENDINGS: Final = (".yaml", ".yml", ".json")
_FIELDS: Final = ("title", "date", "author")
_KEYS: Final = frozenset(["article", "drop", *_FIELDS, "profile"])
_ELSEWHERE: Final = ("datetime", "content", "title")
"""Attributes that hold a date more reliably than the element's text."""


@dataclass(frozen=True, slots=True)
class Profile:
    """Statistics of the text that the rules found on their training pages."""

    pages: int
    fewest_words: int
    most_words: int
    most_links: float
    """The largest share of a text's characters that were links."""
    least_share: float
    """The smallest share of a page's words that were its text."""


@dataclass(frozen=True, slots=True)
class WrapperMatch:
    """The texts that the rules select on a page."""

    page: Page
    inside: Sequence[bool]
    """For every text of the page's tree, whether it is main text."""

    @property
    def kept(self) -> list[bool]:
        """For every block, whether at least half its characters are main text."""
        return [2 * part >= whole > 0 and part > 0 for part, whole in self._sizes()]

    @property
    def is_whole(self) -> bool:
        """Whether every block is either all main text or none."""
        return all(part in (0, whole) for part, whole in self._sizes())

    @property
    def text(self) -> str:
        """The main text, one block per line."""
        return "\n".join(line for line in self._lines() if line)

    @property
    def links(self) -> float:
        """The share of the kept blocks' characters that are links."""
        tree = self.page.tree
        kept = self.kept
        linked = sum(count for count, keep in zip(tree.block_links, kept, strict=True) if keep)
        return linked / max(1, sum(len(text) for text, keep in zip(tree.block_texts, kept, strict=True) if keep))

    def _bounds(self) -> list[tuple[int, int]]:
        tree = self.page.tree
        return list(zip(tree.block_starts, [*tree.block_starts[1:], len(tree.texts)], strict=True))

    def _sizes(self) -> list[tuple[int, int]]:
        lengths = [len(text.strip()) for text in self.page.tree.texts]
        return [
            (sum(lengths[at] for at in range(first, last) if self.inside[at]), sum(lengths[first:last]))
            for first, last in self._bounds()
        ]

    def _lines(self) -> list[str]:
        tree = self.page.tree
        found = []
        for block, (first, last) in enumerate(self._bounds()):
            marks = self.inside[first:last]
            if all(marks):
                found.append(tree.block_texts[block])
            elif any(marks):
                found.append(" ".join("".join(tree.texts[at] for at in range(first, last) if self.inside[at]).split()))
        return found


@dataclass(frozen=True, slots=True)
class Wrapper:
    """The extraction rules of one site."""

    site: str
    article: str
    drop: tuple[str, ...] = ()
    title: str | None = None
    date: str | None = None
    author: str | None = None
    profile: Profile | None = None

    def find(self, page: Page) -> WrapperMatch:
        """Apply the rules to a page."""
        try:
            inside = texts_inside(page, select(page, self.article))
            for selector in self.drop:
                dropped = texts_inside(page, select(page, selector))
                inside = [one and not other for one, other in zip(inside, dropped, strict=True)]
        except SiteError as error:
            raise SiteError(f"the wrapper of {self.site}: {error}") from error
        return WrapperMatch(page, inside)

    def fields(self, page: Page) -> dict[str, str]:
        """Title, date and author, as far as there are rules and the page has values."""
        found = {}
        for name in _FIELDS:
            selector = getattr(self, name)
            if selector and (value := _value(page, selector, name)):
                found[name] = value
        return found

    def mismatch(self, page: Page) -> str | None:
        """Why the rules do not seem to fit a page; None if they fit."""
        found = self.find(page)
        words = count_words(found.text)
        if not words:
            return f"{self.article!r} finds no text on it"
        profile = self.profile
        if profile is None:
            return None
        if words < profile.fewest_words / 4:
            return f"only {words} words; its training pages have {profile.fewest_words} or more"
        if found.links > max(0.3, 2 * profile.most_links):
            return f"{found.links:.0%} of the text is links; on its training pages at most {profile.most_links:.0%}"
        share = words / max(1, sum(page.block_words))
        if share > 0.95 and profile.least_share < 0.7:
            return "it finds nearly all of the page's text"
        return None

    def to_text(self, ending: str = ".yaml") -> str:
        """The rule file as YAML (with JSON values) or as JSON."""
        rules: dict[str, object] = {"article": self.article}
        if self.drop:
            rules["drop"] = list(self.drop)
        rules |= {name: value for name in _FIELDS if (value := getattr(self, name))}
        if self.profile is not None:
            rules["profile"] = {name: getattr(self.profile, name) for name in self.profile.__slots__}
        if ending == ".json":
            return json.dumps(rules, ensure_ascii=False, indent=2) + "\n"
        return "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in rules.items())


def read_wrapper(path: Path) -> Wrapper:
    """Read a rule file; its name is the site."""
    try:
        return parse_wrapper(path, read_file(path).decode())
    except OSError as error:
        raise SiteError(f"cannot read the wrapper {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise SiteError(f"cannot read the wrapper {path}: {error}") from error


def parse_wrapper(path: Path, text: str) -> Wrapper:
    """The rules in the text of a rule file; the name of the file is the site."""
    try:
        rules: Mapping[str, Any] = load_mapping(load_json if path.suffix == ".json" else load_yaml, text)
    except ValueError as error:
        raise SiteError(f"cannot read the wrapper {path}: {error}") from error
    unknown = rules.keys() - _KEYS
    if unknown:
        known = ", ".join(["article", "drop", *_FIELDS, "profile"])
        raise SiteError(f"{path}: {', '.join(sorted(map(str, unknown)))} is not a key of a wrapper; use {known}")
    article, drop = rules.get("article"), rules.get("drop") or []
    dropped = [drop] if isinstance(drop, str) else drop
    if not isinstance(article, str) or not article.strip():
        raise SiteError(f"{path}: the key article must be a CSS selector or an XPath")
    if not isinstance(dropped, list) or not all(isinstance(selector, str) for selector in dropped):
        raise SiteError(f"{path}: the key drop must be a list of CSS selectors or XPaths")
    named = {name: _string(path, name, rules.get(name)) for name in _FIELDS}
    return Wrapper(path.stem, article, tuple(dropped), **named, profile=_profile(path, rules.get("profile")))


def read_wrappers(folder: Path) -> dict[str, Wrapper]:
    """Read all rule files of a folder, by site."""
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix in ENDINGS)
    except OSError as error:
        raise SiteError(f"{folder}: cannot be read ({error.strerror}); name a folder of rule files") from error
    if not files:
        raise SiteError(f"{folder} holds no rule files; a wrapper is SITE.yaml with the keys article and drop")
    return {path.stem: read_wrapper(path) for path in files}


def _string(path: Path, name: str, value: object) -> str | None:
    if value is not None and not (isinstance(value, str) and value.strip()):
        raise SiteError(f"{path}: the key {name} must be a CSS selector or an XPath")
    return value


def _profile(path: Path, value: object) -> Profile | None:
    if value is None:
        return None
    try:
        return dataclass_from(Profile, value)
    except MalformedData as error:
        raise SiteError(f"{path}: profile: {error}; leave the key out, or learn the wrapper again") from error


def _value(page: Page, selector: str, name: str) -> str:
    """The value of an element: its text or, for a date, an attribute."""
    for element in select(page, selector):
        if name == "date":
            for attribute in _ELSEWHERE:
                if value := page.tree.elements.get(element, attribute):
                    return value.strip()
        inside = texts_inside(page, [element])
        text = " ".join("".join(text for text, keep in zip(page.tree.texts, inside, strict=True) if keep).split())
        if text:
            return text
        if value := page.tree.elements.get(element, "content"):
            return value.strip()
    return ""
