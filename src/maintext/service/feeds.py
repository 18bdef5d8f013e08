"""Feeds over HTTP: the same feed with the full text of its entries."""

import asyncio
import json
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from maintext.errors import MaintextError
from maintext.fetch import Fetched
from maintext.sandbox.packing import join_parts
from maintext.service.api import problems
from maintext.service.jobs import Job
from maintext.service.models import Address, Spec
from maintext.service.problems import Problem, problem_of
from maintext.service.state import Service, service_of

router = APIRouter(tags=["feeds"])

MOST_ENTRIES = 50
_AT_ONCE = 4
"""The number of pages of one feed that are fetched at the same time."""
_TOO_LARGE = "the texts of this feed are too large together"


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
        **problems(404, 409, 413, 415, 503, 504, 507),
    },
)
async def feed(
    request: Request,
    url: Annotated[Address, Query(description="The feed, or a web page that names its feed.")],
    extractor: Annotated[Spec, Query()] = "default",
    limit: Annotated[int, Query(ge=1, le=MOST_ENTRIES, description="How many entries to complete.")] = 20,
) -> Response:
    """The newest entries of a feed, each with the main text of the page that it links to."""
    service = service_of(request)
    spec = service.spec(extractor)
    async with service.feeds:
        fetched, found = await _open(service, url, limit)
        texts = Texts(service, spec)
        problems = await asyncio.gather(*(texts.add(number, link) for number, link in found["entries"]))
        head = [(number, problem) for (number, _), problem in zip(found["entries"], problems, strict=True)]
        parts = join_parts(head, fetched.body, *(texts.found.get(number, b"") for number, _ in head))
        body = await service.result(Job("complete-feed", (), fetched.url), parts)
    return Response(body, media_type=f"{found['kind']}; charset=utf-8")


class Texts:
    """Collects the texts of a feed's entries by number; together they may have as many bytes as one page."""

    def __init__(self, service: Service, spec: str) -> None:
        self._service, self._spec = service, spec
        self._free = asyncio.Semaphore(_AT_ONCE)
        self._left = service.settings.max_bytes
        self.found: dict[int, bytes] = {}

    async def add(self, number: int, link: str) -> str | None:
        """Get the text of one entry, or record why it is missing; other entries are not affected."""
        try:
            async with self._free:
                text = await self._text(link)
        except MaintextError as error:
            return problem_of(error).message
        except Problem as problem:
            return problem.message
        if len(text) > self._left:
            return _TOO_LARGE
        self._left -= len(text)
        self.found[number] = text
        return None

    async def _text(self, link: str) -> bytes:
        fetched = await self._service.workers.fetch(link)
        job = Job("extract", (self._spec,), fetched.url, fetched.charset, format="html")
        return await self._service.result(job, fetched.body)


async def _open(service: Service, url: str, limit: int) -> tuple[Fetched, dict[str, Any]]:
    """Fetch and describe a feed; if the URL is that of a web page, the feed that the page names."""
    fetched = await service.workers.fetch(url)
    found = await _describe(service, fetched, limit)
    if "named" in found:
        fetched = await service.workers.fetch(found["named"])
        found = await _describe(service, fetched, limit)
        if "named" in found:
            raise Problem(422, f"{fetched.url}: this is neither RSS nor Atom; give the address of a feed")
    return fetched, found


async def _describe(service: Service, fetched: Fetched, limit: int) -> dict[str, Any]:
    job = Job("describe-feed", (), fetched.url, extra={"limit": limit})
    return dict(json.loads(await service.result(job, fetched.body)))
