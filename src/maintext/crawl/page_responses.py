"""Parse responses in worker processes with limits; a page that hangs or crashes its parser has no links."""

import json
from types import TracebackType
from typing import Any, Final

from maintext.crawl.discovery import Discovery
from maintext.data_shapes import dataclass_from
from maintext.fetch.exchange import Exchange
from maintext.fetch.http import charset_of
from maintext.sandbox.async_pool import AsyncOptions, AsyncPool
from maintext.sandbox.limits import MEGABYTE, Limits
from maintext.sandbox.packing import join_parts
from maintext.sandbox.protocol import Target

_LIMITS: Final = Limits(30.0, 1024 * MEGABYTE)
_MOST_WAITING: Final = 10_000


class ResponseReader:
    """The worker process of a crawl."""

    def __init__(self, agent: str) -> None:
        target = Target("maintext.crawl.crawl_worker:load_readers", agent.encode(), name="the reader of responses")
        self._pool = AsyncPool(target, _LIMITS, AsyncOptions(1, max_waiting=_MOST_WAITING))

    async def ask(self, head: dict[str, Any], data: bytes) -> Any:
        """The answer of the worker; None if it failed."""
        answer = await self._pool.run(join_parts(head, data))
        return json.loads(answer) if isinstance(answer, bytes) else None

    async def discover(self, found: Exchange) -> Discovery:
        """The kind of a response and the URLs in it."""
        declared = found.header("content-type")
        head = {
            "what": "discover",
            "url": found.url,
            "charset": charset_of(declared),
            "type": declared.partition(";")[0].strip().lower(),
        }
        answer = await self.ask(head, found.body)
        return Discovery("other") if answer is None else dataclass_from(Discovery, answer)

    async def __aenter__(self) -> "ResponseReader":
        await self._pool.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._pool.close()
