"""Annotation routes: the queue, a page with proposed labels, saving, and agreement."""

import asyncio
import json
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from maintext.service.annotations import ANNOTATOR, AnnotationPage, Annotations, page_id
from maintext.service.annotator_agreement import AnnotatorAgreement, confusion
from maintext.service.api import parse_json, problems, request_body
from maintext.service.jobs import Job
from maintext.service.labels import LABELS, Label
from maintext.service.models import PageIn, PerhapsPage, Spec
from maintext.service.problems import Problem
from maintext.service.request_body import media_type, read_body
from maintext.service.state import Service, service_of

router = APIRouter(prefix="/annotate", tags=["annotate"])

Name = Annotated[str, Field(pattern=ANNOTATOR, description="The annotator's name.", examples=["anna"])]
PageId = Annotated[str, Field(min_length=1, max_length=300, description="A page's id, from the queue.")]
_CONTROLS = bytes([*range(0x09), 0x0B, *range(0x0E, 0x1B), *range(0x1C, 0x20)])
"""Control characters that no text contains; a file with one would be detected as another file type."""
_MOST_FIELDS = 1 << 20
"""The maximum size in bytes of an annotation without its page: about 20,000 labels."""
_PROBLEMS = problems(404, 408, 409, 413, 415, 503, 504, 507)


def _as_integer(value: object) -> object:
    """Accept floats without a fraction as integers, because JSON has only one number type."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = Annotated[int, Field(ge=0, le=100_000_000), BeforeValidator(_as_integer)]


class LabelIn(BaseModel):
    """A label of a block or of some of its characters."""

    model_config = ConfigDict(extra="forbid", strict=True)

    block: Whole
    label: Literal["headline", "full-text", "supplemental", "comments", "related"]
    start: Whole | None = None
    end: Whole | None = None


class SaveIn(PerhapsPage):
    """An annotation. The page itself is only needed if it is not in the queue."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"annotator": "anna", "page": "news-1", "labels": [{"block": 0, "label": "headline"}]}]
        }
    )

    annotator: Name
    page: PageId
    labels: list[LabelIn] = Field(max_length=20_000)
    seconds: float = Field(default=0, ge=0, le=1e6, description="How long it took.")


class ProposeIn(PageIn):
    """A page that is not in the queue."""

    extractor: Spec = "default"


class Waiting(BaseModel):
    """A page of the queue."""

    id: str
    title: str
    disagreement: float | None
    annotators: list[str]


class QueueOut(BaseModel):
    """The pages to annotate, the most disputed first."""

    name: str
    labels: list[str]
    judged: int
    total: int
    annotators: dict[str, int]
    pages: list[Waiting]


class Proposal(BaseModel):
    """A page to annotate: its blocks, a safe copy to display, and initial labels."""

    id: str
    title: str
    url: str | None
    extractor: str
    saved: bool
    labels: list[LabelIn]
    blocks: list[dict[str, Any]]
    view: str


class Saved(BaseModel):
    """Where an annotation was saved."""

    dataset: str
    page: str
    words: int


class AgreementOut(BaseModel):
    """The agreement of two annotators."""

    first: str
    second: str
    pages: int
    words: int
    same: float | None
    kappa: float | None
    gold_kappa: float | None
    gold_f1: float | None
    changed: list[str] = Field(description="Pages whose words are not the same in both; they are left out.")
    each: list[dict[str, Any]]
    confusion: list[dict[str, Any]]


@router.get("/queue", summary="The pages to annotate", responses=problems(404))
async def queue(request: Request, annotator: Annotated[Name | None, Query()] = None) -> QueueOut:
    """All pages, the most disputed first; with `annotator`, pages not annotated by this annotator come first."""
    service, annotations = _annotations(request)
    assert service.queue is not None  # noqa: S101 - comes with the annotations
    known = await asyncio.to_thread(annotations.annotators)
    ids = service.queue.order(await asyncio.to_thread(annotations.ids))
    mine = known.get(annotator or "")
    if mine is not None:
        ids.sort(key=lambda name: name in mine)
    judged = service.queue.measured
    pages = [
        Waiting(
            id=name,
            title=judged[name].title if name in judged else "",
            disagreement=judged[name].disagreement if name in judged else None,
            annotators=[who for who, dataset in known.items() if name in dataset],
        )
        for name in ids
    ]
    return QueueOut(
        name=annotations.title, labels=list(LABELS), judged=len(judged), total=len(ids),
        annotators={who: len(dataset) for who, dataset in known.items()}, pages=pages,
    )  # fmt: skip


@router.get(
    "/page", summary="A page to annotate", response_model=None, responses={200: {"model": Proposal}, **_PROBLEMS}
)
async def page(
    request: Request,
    page: Annotated[PageId, Query()],
    annotator: Annotated[Name | None, Query()] = None,
    extractor: Annotated[Spec, Query()] = "default",
) -> Response:
    """The annotation that the annotator has saved, or an extractor's proposal."""
    service, annotations = _annotations(request)
    spec = service.spec(extractor)
    source = await asyncio.to_thread(annotations.find, page)
    saved = await asyncio.to_thread(annotations.labels, annotator, page) if annotator else None
    return await _proposal(service, source, spec, saved)


@router.post(
    "/page",
    summary="A page that is not in the queue",
    response_model=None,
    responses={200: {"model": Proposal}, **_PROBLEMS},
    openapi_extra=request_body(ProposeIn, raw=False),
)
async def propose(request: Request) -> Response:
    """An extractor's proposal for a page that is sent or fetched."""
    service, _ = _annotations(request)
    body = await read_body(request, service.settings.max_bytes)
    asked, html = await parse_json(service, ProposeIn, media_type(request)[0], body)
    return await _proposal(service, await _source(service, asked, html), service.spec(asked.extractor), None)


@router.post(
    "/save",
    summary="Save an annotation",
    responses=_PROBLEMS,
    openapi_extra=request_body(SaveIn, raw=False),
)
async def save(request: Request) -> Saved:
    """Save the page and the gold derived from its labels in the annotator's dataset."""
    service, annotations = _annotations(request)
    body = await read_body(request, 2 * service.settings.max_bytes)
    asked, html = await parse_json(service, SaveIn, media_type(request)[0], body, _MOST_FIELDS)
    if asked.is_given:
        source = await _source(service, asked, html, asked.page)
    else:
        source = await asyncio.to_thread(annotations.find, asked.page)
    labels = [Label(each.block, each.label, each.start, each.end) for each in asked.labels]
    job = Job("gold", (), source.url, source.charset, extra={"labels": labels})
    gold = json.loads(await service.result(job, source.html))
    place = await asyncio.to_thread(annotations.save, asked.annotator, source, gold, labels, asked.seconds)
    return Saved(dataset=f"{place.parent.name}/{place.name}", page=source.id, words=gold["words"])


@router.get("/agreement", summary="Agreement between two annotators", responses=problems(404))
async def agreement(
    request: Request, first: Annotated[Name, Query()], second: Annotated[Name, Query()]
) -> AgreementOut:
    """Cohen's kappa over the words of the pages that both have annotated, in total and by page."""
    _, annotations = _annotations(request)
    compared = await asyncio.to_thread(annotations.compare, first, second)
    tables = {name: table for name, table in compared.items() if table is not None}
    each = [{"page": name, **asdict(AnnotatorAgreement.of([table]))} for name, table in tables.items()]
    return AgreementOut(
        first=first, second=second, **asdict(AnnotatorAgreement.of(list(tables.values()))),
        changed=[name for name, table in compared.items() if table is None], each=each,
        confusion=confusion(list(tables.values())),
    )  # fmt: skip


def _annotations(request: Request) -> tuple[Service, Annotations]:
    service = service_of(request)
    if service.annotations is None:
        raise Problem(404, "annotating is not switched on; start the service with --annotate NAME")
    return service, service.annotations


async def _source(service: Service, asked: PerhapsPage, html: bytes, name: str | None = None) -> AnnotationPage:
    """The page that a client sent, or the one at its URL."""
    if asked.is_given:
        html = html.translate(None, _CONTROLS)
        return AnnotationPage(name or page_id(html, asked.url), html, asked.url or None, "utf-8")
    fetched = await service.workers.fetch(asked.url)
    return AnnotationPage(name or page_id(fetched.body, fetched.url), fetched.body, fetched.url, fetched.charset)


async def _proposal(service: Service, source: AnnotationPage, spec: str, saved: list[Label] | None) -> Response:
    values: dict[str, Any] = {"id": source.id, "url": source.url, "saved": saved is not None}
    if saved is not None:
        values["labels"] = [label._asdict() for label in saved]
    job = Job("propose", (spec,), source.url, source.charset, extra=values)
    return await service.answer(job, source.html)
