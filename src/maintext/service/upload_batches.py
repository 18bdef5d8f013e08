"""Batches: extract the pages of an uploaded zip in the background, and return a zip of texts."""

import asyncio
import csv
import io
import json
import logging
import secrets
import shutil
import tempfile
import time
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, NamedTuple

from maintext.service.jobs import Job, Reply
from maintext.service.problems import Problem, problem_json
from maintext.service.settings import ServiceSettings
from maintext.service.worker_pools import WorkerPools

Form = Literal["text", "markdown", "html", "json"]
FORMS: Final[dict[Form, str]] = {"text": "txt", "markdown": "md", "html": "html", "json": "json"}
_MOST = 16
"""The maximum number of batches, including those that are being uploaded."""
_LIFE = 3600.0
"""Seconds after which a batch is deleted."""
_FORMULA: Final = ("=", "+", "-", "@", "\t")
"""The first characters of formulas in spreadsheets."""
_log = logging.getLogger("maintext.service")


class BatchRow(NamedTuple):
    """The outcome of one page."""

    page: str
    file: str
    status: str
    message: str


@dataclass(eq=False, slots=True)
class UploadBatch:
    """One uploaded zip with its progress and the path of its result."""

    id: str
    folder: Path
    upload: Path
    pages: list[str]
    others: list[str]
    spec: str
    form: Form
    rows: list[BatchRow] = field(default_factory=list)
    failed: int = 0
    finished: bool = False
    made: float = field(default_factory=time.monotonic)
    task: "asyncio.Task[None] | None" = None
    writing: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def result(self) -> Path:
        """The zip of texts."""
        return self.folder / "result.zip"

    def state(self) -> dict[str, object]:
        """The progress of the batch."""
        return {
            "id": self.id,
            "pages": len(self.pages),
            "done": len(self.rows),
            "failed": self.failed,
            "skipped": len(self.others),
            "finished": self.finished,
        }


class Batches:
    """The batches of one service; their files are removed when it ends."""

    def __init__(self, settings: ServiceSettings, workers: WorkerPools) -> None:
        self._settings = settings
        self._workers = workers
        self._batches: dict[str, UploadBatch] = {}
        self._folders: set[Path] = set()
        """The folder of each batch and each upload; their number is limited."""

    @contextmanager
    def folder(self) -> Iterator[Path]:
        """A new folder for an upload; it is removed unless the upload becomes a batch."""
        self._forget_old()
        if len(self._folders) >= _MOST:
            raise Problem(429, "too many batches; try again later")
        folder = Path(tempfile.mkdtemp(prefix="maintext-batch-"))
        self._folders.add(folder)
        try:
            yield folder
        finally:
            if not any(batch.folder == folder for batch in self._batches.values()):
                self._remove_folder(folder)

    async def add(self, folder: Path, upload: Path, spec: str, form: Form) -> UploadBatch:
        """Start extracting the pages of the upload in this folder."""
        names = await self._names(upload)
        batch = UploadBatch(secrets.token_urlsafe(16), folder, upload, names["pages"], names["others"], spec, form)
        self._batches[batch.id] = batch
        batch.task = asyncio.create_task(self._extract_all(batch))
        return batch

    def get(self, name: str) -> UploadBatch:
        """A batch by its id."""
        self._forget_old()
        found = self._batches.get(name)
        if found is None:
            raise Problem(404, "there is no such batch; it may have failed or expired")
        return found

    async def close(self) -> None:
        """Stop all batches and remove their files."""
        tasks = [batch.task for batch in self._batches.values() if batch.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._batches.clear()
        for folder in tuple(self._folders):
            self._remove_folder(folder)

    async def _names(self, upload: Path) -> dict[str, list[str]]:
        settings = self._settings
        limits = {"most_pages": settings.batch_pages, "most_bytes": settings.batch_bytes}
        job = Job("list-archive", (), extra={"path": str(upload), "most_page": settings.max_bytes, **limits})
        reply = await self._workers.run(job, b"")
        return dict(json.loads(reply.result()))

    def _forget_old(self) -> None:
        now = time.monotonic()
        for batch in tuple(self._batches.values()):
            if batch.finished and now - batch.made > _LIFE:
                self._remove(batch)

    def _remove(self, batch: UploadBatch) -> None:
        self._batches.pop(batch.id, None)
        self._remove_folder(batch.folder)

    def _remove_folder(self, folder: Path) -> None:
        self._folders.discard(folder)
        shutil.rmtree(folder, ignore_errors=True)

    async def _extract_all(self, batch: UploadBatch) -> None:
        """Extract all pages, as many at a time as there are workers; a batch that cannot be written is removed."""
        try:
            with zipfile.ZipFile(batch.result, "w", zipfile.ZIP_DEFLATED) as packed:
                names = iter(batch.pages)
                async with asyncio.TaskGroup() as lanes:
                    for _ in range(self._settings.workers):
                        lanes.create_task(self._extract_in_turn(batch, names, packed))
                packed.writestr("report.csv", report_csv(batch.rows, batch.others))
            batch.upload.unlink()
            batch.finished = True
        except Exception:  # noqa: BLE001 - logged; its place is free for another batch
            _log.exception("a batch failed")
            self._remove(batch)

    async def _extract_in_turn(self, batch: UploadBatch, names: Iterator[str], packed: zipfile.ZipFile) -> None:
        """Extract pages one after the other; errors are written to the report."""
        for name in names:  # all tasks share it
            reply = await self._page(batch, name)
            if reply.status == 200:
                file = await _pack(batch, packed, name, reply.body)
                batch.rows.append(BatchRow(name, file, "ok", ""))
            else:
                batch.failed += 1
                batch.rows.append(BatchRow(name, "", "failed", _message(reply)))

    async def _page(self, batch: UploadBatch, name: str) -> Reply:
        member = {"path": str(batch.upload), "name": name, "most": self._settings.max_bytes}
        try:
            job = Job("extract-member", (batch.spec,), format=batch.form, extra=member)
            return await self._workers.run(job, b"", background=True)
        except Problem as problem:
            return Reply(problem.status, "application/json", problem.to_json())
        except Exception:  # noqa: BLE001 - logged; the other pages go on
            _log.exception("a page of a batch failed")
            return Reply(500, "application/json", problem_json(500, "something went wrong with this page"))


async def _pack(batch: UploadBatch, packed: zipfile.ZipFile, name: str, text: bytes) -> str:
    """Write a page's text to the result, in a thread because compression takes long; returns the name of its file.

    If two names differ only in the ending, the second one keeps its ending.
    """
    async with batch.writing:
        file = f"{name.rpartition('.')[0]}.{FORMS[batch.form]}"
        if file in packed.NameToInfo:
            file = f"{name}.{FORMS[batch.form]}"
        await asyncio.to_thread(packed.writestr, file, text)
    return file


def _message(reply: Reply) -> str:
    return str(json.loads(reply.body)["error"]["message"])


def report_csv(rows: Sequence[BatchRow], others: Sequence[str]) -> str:
    """The report: pages in the order of their names, then other files. Cells are escaped so that none is a formula."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(BatchRow._fields)
    for row in [*sorted(rows), *(BatchRow(name, "", "skipped", "not a page") for name in others)]:
        writer.writerow(f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in row)
    return text.getvalue()
