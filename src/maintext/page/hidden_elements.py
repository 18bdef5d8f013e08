"""Which texts elements hide by their own attributes."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from maintext.page.containment import texts_inside
from maintext.page.css_colors import Color, contrast
from maintext.page.element_flow import STYLING
from maintext.page.hidden_styles import SUSPICIOUS, Colors, Hiding, colors_of, how_style_hides, is_tiny, read_style

if TYPE_CHECKING:
    from maintext.page.page import Page

BY_SCRIPT: Final = frozenset([Hiding.NOT_DISPLAYED, Hiding.ARIA, Hiding.TRANSPARENT, Hiding.CLIPPED])
"""Ways of hiding that scripts undo."""
_COLORS: Final = ("bgcolor", "color", "text")
_CONTROLS: Final = "[aria-controls], [data-target], [data-bs-target], a[href^='#']"
_MOST_STEPS: Final = 300_000
"""How many elements are looked at for fonts and colors; what is left then counts as shown."""
_LOWEST_CONTRAST: Final = 1.1
_WHITE: Final[Color] = (1.0, 1.0, 1.0, 1.0)
_PANELS: Final = 4
"""How many elements around a hidden one may be the panel that a click opens."""


class HiddenElements:
    """Finds the texts that elements hide by their own attributes."""

    def __init__(self, page: "Page", styled: Sequence[int]) -> None:
        self.page, self.tree = page, page.tree
        self.styles: dict[int, dict[str, str]] = {}
        self.colors: dict[int, Colors] = {}
        self.styled = styled
        self._opened: frozenset[str] | None = None
        self._expanders: list[int] = []
        self._white: bool | None = None
        self._steps = 0

    def texts(self) -> dict[int, tuple[Hiding, int]]:
        """Each hidden text with how and by which element it is hidden; the outermost counts."""
        found: dict[int, tuple[Hiding, int]] = {}
        end = 0  # of the last element all of whose text is hidden
        for element in self.styled:
            if element < end:
                continue
            for hiding, texts in self._hidden_by(element):
                if isinstance(texts, range):
                    end = self.tree.ends[element]
                for text in texts:
                    found.setdefault(text, (hiding, element))
        return found

    def _hidden_by(self, element: int) -> Iterator[tuple[Hiding, Sequence[int]]]:
        get = self.tree.elements.get
        written = get(element, "style") or ""
        style = self.styles[element] = read_style(written) if SUSPICIOUS.search(written) else {}
        hiding = how_style_hides(style) if style else None
        if hiding is None and get(element, "hidden") is not None:
            hiding = Hiding.NOT_DISPLAYED
        if hiding is None and (get(element, "aria-hidden") or "").strip().lower() == "true":
            hiding = Hiding.ARIA
        if hiding is not None:
            texts = range(*texts_inside(self.tree, element))
            if texts and not (hiding in BY_SCRIPT and self._opens(element)):
                yield hiding, texts
        if style and is_tiny(style):
            yield Hiding.TINY, [text for text, path in self._plain_texts(element) if not self._sets(path, "font")]
        attributes = {name: value for name in _COLORS if (value := get(element, name))}
        if not style and not attributes:
            return
        colors = self.colors[element] = colors_of(style, attributes)
        if colors.text is not None and (way := self._how_color_hides(element, colors.text)):
            seen = [text for text, path in self._plain_texts(element) if not self._sets(path, "color", "background")]
            yield way, seen

    def _plain_texts(self, element: int) -> Iterator[tuple[int, list[int]]]:
        """The texts that have the font and color of an element, with the elements between."""
        tree = self.tree
        for text in range(*texts_inside(tree, element)):
            path: list[int] = []
            inner = tree.text_elements[text]
            while inner > element:
                path.append(inner)
                inner = tree.parents[inner]
            self._steps += 1 + len(path)
            if self._steps > _MOST_STEPS:
                return
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
        while at >= 0 and self._steps <= _MOST_STEPS:
            self._steps += 1
            colors = self.colors.get(at)
            if colors is not None and colors.background is not None and colors.background[3] > 0.05:
                return colors.background
            if any(name.startswith("background") for name in self.styles.get(at, ())):
                return None
            at = tree.parents[at]
        if at >= 0:
            return None
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
