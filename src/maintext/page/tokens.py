"""Tokens of the source: tags, words, numbers and symbols, for extractors that work on a flat sequence."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from maintext.page.element_flow import STYLING
from maintext.page.parsing.source_tokens import START, TEXT, source_tokens
from maintext.page.words import WORD_PATTERN

OPEN: Final = 0
CLOSE: Final = 1
WORD: Final = 2
NUMBER: Final = 3
SYMBOL: Final = 4


@dataclass(frozen=True, slots=True)
class Tokens:
    """Parallel lists over the tokens: kind, name, and for text tokens the run of text and the offsets in it."""

    kinds: list[int]
    names: list[str]
    """A tag's name, or the word, number or symbol itself."""
    runs: list[int]
    starts: list[int]
    ends: list[int]
    run_texts: list[str]

    def __len__(self) -> int:
        return len(self.kinds)

    def is_tag(self, index: int) -> bool:
        """Whether a token is an opening or closing tag."""
        return self.kinds[index] <= CLOSE

    def text_between(self, first: int, last: int) -> str:
        """The text of the tokens from `first` to before `last`; structural tags become line breaks.

        White space between styling tags is not a token, but it separates words.
        """
        pieces: list[str] = []
        before: int | None = None
        at = first
        while at < last:
            if self.kinds[at] <= CLOSE:
                if self.names[at] not in STYLING:
                    pieces.append("\n")
                at += 1
                continue
            run, begin = self.runs[at], self.starts[at]
            if before is not None and run > before + 1:
                pieces.append(" ")
            before = run
            while at < last and self.runs[at] == run and self.kinds[at] > CLOSE:
                at += 1
            whole_end = at >= len(self.kinds) or self.runs[at] != run
            text = self.run_texts[run]
            pieces.append(text[0 if self._opens_run(run, begin) else begin : None if whole_end else self.ends[at - 1]])
        lines = (" ".join(line.split()) for line in "".join(pieces).split("\n"))
        return "\n".join(line for line in lines if line)

    def _opens_run(self, run: int, begin: int) -> bool:
        return not self.run_texts[run][:begin].strip()


def tokenize(source: str) -> Tokens:
    """The tokens of a source, without the contents of scripts, styles and other raw elements."""
    kinds: list[int] = []
    names: list[str] = []
    runs: list[int] = []
    starts: list[int] = []
    ends: list[int] = []
    run_texts: list[str] = []
    find, find_ascii = _text().finditer, _ASCII_TEXT.finditer
    for kind, data, _ in source_tokens(source):
        if kind != TEXT:
            kinds.append(OPEN if kind == START else CLOSE)
            names.append(data)
            runs.append(-1)
            starts.append(0)
            ends.append(0)
        else:
            run = len(run_texts)
            run_texts.append(data.replace("\n", " "))
            for found in find_ascii(data) if data.isascii() else find(data):
                group = found.lastindex
                kinds.append(NUMBER if group == 1 else WORD if group == 2 else SYMBOL)
                names.append(found.group())
                runs.append(run)
                starts.append(found.start())
                ends.append(found.end())
    return Tokens(kinds, names, runs, starts, ends, run_texts)


def count_tokens(text: str) -> int:
    """The number of words, numbers and symbols in a text."""
    return len((_ASCII_COUNTED if text.isascii() else _counted()).findall(text))


def token_spans(text: str) -> list[tuple[int, int]]:
    """The start and end offsets of the words, numbers and symbols in a text."""
    return [found.span() for found in (_ASCII_COUNTED if text.isascii() else _counted()).finditer(text)]


_NUMBER = r"\d+(?:[.,]\d+)*"
_ASCII_SYMBOL = r"[^\s\x1c-\x1f]"  # \s with re.ASCII does not match these four separators
_ASCII_COUNTED = re.compile(rf"{_NUMBER}|\w+|{_ASCII_SYMBOL}", re.ASCII)
_ASCII_TEXT = re.compile(rf"({_NUMBER})|(\w+)|{_ASCII_SYMBOL}", re.ASCII)


@cache
def _counted() -> re.Pattern[str]:
    return re.compile(rf"{_NUMBER}|{WORD_PATTERN}|\S")


@cache
def _text() -> re.Pattern[str]:
    return re.compile(rf"({_NUMBER})|({WORD_PATTERN})|\S")
