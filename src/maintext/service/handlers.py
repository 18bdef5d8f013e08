"""Job handlers of the workers: one function per kind of job, which returns the reply."""

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
from maintext.render.document_builder import read_document
from maintext.render.html import render_html
from maintext.render.options import Options
from maintext.service.catalog import catalog
from maintext.service.feed_handlers import complete_feed, describe_feed
from maintext.service.inputs import split_form, split_json
from maintext.service.jobs import Job, Reply, reply_to, unpack_job
from maintext.service.labels import Label, gold_from_labels, propose
from maintext.service.page_view import view
from maintext.service.reader_view import reader_page
from maintext.service.zip_archive import list_archive, read_member

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


def load_handlers(setup: bytes) -> Callable[[bytes], bytes]:
    """The function that a worker runs on jobs; `setup` is the spec of an extractor to load at once."""
    for kind in ("extract", "read"):
        job = Job(kind, (setup.decode(),), is_text=True)
        handle(job, b"<title>t</title><h1>t</h1><p>Some words to begin with.</p>")
    return lambda payload: reply_to(handle, *unpack_job(payload))


def handle(job: Job, body: bytes) -> Reply:
    """The reply to a job."""
    return _KINDS[job.kind](job, body)


def _extract(job: Job, body: bytes) -> Reply:
    start = time.perf_counter()
    extraction = _run_extractor(_page(job, body), job, job.specs[0])
    if job.format != "json":
        return Reply(200, MEDIA_TYPES[job.format], _encoded(extraction.render(job.format)))
    values = summary(extraction)
    for name in job.add:
        values[name] = _addition(name, extraction, job)
    values["milliseconds"] = round(1000 * (time.perf_counter() - start), 2)
    return _json(values)


def _compare(job: Job, body: bytes) -> Reply:
    page = _page(job, body)
    sides = [_side(page, job, spec) for spec in job.specs]
    values: dict[str, object] = {
        "url": page.url,
        "title": page.title,
        "extractors": sides,
        "blocks": [
            {"text": block.text, "kind": str(block.kind), "level": block.level or 0, "hidden": block.hidden}
            for block in page.blocks
        ],
    }
    for name in job.add:
        values[name] = view(page) if name == "view" else page.original
    return _json(values)


def _side(page: Page, job: Job, spec: str) -> dict[str, object]:
    start = time.perf_counter()
    extraction = _run_extractor(page, job, spec)
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


def _read(job: Job, body: bytes) -> Reply:
    extraction = _run_extractor(_page(job, body), job, job.specs[0])
    document = reader_page(extraction, images="images" in job.add)
    return Reply(200, MEDIA_TYPES["html"], _encoded(document))


def _disagreement(job: Job, body: bytes) -> Reply:
    """The disagreement of extractors: over words, how evenly they split between keeping and dropping."""
    page = _page(job, body)
    votes = [_run_extractor(page, job, spec).kept for spec in job.specs]
    weights = page.block_words
    split = total = 0.0
    for block, words in enumerate(weights):
        share = sum(bool(kept[block]) for kept in votes) / len(votes)
        total += words if share else 0
        split += words * 4 * share * (1 - share)
    return _json({"disagreement": split / total if total else 0.0, "title": page.title, "words": sum(weights)})


def _propose(job: Job, body: bytes) -> Reply:
    """Initial labels for an annotator: those of the job, or an extractor's proposal."""
    extraction = _run_extractor(_page(job, body), job, job.specs[0])
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
        | dict(job.extra)
    )


def _gold(job: Job, body: bytes) -> Reply:
    """The gold of a page from an annotator's labels."""
    page = _page(job, body)
    gold = gold_from_labels(page, [Label(*label) for label in job.extra["labels"]])
    markup = render_html(read_document(page, gold.kept, Options()))
    values = {"text": gold.text, "versions": gold.versions, "runs": gold.runs, "words": count_words(gold.text)}
    return _json(values | {"markup": markup})


def _catalog(job: Job, body: bytes) -> Reply:
    return _json(catalog(remote="remote" in job.add))


def _describe_feed(job: Job, body: bytes) -> Reply:
    return Reply(200, MEDIA_TYPES["json"], describe_feed(body, job.url or "", job.extra["limit"]))


def _complete_feed(job: Job, body: bytes) -> Reply:
    return Reply(200, _BYTES, complete_feed(body, job.url or ""))


def _split_json(job: Job, body: bytes) -> Reply:
    return Reply(200, _BYTES, split_json(body, **job.extra))


def _split_form(job: Job, body: bytes) -> Reply:
    return Reply(200, _BYTES, split_form(body, **job.extra))


def _list_archive(job: Job, body: bytes) -> Reply:
    return Reply(200, MEDIA_TYPES["json"], list_archive(**job.extra))


def _extract_member(job: Job, body: bytes) -> Reply:
    """The main text of one page of an archive."""
    return _extract(job, read_member(**job.extra))


_KINDS: Final[dict[str, Callable[[Job, bytes], Reply]]] = {
    "extract": _extract,
    "compare": _compare,
    "read": _read,
    "judge": _disagreement,
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
    """The common fields of an extraction."""
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


def _addition(name: str, extraction: Extraction, job: Job) -> object:
    if name in ("markdown", "html"):
        return extraction.render(name)
    if name == "metadata":
        return extraction.metadata.to_dict()
    if name == "posts":
        return [post._asdict() for post in extraction.posts]
    if name == "picture":
        return _picture(extraction, job)
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


def _picture(extraction: Extraction, job: Job) -> object:
    from maintext.reports.explain import trace_of

    extractor = _extractor(job.specs[0], job.beta)
    return trace_of(extractor, extraction.page).reduced(_MOST_VALUES).to_json()


def _page(job: Job, body: bytes) -> Page:
    html = body.decode("utf-8", "surrogatepass") if job.is_text else body
    return read_page(html, url=job.url, charset=job.charset, max_bytes=None)


def _run_extractor(page: Page, job: Job, spec: str) -> Extraction:
    extractor = _extractor(spec, job.beta if len(job.specs) == 1 else None)
    found = extract_with(extractor, page, job.comments)
    return replace(found, options=Options(**job.options)) if job.options else found


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
