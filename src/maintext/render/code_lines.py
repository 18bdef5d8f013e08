"""The lines of code blocks: without line numbers, buttons and prompts, and divided where each line is an element."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise

from maintext.page.parsing.tree import Tree
from maintext.render.attribute_cache import AttributeCache

_NO_CODE = re.compile(
    r"(?:^|[\s_-])(?:copy|clipboard|toolbar|tool-bar|(?:code|hljs|highlight|block)_{0,2}-?(?:header|title|lang\w*|name)|"
    r"lang(?:uage)?-?(?:label|name|tag|badge)|hover-info|sr-only|visually-hidden)",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?:^|[\s_-])(?:line-?num(?:ber)?s?|linenos?|lineno|ln-num|ln|lnt|gutter|blob-num|hljs-ln-n|line-numbers?-rows|"
    r"react-syntax-highlighter-line-number)(?:$|[\s_-])",
    re.IGNORECASE,
)
_PROMPT = re.compile(r"(?:^|[\s_-])(?:prompt|shell-prompt|command-prompt)\d?(?:$|\s)|unselectable", re.IGNORECASE)
_LINE = re.compile(
    r"(?:^|\s)(?:(?:code|token|view|cm|codemirror|ec|hljs-ln|shiki|react-code)-)?line(?:$|\s)", re.IGNORECASE
)
_LEVELS = 8


class CodeLines:
    """Reads the code blocks of a page."""

    __slots__ = ("_known", "_names", "_tree")

    def __init__(self, tree: Tree, names: AttributeCache) -> None:
        self._tree, self._names = tree, names
        self._known: dict[int, bool] = {}

    def text(self, pre: int, start: int, stop: int, collapsed: str | None) -> str:
        """The code of a block, given its texts; empty if they are no code.

        `collapsed` is the text of the block if white space in it is unchanged, else None.
        """
        tree, texts = self._tree, self._tree.texts
        if self._is_no_code(pre, tree.text_elements[start]) and self._is_no_code(pre, tree.text_elements[stop - 1]):
            return ""
        left_out = {text for text in range(start, stop) if self._is_left_out(texts[text], tree.text_elements[text])}
        if collapsed is None:
            left_out |= {text for text in range(start, stop) if self._is_no_code(pre, tree.text_elements[text])}
        divided = stop - start > 1 and (collapsed is None or "\n" not in collapsed)
        lines = self._line_starts(pre, start, stop) if divided else frozenset()
        if collapsed is not None and not left_out and not lines:
            return collapsed
        pieces = []
        for text in range(start, stop):
            if text > start:
                breaks = bisect_right(tree.breaks, text) - bisect_left(tree.breaks, text)
                pieces.append("\n" * max(breaks, text in lines))
            pieces.append("" if text in left_out else texts[text])
        return "".join(pieces).strip("\r\n")

    def _line_starts(self, pre: int, start: int, stop: int) -> frozenset[int]:
        """The texts at which the element of another line starts without a line break."""
        found = []
        line = -1
        for text in range(start, stop):
            current = self._line(pre, self._tree.text_elements[text])
            if current not in (line, -1):
                if line >= 0 and not self._tree.texts[text - 1].endswith("\n"):
                    found.append(text)
                line = current
        return frozenset(found)

    def blank_lines(self, pre: int, previous: int, following: int) -> int:
        """The number of empty elements between those of two lines."""
        parents, ends = self._tree.parents, self._tree.ends
        before, after = self._path(pre, previous), self._path(pre, following)
        shared = 0
        while shared < min(len(before), len(after)) and before[shared] == after[shared]:
            shared += 1
        if shared >= len(before) or shared >= len(after) or parents[before[shared]] != parents[after[shared]]:
            return 0
        count, element = 0, ends[before[shared]]
        while element < after[shared]:
            count += self._tree.tags[element] in ("div", "span", "p", "li")
            element = ends[element]
        return count

    def _path(self, pre: int, element: int) -> list[int]:
        """The elements from inside the pre down to an element."""
        path: list[int] = []
        while element > pre and len(path) < 4 * _LEVELS:
            path.append(element)
            element = self._tree.parents[element]
        return path[::-1]

    def _line(self, pre: int, element: int) -> int:
        """The element of the line around an element; -1 if there is none."""
        for _ in range(_LEVELS):
            if element <= pre:
                return -1
            if _LINE.search(self._names.classes(element)):
                return element
            element = self._tree.parents[element]
        return -1

    def _is_no_code(self, pre: int, element: int) -> bool:
        """Whether an element in a pre is a button, a title or a label."""
        for _ in range(_LEVELS):
            if element <= pre:
                return False
            if self._tree.tags[element] == "button" or _NO_CODE.search(self._names.classes(element)):
                return True
            element = self._tree.parents[element]
        return False

    def _is_left_out(self, written: str, element: int) -> bool:
        """Whether a text is the number of a line or a prompt."""
        core = written.strip()
        if len(core) > 8 or not core or not (core.isdigit() or not core[0].isalnum()):
            return False
        for _ in range(2):
            names = self._names.classes(element)
            if core.isdigit() and (_NUMBER.search(names) or self._is_unselectable(element)):
                return True
            if not core.isdigit() and _PROMPT.search(names):
                return True
            element = self._tree.parents[element]
        return False

    def _is_unselectable(self, element: int) -> bool:
        style = self._names.read(element, "style")
        return "user-select" in style and "none" in style


def is_line_numbers(text: str) -> bool:
    """Whether a text consists of at least two consecutive numbers."""
    numbers = text.split()
    if len(numbers) < 2 or not all(map(_is_number, numbers)):
        return False
    return all(int(after) == int(before) + 1 for before, after in pairwise(numbers))


def without_line_numbers(lines: Sequence[str]) -> list[str]:
    """The lines without those that number the others: 1, code, 2, code."""
    numbers = [place for place, line in enumerate(lines) if _is_number(line.strip())]
    if len(numbers) < 2 or numbers[0] != 0 or 2 * len(numbers) < len(lines) or len(numbers) == len(lines):
        return list(lines)
    values: Iterable[int] = (int(lines[place].strip()) for place in numbers)
    if any(after != before + 1 for before, after in pairwise(values)):
        return list(lines)
    kept = []
    for place, line in enumerate(lines):
        if not _is_number(line.strip()):
            kept.append(line)
        elif place + 1 == len(lines) or _is_number(lines[place + 1].strip()):
            kept.append("")  # a numbered line without code
    return kept


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 6
