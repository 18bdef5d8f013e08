"""Plain text: one block per line, code as it was written."""

from collections.abc import Sequence

from maintext.page import Page


def render_text(page: Page, kept: Sequence[bool]) -> str:
    """The kept blocks of a page in reading order, one per line."""
    return "\n".join(text for text, keep in zip(page.tree.block_texts, kept, strict=True) if keep)
