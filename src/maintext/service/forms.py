"""Forms that a browser sends with a page in them."""

import json

from starlette.requests import Request

from maintext.sandbox.parts import split_parts
from maintext.service.inputs import SMALL, split_form
from maintext.service.jobs import Job
from maintext.service.request_body import read_body
from maintext.service.state import service_of

_GROWTH = 3
"""How many characters a form may make of one byte."""


async def read_form(request: Request) -> tuple[dict[str, str], bytes]:
    """The fields of a form, and the page in it."""
    service = service_of(request)
    body = await read_body(request, _GROWTH * service.settings.max_bytes + 10_000)
    if len(body) > SMALL:
        joined = await service.result(Job("split-form", (), extra={"most": SMALL}), body)
    else:
        joined = split_form(body, SMALL)
    fields, (page,) = split_parts(joined)
    return dict(json.loads(fields)), page
