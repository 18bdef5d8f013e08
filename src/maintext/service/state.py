"""Shared state of the routes: settings, workers, fetching, and annotations."""

import asyncio
import logging
import time
from dataclasses import dataclass, field
from typing import cast

from starlette.requests import Request
from starlette.responses import Response

from maintext.service.annotation_queue import AnnotationQueue
from maintext.service.annotations import Annotations
from maintext.service.jobs import Job, Reply
from maintext.service.settings import ServiceSettings
from maintext.service.spec_check import check_spec
from maintext.service.upload_batches import Batches
from maintext.service.uploads import Uploads
from maintext.service.worker_pools import WorkerPools

_TIME_FOR_CATALOG = 120.0
_MOST_FEEDS = 16
_log = logging.getLogger("maintext.service")


@dataclass(slots=True)
class Service:
    """One running service."""

    settings: ServiceSettings
    workers: WorkerPools
    batches: Batches
    annotations: Annotations | None = None
    queue: AnnotationQueue | None = None
    catalog: "asyncio.Task[Reply] | None" = None
    """The catalog of extractors, computed once because it takes seconds."""
    started: float = field(default_factory=time.monotonic)
    uploads: Uploads = field(default_factory=Uploads)
    feeds: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_MOST_FEEDS))
    """Limits the feeds that are completed at the same time; each keeps two pages in memory."""

    def start(self) -> None:
        """Start background work."""
        if self.queue is not None:
            self.queue.start()

    async def close(self) -> None:
        """Stop everything."""
        if self.catalog is not None:
            self.catalog.cancel()
        if self.queue is not None:
            await self.queue.close()
        await self.batches.close()
        await self.workers.close()
        self.uploads.close()

    async def extractors(self) -> Reply:
        """The catalog of extractors; a failed attempt is repeated on the next request."""
        if self.catalog is None or (self.catalog.done() and _has_failed(self.catalog)):
            job = Job("catalog", add=("remote",) if self.settings.remote else ())
            self.catalog = asyncio.create_task(self.workers.run(job, b"", background=True, timeout=_TIME_FOR_CATALOG))
        return await asyncio.shield(self.catalog)

    def spec(self, text: str) -> str:
        """The spec that a client named, if clients may use it."""
        return check_spec(text, remote=self.settings.remote)

    async def answer(self, job: Job, page: bytes) -> Response:
        """A worker's reply as a response."""
        reply = await self.workers.run(job, page)
        return Response(reply.body, reply.status, media_type=reply.media_type)

    async def result(self, job: Job, page: bytes) -> bytes:
        """The bytes that a worker returns; raises Problem on failure."""
        return (await self.workers.run(job, page)).result()


def _has_failed(task: "asyncio.Task[Reply]") -> bool:
    return task.cancelled() or task.exception() is not None or task.result().status != 200


def service_of(request: Request) -> Service:
    """The service that received a request."""
    return cast(Service, request.app.state.service)
