"""CleanEval's simple markup: an opening tag before each block, `<p>`, `<h>` or `<l>`; we add `<t>` and `<c>`."""

import re
from typing import Literal, NamedTuple

from maintext.metrics.metric import Gold, Retrieved
from maintext.metrics.tokenizers import Tokens, Unit, read

Tags = Literal["labelled", "unlabelled"]

_TAG = re.compile(r"<([phltc])>", re.IGNORECASE)


class MarkedBlock(NamedTuple):
    """A block of marked-up text and what kind it is; the kind is empty before the first tag."""

    kind: str
    text: str


def segments(markup: str) -> list[MarkedBlock]:
    """The blocks of a marked-up text; white space before the first tag is none."""
    parts = _TAG.split(markup)
    head = [MarkedBlock("", parts[0])] if parts[0].strip() else []
    return head + [MarkedBlock(kind.lower(), text) for kind, text in zip(parts[1::2], parts[2::2], strict=True)]


def of_lines(text: str) -> str:
    """Plain text as markup: every line a paragraph."""
    return "\n".join(f"<p>{line}" for line in text.splitlines() if line.strip())


def gold_units(gold: Gold, tags: Tags | None, unit: Unit, tokens: Tokens) -> list[str] | None:
    """The gold as tokens, with its tags among them if asked for; None if it has no tags."""
    if tags is None:
        return read(gold.text, unit, tokens)
    return None if gold.markup is None else _marked_units(gold.markup, tags, unit, tokens)


def retrieved_units(retrieved: Retrieved, tags: Tags | None, unit: Unit, tokens: Tokens) -> list[str]:
    """The retrieved text as tokens; if it must have tags and has none, every line is a paragraph."""
    if tags is None:
        return read(retrieved.text, unit, tokens)
    markup = of_lines(retrieved.text) if retrieved.markup is None else retrieved.markup
    return _marked_units(markup, tags, unit, tokens)


def _marked_units(markup: str, tags: Tags, unit: Unit, tokens: Tokens) -> list[str]:
    units = []
    for kind, text in segments(markup):
        if kind:
            units.append(f"<{kind}>" if tags == "labelled" else "<p>")
        units += read(text, unit, tokens)
    return units
