"""Text that people do not see: hidden by the page's own markup, by characters without width, or in comments.

Text that a click shows, in tabs and accordions, is not hidden. If most of a page is hidden, a script shows it. Style
sheets are not read.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from maintext.page.containment import texts_inside
from maintext.page.css_colors import Color, contrast
from maintext.page.element_flow import STYLING
from maintext.page.hidden_styles import SUSPICIOUS, Colors, Hiding, colors_of, how_style_hides, is_tiny, read_style
from maintext.page.parsing.events import Handler, parse
from maintext.page.zero_width import remove_zero_width, zero_width_messages

if TYPE_CHECKING:
    from maintext.page.page import Page
    from maintext.page.parsing.tree import Tree

_SELECTOR: Final = "[style], [hidden], [aria-hidden], [bgcolor], font[color], body[text]"
_CONTROLS: Final = "[aria-controls], [data-target], [data-bs-target], a[href^='#']"
_BY_SCRIPT: Final = frozenset([Hiding.NOT_DISPLAYED, Hiding.ARIA, Hiding.TRANSPARENT, Hiding.CLIPPED])
"""Ways of hiding that scripts undo."""
_MOST: Final = 0.5
"""If a larger share of the page's text is hidden in these ways, it is taken for shown."""
_LOWEST_CONTRAST: Final = 1.1
_WHITE: Final[Color] = (1.0, 1.0, 1.0, 1.0)
_PANELS: Final = 4
"""How many elements around a hidden one may be the panel that a click opens."""


class HiddenText(NamedTuple):
    """A text that people do not see."""

    text: str
    how: Hiding
    xpath: str
    """The element that hides it, or the one that contains the characters; empty for a comment."""
    block: int | None
    """The index of the first block with the text; None for a comment."""


@dataclass(frozen=True)
class HiddenTexts:
    """The hidden texts of a page, by the index of the text in its tree."""

    how: Mapping[int, tuple[Hiding, int]]
    """How each text is hidden, and the element that hides it."""
    cleaned: Mapping[int, str]
    """The texts with characters that have no width, without them."""

    def shown_tree(self, tree: "Tree") -> "Tree":
        """The tree with nothing in place of hidden texts."""
        texts = list(tree.texts)
        for text, cleaned in self.cleaned.items():
            texts[text] = cleaned
        for text in self.how:
            texts[text] = ""
        block_texts = list(tree.block_texts)
        for block, (start, stop) in enumerate(pairwise([*tree.block_starts, len(texts)])):
            if any(text in self.how or text in self.cleaned for text in range(start, stop)):
                block_texts[block] = _block_text(tree, texts, block, start, stop)
        return replace(tree, texts=texts, block_texts=block_texts)

    def hidden_blocks(self, tree: "Tree") -> list[bool]:
        """For every block, whether all of it is hidden."""
        if not self.how and not self.cleaned:
            return [False] * len(tree.block_texts)
        return [
            all(text in self.how or not self.cleaned.get(text, tree.texts[text]).strip() for text in range(start, stop))
            for start, stop in pairwise([*tree.block_starts, len(tree.texts)])
        ]


def find_hidden_texts(page: "Page") -> HiddenTexts:
    """The hidden texts of a page."""
    tree = page.tree
    cleaned = {
        text: clean
        for text, data in enumerate(tree.texts)
        if not data.isascii() and (clean := remove_zero_width(data)) != data
    }
    styled = list(tree.elements.matching(_SELECTOR, range(len(tree.tags))))
    how = _Finder(page, styled).texts() if styled else {}
    by_script = sum(len(tree.texts[text].strip()) for text, (hiding, _) in how.items() if hiding in _BY_SCRIPT)
    if by_script > _MOST * sum(len(text.strip()) for text in tree.texts):
        how = {text: found for text, found in how.items() if found[0] not in _BY_SCRIPT}
    return HiddenTexts(how, cleaned)


def list_hidden_texts(page: "Page") -> tuple[HiddenText, ...]:
    """The hidden texts of a page in reading order, those that one element hides as one; comments come last."""
    tree, hidden = page.tree, page.hidden
    found: list[HiddenText] = []
    for block, (start, stop) in enumerate(pairwise([*tree.block_starts, len(tree.texts)])):
        for text in range(start, stop):
            data = tree.texts[text].strip()
            if text in hidden.how and data:
                _append(
                    found, HiddenText(data, hidden.how[text][0], page.xpaths.of_element(hidden.how[text][1]), block)
                )
            elif text in hidden.cleaned:
                path = page.xpaths.of_element(tree.text_elements[text])
                found += [HiddenText(one, Hiding.ZERO_WIDTH, path, block) for one in zero_width_messages(data)]
    return (*found, *(HiddenText(text, Hiding.COMMENT, "", None) for text in _comments(page.source)))


def _append(found: list[HiddenText], one: HiddenText) -> None:
    last = found[-1] if found else None
    if last is not None and (last.how, last.xpath) == (one.how, one.xpath):
        found[-1] = last._replace(text=f"{last.text} {one.text}")
    else:
        found.append(one)


def _comments(source: str) -> Iterator[str]:
    if "<!--" not in source:
        return
    comments: list[str] = []
    ignore = Handler(lambda tag, attributes: None, lambda tag: None, lambda data: None, comments.append)
    parse(source, ignore)
    yield from filter(None, map(str.strip, comments))


def _block_text(tree: "Tree", texts: Sequence[str], block: int, start: int, stop: int) -> str:
    if not any(tree.texts[text] != texts[text] for text in range(start, stop)):
        return tree.block_texts[block]
    exact = "\n" in tree.block_texts[block]
    breaks = frozenset(tree.breaks)
    joined = "".join(("\n" if text in breaks and text > start else "") + texts[text] for text in range(start, stop))
    return joined.strip("\r\n") if exact else " ".join(joined.split())


class _Finder:
    """Finds the texts that elements hide by their own attributes."""

    def __init__(self, page: "Page", styled: Sequence[int]) -> None:
        self.page, self.tree = page, page.tree
        self.styles: dict[int, dict[str, str]] = {}
        self.colors: dict[int, Colors] = {}
        self.styled = styled
        self._opened: frozenset[str] | None = None
        self._expanders: list[int] = []
        self._white: bool | None = None

    def texts(self) -> dict[int, tuple[Hiding, int]]:
        """Each hidden text with how and by which element it is hidden; the outermost counts."""
        found: dict[int, tuple[Hiding, int]] = {}
        for element in self.styled:
            for hiding, texts in self._hidden_by(element):
                for text in texts:
                    found.setdefault(text, (hiding, element))
        return found

    def _hidden_by(self, element: int) -> Iterator[tuple[Hiding, Sequence[int]]]:
        attributes = {name: value or "" for name, value in self.tree.elements[element]}
        written = attributes.get("style", "")
        style = self.styles[element] = read_style(written) if SUSPICIOUS.search(written) else {}
        hiding = how_style_hides(style)
        if hiding is None and "hidden" in attributes:
            hiding = Hiding.NOT_DISPLAYED
        if hiding is None and attributes.get("aria-hidden", "").strip().lower() == "true":
            hiding = Hiding.ARIA
        if hiding is not None and not (hiding in _BY_SCRIPT and self._opens(element)):
            yield hiding, range(*texts_inside(self.tree, element))
        if is_tiny(style):
            yield Hiding.TINY, [text for text, path in self._plain_texts(element) if not self._sets(path, "font")]
        colors = self.colors[element] = colors_of(style, attributes)
        if colors.text is not None and (way := self._how_color_hides(element, colors.text)):
            texts = [text for text, path in self._plain_texts(element) if not self._sets(path, "color", "background")]
            yield way, texts

    def _plain_texts(self, element: int) -> Iterator[tuple[int, list[int]]]:
        """The texts that have the font and color of an element, with the elements between."""
        tree = self.tree
        for text in range(*texts_inside(tree, element)):
            path: list[int] = []
            inner = tree.text_elements[text]
            while inner > element:
                path.append(inner)
                inner = tree.parents[inner]
            if not any(tree.tags[one] == "a" or tree.elements.get(one, "class") for one in path):
                yield text, path

    def _sets(self, path: Sequence[int], *names: str) -> bool:
        """Whether an element of a path sets a property whose name starts so."""
        return any(
            name.startswith(names) for one in path for name in read_style(self.tree.elements.get(one, "style") or "")
        )

    def _how_color_hides(self, element: int, text: Color) -> Hiding | None:
        if text[3] < 0.05:
            return Hiding.TRANSPARENT
        background = self._background(element)
        if background is None or contrast(text, background) >= _LOWEST_CONTRAST:
            return None
        return Hiding.SAME_COLOR

    def _background(self, element: int) -> Color | None:
        """The background of an element, if markup alone determines it."""
        tree = self.tree
        at = element
        while at >= 0:
            colors = self.colors.get(at)
            if colors is not None and colors.background is not None and colors.background[3] > 0.05:
                return colors.background
            if any(name.startswith("background") for name in self.styles.get(at, ())):
                return None
            at = tree.parents[at]
        if self._white is None:
            self._white = not tree.elements.select("style, link[rel~=stylesheet], [background]")
        return _WHITE if self._white else None

    def _opens(self, element: int) -> bool:
        """Whether an element is a panel that a click opens, or is in one."""
        elements, parents = self.tree.elements, self.tree.parents
        if self.tree.tags[element] in STYLING:
            return False
        if self._opened is None:
            self._opened = frozenset(self._targets())
            self._expanders = self.tree.elements.select("[aria-expanded]")
        if bisect_left(self._expanders, element) > bisect_left(self._expanders, parents[element]):
            return True  # beside a button that opens something
        for _ in range(_PANELS):
            if element < 0:
                return False
            if elements.get(element, "role") == "tabpanel" or elements.get(element, "id") in self._opened:
                return True
            element = parents[element]
        return False

    def _targets(self) -> Iterator[str]:
        """The identifiers of what links and buttons open."""
        elements = self.tree.elements
        for control in elements.select(_CONTROLS):
            for name in ("aria-controls", "data-target", "data-bs-target", "href"):
                value = elements.get(control, name)
                if value and (name == "aria-controls" or value.startswith("#")):
                    yield from value.removeprefix("#").split()
