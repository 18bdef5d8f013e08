"""One walk over the tree, restricted to what was kept: page + kept blocks -> document.

The walk follows the kept texts in the page's flat arrays. Moving from one text to the next closes and opens the
elements between them; most mean nothing, some open a container (list, table, quote), a style or a heading.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final

from maintext.page import Page
from maintext.page.elements import BLOCK, HEADINGS, VERBATIM, flow_of
from maintext.page.parse import Element
from maintext.render import hints, media
from maintext.render.code import is_prose, language_of
from maintext.render.containers import Container, close
from maintext.render.containers import Kind as Of
from maintext.render.document import (
    Block,
    Break,
    Caption,
    Code,
    Document,
    Formula,
    Heading,
    Image,
    Inlines,
    Link,
    NoteMark,
    Paragraph,
    Rule,
    Styled,
    plain,
)
from maintext.render.formulas import is_display, latex_of
from maintext.render.kept import holds_kept
from maintext.render.lines import LINK, Line, Opening, simple_line
from maintext.render.links import links_of
from maintext.render.notes import Notes
from maintext.render.options import DEFAULT, Options
from maintext.render.prose import read_prose

_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,4}")
_STRESSED = 120  # longer paragraphs are not bold to stress something
_MAX_DEPTH = 24  # containers within containers; what nests deeper is laid out flat
_MAX_QUOTES = 8
_CAPTION_NEAR = 4  # how many blocks may stand between a picture and its caption

# What there is to undo when an element ends.
_NOTHING: Final = 0
_STYLE: Final = -1
_HEADING: Final = -2
_MUTED: Final = -3
_CAPTION: Final = -4
_PRE: Final = -5

_STYLES = {
    **dict.fromkeys(("b", "strong"), "strong"),
    **dict.fromkeys(("i", "em", "cite", "dfn", "var"), "emphasis"),
    **dict.fromkeys(("code", "kbd", "samp", "tt"), "code"),
    **dict.fromkeys(("s", "del", "strike"), "strike"),
    **dict.fromkeys(("u", "ins"), "underline"),
    "sub": "subscript",
    "sup": "superscript",
    "mark": "mark",
    "q": "quotation",
    "rt": "ruby",
}
_CONTAINERS = {
    **dict.fromkeys(("ul", "ol", "menu", "dir"), Of.LIST),
    "li": Of.ITEM,
    "dl": Of.DEFINITIONS,
    "dt": Of.TERM,
    "dd": Of.DEFINITION,
    "table": Of.TABLE,
    **dict.fromkeys(("td", "th"), Of.CELL),
    "blockquote": Of.QUOTE,
    "figure": Of.FIGURE,
}
_PREFORMATTED = frozenset(["pre", "listing", "xmp", "plaintext"])
_HINTED = frozenset(["span", "div", "p", "font", "section"])
_MEANT = frozenset(
    [*_STYLES, *_CONTAINERS, *HEADINGS, *_PREFORMATTED, "a", "figcaption", "caption", "math", "mjx-container"]
)
_SPECIAL = media.IMAGES | media.PLAYERS | {"hr", "input", "script"}


def read_document(page: Page, kept: Sequence[bool], options: Options = DEFAULT) -> Document:
    """What was kept of a page, with its structure."""
    walk = _Walk(page, kept, options)
    walk.run()
    language, direction = _language(page)
    return Document(tuple(walk.finish()), language, direction)


def _language(page: Page) -> tuple[str | None, str | None]:
    """What the outermost elements say about language and direction."""
    tree = page.tree
    language = direction = None
    for tag in ("html", "body"):
        if tag in tree.tags:
            element = tree.tags.index(tag)
            language = language or tree.attributes.get(element, "lang")
            direction = direction or tree.attributes.get(element, "dir")
    language = language.strip().replace("_", "-") if language else None
    language = language if language and _LANGUAGE.fullmatch(language) else None
    return language, "rtl" if (direction or "").lower() == "rtl" or _is_rtl(language) else None


def _below_bold(bold: Styled, content: Inlines) -> tuple[Paragraph, ...]:
    """A bold line over a paragraph stands by itself; a long paragraph that is bold throughout stresses nothing."""
    if len(content) == 1 and len(plain(bold.content)) > _STRESSED:
        return (Paragraph(bold.content),)
    if len(content) > 2 and isinstance(content[1], Break) and not any(isinstance(one, Break) for one in content[2:]):
        return Paragraph((bold,)), Paragraph(content[2:])
    return (Paragraph(content),)


def _is_rtl(language: str | None) -> bool:
    return (language or "").lower().partition("-")[0] in ("ar", "he", "iw", "fa", "ur", "yi", "ps", "sd", "dv", "ug")


class _Walk:
    """The state of one walk."""

    def __init__(self, page: Page, kept: Sequence[bool], options: Options) -> None:
        self.page, self.kept, self.options = page, kept, options
        self.tree = tree = page.tree
        self.tags, self.parents = tree.tags, tree.parents
        self.attribute = tree.attributes.get
        self.nodes = tree.attributes.nodes
        self.has_roles = '"heading"' in page.source or "'heading'" in page.source or "role=heading" in page.source
        self.stops = [*tree.block_starts[1:], len(tree.texts)]
        self.links = links_of(page)
        self.notes = Notes(page, kept)
        self.containers = [Container(Of.ROOT, -1)]
        self.path: list[int] = []
        self.undo: list[int] = []
        self.open: set[int] = {-1}
        self.styles: list[Opening] = []
        self.level = self.muted = 0
        self.in_caption = 0
        self.pre = -1
        self.line: Line | None = None
        self.link_end = -1  # the text that comes next when the last link ended
        self.text = 0
        self.special: list[int] = []
        self.at_special = 0
        self.images: set[tuple[int, str]] = set()

    def run(self) -> None:
        """Follow the kept blocks."""
        tree = self.tree
        starts = tree.block_starts
        numbers = [number for number, keep in enumerate(self.kept) if keep]
        if not numbers:
            return
        self._find_special(numbers)
        breaks = set(tree.breaks)
        previous = -1
        for number in numbers:
            start, stop = starts[number], self.stops[number]
            if self.at_special < len(self.special):
                self._between(previous, number)
            self.text = start
            self._move(tree.text_elements[start])
            if self.pre >= 0:
                self._code(number)
            else:
                self._block(start, stop, breaks)
            previous = number
        if self.at_special < len(self.special):
            self._between(previous, -1)

    def finish(self) -> list[Block]:
        """Close everything that is open."""
        self._close_to(0)
        return self.containers[0].blocks

    # Moving through the tree

    def _move(self, element: int) -> None:
        """Close and open elements until this one is the innermost."""
        path = self.path
        if path and path[-1] == element:
            return
        entered = []
        is_open, parents = self.open, self.parents
        while element not in is_open:
            entered.append(element)
            element = parents[element]
        if (path[-1] if path else -1) != element:
            self._close_to(path.index(element) + 1 if element >= 0 else 0)
        for inner in reversed(entered):
            self._enter(inner)

    def _close_to(self, depth: int) -> None:
        path, undo = self.path, self.undo
        while len(path) > depth:
            element, what = path.pop(), undo.pop()
            self.open.discard(element)
            if what == _NOTHING:
                continue
            if what > 0:
                for _ in range(what):
                    close(self.containers, self.tree, self.options.include_tables)
            elif what == _STYLE:
                if self.styles.pop().kind == LINK:
                    self.link_end = self.text
            elif what == _MUTED:
                self.muted -= 1
            elif what == _CAPTION:
                self.in_caption -= 1
            elif what == _PRE:
                self.pre = -1
            else:
                self.level = 0

    def _enter(self, element: int) -> None:
        self.path.append(element)
        self.open.add(element)
        tag = self.tags[element]
        if tag in _HINTED:
            self.undo.append(self._hint(element))
        elif tag in _MEANT:
            self.undo.append(self._meant(tag, element))
        else:
            self.undo.append(_NOTHING)

    def _meant(self, tag: str, element: int) -> int:
        """Open what a tag stands for, and tell what there will be to undo."""
        if tag == "a":
            return self._link(element)
        if tag in _STYLES:
            if tag == "sup" and hints.of_names(self.attribute(element, "class")) is hints.Hint.MUTED:
                self.muted += 1
                return _MUTED
            return self._style(_STYLES[tag], element)
        if tag in _CONTAINERS:
            undo = self._container(_CONTAINERS[tag], element)
            return self._cell_hint(element, undo) if undo > 0 and tag == "td" else undo
        if tag in HEADINGS:
            if self.level:
                return _NOTHING
            self.level = HEADINGS[tag]
            return _HEADING
        if tag in ("figcaption", "caption"):
            self.in_caption += 1
            return _CAPTION
        if tag in _PREFORMATTED:
            if self.pre >= 0:
                return _NOTHING
            self.pre = element
            return _PRE
        return self._formula(element)

    def _style(self, kind: str, element: int, url: str = "") -> int:
        """Open a style, unless it is open already or of no use here."""
        if kind != LINK:
            if not self.options.include_formatting or (kind == "strong" and self.level):
                return _NOTHING
            if any(opening.kind == kind for opening in self.styles):
                return _NOTHING
        self.styles.append(Opening(kind, url, element))
        return _STYLE

    def _link(self, element: int) -> int:
        written = self.attribute(element, "href")
        if written is None:
            return _NOTHING
        if written.startswith("#"):
            undo = self._fragment(element, written)
            if undo is not None:
                return undo
        if self.line is not None and self.link_end == self.text:
            self.line.space()
        if not self.options.include_links or any(opening.kind == LINK for opening in self.styles):
            return _NOTHING
        url = self.links.resolve(written)
        return self._style(LINK, element, url) if url else _NOTHING

    def _fragment(self, element: int, written: str) -> int | None:
        """A link within the page may be a permanent link, the mark of a footnote, or a way back from one."""
        label = self.tree.attributes.nodes[element].text.strip()
        raised = any(opening.kind == "superscript" for opening in self.styles)
        in_note = any(container.kind is Of.NOTE for container in self.containers)
        if (self.level and hints.is_permalink(label)) or (in_note and hints.is_way_back(label)):
            self.muted += 1
            return _MUTED
        mark = self.notes.mark(written[1:], label, element, raised)
        if mark is None:
            return _NOTHING if self.level else None  # a heading that links to itself
        self.muted += 1
        if mark:
            self._place(NoteMark(mark), raised)
        return _MUTED

    def _place(self, mark: NoteMark, raised: bool) -> None:
        line = self.line or Line()
        self.line = line
        line.add(mark, [opening for opening in self.styles if not raised or opening.kind != "superscript"])

    def _container(self, kind: Of, element: int) -> int:
        containers = self.containers
        if len(containers) >= _MAX_DEPTH:
            return _NOTHING
        label = self.notes.label_of(element)
        if label:
            containers.append(Container(Of.NOTE, element, label))
            return 1
        innermost = containers[-1].kind
        if kind is Of.ITEM and innermost is not Of.LIST:
            containers.append(Container(Of.LIST, self.parents[element]))
            containers.append(Container(Of.ITEM, element))
            return 2
        if kind in (Of.TERM, Of.DEFINITION) and innermost is not Of.DEFINITIONS:
            containers.append(Container(Of.DEFINITIONS, self.parents[element]))
            containers.append(Container(kind, element))
            return 2
        if kind is Of.CELL and innermost is not Of.TABLE:
            return _NOTHING
        if kind is Of.QUOTE and sum(container.kind is kind for container in containers) >= _MAX_QUOTES:
            return _NOTHING
        containers.append(Container(kind, element))
        return 1

    def _hint(self, element: int) -> int:
        """What an element's class, style or role says that its tag does not."""
        attribute = self.nodes[element].attr
        names = attribute("class")
        hint = hints.of_names(names) if names else None
        if hint is None:
            tag = self.tags[element]
            if tag in ("span", "font"):
                style = attribute("style")
                kind = hints.style_of(style) if style else None
                return self._style(kind, element) if kind else _NOTHING
            if self.has_roles and attribute("role") == "heading" and not self.level:
                self.level = hints.aria_level(attribute("aria-level"))
                return _HEADING
            if self.notes.any:
                label = self.notes.label_of(element)
                if label and len(self.containers) < _MAX_DEPTH:
                    self.containers.append(Container(Of.NOTE, element, label))
                    return 1
            return _NOTHING
        if hint is hints.Hint.FORMULA:
            return self._formula(element)
        if hint is hints.Hint.MUTED:
            self.muted += 1
            return _MUTED
        if hint is hints.Hint.STRONG:
            return self._style("strong", element)
        if hint is hints.Hint.CAPTION:
            self.in_caption += 1
            return _CAPTION
        if len(self.containers) >= _MAX_DEPTH or self.tags[element] not in ("div", "section"):
            return _NOTHING
        self.containers.append(Container(Of.QUOTE if hint is hints.Hint.QUOTE else Of.FIGURE, element))
        return 1

    def _cell_hint(self, element: int, undo: int) -> int:
        """A cell may be a quotation (old forums) or the gutter beside a piece of code."""
        hint = hints.of_names(self.attribute(element, "class"))
        if hint is hints.Hint.QUOTE:
            self.containers.append(Container(Of.QUOTE, element))
            return undo + 1
        if hint is hints.Hint.MUTED:
            self.containers.pop()
            self.muted += 1
            return _MUTED
        return undo

    def _formula(self, element: int) -> int:
        """A formula takes the place of everything in its element."""
        self.muted += 1
        if self.muted == 1:
            node = self.tree.attributes.nodes[element]
            tex = latex_of(node)
            if tex:
                line = self.line or Line()
                self.line = line
                line.add(Formula(tex, self._displays(node, element)), self.styles)
            else:
                self.muted -= 1
                return _NOTHING
        return _MUTED

    def _displays(self, node: Element, element: int) -> bool:
        around = self.parents[element]
        named = around >= 0 and hints.is_display(self.attribute(around, "class"))
        return named or is_display(node) or hints.is_display(self.attribute(element, "class"))

    # Blocks

    def _block(self, start: int, stop: int, breaks: set[int]) -> None:
        """Read the texts of a block into a line, and put it where it belongs."""
        tree = self.tree
        texts, elements, ranks = tree.texts, tree.text_elements, tree.text_ranks
        line = self.line
        if line is None:
            if stop == start + 1 and not self.styles and not self.muted and self.at_special == len(self.special):
                content = simple_line(texts[start])
                if content is not None:
                    self._add(content)
                    return
            line = self.line = Line()
        special = self.special
        pending = self.at_special < len(special)
        path = self.path
        for text in range(start, stop):
            if text in breaks and text > start:
                line.line_break()
            self.text = text
            while pending and special[self.at_special] < ranks[text]:
                self._inline_special(special[self.at_special])
                self.at_special += 1
                pending = self.at_special < len(special)
            if path[-1] != elements[text]:
                self._move(elements[text])
            if not self.muted:
                line.text(texts[text], self.styles)
        self.text = stop
        if pending:
            self._trailing(start, stop)
        content = line.content()
        self.line = None
        if content:
            self._add(content)

    def _add(self, content: Inlines) -> None:
        container = self.containers[-1]
        if self.in_caption:
            container.add(Caption(content))
        elif self.level:
            container.add(Heading(self.level, content))
        elif isinstance(content[0], Styled) and content[0].style == "strong":
            for paragraph in _below_bold(content[0], content):
                container.add(paragraph)
        else:
            container.add(Paragraph(content))

    def _code(self, number: int) -> None:
        self.line = None
        if self.muted:
            return
        tree = self.tree
        text = tree.block_texts[number]
        container = self.containers[-1]
        if container.code == self.pre and container.blocks and isinstance(container.blocks[-1], Code):
            before = container.blocks[-1]
            container.blocks[-1] = Code(f"{before.text}\n{text}", before.language)
            return
        first = tree.text_elements[tree.block_starts[number]]
        language = language_of(tree, self.pre, first)
        if not language and self.tags[first] != "code" and is_prose(text):
            for block in read_prose(text):
                container.add(block)
            return
        container.add(Code(text, language))
        container.code = self.pre

    # What has no text: pictures, players, rules, boxes to tick

    def _find_special(self, numbers: list[int]) -> None:
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
        while element >= 0 and flow_of(self.tags[element]) not in (BLOCK, VERBATIM):
            element = self.parents[element]
        return element

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
            image = self._image(element) if not media.looks_decorative(self.tree, element) else None
            if image is not None and image.alt:
                self._move(self.parents[element])
                if not self.muted:
                    line.add(image, self.styles)
        elif tag == "input":
            self._tick(element)
        elif tag == "script":
            self._script(element)
        elif (found := self._player(element)) is not None:
            self._move(self.parents[element])
            line.space()
            line.text(found[1], [*self.styles, Opening(LINK, found[0], element)])

    def _tick(self, element: int) -> None:
        """Items with boxes that cannot be ticked are a list of what is done; others are a form."""
        if (self.attribute(element, "type") or "").lower() != "checkbox" or self.attribute(element, "disabled") is None:
            return
        self._move(self.parents[element])
        if self.containers[-1].kind is Of.ITEM:
            self.containers[-1].checked = self.attribute(element, "checked") is not None

    def _script(self, element: int) -> None:
        """MathJax keeps the source of a formula in a script."""
        if not (self.attribute(element, "type") or "").startswith("math/tex"):
            return
        node = self.tree.attributes.nodes[element]
        tex = latex_of(node)
        if tex:
            self._move(self.parents[element])
            line = self.line or Line()
            line.add(Formula(tex, is_display(node)), self.styles)
            if self.line is None:
                self._add(line.content())

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
                self._move(self.parents[element])
                if self.containers[-1].kind is Of.ROOT:
                    self.containers[-1].add(Rule())
        elif tag in media.IMAGES:
            self._loose_image(element, surrounded, previous, number)
        elif self._near(element, previous, number) and (found := self._player(element)) is not None:
            self._move(self.parents[element])
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
        captioned = figure >= 0 and holds_kept(self.tree, self.kept, figure)
        if not captioned:
            if not media.image_alt(tree, element) or media.leads_away(tree, element):
                return
            if not surrounded and (figure < 0 or not self._near(element, previous, number)):
                return
            if media.looks_decorative(tree, element):
                return
        image = self._image(element)
        if image is not None:
            self._move(self.parents[element])
            if not self.muted:
                self.containers[-1].add(Paragraph((image,)))

    def _figure(self, element: int) -> int:
        """The figure around a picture."""
        around = self.parents[element]
        for _ in range(6):
            if around < 0:
                break
            if self.tags[around] == "figure" or hints.of_names(self.attribute(around, "class")) is hints.Hint.FIGURE:
                return around
            around = self.parents[around]
        return -1
