"""NCleaner [Evert 2008]: two character n-gram models, of content and of boilerplate; the likelier decides a block."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Final

from maintext.errors import BadParameter
from maintext.extractors.base import BlockExtractor
from maintext.extractors.models import ModelFile, read_model, shipped
from maintext.page import Page

if TYPE_CHECKING:
    from numpy.typing import NDArray

EXTRACTOR: Final = "ncleaner"
_EDGE: Final = "\n"
_SIGNS: Final = _EDGE + "".join(map(chr, range(32, 127)))
_CLASSES: Final = ("letter", "digit", "punctuation", "other")
"""The classes of non-ASCII characters."""
SIZE: Final = len(_SIGNS) + len(_CLASSES)
"""How many signs the models know."""


@dataclass(frozen=True, slots=True)
class NCleaner(BlockExtractor):
    """Keep the blocks whose characters follow each other as in main text rather than as in boilerplate."""

    paper: ClassVar[str] = "Evert 2008"

    model: str | None = None
    """A file that `maintext train ncleaner` made; the shipped model if there is none."""
    lexical: bool = True
    """Look at the letters themselves; if not, every letter is `a` and every digit `0`, for any language. A model file
    knows which of the two it is for."""
    mixing: float = 0.5
    """How much an n-gram counts, 0 to 1; the rest goes to the next shorter one."""

    def __post_init__(self) -> None:
        if not 0 < self.mixing < 1:
            raise ValueError("mixing must be between 0 and 1")
        if self.model is not None:
            read_model(self.model, EXTRACTOR)

    def keep(self, page: Page) -> Sequence[bool]:
        """The blocks that the content model gives more per character."""
        import numpy as np

        table, lexical = _table(self.model, self.lexical, self.mixing)
        places, starts = block_trigrams(page.tree.block_texts, lexical)
        return [bool(total > 0) for total in np.add.reduceat(table[places], starts)]


def block_trigrams(texts: Sequence[str], lexical: bool) -> tuple["NDArray[Any]", "NDArray[Any]"]:
    """The trigrams of all blocks, each block with line ends around it, and where each block's begin."""
    import numpy as np

    between = _EDGE + _EDGE
    signs = to_signs(between + between.join(texts) + _EDGE, lexical)
    lengths = np.array([len(text) + len(between) for text in texts])
    return trigram_places(signs), np.append(0, np.cumsum(lengths)[:-1])


def to_signs(text: str, lexical: bool) -> "NDArray[Any]":
    """The text as numbers below SIZE."""
    import numpy as np

    codes = np.frombuffer(text.encode("utf-32-le", "replace"), dtype=np.uint32)
    signs = _ascii_signs(lexical)[np.minimum(codes, 128)]
    foreign = np.flatnonzero(codes >= 128)
    if len(foreign):
        distinct, where = np.unique(codes[foreign], return_inverse=True)
        signs[foreign] = np.array([_class_of(chr(code), lexical) for code in distinct.tolist()])[where]
    return signs


def trigram_places(signs: "NDArray[Any]") -> "NDArray[Any]":
    """Where each trigram stands in a table of all."""
    places: NDArray[Any] = (signs[:-2] * SIZE + signs[1:-1]) * SIZE + signs[2:]
    return places


def evidence_table(counts: "NDArray[Any]", mixing: float) -> "NDArray[Any]":
    """For every trigram, log P(third | first two) in content minus the same in boilerplate."""
    import numpy as np

    content, boilerplate = (np.log(_probabilities(side, mixing)) for side in counts)
    return np.asarray((content - boilerplate).astype(np.float32).ravel())


def _probabilities(trigrams: "NDArray[Any]", mixing: float) -> "NDArray[Any]":
    """P(third | first two), each n-gram mixed with the next shorter one; the shortest with an even chance for all."""
    import numpy as np

    chance: Any = np.full(SIZE, 1.0 / SIZE)
    for counts in (trigrams.sum(axis=(0, 1)), trigrams.sum(axis=0), trigrams):
        seen = counts.sum(axis=-1, keepdims=True)
        share = np.divide(counts, seen, out=np.zeros(counts.shape), where=seen > 0)
        chance = np.where(seen > 0, mixing * share + (1 - mixing) * chance, chance)
    return np.asarray(chance)


@lru_cache(maxsize=8)
def _table(path: str | None, lexical: bool, mixing: float) -> tuple["NDArray[Any]", bool]:
    """The table of a model, and whether the model is a lexical one; a file knows that itself."""
    if path is None:
        held = shipped("ncleaner" if lexical else "ncleaner-nonlexical", EXTRACTOR)
    else:
        held = read_model(path, EXTRACTOR)
        settings = held.manifest.get("settings")
        lexical = bool(settings.get("lexical", True)) if isinstance(settings, dict) else lexical
    return evidence_table(read_counts(held), mixing), lexical


def read_counts(held: ModelFile) -> "NDArray[Any]":
    """The trigram counts in a model file: content, then boilerplate."""
    import numpy as np

    counts = np.zeros((2, SIZE**3))
    try:
        for side, name in enumerate(("content", "boilerplate")):
            places = np.cumsum(held.arrays[f"{name}_steps"], dtype=np.int64)
            counts[side, places] = held.arrays[f"{name}_counts"]
    except (KeyError, ValueError, IndexError, TypeError) as error:
        raise BadParameter(f"{held.path} lacks what a model for {EXTRACTOR} needs; train it again") from error
    return counts.reshape(2, SIZE, SIZE, SIZE)


@lru_cache(maxsize=2)
def _ascii_signs(lexical: bool) -> "NDArray[Any]":
    """The sign of every ASCII code; control characters count as a space, and 128 stands for any other."""
    import numpy as np

    known = {sign: at for at, sign in enumerate(_SIGNS)}
    plain = [chr(code) if chr(code) in known else " " for code in range(128)]
    if not lexical:
        plain = ["a" if sign.isalpha() else "0" if sign.isdigit() else sign for sign in plain]
    return np.array([*(known[sign] for sign in plain), 0], dtype=np.int64)


def _class_of(sign: str, lexical: bool) -> int:
    from unicodedata import category

    kind = category(sign)[0]
    if kind == "Z":
        return _SIGNS.index(" ")
    if not lexical and kind in "LMN":
        return _SIGNS.index("0" if kind == "N" else "a")
    return len(_SIGNS) + {"L": 0, "M": 0, "N": 1, "P": 2}.get(kind, 3)
