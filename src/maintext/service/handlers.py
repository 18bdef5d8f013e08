"""Job handlers of the workers: one function per kind of job, which returns the reply."""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from functools import lru_cache
from typing import Final

from maintext.errors import MaintextError
from maintext.extractors import EXTRACTORS, Extraction, Extractor
from maintext.extractors.catalog import describe
from maintext.extractors.extract import extract_with, with_beta
from maintext.page import Page, read_page
from maintext.page.words import count_words
from maintext.render.document_builder import read_document
from maintext.render.html import render_html
from maintext.render.options import Options
from maintext.service.extraction_json import addition, decision, page_blocks, summary
from maintext.service.feed_handlers import complete_feed, describe_feed
from maintext.service.jobs import Job, Reply, reply_to, unpack_job
from maintext.service.labels import Label, gold_from_labels, propose
from maintext.service.page_view import view
from maintext.service.reader_view import reader_page
from maintext.service.request_splitting import split_form, split_json
from maintext.service.zip_archive import list_archive, read_member

MEDIA_TYPES: Final = {
    "json": "application/json",
    "markdown": "text/markdown; charset=utf-8",
    "text": "text/plain; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "tei": "application/tei+xml",
}
_BYTES: Final = "application/octet-stream"


def load_handlers(setup: bytes) -> Callable[[bytes], bytes]:
    """The function that a worker runs on jobs; `setup` is the spec of an extractor to load in advance."""
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
        values[name] = addition(name, extraction, _extractor(job.specs[0], job.beta))
    values["milliseconds"] = round(1000 * (time.perf_counter() - start), 2)
    return _json(values)


def _compare(job: Job, body: bytes) -> Reply:
    page = _page(job, body)
    sides = [_side(page, job, spec) for spec in job.specs]
    values: dict[str, object] = {
        "url": page.url,
        "title": page.title,
        "extractors": sides,
        "blocks": page_blocks(page),
    }
    for name in job.add:
        values[name] = view(page) if name == "view" else page.original
    return _json(values)


def _side(page: Page, job: Job, spec: str) -> dict[str, object]:
    start = time.perf_counter()
    extraction = _run_extractor(page, job, spec)
    values = decision(extraction)
    milliseconds = round(1000 * (time.perf_counter() - start), 2)
    return values | {"kept": [bool(keep) for keep in extraction.kept], "milliseconds": milliseconds}


def _read(job: Job, body: bytes) -> Reply:
    extraction = _run_extractor(_page(job, body), job, job.specs[0])
    document = reader_page(extraction, back=job.extra.get("back", "/"), images="images" in job.add)
    return Reply(200, MEDIA_TYPES["html"], _encoded(document))


def _disagreement(job: Job, body: bytes) -> Reply:
    """The disagreement of extractors: for each word, how evenly they are divided between keeping and dropping it."""
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
    return _json(
        {
            "title": extraction.title,
            "extractor": extraction.extractor,
            "labels": [label._asdict() for label in propose(extraction)],
            "blocks": page_blocks(extraction.page),
            "view": view(extraction.page),
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
    """The extractors that a client may use; those that send pages to other services only if that is allowed."""
    entries = []
    for name in EXTRACTORS.names():
        with suppress(MaintextError):  # an extractor of another package may fail to load
            entries.append(describe(name))
    return _json([asdict(entry) for entry in entries if "remote" in job.add or not entry.remote])


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
    """Extract the main text of one page of an archive."""
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
    """The text in UTF-8; lone surrogates become question marks."""
    return text.encode("utf-8", "replace")
