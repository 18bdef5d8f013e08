"""Batch upload: send a ZIP file of pages, watch the progress, download a ZIP file of texts."""

from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from fastapi import Path as PathParameter
from fastapi.responses import FileResponse
from pydantic import BaseModel

from maintext.service.api import problems
from maintext.service.models import Spec
from maintext.service.problems import Problem
from maintext.service.request_body import check_length, media_type, receive
from maintext.service.state import service_of
from maintext.service.upload_batches import Form

router = APIRouter(prefix="/batches", tags=["batch"])

_BODY: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}},
    }
}
_TYPES: Final = ("application/zip", "application/x-zip-compressed", "application/octet-stream")
_ID = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_-]{1,64}$")]


class BatchOut(BaseModel):
    """The progress of a batch."""

    id: str
    pages: int
    done: int
    failed: int
    skipped: int
    finished: bool


@router.post(
    "", status_code=202, summary="Send a zip of pages", responses=problems(404, 408, 409, 413, 415, 429, 503, 504, 507),
    openapi_extra=_BODY,
)  # fmt: skip
async def send(
    request: Request,
    extractor: Annotated[Spec, Query()] = "default",
    form: Annotated[Form, Query(alias="format", description="The format of the texts.")] = "markdown",
) -> BatchOut:
    """Upload a ZIP file. Files with the endings .html, .htm and .xhtml are pages; other files are skipped."""
    service = service_of(request)
    spec = service.spec(extractor)
    if media_type(request)[0] not in _TYPES:
        raise Problem(415, "send application/zip")
    check_length(request, service.settings.batch_bytes)
    with service.batches.folder() as folder:
        upload = await _receive(request, folder, service.settings.batch_bytes)
        batch = await service.batches.add(folder, upload, spec, form)
    return BatchOut.model_validate(batch.state())


@router.get("/{batch}", summary="The progress of a batch", responses=problems(404))
async def look(request: Request, batch: _ID) -> BatchOut:
    """The numbers of pages done and failed so far."""
    return BatchOut.model_validate(service_of(request).batches.get(batch).state())


@router.get(
    "/{batch}/result",
    summary="The zip of texts",
    response_model=None,
    responses={
        200: {"content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}}},
        **problems(404, 409),
    },
)
async def result(request: Request, batch: _ID) -> FileResponse:
    """Download a ZIP file with one text per page, and report.csv with the outcome of each."""
    found = service_of(request).batches.get(batch)
    if not found.finished:
        raise Problem(409, "the batch is not finished yet")
    return FileResponse(found.result, media_type="application/zip", filename="maintext.zip")


async def _receive(request: Request, folder: Path, most: int) -> Path:
    """Write the body to a file as it arrives."""
    service, target, size = service_of(request), folder / "upload.zip", 0
    with target.open("wb") as file:

        async def write(part: bytes) -> None:
            nonlocal size
            size += len(part)
            if size > most:
                raise Problem(413, f"the zip is larger than {most:,} bytes")
            await service.uploads.in_thread(lambda: file.write(part))

        await receive(request, write, service.settings.body_timeout)
    return target
