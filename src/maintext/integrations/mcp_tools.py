"""What the tools for language models return, computed in a worker: text, outline and passages within a budget."""

import json
import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from maintext.errors import BadParameter, MaintextError
from maintext.extractors.extract import extract
from maintext.page.tokens import count_tokens
from maintext.page.words import words
from maintext.sandbox.packing import join_parts, split_parts

if TYPE_CHECKING:
    from maintext.extractors.extraction import Extraction
    from maintext.render.chunks.chunk import Chunk

CHUNK_TOKENS: Final = 256
"""The length of the passages that texts are cut into."""
_MAX_HEADING: Final = 200


def load_tools(setup: bytes) -> Callable[[bytes], bytes]:
    """The function that a worker runs; `setup` is the extractor's spec."""
    spec = setup.decode()
    extract("<p>what is loaded at first must not count as the first page's time</p>", extractor=spec)
    return lambda payload: json.dumps(_answer(spec, payload), ensure_ascii=False).encode("utf-8", "surrogatepass")


def pack_job(tool: str, html: bytes, url: str | None, charset: str | None, options: dict[str, Any]) -> bytes:
    """A job for a worker."""
    return join_parts([tool, url, charset, options], html)


def _answer(spec: str, payload: bytes) -> dict[str, Any]:
    (tool, url, charset, options), (html,) = split_parts(payload)
    try:
        extraction = extract(html, extractor=spec, url=url, charset=charset)
        return _about(extraction) | _TOOLS[tool](extraction, **options)
    except MaintextError as error:
        return {"error": str(error)}


def _about(extraction: "Extraction") -> dict[str, Any]:
    """What every answer says about the page."""
    confidence = extraction.confidence
    return {
        "url": extraction.url, "title": extraction.title, "author": extraction.author, "date": extraction.date,
        "language": extraction.language, "page_type": extraction.page_type,
        "confidence": None if confidence is None else round(float(confidence), 3), "reason": extraction.reason,
        "hidden_texts": sum(one.block is not None for one in extraction.hidden_text),
    }  # fmt: skip


def read_text(extraction: "Extraction", max_tokens: int, start: int = 0) -> dict[str, Any]:
    """The main text from a passage on, as many passages as the budget allows."""
    chunks = _chunks(extraction, max_tokens)
    taken = _within(chunks[start:], max_tokens)
    following = start + len(taken)
    return {
        "text": "\n\n".join(chunk.text for chunk in taken),
        "tokens": sum(chunk.tokens for chunk in taken),
        "next_start": following if following < len(chunks) else None,
    }


def read_outline(extraction: "Extraction", max_tokens: int) -> dict[str, Any]:
    """The headings of the main text, with where to read on from each."""
    chunks = _chunks(extraction, CHUNK_TOKENS)
    starts = {block: number for number, chunk in reversed(list(enumerate(chunks))) for block in chunk.blocks}
    sections: list[dict[str, Any]] = []
    budget = max_tokens
    for number, block in enumerate(extraction.blocks):
        if not block.kept or block.level is None or number not in starts:
            continue
        heading = block.text[:_MAX_HEADING]
        budget -= count_tokens(heading)
        if budget < 0:
            break
        sections.append({"level": block.level, "heading": heading, "start": starts[number]})
    return {"sections": sections, "passages": len(chunks), "tokens": sum(chunk.tokens for chunk in chunks)}


def find_passages(extraction: "Extraction", query: str, max_tokens: int) -> dict[str, Any]:
    """The passages that have most of the words of a query, rare ones first, each with its citation."""
    wanted = set(words(query.lower()))
    if not wanted:
        raise BadParameter("the query has no words; give the words to look for")
    chunks = _chunks(extraction, max_tokens)
    counts = [Counter(words(" ".join((*chunk.headings, chunk.text)).lower())) for chunk in chunks]
    rarity = {word: math.log(1 + len(chunks) / (1 + sum(word in count for count in counts))) for word in wanted}
    scores = [sum(rarity[word] * count[word] / (count[word] + 1) for word in wanted) for count in counts]
    best = sorted(
        (number for number, score in enumerate(scores) if score), key=lambda number: (-scores[number], number)
    )
    taken = best[: len(_within([chunks[number] for number in best], max_tokens))]
    passages = [_citation(number, chunks[number]) for number in taken]
    return {"passages": passages, "tokens": sum(chunks[number].tokens for number in taken), "found": len(best)}


def _citation(number: int, chunk: "Chunk") -> dict[str, Any]:
    return {"text": chunk.text, "headings": list(chunk.headings), "cite": chunk.url or chunk.fragment, "start": number}


def _chunks(extraction: "Extraction", max_tokens: int) -> "tuple[Chunk, ...]":
    return extraction.chunks(min(CHUNK_TOKENS, max_tokens))


def _within(chunks: "Sequence[Chunk]", max_tokens: int) -> "Sequence[Chunk]":
    """The first chunks that together have at most so many tokens."""
    total = 0
    for number, chunk in enumerate(chunks):
        total += chunk.tokens
        if total > max_tokens:
            return chunks[:number]
    return chunks


_TOOLS: Final[dict[str, Callable[..., dict[str, Any]]]] = {
    "text": read_text, "outline": read_outline, "find": find_passages,
}  # fmt: skip
