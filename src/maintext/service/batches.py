"""Batches: an uploaded zip of pages is worked through in the background, and a zip of texts comes back."""

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
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from maintext.service.archive import Archive, open_archive
from maintext.service.crew import Crew
from maintext.service.problems import Problem
from maintext.service.settings import Settings
from maintext.service.task import Order, Reply

Form = Literal["text", "markdown", "html", "json"]
FORMS: Final[dict[Form, str]] = {"text": "txt", "markdown": "md", "html": "html", "json": "json"}
_MOST = 16
"""Batches that are kept at a time."""
_LIFE = 3600.0
"""Seconds after which a batch is forgotten."""
_COLUMNS: Final = ("page", "file", "status", "message")
_log = logging.getLogger("maintext.service")


@dataclass(eq=False, slots=True)
class Batch:
    """One uploaded zip, what has come of it so far, and where its result is."""

    id: str
    folder: Path
    archive: Archive
    spec: str
    form: Form
    rows: list[tuple[str, str, str, str]] = field(default_factory=list)
    failed: int = 0
    finished: bool = False
    made: float = field(default_factory=time.monotonic)
    task: "asyncio.Task[None] | None" = None

    @property
    def result(self) -> Path:
        """The zip of texts."""
        return self.folder / "result.zip"

    def state(self) -> dict[str, object]:
        """How far it is."""
        return {
            "id": self.id,
            "pages": len(self.archive.pages),
            "done": len(self.rows),
            "failed": self.failed,
            "skipped": len(self.archive.others),
            "finished": self.finished,
        }


class Batches:
    """The batches of one service; nothing of them outlives it."""

    def __init__(self, settings: Settings, crew: Crew) -> None:
        self._settings = settings
        self._crew = crew
        self._batches: dict[str, Batch] = {}

    def place(self) -> Path:
        """A new folder for an upload."""
        self._forget_old()
        if len(self._batches) >= _MOST:
            raise Problem(429, "too many batches are under way or not long finished; try again later")
        return Path(tempfile.mkdtemp(prefix="maintext-batch-"))

    async def add(self, folder: Path, upload: Path, spec: str, form: Form) -> Batch:
        """Begin to work through an upload; it must lie in the folder, which goes when the batch does."""
        settings = self._settings
        try:
            archive = await asyncio.to_thread(
                open_archive, upload, most_pages=settings.batch_pages, most_bytes=settings.batch_bytes,
                most_page=settings.max_bytes,
            )  # fmt: skip
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        batch = Batch(secrets.token_urlsafe(16), folder, archive, spec, form)
        self._batches[batch.id] = batch
        batch.task = asyncio.create_task(self._work(batch))
        return batch

    def get(self, name: str) -> Batch:
        """A batch by its id."""
        self._forget_old()
        found = self._batches.get(name)
        if found is None:
            raise Problem(404, "there is no such batch, or it is too long ago")
        return found

    async def close(self) -> None:
        """End all work and remove what it left."""
        for batch in tuple(self._batches.values()):
            if batch.task is not None:
                batch.task.cancel()
                with suppress(asyncio.CancelledError):
                    await batch.task
            self._remove(batch)

    def _forget_old(self) -> None:
        now = time.monotonic()
        for batch in tuple(self._batches.values()):
            if batch.finished and now - batch.made > _LIFE:
                self._remove(batch)

    def _remove(self, batch: Batch) -> None:
        self._batches.pop(batch.id, None)
        shutil.rmtree(batch.folder, ignore_errors=True)

    async def _work(self, batch: Batch) -> None:
        """All pages, as many at a time as there are workers; results are packed as they come."""
        try:
            with zipfile.ZipFile(batch.result, "w", zipfile.ZIP_DEFLATED) as packed:
                names = iter(batch.archive.pages)
                lanes = [self._lane(batch, names, packed) for _ in range(self._settings.workers)]
                await asyncio.gather(*lanes)
                packed.writestr("report.csv", _table(batch))
            batch.finished = True
        except OSError:
            _log.exception("a batch cannot be written")
            batch.failed += 1
            self._remove(batch)

    async def _lane(self, batch: Batch, names: Iterator[str], packed: zipfile.ZipFile) -> None:
        for name in names:  # all lanes share it
            try:
                reply = await self._page(batch, name)
            except Problem as problem:
                reply = Reply(problem.status, "application/json", problem.to_json())
            if reply.status == 200:
                file = _file(packed, name, FORMS[batch.form])
                packed.writestr(file, reply.body)
                batch.rows.append((name, file, "ok", ""))
            else:
                batch.failed += 1
                batch.rows.append((name, "", "failed", _message(reply)))

    async def _page(self, batch: Batch, name: str) -> Reply:
        page = await asyncio.to_thread(batch.archive.read, name, self._settings.max_bytes)
        return await self._crew.do(Order("extract", (batch.spec,), format=batch.form), page, background=True)


def _file(packed: zipfile.ZipFile, name: str, ending: str) -> str:
    """The name of a page's text; of two pages that differ in their endings only, the second keeps its own."""
    file = f"{name.rpartition('.')[0]}.{ending}"
    return file if file not in packed.namelist() else f"{name}.{ending}"


def _message(reply: Reply) -> str:
    return str(json.loads(reply.body)["error"]["message"])


def _table(batch: Batch) -> str:
    """What came of every page, as CSV; nothing in it begins like a spreadsheet's formula."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(_COLUMNS)
    skipped = [(name, "", "skipped", "not a page") for name in batch.archive.others]
    for row in [*sorted(batch.rows), *skipped]:
        writer.writerow(f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t")) else cell for cell in row)
    return text.getvalue()
