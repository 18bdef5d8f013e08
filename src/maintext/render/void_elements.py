"""Elements without text that may belong to the content: images, players, rules, checkboxes, formulas in scripts."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from maintext.page import Page
from maintext.render import class_hints, media
from maintext.render.containers import ContainerKind as Of
from maintext.render.document import Formula, Image, Link, Paragraph, Rule
from maintext.render.formulas import is_display, latex_of
from maintext.render.line_builder import LINK, LineBuilder, Opening
from maintext.render.options import Options
from maintext.render.tree_position import TreePosition

_CAPTION_NEAR = 4  # how many blocks may stand between a picture and its caption
_SPECIAL = media.IMAGES | media.PLAYERS | {"hr", "input", "script"}


class VoidElements(TreePosition):
    """A position that takes along the elements without text that it passes."""

    def __init__(self, page: Page, kept: Sequence[bool], options: Options) -> None:
        super().__init__(page, kept, options)
        self.special: list[int] = []
        self.at_special = 0
        self.images: set[tuple[int, str]] = set()

    def _find_special(self, numbers: Sequence[int]) -> None:
        """The elements without text that may belong to what was kept."""
        tree = self.tree
        first, last = numbers[0], numbers[-1]
        low = tree.text_ranks[self.stops[first - 1] - 1] if first else 0
        high = tree.text_ranks[tree.block_starts[last + 1]] if last + 1 < len(self.stops) else len(tree.tags)
        self.special = [low + at for at, tag in enumerate(tree.tags[low:high]) if tag in _SPECIAL]

    def _between(self, previous: int, number: int) -> None:
        """Take what stands between two kept blocks, if it belongs to them."""
        tree = self.tree
        special = self.special
        rank = tree.text_ranks[tree.block_starts[number]] if number >= 0 else len(tree.tags)
        if special[self.at_special] >= rank:
            return
        holder = self._holder(tree.text_elements[tree.block_starts[number]]) if number >= 0 else -2
        while self.at_special < len(special) and special[self.at_special] < rank:
            element = special[self.at_special]
            if self.tags[element] not in ("hr", "script") and self._holder(element) == holder:
                return  # it stands in the line that begins
            self.at_special += 1
            self._loose(element, previous, number)

    def _holder(self, element: int) -> int:
        """The nearest element around that starts a block."""
        return self.page.holder_of(element)

    def _trailing(self, start: int, stop: int) -> None:
        """Take what ends the line of a block."""
        tree = self.tree
        rank = tree.text_ranks[stop] if stop < len(tree.texts) else len(tree.tags)
        special = self.special
        if special[self.at_special] >= rank:
            return
        holder = self._holder(tree.text_elements[start])
        while self.at_special < len(special) and special[self.at_special] < rank:
            element = special[self.at_special]
            if self._holder(self.parents[element]) != holder:
                return
            self.at_special += 1
            self._inline_special(element)

    def _inline_special(self, element: int) -> None:
        tag = self.tags[element]
        line = self.line
        if line is None or tag == "hr":
            return
        if tag in media.IMAGES:
            image = self._image(element) if not media.looks_decorative(self.tree, element, self.names) else None
            if image is not None and image.alt:
                self.move(self.parents[element])
                if not self.muted:
                    line.add(image, self.styles)
        elif tag == "input":
            self._tick(element)
        elif tag == "script":
            self._script(element)
        elif (found := self._player(element)) is not None:
            self.move(self.parents[element])
            line.space()
            line.text(found[1], [*self.styles, Opening(LINK, found[0], element)])

    def _tick(self, element: int) -> None:
        """Items with boxes that cannot be ticked are a list of what is done; others are a form."""
        if (self.attribute(element, "type") or "").lower() != "checkbox" or self.attribute(element, "disabled") is None:
            return
        self.move(self.parents[element])
        if self.containers[-1].kind is Of.ITEM:
            self.containers[-1].checked = self.attribute(element, "checked") is not None

    def _script(self, element: int) -> None:
        """MathJax keeps the source of a formula in a script."""
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
        if not self.options.include_images:
            return None
        url = media.image_source(self.tree, element, self.links)
        alt = media.image_alt(self.tree, element)
        around = self.parents[element]
        if around >= 0 and self.tags[around] == "noscript":
            around = self.parents[around]
        around = self.parents[around] if around >= 0 and self.tags[around] in ("amp-img", "picture") else around
        if not url or (around, alt) in self.images:
            return None
        self.images.add((around, alt))
        return Image(url, alt)

    def _player(self, element: int) -> tuple[str, str] | None:
        return media.player_link(self.tree, element, self.links) if self.options.include_images else None

    def _loose(self, element: int, previous: int, number: int) -> None:
        """Something outside of any line: it belongs if nothing that was dropped stands between it and what was kept."""
        tag = self.tags[element]
        if tag == "script":
            if self._near(element, previous, number):
                self._script(element)
            return
        if tag == "input":
            self._tick(element)
            return
        surrounded = previous >= 0 and number == previous + 1
        if tag == "hr":
            if surrounded:
                self.move(self.parents[element])
                if self.containers[-1].kind is Of.ROOT:
                    self.containers[-1].add(Rule())
        elif tag in media.IMAGES:
            self._loose_image(element, surrounded, previous, number)
        elif self._near(element, previous, number) and (found := self._player(element)) is not None:
            self.move(self.parents[element])
            self.containers[-1].add(Paragraph((Link(found[0], (found[1],)),)))

    def _near(self, element: int, previous: int, number: int, within: int = 1) -> bool:
        """Whether the block before or after an element was kept, or one not much further."""
        tree = self.tree
        text = bisect_right(tree.text_ranks, element)
        after = bisect_left(tree.block_starts, text)
        return 0 <= number - after < within or (previous >= 0 and after - 1 - previous < within)

    def _loose_image(self, element: int, surrounded: bool, previous: int, number: int) -> None:
        tree = self.tree
        if not surrounded and not self._near(element, previous, number, within=_CAPTION_NEAR):
            return
        figure = self._figure(element)
        captioned = figure >= 0 and self.kept.is_inside(figure)
        if not captioned:
            if not media.image_alt(tree, element) or media.leads_away(tree, element, self.names):
                return
            if not surrounded and (figure < 0 or not self._near(element, previous, number)):
                return
            if media.looks_decorative(tree, element, self.names):
                return
        image = self._image(element)
        if image is not None:
            self.move(self.parents[element])
            if not self.muted:
                self.containers[-1].add(Paragraph((image,)))

    def _figure(self, element: int) -> int:
        """The figure around a picture."""
        around = self.parents[element]
        for _ in range(6):
            if around < 0:
                break
            if (
                self.tags[around] == "figure"
                or class_hints.of_names(self.names.classes(around)) is class_hints.Hint.FIGURE
            ):
                return around
            around = self.parents[around]
        return -1
