"""Build the document of a page from its kept blocks, in one walk over the tree.

The walk follows the kept texts in the page's flat arrays. Moving from one text to the next closes and opens the
elements between them; most mean nothing, some open a container (list, table, quote), a style or a heading.
"""

import re
from collections.abc import Sequence

from maintext.page import Page
from maintext.render.code import is_prose, language_of
from maintext.render.document import Block, Code, Document
from maintext.render.line_builder import LineBuilder, simple_line
from maintext.render.options import DEFAULT, Options
from maintext.render.preformatted_prose import read_prose
from maintext.render.void_elements import VoidElements

_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,4}")


def read_document(page: Page, kept: Sequence[bool], options: Options = DEFAULT) -> Document:
    """The kept blocks of a page as a structured document."""
    walk = _DocumentBuilder(page, kept, options)
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
            language = language or tree.elements.get(element, "lang")
            direction = direction or tree.elements.get(element, "dir")
    language = language.strip().replace("_", "-") if language else None
    language = language if language and _LANGUAGE.fullmatch(language) else None
    return language, "rtl" if (direction or "").lower() == "rtl" or _is_rtl(language) else None


def _is_rtl(language: str | None) -> bool:
    return (language or "").lower().partition("-")[0] in ("ar", "he", "iw", "fa", "ur", "yi", "ps", "sd", "dv", "ug")


class _DocumentBuilder(VoidElements):
    """A walk along the kept blocks."""

    def run(self) -> None:
        """Follow the kept blocks."""
        tree = self.tree
        starts = tree.block_starts
        numbers = self.kept.numbers
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
            self.move(tree.text_elements[start])
            if self.pre >= 0:
                self._code(number)
            else:
                self._block(start, stop, breaks)
            previous = number
        if self.at_special < len(self.special):
            self._between(previous, -1)

    def finish(self) -> list[Block]:
        """Close everything that is open."""
        self.close_to(0)
        self.containers[0].finish()
        return self.containers[0].blocks

    def _block(self, start: int, stop: int, breaks: set[int]) -> None:
        """Read the texts of a block into a line, and put it where it belongs."""
        tree = self.tree
        texts, elements, ranks = tree.texts, tree.text_elements, tree.text_ranks
        line = self.line
        if line is None:
            if stop == start + 1 and not self.styles and not self.muted and self.at_special == len(self.special):
                content = simple_line(texts[start])
                if content is not None:
                    self.add(content)
                    return
            line = self.line = LineBuilder()
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
                self.move(elements[text])
            if not self.muted:
                line.text(texts[text], self.styles)
        self.text = stop
        if pending:
            self._trailing(start, stop)
        content = line.content()
        self.line = None
        if content:
            self.add(content)

    def _code(self, number: int) -> None:
        self.line = None
        if self.muted:
            return
        tree = self.tree
        text = tree.block_texts[number]
        container = self.containers[-1]
        if container.goes_on_with(self.pre):
            container.add_code(Code(text, ""), self.pre)
            return
        first = tree.text_elements[tree.block_starts[number]]
        language = language_of(tree, self.pre, first, self.names)
        if not language and self.tags[first] != "code" and is_prose(text):
            for block in read_prose(text):
                container.add(block)
            return
        container.add_code(Code(text, language), self.pre)
