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
from maintext.render.code import is_prose, labeled_language, language_of
from maintext.render.code_lines import is_line_numbers
from maintext.render.containers import Container, close
from maintext.render.containers import ContainerKind as Of
from maintext.render.document import Block, Code, Document, Note, Paragraph, plain_text
from maintext.render.line_builder import LineBuilder, simple_line
from maintext.render.options import DEFAULT, Options
from maintext.render.preformatted_prose import read_prose
from maintext.render.shown_notes import without_notes_titles
from maintext.render.void_elements import VoidElements

_LABEL_LEVELS = 4  # the maximum number of elements between code and the element that has its label
_COPY = frozenset(["copy", "copy code", "copied", "copied!", "copy to clipboard", "download", "code"])
_HIGHLIGHTED = frozenset(["hl", "hljs", "highlight", "code-block", "prettyprint", "chroma", "shiki"])
_RUN_GAP = 64  # the largest distance of blocks in a run
_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,4}")


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
    return (language or "").lower().partition("-")[0] in ("ar", "he", "iw", "fa", "ur", "yi", "ps", "sd", "dv", "ug")


class _DocumentBuilder(VoidElements):
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

    def _code(self, number: int, whole: bool = True) -> None:
        """Add a block of code; `whole` tells whether white space in its text is unchanged."""
        self.line = None
        if self.muted:
            return
        tree = self.tree
        start, stop = tree.block_starts[number], self.stops[number]
        text = self.code_lines.text(self.pre, start, stop, tree.block_texts[number] if whole else None)
        if not text.strip():
            return
        container = self.containers[-1]
        first = tree.text_elements[start]
        if container.continues_code(self.pre):
            blank = self.code_lines.blank_lines(self.pre, tree.text_elements[start - 1], first)
            container.add_code(Code("\n" * blank + text, ""), self.pre)
            return
        if is_line_numbers(text) and self._is_beside_code():
            return
        language = language_of(tree, self.pre, first, self.names)
        if not language and self.tags[first] != "code" and is_prose(text):
            for block in read_prose(text):
                container.add(block)
            return
        language = self._without_labels(number, container) or language
        container.add_code(Code(text, language), self.pre)

    def _ends_in_code(self) -> bool:
        tags, path = self.tags, self.path
        if tags[path[-1]] == "code":
            return True
        return len(path) > 2 and (tags[path[-2]] == "code" or tags[path[-3]] == "code")

    def _code_element(self, number: int) -> None:
        """Add the code of a code element outside of any pre."""
        self.pre = next(element for element in self.path[:-4:-1] if self.tags[element] == "code")
        self._code(number, whole=False)
        self.pre = -1

    def _is_beside_code(self) -> bool:
        """Whether the cell of a pre is followed by a cell that has a pre."""
        cell = next((element for element in reversed(self.path[-6:]) if self.tags[element] == "td"), -1)
        beside = self.page.ends[cell] if cell >= 0 else len(self.tags)
        return beside < len(self.tags) and self.tags[beside] == "td" and (
            "pre" in self.tags[beside : self.page.ends[beside]]
        )  # fmt: skip

    def _wrapper(self) -> int:
        """The outermost element of those around a pre that may hold its labels; -1 if there is none."""
        wrapper = -1
        place = self.path.index(self.pre)
        for element in reversed(self.path[max(0, place - _LABEL_LEVELS) : place]):
            if self.tags[element] in ("body", "article", "main", "section", "li"):
                break
            wrapper = element
        return wrapper

    def _without_labels(self, number: int, container: Container) -> str:
        """Remove the labels above code, such as "java" and "Copy"; returns the language that they name."""
        language = ""
        outermost = self._wrapper()
        while number > 0 and outermost >= 0 and container.blocks and isinstance(container.blocks[-1], Paragraph):
            number -= 1
            label = self.tree.block_texts[number]
            named = labeled_language(label) if len(label) < 20 else None
            if named is None and label.lower() not in _COPY:
                break
            if self.tree.text_elements[self.tree.block_starts[number]] <= outermost:
                break
            if plain_text(container.blocks[-1].content) != label:
                break
            container.blocks.pop()
            language = named or language
        return language

    def _is_code_block(self, start: int, stop: int) -> bool:
        """Whether a code element outside of any pre is a block: it makes up a block, and has lines or a language."""
        tree = self.tree
        code = next((element for element in self.path[:-4:-1] if self.tags[element] == "code"), -1)
        while stop > start and tree.texts[stop - 1].isspace():
            stop -= 1
        if code < 0 or not code <= tree.text_elements[stop - 1] < self.page.ends[code]:
            return False
        if any("\n" in tree.texts[text].strip() for text in range(start, stop)) and self.tags[
            self.parents[code]
        ] not in ("p", "li", "td", "th", "dd", "dt"):
            return True
        names = self.names.classes(code).split()
        return "block" in names or (not _HIGHLIGHTED.isdisjoint(names) and "inline" not in names and (
            self.tags[self.parents[code]] in ("div", "figure", "section", "article")
        ) and language_of(tree, code, code, self.names) != "")  # fmt: skip


def _runs(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    """Blocks that stand near each other; the header of a table may stand far above the other rows of a part."""
    start = 0
    for index in range(1, len(numbers) + 1):
        if index == len(numbers) or numbers[index] - numbers[index - 1] > _RUN_GAP:
            yield numbers[start:index]
            start = index
