"""The reader view: a page's main text to read and print."""

import json
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response

from maintext.sandbox.packing import split_parts
from maintext.service.api import PAGE_PROBLEMS, answer_page, validated
from maintext.service.jobs import Job
from maintext.service.models import Address, ExtractIn, Spec
from maintext.service.request_body import read_body
from maintext.service.request_splitting import SMALL, split_form
from maintext.service.state import service_of

router = APIRouter(tags=["read"])

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src {}; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'"
)
"""The only script allowed is the service's own, which stores the settings."""
_GROWTH: Final = 3
"""The maximum number of characters per byte of form data."""
_PAGE: Final = {"content": {"text/html": {"schema": {"type": "string"}}}, "description": "The page to read."}


@router.get("/read", summary="A page's reader view", response_model=None, responses={200: _PAGE, **PAGE_PROBLEMS})
async def read(
    request: Request,
    url: Annotated[Address, Query()],
    extractor: Annotated[Spec, Query()] = "default",
    images: Annotated[bool, Query(description="Load the page's pictures from where they are.")] = True,
) -> Response:
    """The main text as a separate page to read and print, light or dark, without scripts of the original page."""
    asked = ExtractIn(url=url, extractor=extractor, include_images=images)
    return await _read(request, asked, b"", f"/#{urlencode({'url': url})}")


@router.post("/read", summary="A sent page's reader view", include_in_schema=False)
async def read_sent(request: Request) -> Response:
    """The reader view of a page sent by a form."""
    fields, page = await _read_form(request)
    given = {name: fields[name] for name in ("url", "extractor") if fields.get(name)}
    values: dict[str, object] = {**given, "include_images": fields.get("images") != "0"}
    if page:
        values["html"] = ""
    if fields.get("beta"):
        values["beta"] = _number(fields["beta"])
    return await _read(request, validated(ExtractIn, json.dumps(values)), page, "/#back")


def _number(text: str) -> float | str:
    """The number in a form field; the text itself if it is not a number, so that validation reports it."""
    try:
        return float(text)
    except ValueError:
        return text


async def _read(request: Request, asked: ExtractIn, page: bytes, back: str) -> Response:
    service = service_of(request)
    add = ("images",) if asked.include_images else ()
    job = Job("read", (service.spec(asked.extractor),), beta=asked.beta, add=add, extra={"back": back})
    response = await answer_page(service, asked, page, job)
    if response.status_code == 200:
        response.headers["content-security-policy"] = _POLICY.format("http: https: data:" if add else "'self' data:")
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
