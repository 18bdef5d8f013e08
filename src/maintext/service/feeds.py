"""Feeds over HTTP: the same feed with the full text of its entries."""

import asyncio
import json
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from maintext.errors import MaintextError
from maintext.fetch import Fetched
from maintext.service.api import problems
from maintext.service.feed import Feed, Full, complete, find_feed, first_entries, read_feed
from maintext.service.models import Address, Spec
from maintext.service.problems import Problem, problem_of
from maintext.service.state import Service, service_of
from maintext.service.task import Order

router = APIRouter(tags=["feeds"])

MOST_ENTRIES = 50


@router.get(
    "/feed",
    summary="A feed with full texts",
    response_model=None,
    responses={
        200: {
            "description": "The same feed, RSS or Atom, completed.",
            "content": {
                "application/rss+xml": {"schema": {"type": "string"}},
                "application/atom+xml": {"schema": {"type": "string"}},
            },
        },
        **problems(404, 409, 413, 415, 503, 504),
    },
)
async def feed(
    request: Request,
    url: Annotated[Address, Query(description="The feed, or a web page that names its feed.")],
    extractor: Annotated[Spec, Query()] = "default",
    limit: Annotated[int, Query(ge=1, le=MOST_ENTRIES, description="How many entries to complete.")] = 20,
) -> Response:
    """The newest entries of a feed, each with the main text of the page that it leads to."""
    service = service_of(request)
    spec = service.spec(extractor)
    found = await _open(service, url)
    chosen = first_entries(found, limit)
    texts = await asyncio.gather(*(_full(service, link, spec) for _, link in chosen))
    body = complete(found, {number: text for (number, _), text in zip(chosen, texts, strict=True)})
    kind = "application/atom+xml" if found.is_atom else "application/rss+xml"
    return Response(body, media_type=f"{kind}; charset=utf-8")


async def _open(service: Service, url: str) -> Feed:
    fetched = await service.fetcher.get(url)
    try:
        return read_feed(fetched.body, fetched.url)
    except MaintextError:
        named = find_feed(fetched.body, fetched.url)
        if named is None:
            raise
    again: Fetched = await service.fetcher.get(named)
    return read_feed(again.body, again.url)


async def _full(service: Service, link: str, spec: str) -> Full:
    """The text of one entry; what goes wrong with one does not spoil the others."""
    try:
        fetched = await service.fetcher.get(link)
        order = Order("extract", (spec,), fetched.url, fetched.charset, format="html")
        reply = await service.crew.do(order, fetched.body)
    except MaintextError as error:
        return Full(None, problem_of(error).message)
    except Problem as problem:
        return Full(None, problem.message)
    if reply.status != 200:
        return Full(None, str(json.loads(reply.body)["error"]["message"]))
    return Full(reply.body.decode("utf-8", "replace"))
