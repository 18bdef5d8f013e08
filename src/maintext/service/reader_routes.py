"""The reader view: a page's main text to read and print."""

import json
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from maintext.sandbox.packing import split_parts
from maintext.service.api import PAGE_PROBLEMS, answer_page, validated
from maintext.service.jobs import Job
from maintext.service.models import Address, PageIn, Spec
from maintext.service.request_body import read_body
from maintext.service.request_splitting import SMALL, split_form
from maintext.service.state import service_of

router = APIRouter(tags=["read"])

_POLICY: Final = (
    "sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals; default-src 'none'; "
    "style-src 'self'; img-src {}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
_GROWTH: Final = 3
"""The most characters that a form makes of one byte."""
_PAGE: Final = {"content": {"text/html": {"schema": {"type": "string"}}}, "description": "The page to read."}


@router.get("/read", summary="A page's reader view", response_model=None, responses={200: _PAGE, **PAGE_PROBLEMS})
async def read(
    request: Request,
    url: Annotated[Address, Query()],
    extractor: Annotated[Spec, Query()] = "default",
    images: Annotated[bool, Query(description="Load the page's pictures from where they are.")] = False,
) -> Response:
    """The main text as a page of its own: clean, light or dark, ready to print, without scripts."""
    return await _read(request, PageIn(url=url), b"", extractor, images)


@router.post("/read", summary="A sent page's reader view", include_in_schema=False)
async def read_sent(request: Request) -> Response:
    """The reader view of a page sent by a form."""
    fields, page = await _read_form(request)
    given = {"url": fields["url"]} if fields.get("url") else {}
    asked = validated(PageIn, json.dumps(given | {"html": ""} if page else given))
    return await _read(request, asked, page, fields.get("extractor") or "default", bool(fields.get("images")))


async def _read(request: Request, asked: PageIn, page: bytes, extractor: str, images: bool) -> Response:
    service = service_of(request)
    job = Job("read", (service.spec(extractor),), add=("images",) if images else ())
    response = await answer_page(service, asked, page, job)
    if response.status_code == 200:
        response.headers["content-security-policy"] = _POLICY.format("* data:" if images else "'self' data:")
        response.headers["x-frame-options"] = "SAMEORIGIN"
    return response


async def _read_form(request: Request) -> tuple[dict[str, str], bytes]:
    """The fields of a form, and the page in it."""
    service = service_of(request)
    body = await read_body(request, _GROWTH * service.settings.max_bytes + 10_000)
    if len(body) > SMALL:
        joined = await service.result(Job("split-form", (), extra={"most": SMALL}), body)
    else:
        joined = split_form(body, SMALL)
    fields, (page,) = split_parts(joined)
    return dict(json.loads(fields)), page
