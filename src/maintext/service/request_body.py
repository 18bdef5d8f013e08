"""Bodies of requests, read with limits on size and time."""

import asyncio
from collections.abc import Awaitable, Callable

from starlette.requests import ClientDisconnect, Request

from maintext.service.problems import Problem
from maintext.service.state import service_of

_TIME_TO_SEND = 60.0
"""Seconds that a client may take to send a body."""
_LONGEST_TYPE = 200
"""The maximum number of characters read of a Content-Type header."""


async def read_body(request: Request, most: int) -> bytes:
    """Read the body; raises Problem if it is too large or too slow."""
    service = service_of(request)
    check_length(request, most)
    with service.uploads.open(most) as upload:
        await receive(request, upload.write, min(_TIME_TO_SEND, service.settings.body_timeout))
        return await upload.read()


def check_length(request: Request, most: int) -> None:
    """Reject a body whose declared length is too large, before reading it."""
    declared = request.headers.get("content-length", "")[:20]
    if declared.isdigit() and int(declared) > most:
        raise Problem(413, f"the body is larger than {most:,} bytes, the limit of this service")


async def receive(request: Request, write: Callable[[bytes], Awaitable[object]], seconds: float) -> None:
    """Pass the parts of a body to `write` as they arrive, for at most this many seconds."""
    uploads, size = service_of(request).uploads, 0
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                await write(part)
                size += len(part)
                await uploads.pace(size, len(part))
    except TimeoutError:
        raise Problem(408, f"the request's body did not arrive within {seconds:g} seconds") from None
    except ClientDisconnect:
        raise Problem(400, "the client closed the connection") from None


def media_type(request: Request) -> tuple[str, str | None]:
    """The media type of the body, and its charset if declared."""
    from email.message import Message

    value = request.headers.get("content-type", "")[:_LONGEST_TYPE]
    if ";" not in value:
        return value.strip().lower(), None
    message = Message()
    message["content-type"] = value
    charset = message.get_param("charset")
    return value.partition(";")[0].strip().lower(), charset if isinstance(charset, str) else None
