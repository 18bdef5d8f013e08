"""Build the document of a page from its kept blocks, in one walk over the tree.

The walk visits the kept texts in the page's flat arrays. Moving from one text to the next closes and opens the elements
between them. Most have no effect; some open a container (list, table, quote), a style or a heading.
"""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from maintext.page import Page
from maintext.page.footnotes import InlineNote
from maintext.render.code_blocks import CodeBlocks
from maintext.render.containers import Container, close
from maintext.render.containers import ContainerKind as Of
from maintext.render.document import Block, Document, Note
from maintext.render.line_builder import LineBuilder, simple_line
from maintext.render.options import DEFAULT, Options
from maintext.render.shown_notes import without_notes_titles

_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,4}")
_RIGHT_TO_LEFT = frozenset("ar he iw fa ur yi ps sd dv ug".split())
_RUN_GAP = 64  # the largest distance of blocks in a run


def read_document(page: Page, kept: Sequence[bool], options: Options = DEFAULT) -> Document:
    """The kept blocks of a page as a structured document."""
    walk = _DocumentBuilder(page, kept, options)
    walk.run()
    language, direction = _language(page)
    return Document(tuple(walk.finish()), language, direction)


class PartReader:
    """Reads parts of a page's kept blocks as documents without images, in time that depends on the part alone."""

    def __init__(self, page: Page, kept: Sequence[bool], options: Options = DEFAULT) -> None:
        self._walk = _DocumentBuilder(page, kept, replace(options, include_images=False))

    def read(self, numbers: Sequence[int]) -> Document:
        """The document of some of the kept blocks, given in reading order."""
        return Document(tuple(self._walk.read_part(numbers)))


def _language(page: Page) -> tuple[str | None, str | None]:
    """The language and text direction that the html or body element declares."""
    tree = page.tree
    language = direction = None
    for tag in ("html", "body"):
        if tag in tree.tags:
            element = tree.tags.index(tag)
            language = language or tree.elements.get(element, "lang")
            direction = direction or tree.elements.get(element, "dir")
    language = language.strip().replace("_", "-") if language else None
    language = language if language and _LANGUAGE.fullmatch(language) else None
    return language, "rtl" if (direction or "").lower() == "rtl" or _is_rtl(language) else None


def _is_rtl(language: str | None) -> bool:
    return (language or "").lower().partition("-")[0] in _RIGHT_TO_LEFT


class _DocumentBuilder(CodeBlocks):
    """Builds the blocks of a document in a walk over the kept blocks."""

    def __init__(self, page: Page, kept: Sequence[bool], options: Options) -> None:
        super().__init__(page, kept, options)
        self.breaks = frozenset(self.tree.breaks)

    def run(self) -> None:
        """Visit all kept blocks."""
        numbers = self.kept.numbers
        if not numbers:
            return
        self._find_special(numbers)
        self._visit(numbers)

    def read_part(self, numbers: Sequence[int]) -> list[Block]:
        """The blocks of a document made of some of the kept blocks; others can be read after them."""
        special: list[int] = []
        for run in _runs(numbers):
            self._find_special(run)
            special += self.special
        self.special, self.at_special = special, 0
        self._visit(numbers)
        blocks = self.finish()
        self.containers = [Container(Of.ROOT, -1)]
        self.line, self.link_end = None, -1
        return blocks

    def _visit(self, numbers: Sequence[int]) -> None:
        tree, breaks = self.tree, self.breaks
        starts = tree.block_starts
        previous = -1
        for number in numbers:
            start, stop = starts[number], self.stops[number]
            if self.at_special < len(self.special):
                self._add_elements_between(previous, number)
            self.text = start
            self.move(tree.text_elements[start])
            if self.pre >= 0:
                self._code(number)
            elif self._ends_in_code() and self._is_code_block(start, stop):
                self._code_element(number)
            else:
                self._block(start, stop, breaks)
            previous = number
        if self.at_special < len(self.special):
            self._add_elements_between(previous, -1)

    def finish(self) -> list[Block]:
        """Close all open elements and return the blocks of the document."""
        self.close_to(0)
        self.containers[0].finish()
        root = self.containers[0]
        if not root.notes:
            return root.blocks
        return [*without_notes_titles(root.blocks), *(Note(label, tuple(note)) for label, note in root.notes.items())]

    def _block(self, start: int, stop: int, breaks: AbstractSet[int]) -> None:
        """Convert the texts of a block to inline content, and add it to the innermost container."""
        tree = self.tree
        texts, elements, ranks = tree.texts, tree.text_elements, tree.text_ranks
        line = self.line
        if line is None:
            if stop == start + 1 and not self.styles and not self.muted and not self._has_special_before(stop):
                content = simple_line(self.notes.texts.get(start, texts[start]))
                if content is not None:
                    self.add(content)
                    return
            line = self.line = LineBuilder()
        special = self.special
        pending = self.at_special < len(special)
        path = self.path
        changed, inline_notes = self.notes.texts, self.notes.inline
        beside: list[tuple[int, InlineNote, str]] = []
        after_note = start
        for text in range(start, stop):
            if text < after_note:
                continue
            if text in inline_notes:
                note, label = inline_notes.pop(text)
                after_note = note.last
                beside.append((text, note, label))
                self._add_mark(line, label)
                continue
            if text in breaks and text > start:
                line.line_break()
            self.text = text
            while pending and special[self.at_special] < ranks[text]:
                self._inline_special(special[self.at_special])
                self.at_special += 1
                pending = self.at_special < len(special)
            if path[-1] != elements[text]:
                self.move(elements[text])
            if not self.muted and (written := changed.get(text, texts[text])):
                line.text(written, self.styles)
        self.text = stop
        if pending:
            self._add_trailing_elements(start, stop)
        content = line.content()
        self.line = None
        if content:
            self.add(content)
        for text, note, label in beside:
            self._inline_note(note, label, breaks)
            inline_notes[text] = note, label

    def _inline_note(self, note: InlineNote, label: str, breaks: AbstractSet[int]) -> None:
        """Convert the texts of a note inside a block that is complete."""
        self.move(self.tree.text_elements[note.first])
        self.containers.append(Container(Of.NOTE, note.element, label))
        self._block(note.first, note.last, breaks)
        close(self.containers, self.tree, self.options.include_tables)

    def _has_special_before(self, text: int) -> bool:
        """Whether an element without text that was not passed yet starts before a text."""
        if self.at_special == len(self.special):
            return False
        ranks = self.tree.text_ranks
        return text == len(ranks) or self.special[self.at_special] < ranks[text]


def _runs(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    """Blocks that stand near each other; the header of a table may stand far above the other rows of a part."""
    start = 0
    for index in range(1, len(numbers) + 1):
        if index == len(numbers) or numbers[index] - numbers[index - 1] > _RUN_GAP:
            yield numbers[start:index]
            start = index
