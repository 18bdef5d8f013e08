"""The content code vector of Gottron: the source as a row of entries, each text or markup, by character or by token.

The text is kept as one string, too, cut into lines at structural tags; every character of it knows its entry.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from maintext.page.element_flow import STYLING
from maintext.page.parsing.source_tokens import TEXT, source_tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

VectorUnit = Literal["characters", "tokens"]
_SPACE, _NEWLINE = 32, 10


@dataclass(frozen=True, eq=False, slots=True)
class ContentCode:
    """Which entries of a page are text, and its text with the entry of each character."""

    vector: "NDArray[np.float64]"
    """1 where an entry is text, 0 where it is markup."""
    characters: "NDArray[np.uint32]"
    """The text's code points; runs of white space are one space, structural tags are line ends."""
    entries: "NDArray[np.intp]"
    """For each character its entry."""

    def text_where(self, kept: "NDArray[np.bool_]") -> str:
        """The kept characters as lines without needless white space."""
        text = self.characters[kept].tobytes().decode("utf-32-le", "replace")
        lines = (" ".join(line.split()) for line in text.split("\n"))
        return "\n".join(line for line in lines if line)


def is_space(characters: "NDArray[np.uint32]") -> "NDArray[np.bool_]":
    """Which characters are spaces or line ends."""
    spaces: NDArray[np.bool_] = (characters == _SPACE) | (characters == _NEWLINE)
    return spaces


def content_code(source: str, unit: VectorUnit, anchors: bool = True) -> ContentCode:
    """Lay a page out by characters or by tokens; without `anchors`, the tags of links are no entries at all."""
    import numpy as np

    pieces, shown, before, markup = _pieces(source, unit, anchors)
    joined = "".join(pieces).encode("utf-32-le", "surrogatepass")
    characters: NDArray[np.uint32] = np.frombuffer(joined, dtype="<u4")
    lengths = np.array([len(piece) for piece in pieces], dtype=np.intp)
    counted = np.repeat(np.array(shown, dtype=bool), lengths)
    if unit == "tokens":
        counted &= _word_starts(characters, lengths)
    entries = np.cumsum(counted) - 1 + np.repeat(np.array(before, dtype=np.intp), lengths)
    vector = np.zeros(int(counted.sum()) + markup)
    vector[entries[counted]] = 1
    return ContentCode(vector, characters, np.clip(entries, 0, max(0, len(vector) - 1)))


def _pieces(source: str, unit: VectorUnit, anchors: bool) -> tuple[list[str], list[bool], list[int], int]:
    """Texts and line ends, whether each is shown (else it is no entry), entries of markup before each and in all."""
    pieces: list[str] = []
    shown: list[bool] = []
    before: list[int] = []
    markup = 0
    for tag, text, length in _parts(source):
        piece = "\n" if tag else _collapse(text)
        if tag and (anchors or tag != "a"):
            markup += length if unit == "characters" else 1
        if tag not in STYLING:
            pieces.append(piece)
            shown.append(not piece.isspace())
            before.append(markup)
    return pieces, shown, before, markup


def _parts(source: str) -> Iterator[tuple[str, str, int]]:
    """The source's texts ("", text, 0) and tags (name, "", length)."""
    for kind, data, written in source_tokens(source, written=True):
        if kind == TEXT:
            if data:
                yield "", data, 0
        else:
            yield data, "", len(written or data)


def _collapse(text: str) -> str:
    """A text with every run of white space as one space."""
    words = " ".join(text.split())
    if not words:
        return " "
    return f"{' ' if text[0].isspace() else ''}{words}{' ' if text[-1].isspace() else ''}"


def _word_starts(characters: "NDArray[np.uint32]", lengths: "NDArray[np.intp]") -> "NDArray[np.bool_]":
    """Where words begin: after white space, and where a piece begins."""
    import numpy as np

    solid = ~is_space(characters)
    after = np.ones(len(characters), dtype=bool)
    after[1:] = ~solid[:-1]
    borders = np.cumsum(lengths)[:-1]
    after[borders[borders < len(characters)]] = True
    starts: NDArray[np.bool_] = solid & after
    return starts
