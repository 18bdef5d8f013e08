"""Check a built site: every link inside it has a target, and no page loads anything from another host."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

_LOADED = {("form", "action"), ("link", "href"), *((tag, "src") for tag in ("iframe", "img", "script", "source"))}
_NOT_LOADED = {("form", "action"), ("link", "href"), *((tag, "src") for tag in ("iframe", "img", "script", "source"))}
_IN_STYLES = re.compile(r"(?:url\(|@import)\s*['\"]?((?:https?:)?//[^'\")\s]+)")


@dataclass
class Document(HTMLParser):
    """The anchors of a page, what it links to, and what it loads."""

    anchors: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)
    loaded: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect from one tag."""
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        for name in ("href", "src", "action"):
            if given.get(name):
                self.links.add(given[name])
                if (tag, name) in _LOADED and not _NOT_LOADED & set(given.get("rel", "").split()):
                    self.loaded.add(given[name])
        self.loaded |= set(_IN_STYLES.findall(given.get("style", "")))

    def handle_data(self, data: str) -> None:
        """Collect from style sheets inside the page."""
        self.loaded |= set(_IN_STYLES.findall(data)) if self.cdata_elem == "style" else set()


def problems(site: Path) -> list[str]:
    """One line per broken link, missing anchor and address on another host that a page or style sheet loads."""
    documents = {path: _read(path) for path in sorted(site.rglob("*.html"))}
    found = []
    for path, document in documents.items():
        name = path.relative_to(site)
        if name.name != "404.html":  # its links begin at the root of a server
            found += [
                f"{name}: {link} leads nowhere" for link in sorted(document.links) if _broken(link, path, documents)
            ]
        found += [f"{name} loads {link}" for link in sorted(document.loaded) if urlsplit(link).netloc]
    for style in sorted(site.rglob("*.css")):
        foreign = _IN_STYLES.findall(style.read_text("utf-8"))
        found += [f"{style.relative_to(site)} loads {link}" for link in sorted(set(foreign))]
    return found


def _read(path: Path) -> Document:
    document = Document()
    document.feed(path.read_text("utf-8"))
    return document


def _broken(link: str, path: Path, documents: dict[Path, Document]) -> bool:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return False
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    target = target / "index.html" if target.is_dir() else target
    if not target.is_file():
        return True
    fragment = unquote(parts.fragment)
    return bool(fragment) and target in documents and fragment not in documents[target].anchors | {"__skip", "__search"}
