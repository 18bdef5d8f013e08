"""Bodies of requests, read with limits on size and time."""

import asyncio

from starlette.requests import ClientDisconnect, Request

from maintext.service.problems import Problem

_TIME_TO_SEND = 60.0
"""Seconds that a client may take to send a body."""


async def read_body(request: Request, most: int) -> bytes:
    """The body; too long or too slow a one is an error."""
    declared = request.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > most:
        raise _too_large(most)
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(_TIME_TO_SEND):
            async for part in request.stream():
                size += len(part)
                if size > most:
                    raise _too_large(most)
                parts.append(part)
    except TimeoutError:
        raise Problem(408, "the request's body does not arrive") from None
    except ClientDisconnect:
        raise Problem(400, "the client has hung up") from None
    return parts[0] if len(parts) == 1 else b"".join(parts)


def media_type(request: Request) -> tuple[str, str | None]:
    """The type of the body, and its charset if that is said."""
    from email.message import Message

    value = request.headers.get("content-type", "")
    if ";" not in value:
        return value.strip().lower(), None
    message = Message()
    message["content-type"] = value
    charset = message.get_param("charset")
    return value.partition(";")[0].strip().lower(), charset if isinstance(charset, str) else None


def _too_large(most: int) -> Problem:
    return Problem(413, f"the body is larger than {most:,} bytes, which is the most that is taken here")
