"""Code blocks of a document, with their language, and without the labels and line numbers beside them."""

from typing import Final

from maintext.render.code import is_prose, labeled_language, language_of
from maintext.render.code_lines import is_line_numbers
from maintext.render.containers import Container
from maintext.render.document import Code, Paragraph, plain_text
from maintext.render.preformatted_prose import read_prose
from maintext.render.void_elements import VoidElements

_LABEL_LEVELS: Final = 4
"""The maximum number of elements between code and the element that has its label."""
_COPY = frozenset(["copy", "copy code", "copied", "copied!", "copy to clipboard", "download", "code"])
_HIGHLIGHTED = frozenset(["hl", "hljs", "highlight", "code-block", "prettyprint", "chroma", "shiki"])


class CodeBlocks(VoidElements):
    """A position that adds the code blocks that it passes."""

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
