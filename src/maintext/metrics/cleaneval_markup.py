"""CleanEval's markup: a start tag before each block, `<p>`, `<h>` or `<l>`; we add `<t>` (table) and `<c>` (code)."""

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from maintext.extractors.adapters.markdown_output import markdown_to_html
from maintext.metrics.metric import Gold, Retrieved
from maintext.metrics.tokenizers import Tokens, Unit, split_units
from maintext.render.cleaneval_output import PUBLISHED, Marks, render_cleaneval
from maintext.render.given_output import read_given
from maintext.render.options import Options

Tags = Literal["labelled", "unlabelled"]

_TAG = re.compile(r"<([phltc])>", re.IGNORECASE)


class MarkedBlock(NamedTuple):
    """A block of marked-up text and its kind; the kind is empty for text before the first tag."""

    kind: str
    text: str


def split_marked_blocks(markup: str) -> list[MarkedBlock]:
    """The blocks of a marked-up text."""
    parts = _TAG.split(markup)
    head = [MarkedBlock("", parts[0])] if parts[0].strip() else []
    return head + [MarkedBlock(kind.lower(), text) for kind, text in zip(parts[1::2], parts[2::2], strict=True)]


def lines_as_paragraphs(text: str) -> str:
    """Plain text as markup in which every line is a paragraph."""
    return "\n".join(f"<p>{line}" for line in text.splitlines() if line.strip())


def tagged(side: Gold | Retrieved, marks: Marks = PUBLISHED) -> str | None:
    """The markup with CleanEval's tags, converted from HTML or Markdown if necessary; None without markup."""
    if side.markup is None or side.markup_format == "cleaneval":
        return side.markup
    return _tags_of_html(markdown_to_html(side.markup) if side.markup_format == "markdown" else side.markup, marks)


@lru_cache(maxsize=256)
def _tags_of_html(html: str, marks: Marks) -> str:
    return render_cleaneval(read_given("", html, None, Options(include_images=False)), marks)


def gold_units(gold: Gold, tags: Tags | None, unit: Unit, tokens: Tokens) -> list[str] | None:
    """The tokens of the gold text, with tags unless `tags` is None; None if tags are needed but missing."""
    if tags is None:
        return split_units(gold.text, unit, tokens)
    markup = tagged(gold)
    return None if markup is None else _marked_units(markup, tags, unit, tokens)


def retrieved_units(retrieved: Retrieved, tags: Tags | None, unit: Unit, tokens: Tokens) -> list[str]:
    """The tokens of the retrieved text; if tags are needed but missing, every line is a paragraph."""
    if tags is None:
        return split_units(retrieved.text, unit, tokens)
    markup = tagged(retrieved)
    return _marked_units(lines_as_paragraphs(retrieved.text) if markup is None else markup, tags, unit, tokens)


def _marked_units(markup: str, tags: Tags, unit: Unit, tokens: Tokens) -> list[str]:
    units = []
    for kind, text in split_marked_blocks(markup):
        if kind:
            units.append(f"<{kind}>" if tags == "labelled" else "<p>")
        units += split_units(text, unit, tokens)
    return units
