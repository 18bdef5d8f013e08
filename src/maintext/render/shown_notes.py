"""The footnotes of a document: those of the page whose note and mark were both kept."""

import re
from collections.abc import Sequence
from itertools import zip_longest

from maintext.page.footnotes import Footnotes, InlineNote
from maintext.render.document import Block, Heading, Paragraph, Rule, plain_text
from maintext.render.kept_blocks import KeptBlocks

_LOOKED_AT = 5
"""The number of texts at the start of a note that are checked to decide whether it was kept."""
_TITLE = re.compile(
    r"(?:foot|end|side)?\s?notes?|fu(?:ß|ss)noten?|anmerkungen|(?:notes?|appels?) de bas de page|"
    r"notas?(?: (?:al|a) pie| de rodapé)?|note|voetnoten|fotnoter|przypisy|примечания|сноски|脚注|注释|각주",
    re.IGNORECASE,
)


class ShownNotes:
    """The footnotes that a document shows, by the elements and texts of the page."""

    __slots__ = ("any", "inline", "labels", "marks", "texts")

    def __init__(self, found: Footnotes, kept: KeptBlocks) -> None:
        shown = {label for note, label in found.notes.items() if kept.has_kept_text(note, _LOOKED_AT)}
        shown &= {label for mark, label in found.marks.items() if kept.has_kept_text(mark)}
        self.marks = {mark: label if label in shown else "" for mark, label in found.marks.items()}
        """The elements of marks, with the labels of their notes; empty if the note was not kept."""
        self.labels = {note: label for note, label in found.notes.items() if label in shown}
        """The elements of notes, with their labels."""
        self.inline: dict[int, tuple[InlineNote, str]] = dict(found.inline)
        """The notes inside blocks by their first text, with their labels."""
        self.texts = found.texts
        """What is left of texts that are shown in part."""
        self.any = bool(self.marks or self.labels)


def without_notes_titles(blocks: Sequence[Block]) -> list[Block]:
    """The blocks without titles such as "Footnotes" above nothing, and without a line at the end."""
    kept: list[Block] = []
    for block, following in zip_longest(blocks, blocks[1:]):
        if not _is_title(block) or not _ends_section(block, following):
            kept.append(block)
    while kept and isinstance(kept[-1], Rule):
        kept.pop()
    return kept


def _is_title(block: Block) -> bool:
    return (
        isinstance(block, Heading | Paragraph) and _TITLE.fullmatch(plain_text(block.content).rstrip(" :")) is not None
    )


def _ends_section(title: Block, following: Block | None) -> bool:
    """Whether nothing stands below a title."""
    if following is None or isinstance(following, Rule):
        return True
    return isinstance(title, Heading) and isinstance(following, Heading) and following.level <= title.level
