"""The two sides a metric compares: what should have been found and what was."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Gold:
    """What people say the main text is; what a dataset does not know stays None or empty.

    `markup` is the text with an opening tag before each block, as in CleanEval: <p> paragraph, <h> heading, <l> list
    item, and beyond CleanEval <t> table cell and <c> code. `versions` are several acceptable texts. The snippets are
    short texts that must and must not be found. `page_text` is all visible text of the page, one block per line.
    """

    text: str
    markup: str | None = None
    versions: tuple[str, ...] = ()
    with_snippets: tuple[str, ...] = ()
    without_snippets: tuple[str, ...] = ()
    page_text: str | None = None


@dataclass(frozen=True, slots=True)
class Retrieved:
    """What an extractor gave: its text, and the same with CleanEval's opening tags if it can tell."""

    text: str
    markup: str | None = None
