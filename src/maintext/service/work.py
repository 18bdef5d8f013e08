"""What workers do with a page: one function for each kind of order; the answer is ready to be sent."""

import json
import time
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Final

from maintext.extractors import EXTRACTORS, Extraction, Extractor
from maintext.extractors.extract import extract_with, with_beta
from maintext.page import Page, read_page
from maintext.page.words import count_words
from maintext.render.html import render_html
from maintext.render.options import Options
from maintext.render.walk import read_document
from maintext.service.archive import list_archive, read_member
from maintext.service.catalog import catalog
from maintext.service.feed_handlers import complete_feed, describe_feed
from maintext.service.inputs import split_form, split_json
from maintext.service.labels import Label, gold_of, propose
from maintext.service.reader import reader_page
from maintext.service.task import Order, Reply
from maintext.service.view import view

MEDIA_TYPES: Final = {
    "json": "application/json",
    "markdown": "text/markdown; charset=utf-8",
    "text": "text/plain; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "tei": "application/tei+xml",
}
ADDITIONS: Final = ("blocks", "markdown", "html", "metadata", "posts", "picture", "view", "source")
"""What a JSON answer can hold beside the text."""
_BYTES: Final = "application/octet-stream"
_MOST_VALUES = 600
"""Values of a picture that a screen can show."""


def work(order: Order, body: bytes) -> Reply:
    """The answer to an order."""
    return _KINDS[order.kind](order, body)


def _extract(order: Order, body: bytes) -> Reply:
    start = time.perf_counter()
    extraction = _found(_page(order, body), order, order.specs[0])
    if order.format != "json":
        return Reply(200, MEDIA_TYPES[order.format], _encoded(extraction.render(order.format)))
    values = summary(extraction)
    for name in order.add:
        values[name] = _addition(name, extraction, order)
    values["milliseconds"] = round(1000 * (time.perf_counter() - start), 2)
    return _json(values)


def _compare(order: Order, body: bytes) -> Reply:
    page = _page(order, body)
    sides = [_side(page, order, spec) for spec in order.specs]
    values: dict[str, object] = {
        "url": page.url,
        "title": page.title,
        "extractors": sides,
        "blocks": [
            {"text": block.text, "kind": str(block.kind), "level": block.level or 0, "hidden": block.hidden}
            for block in page.blocks
        ],
    }
    for name in order.add:
        values[name] = view(page) if name == "view" else page.original
    return _json(values)


def _side(page: Page, order: Order, spec: str) -> dict[str, object]:
    start = time.perf_counter()
    extraction = _found(page, order, spec)
    text = extraction.text
    milliseconds = round(1000 * (time.perf_counter() - start), 2)
    return {
        "extractor": extraction.extractor,
        "text": text,
        "words": count_words(text),
        "kept": [bool(keep) for keep in extraction.kept],
        "confidence": _number(extraction.confidence),
        "reason": extraction.reason,
        "milliseconds": milliseconds,
    }


def _read(order: Order, body: bytes) -> Reply:
    extraction = _found(_page(order, body), order, order.specs[0])
    document = reader_page(extraction, images="images" in order.add)
    return Reply(200, MEDIA_TYPES["html"], _encoded(document))


def _judge(order: Order, body: bytes) -> Reply:
    """How much extractors disagree: the share of words that some keep and others do not, most where they are halved."""
    page = _page(order, body)
    votes = [_found(page, order, spec).kept for spec in order.specs]
    weights = page.block_words
    split = total = 0.0
    for block, words in enumerate(weights):
        share = sum(bool(kept[block]) for kept in votes) / len(votes)
        total += words if share else 0
        split += words * 4 * share * (1 - share)
    return _json({"disagreement": split / total if total else 0.0, "title": page.title, "words": sum(weights)})


def _propose(order: Order, body: bytes) -> Reply:
    """Labels for an annotator to begin with, unless the order has some."""
    extraction = _found(_page(order, body), order, order.specs[0])
    page = extraction.page
    return _json(
        {
            "title": extraction.title,
            "extractor": extraction.extractor,
            "labels": [label._asdict() for label in propose(extraction)],
            "blocks": [
                {"text": block.text, "kind": str(block.kind), "level": block.level or 0, "hidden": block.hidden}
                for block in page.blocks
            ],
            "view": view(page),
        }
        | dict(order.extra)
    )


def _gold(order: Order, body: bytes) -> Reply:
    """What an annotator's labels make of a page."""
    page = _page(order, body)
    gold = gold_of(page, [Label(*label) for label in order.extra["labels"]])
    markup = render_html(read_document(page, gold.kept, Options()))
    values = {"text": gold.text, "versions": gold.versions, "runs": gold.runs, "words": count_words(gold.text)}
    return _json(values | {"markup": markup})


def _catalog(order: Order, body: bytes) -> Reply:
    return _json(catalog(remote="remote" in order.add))


def _describe_feed(order: Order, body: bytes) -> Reply:
    return Reply(200, MEDIA_TYPES["json"], describe_feed(body, order.url or "", order.extra["limit"]))


def _complete_feed(order: Order, body: bytes) -> Reply:
    return Reply(200, _BYTES, complete_feed(body, order.url or ""))


def _split_json(order: Order, body: bytes) -> Reply:
    return Reply(200, _BYTES, split_json(body, **order.extra))


def _split_form(order: Order, body: bytes) -> Reply:
    return Reply(200, _BYTES, split_form(body, **order.extra))


def _list_archive(order: Order, body: bytes) -> Reply:
    return Reply(200, MEDIA_TYPES["json"], list_archive(**order.extra))


def _extract_member(order: Order, body: bytes) -> Reply:
    """The main text of one page of an archive."""
    return _extract(order, read_member(**order.extra))


_KINDS: Final[dict[str, Callable[[Order, bytes], Reply]]] = {
    "extract": _extract,
    "compare": _compare,
    "read": _read,
    "judge": _judge,
    "propose": _propose,
    "gold": _gold,
    "catalog": _catalog,
    "describe-feed": _describe_feed,
    "complete-feed": _complete_feed,
    "split-json": _split_json,
    "split-form": _split_form,
    "list-archive": _list_archive,
    "extract-member": _extract_member,
}


def summary(extraction: Extraction) -> dict[str, object]:
    """What is told about every extraction."""
    metadata = extraction.metadata
    text = extraction.text
    return {
        "url": extraction.url,
        "title": extraction.title,
        "author": metadata.author,
        "date": metadata.date,
        "language": metadata.language,
        "site": metadata.site_name,
        "page_type": extraction.page_type or metadata.page_type,
        "confidence": _number(extraction.confidence),
        "extractor": extraction.extractor,
        "reason": extraction.reason,
        "words": count_words(text),
        "text": text,
    }


def _addition(name: str, extraction: Extraction, order: Order) -> object:
    if name in ("markdown", "html"):
        return extraction.render(name)
    if name == "metadata":
        return extraction.metadata.to_dict()
    if name == "posts":
        return [post._asdict() for post in extraction.posts]
    if name == "picture":
        return _picture(extraction, order)
    if name == "view":
        return view(extraction.page)
    return extraction.page.original if name == "source" else _blocks(extraction)


def _blocks(extraction: Extraction) -> list[dict[str, object]]:
    scores = extraction.scores
    reasons = extraction.reasons
    return [
        {
            "text": block.text,
            "kept": bool(keep),
            "score": None if scores is None else round(float(scores[block.index]), 4),
            "why": list(reasons[block.index]),
            "kind": str(block.kind),
            "level": block.level or 0,
            "hidden": block.hidden,
            "xpath": block.xpath,
        }
        for block, keep in zip(extraction.page.blocks, extraction.kept, strict=True)
    ]


def _picture(extraction: Extraction, order: Order) -> object:
    from maintext.reports.explain import trace_of

    extractor = _extractor(order.specs[0], order.beta)
    return trace_of(extractor, extraction.page).reduced(_MOST_VALUES).to_json()


def _page(order: Order, body: bytes) -> Page:
    html = body.decode("utf-8", "surrogatepass") if order.is_text else body
    return read_page(html, url=order.url, charset=order.charset, max_bytes=None)


def _found(page: Page, order: Order, spec: str) -> Extraction:
    extractor = _extractor(spec, order.beta if len(order.specs) == 1 else None)
    found = extract_with(extractor, page, order.comments)
    return replace(found, options=Options(**order.options)) if order.options else found


@lru_cache(maxsize=64)
def _extractor(spec: str, beta: float | None) -> Extractor:
    extractor = EXTRACTORS.build(spec)
    return extractor if beta is None else with_beta(extractor, beta)


def _json(values: object) -> Reply:
    return Reply(200, MEDIA_TYPES["json"], _encoded(json.dumps(values, ensure_ascii=False)))


def _encoded(text: str) -> bytes:
    """UTF-8; what has none, such as half a surrogate pair, becomes a question mark."""
    return text.encode("utf-8", "replace")


def _number(value: float | None) -> float | None:
    return None if value is None else round(float(value), 4)
