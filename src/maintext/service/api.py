"""The API: extract, compare, extractors, health."""

from typing import Annotated, Any, Final, TypeVar

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ValidationError

from maintext.extractors.catalog import CatalogEntry
from maintext.sandbox.packing import split_parts
from maintext.service.content_negotiation import wanted_format
from maintext.service.jobs import Job
from maintext.service.models import (
    Addition,
    Address,
    Beta,
    Compared,
    CompareIn,
    ErrorOut,
    Extracted,
    ExtractIn,
    Health,
    PageIn,
    Spec,
)
from maintext.service.problems import Problem
from maintext.service.request_body import media_type, read_body
from maintext.service.request_splitting import SMALL, split_json
from maintext.service.state import Service, service_of
from maintext.version import __version__

router = APIRouter()
P = TypeVar("P", bound=BaseModel)

HTML_TYPES: Final = ("text/html", "application/xhtml+xml", "text/plain", "application/octet-stream")
_SWITCHES: Final = ("include_links", "include_images", "include_tables", "include_formatting", "with_metadata")
_REASONS: Final = {
    400: "The request cannot be parsed.",
    401: "The API key is missing or wrong.",
    403: "The address of the URL, or the extractor, is not allowed.",
    404: "There is no such extractor, or there is nothing at the URL.",
    406: "None of the formats in Accept is available.",
    408: "The body does not arrive in time.",
    409: "The extractor does not take such a parameter, or is not installed.",
    413: "The page is too large.",
    415: "The body is neither JSON nor HTML.",
    421: "The service does not answer under that name.",
    422: "The request is invalid.",
    429: "Too many batches are kept or uploaded already, or too many connections are open.",
    500: "The extractor failed on this page.",
    503: "Too many pages or uploads are waiting.",
    504: "The page took too long.",
    507: "The page took too much memory.",
}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors of an operation, for the OpenAPI document."""
    chosen = sorted({400, 401, 403, 421, 422, 500, *statuses})
    return {status: {"model": ErrorOut, "description": _REASONS[status]} for status in chosen}


PAGE_PROBLEMS: Final = problems(404, 406, 408, 409, 413, 415, 503, 504, 507)


def request_body(model: type[BaseModel], *, raw: bool) -> dict[str, Any]:
    """The OpenAPI description of a request body: JSON, or the raw page."""
    schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
    content: dict[str, Any] = {"application/json": {"schema": schema, "examples": _named(schema.pop("examples", []))}}
    if raw:
        page = {"schema": {"type": "string"}, "example": "<p>The ferry is back.</p>"}
        content |= {"text/html": page}
    return {"requestBody": {"required": True, "content": content}}


def _named(examples: list[Any]) -> dict[str, Any]:
    return {f"example {number}": {"value": value} for number, value in enumerate(examples, 1)}


def _text(example: str) -> dict[str, Any]:
    return {"schema": {"type": "string"}, "example": example}


@router.post(
    "/extract",
    summary="The main text of a page",
    response_model=None,
    responses={
        200: {
            "model": Extracted,
            "description": "The main text; its format follows the Accept header.",
            "content": {
                "text/markdown": _text("The ferry is **back**."),
                "text/plain": _text("The ferry is back."),
                "text/html": _text("<article><p>The ferry is back.</p></article>"),
                "application/tei+xml": _text("<TEI/>"),
            },
        },
        **PAGE_PROBLEMS,
    },
    openapi_extra=request_body(ExtractIn, raw=True),
    tags=["extract"],
)
async def extract(
    request: Request,
    extractor: Annotated[Spec, Query()] = "default",
    url: Annotated[Address | None, Query(description="Where the page in the body came from.")] = None,
    beta: Annotated[Beta | None, Query()] = None,
    add: Annotated[list[Addition], Query(max_length=8, description="What a JSON answer holds beside the text.")] = [],  # noqa: B006 - FastAPI copies it
) -> Response:
    """Send JSON with `html` or `url`, or the page itself as text/html with parameters in the query.

    The response is JSON, Markdown, plain text, HTML or TEI, as the Accept header requests.
    """
    service = service_of(request)
    wanted = wanted_format(request.headers.get("accept"))
    kind, charset = media_type(request)
    body = await read_body(request, service.settings.max_bytes)
    if kind in HTML_TYPES:
        job = Job(
            "extract", (service.spec(extractor),), url, charset, beta=beta, format=wanted, add=tuple(dict.fromkeys(add))
        )
        return await service.answer(job, body)
    asked, page = await parse_json(service, ExtractIn, kind, body)
    job = Job(
        "extract", (service.spec(asked.extractor),), beta=asked.beta, comments=asked.include_comments,
        options={name: getattr(asked, name) for name in _SWITCHES}, format=wanted, add=tuple(dict.fromkeys(asked.add)),
    )  # fmt: skip
    return await answer_page(service, asked, page, job)


@router.post(
    "/compare",
    summary="Several extractors on one page",
    response_model=None,
    responses={200: {"model": Compared}, **PAGE_PROBLEMS},
    openapi_extra=request_body(CompareIn, raw=False),
    tags=["extract"],
)
async def compare(request: Request) -> Response:
    """The blocks of the page that each extractor keeps, and its text."""
    service = service_of(request)
    body = await read_body(request, service.settings.max_bytes)
    asked, page = await parse_json(service, CompareIn, media_type(request)[0], body)
    specs = tuple(service.spec(spec) for spec in asked.extractors)
    return await answer_page(service, asked, page, Job("compare", specs, add=tuple(dict.fromkeys(asked.add))))


@router.get(
    "/extractors",
    summary="All extractors",
    response_model=None,
    responses={200: {"model": list[CatalogEntry]}, **problems(503, 504)},
    tags=["about"],
)
async def extractors(request: Request) -> Response:
    """Every extractor with availability and parameters."""
    reply = await service_of(request).extractors()
    return Response(reply.body, reply.status, media_type=reply.media_type)


@router.get("/health", summary="The state of the service", responses=problems(), tags=["about"])
async def health(request: Request) -> Health:
    """The number of workers, and of pages in progress and waiting."""
    import time

    service = service_of(request)
    state = service.workers.state()
    uptime = round(time.monotonic() - service.started, 1)
    return Health(status="ok" if state["ready"] else "starting", version=__version__, uptime=uptime, workers=state)


async def parse_json(service: Service, model: type[P], kind: str, body: bytes, most: int = SMALL) -> tuple[P, bytes]:
    """Parse a JSON request and the page in it; `most` limits the bytes of the other fields.

    An error names the first invalid field. Large requests are parsed in a worker.
    """
    if kind != "application/json" and not kind.endswith("+json"):
        raise Problem(415, "send application/json, or the page itself as text/html")
    if len(body) > SMALL:
        joined = await service.result(Job("split-json", (), extra={"most": most}), body)
    else:
        joined = split_json(body, most)
    fields, (page,) = split_parts(joined)
    return validated(model, fields), page


def validated(model: type[P], fields: str) -> P:
    """Validate the JSON fields of a request."""
    try:
        return model.model_validate_json(fields)
    except ValidationError as error:
        raise Problem(422, first_error(error)) from None


def first_error(error: ValidationError) -> str:
    """The first validation error as a message."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else str(first["msg"]).removeprefix("Value error, ")


async def answer_page(service: Service, asked: PageIn, page: bytes, job: Job) -> Response:
    """The response for a page that was sent or is to be fetched."""
    from dataclasses import replace

    if asked.is_given:
        return await service.answer(replace(job, url=asked.url or None, is_text=True), page)
    fetched = await service.workers.fetch(asked.url)
    return await service.answer(replace(job, url=fetched.url, charset=fetched.charset), fetched.body)
