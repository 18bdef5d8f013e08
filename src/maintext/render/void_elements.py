"""Elements without text that may be content: images, players, rules, checkboxes, formulas in scripts."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from maintext.page import Page
from maintext.render.containers import ContainerKind as Of
from maintext.render.document import Formula, Image, Paragraph, Player, Rule
from maintext.render.formula_images import formula_of_image
from maintext.render.formulas import is_display, latex_of
from maintext.render.image_selection import ImageSelection
from maintext.render.image_sources import IMAGES, background_images, image_alt, image_source
from maintext.render.line_builder import LINK, LineBuilder
from maintext.render.options import Options
from maintext.render.players import PLAYERS, player_of
from maintext.render.tree_position import TreePosition

_FILE = re.compile(r"\.(?:jpe?g|png|gif|webp|avif|svg)\?", re.IGNORECASE)
_SPECIAL = PLAYERS | {"hr", "input", "script"}


class VoidElements(TreePosition):
    """A position that adds the elements without text that it passes, if they belong to kept content."""

    def __init__(self, page: Page, kept: Sequence[bool], options: Options) -> None:
        super().__init__(page, kept, options)
        self.special: list[int] = []
        self.at_special = 0
        self.images: set[str] = set()
        self.backgrounds = frozenset(background_images(page.tree)) if options.include_images else frozenset()
        self.last_holders: set[int] = set()
        self.last_fallback = False
        self.selection = ImageSelection(page.tree, self.kept, self.names)

    def _find_special(self, numbers: Sequence[int]) -> None:
        """Find the elements without text that may belong to kept blocks."""
        tree = self.tree
        first, last = numbers[0], numbers[-1]
        low = tree.text_ranks[self.stops[first - 1] - 1] if first else 0
        high = tree.text_ranks[tree.block_starts[last + 1]] if last + 1 < len(self.stops) else len(tree.tags)
        found = [element for element, tag in enumerate(tree.tags[low:high], low) if tag in _SPECIAL or tag == "img"]
        if self.options.include_images:
            images = [element for element, tag in enumerate(tree.tags) if tag in IMAGES]
            found = sorted({*found, *images, *self.backgrounds})
        self.special = found

    def _add_elements_between(self, previous: int, number: int) -> None:
        """Add the elements between two kept blocks, if they belong to them."""
        tree = self.tree
        special = self.special
        rank = tree.text_ranks[tree.block_starts[number]] if number >= 0 else len(tree.tags)
        if special[self.at_special] >= rank:
            return
        holder = self._container_element(tree.text_elements[tree.block_starts[number]]) if number >= 0 else -2
        while self.at_special < len(special) and special[self.at_special] < rank:
            element = special[self.at_special]
            if self.tags[element] not in ("hr", "script") and self._container_element(element) == holder:
                return  # it is inside the next line
            self.at_special += 1
            self._add_outside_line(element, previous, number)

    def _container_element(self, element: int) -> int:
        """The nearest block-level element."""
        return self.page.container_of(element)

    def _add_trailing_elements(self, start: int, stop: int) -> None:
        """Add the elements at the end of a block's line."""
        tree = self.tree
        rank = tree.text_ranks[stop] if stop < len(tree.texts) else len(tree.tags)
        special = self.special
        if special[self.at_special] >= rank:
            return
        holder = self._container_element(tree.text_elements[start])
        while self.at_special < len(special) and special[self.at_special] < rank:
            element = special[self.at_special]
            if self._container_element(self.parents[element]) != holder:
                return
            self.at_special += 1
            self._inline_special(element)

    def _inline_special(self, element: int) -> None:
        tag = self.tags[element]
        line = self.line
        if line is None or tag == "hr":
            return
        if tex := formula_of_image(self.tree, element):
            self._add_formula_image(element, tex, line)
        elif tag in IMAGES or element in self.backgrounds:
            image = self._image(element) if not self.selection.is_icon(element) else None
            if image is not None:
                self.move(self.parents[element])
                if not self.muted:
                    line.add(image, self.styles)
        elif tag == "input":
            self._set_checked(element)
        elif tag == "script":
            self._script(element)
        elif (found := self._player(element)) is not None:
            self.move(self.parents[element])
            line.space()
            line.add(found, [opening for opening in self.styles if opening.kind != LINK])
            line.space()

    def _add_formula_image(self, element: int, tex: str, line: LineBuilder) -> None:
        self.move(self.parents[element])
        if not self.muted:
            line.add(Formula(tex, display=False), self.styles)

    def _set_checked(self, element: int) -> None:
        """Set the state of a list item with a disabled checkbox; enabled checkboxes belong to forms."""
        if (self.attribute(element, "type") or "").lower() != "checkbox" or self.attribute(element, "disabled") is None:
            return
        self.move(self.parents[element])
        if self.containers[-1].kind is Of.ITEM:
            self.containers[-1].checked = self.attribute(element, "checked") is not None

    def _script(self, element: int) -> None:
        """Add the formula of a MathJax script."""
        if not (self.attribute(element, "type") or "").startswith("math/tex"):
            return
        tex = latex_of(self.tree, element)
        if tex:
            self.move(self.parents[element])
            line = self.line or LineBuilder()
            line.add(Formula(tex, is_display(self.tree, element)), self.styles)
            if self.line is None:
                self.add(line.content())

    def _image(self, element: int) -> Image | None:
        """An image that was not added before; None if it has no URL."""
        if not self.options.include_images:
            return None
        url = image_source(self.tree, element, self.links)
        key = url.partition("?")[0] if _FILE.search(url) else url
        if not url or key in self.images or self._repeats_noscript(element):
            return None
        self.images.add(key)
        return Image(url, image_alt(self.tree, element))

    def _repeats_noscript(self, element: int) -> bool:
        """Whether an image and the one added before it are the two versions that a noscript element separates."""
        around = self.parents[element]
        fallback = around >= 0 and self.tags[around] == "noscript"
        around = self.parents[around] if fallback else around
        holders = {around} if fallback or around < 0 else {around, self.parents[around]}
        repeated = fallback is not self.last_fallback and not self.last_holders.isdisjoint(holders)
        self.last_fallback, self.last_holders = fallback, set() if repeated else holders
        return repeated

    def _player(self, element: int) -> Player | None:
        return player_of(self.tree, element, self.links) if self.options.include_images else None

    def _add_outside_line(self, element: int, previous: int, number: int) -> None:
        """Add an element outside of any line if the adjacent blocks were kept."""
        tag = self.tags[element]
        if tag == "script":
            if self._is_near_kept_block(element, previous, number):
                self._script(element)
            return
        if tag == "input":
            self._set_checked(element)
            return
        if tag == "img" and (tex := formula_of_image(self.tree, element)):
            rendered = self.kept.has_kept_text(self.parents[element])  # the same formula as MathML
            if not rendered and self._is_near_kept_block(element, previous, number):
                self.move(self.parents[element])
                self.containers[-1].add(Paragraph((Formula(tex, display=True),)))
            return
        surrounded = previous >= 0 and number == previous + 1
        if tag == "hr":
            if surrounded:
                self.move(self.parents[element])
                if self.containers[-1].kind is Of.ROOT:
                    self.containers[-1].add(Rule())
        elif tag in IMAGES or element in self.backgrounds:
            self._add_image_outside_line(element)
        elif self._is_near_kept_block(element, previous, number) and (found := self._player(element)) is not None:
            self.move(self.parents[element])
            self.containers[-1].add(Paragraph((found,)))

    def _is_near_kept_block(self, element: int, previous: int, number: int, within: int = 1) -> bool:
        """Whether a block within this distance before or after an element was kept."""
        tree = self.tree
        text = bisect_right(tree.text_ranks, element)
        after = bisect_left(tree.block_starts, text)
        return 0 <= number - after < within or (previous >= 0 and after - 1 - previous < within)

    def _add_image_outside_line(self, element: int) -> None:
        """Add an image as a line of its own, with the link around it."""
        if not self.options.include_images or not self.selection.belongs(element):
            return
        image = self._image(element)
        if image is None:
            return
        self.move(self.parents[element])
        if not self.muted:
            line = LineBuilder()
            line.add(image, [opening for opening in self.styles if opening.kind == LINK])
            self.containers[-1].add(Paragraph(line.content()))
