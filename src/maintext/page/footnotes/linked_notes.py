"""Notes that their marks link to."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote, urljoin

from maintext.page.footnotes.signs import NOTE_NAME, Sign
from maintext.page.parsing.tree import Tree

_HOLDERS = frozenset("li p div aside dd dt tr td section article figure h1 h2 h3 h4 h5 h6".split())
_ROOTS = frozenset(["body", "html", "main", "article"])
_PREFIX = "user-content-"
"""What GitHub writes before ids, and not always in links."""


@dataclass(slots=True)
class LinkTargets:
    """Finds the block-level elements that links within the page lead to."""

    tree: Tree
    url: str | None
    holders: dict[int, int] = field(default_factory=lambda: {-1: -1})
    """A cache of the nearest elements that can be a note."""
    ids: dict[str, int] | None = None

    def fragment(self, link: int) -> str:
        """The fragment of a link within the page; empty if it leads elsewhere."""
        href = self.tree.elements.get(link, "href") or ""
        address, _, fragment = href.partition("#")
        if not address or not fragment:
            return fragment
        if self.url is None:
            return fragment if NOTE_NAME.search(fragment) else ""
        try:
            same = urljoin(self.url, address) == self.url.partition("#")[0]
        except ValueError:
            return ""
        return fragment if same or NOTE_NAME.search(fragment) else ""

    def element(self, fragment: str) -> int:
        """The element with an id or name; -1 if there is none."""
        if self.ids is None:
            self.ids = _ids(self.tree)
        for name in (fragment, unquote(fragment), _PREFIX + fragment):
            if name in self.ids:
                return self.ids[name]
        return -1

    def holder(self, element: int) -> int:
        """The nearest element that can be a note, itself included; -1 if there is none."""
        tags, parents, known = self.tree.tags, self.tree.parents, self.holders
        passed = []
        while element not in known:
            passed.append(element)
            if tags[element] in _HOLDERS or (tags[element] == "table" and "footnote" in self._class(element)):
                known[element] = element if tags[element] not in _ROOTS else -1
            else:
                element = parents[element]
        known.update(dict.fromkeys(passed, known[element]))
        return known[element]

    def _class(self, element: int) -> str:
        return self.tree.elements.get(element, "class") or ""


def linked_notes(tree: Tree, signs: Sequence[Sign], targets: LinkTargets) -> dict[Sign, int]:
    """The element of the note for each mark that links to it."""
    found: dict[Sign, int] = {}
    for sign in signs:
        if sign.link < 0 or not (fragment := targets.fragment(sign.link)):
            continue
        if not (sign.raised or sign.bracketed or NOTE_NAME.search(fragment) or is_named_reference(tree, sign.link)):
            continue
        target = targets.element(fragment)
        holder = targets.holder(target)
        if target > sign.element and holder >= 0 and not holder <= sign.element < tree.ends[holder]:
            found[sign] = holder
    labels: dict[int, set[str]] = {}
    for sign, holder in found.items():
        labels.setdefault(holder, set()).add(sign.label)
    return {sign: holder for sign, holder in found.items() if len(labels[holder]) == 1}


def is_lost(sign: Sign, targets: LinkTargets) -> bool:
    """Whether a raised sign links to a note that the page does not have."""
    if sign.link < 0 or not sign.raised or sign.leading:
        return False
    fragment = targets.fragment(sign.link)
    return NOTE_NAME.search(fragment) is not None and targets.element(fragment) < 0


def is_named_reference(tree: Tree, link: int) -> bool:
    """Whether a link says that it is a reference mark."""
    get = tree.elements.get
    if get(link, "data-footnote-ref") is not None:
        return True
    return any(NOTE_NAME.search(get(link, name) or "") for name in ("role", "data-type", "epub:type", "rel", "class"))


def _ids(tree: Tree) -> dict[str, int]:
    """The first element of each id, or name of a link."""
    ids: dict[str, int] = {}
    get = tree.elements.get
    for element in tree.elements.select("[id], a[name]"):
        ids.setdefault(get(element, "id") or get(element, "name") or "", element)
        if get(element, "name"):
            ids.setdefault(get(element, "name") or "", element)
    return ids
