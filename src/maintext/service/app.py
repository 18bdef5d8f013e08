"""The application: routes, error handlers, and lifespan."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from maintext.errors import MaintextError
from maintext.service import annotate, api, batch, feeds, reader_routes, web_pages
from maintext.service.annotation_queue import AnnotationQueue
from maintext.service.annotations import open_annotations
from maintext.service.fetching import FETCH
from maintext.service.problems import KINDS, Problem, problem_json, problem_of
from maintext.service.security import Security
from maintext.service.settings import ServiceSettings
from maintext.service.state import Service
from maintext.service.upload_batches import Batches
from maintext.service.worker_pools import WorkerPools
from maintext.version import __version__

_log = logging.getLogger("maintext.service")
_ABOUT = """The main text of any web page, by any extractor.

Send a page as HTML or by its URL; the answer is JSON, Markdown, text, HTML or TEI, as the Accept header says. Where a
key is needed, it goes into the header `Authorization: Bearer KEY`."""


def create_app(settings: ServiceSettings, fetch: str = FETCH) -> FastAPI:
    """Create the application; `fetch` names the function that fetches pages, as `module:function`."""
    app = FastAPI(
        title="maintext", version=__version__, description=_ABOUT, lifespan=_lifespan(settings, fetch),
        docs_url=None, redoc_url=None, license_info={"name": "Apache-2.0"},
    )  # fmt: skip
    for part in (api, reader_routes, feeds, batch, annotate, web_pages):
        app.include_router(part.router)
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(MaintextError, _expected)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(Exception, _unexpected)
    app.add_middleware(Security, settings=settings)
    _describe_key(app, settings)
    return app


def _lifespan(settings: ServiceSettings, fetch: str) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        workers = WorkerPools(settings, fetch)
        annotations = open_annotations(settings)
        queue = AnnotationQueue(workers, annotations) if annotations is not None else None
        service = Service(settings, workers, Batches(settings, workers), annotations, queue)
        app.state.service = service
        await workers.start()
        service.start()
        try:
            yield
        finally:
            await service.close()

    return lifespan


def _describe_key(app: FastAPI, settings: ServiceSettings) -> None:
    """Describe the API key in the OpenAPI document, if there is one."""
    if settings.api_key is None:
        return
    made = app.openapi

    def openapi() -> dict[str, Any]:
        document = made()
        document.setdefault("components", {})["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
        document["security"] = [{"key": []}]
        return document

    app.openapi = openapi  # type: ignore[method-assign]


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)  # noqa: S101 - registered for it
    headers = {"retry-after": "1"} if error.status == 503 else None
    return Response(error.to_json(), error.status, headers, "application/json")


async def _expected(request: Request, error: Exception) -> Response:
    assert isinstance(error, MaintextError)  # noqa: S101 - registered for it
    return await _problem(request, problem_of(error))


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - registered for it
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    return Response(problem_json(422, f"{place}: {first['msg']}"), 422, media_type="application/json")


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for it
    words = {404: "there is nothing here", 405: "this method is not allowed"}.get(error.status_code)
    body = problem_json(error.status_code, words or KINDS.get(error.status_code, "refused"))
    return Response(body, error.status_code, error.headers, "application/json")


async def _unexpected(request: Request, error: Exception) -> Response:
    """An unexpected error: details go to the log, not to the client."""
    _log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return Response(
        problem_json(500, "something went wrong here; the log says what"), 500, media_type="application/json"
    )
