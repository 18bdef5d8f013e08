"""Fetch workers: fetch pages by URL under the address policy of the service."""

import json
from collections.abc import Callable
from importlib import import_module
from typing import Final, Protocol

from maintext.fetch import Fetched
from maintext.sandbox.packing import join_parts, split_parts
from maintext.service.jobs import Reply, reply_to
from maintext.service.settings import ServiceSettings

FETCH: Final = "maintext.fetch.http:fetch"


class Fetch(Protocol):
    """A function that fetches a page: `maintext.fetch.fetch`, or a test double."""

    def __call__(self, url: str, *, timeout: float, max_bytes: int, private: bool) -> Fetched:
        """The page at a URL."""
        ...


def load_fetch(setup: bytes) -> Callable[[bytes], bytes]:
    """The function that a worker runs on URLs; `setup` names the function that fetches, as `module:function`."""
    module, _, name = setup.decode().partition(":")
    fetch: Fetch = getattr(import_module(module), name)
    return lambda payload: reply_to(_fetch, fetch, payload)


def pack_request(url: str, settings: ServiceSettings, private: bool) -> bytes:
    """The request for a fetch worker."""
    return json.dumps([url, settings.timeout, settings.max_bytes, private]).encode()


def unpack_page(reply: Reply) -> Fetched:
    """The page in the reply of a fetch worker; raises Problem if it failed."""
    (url, charset), (body,) = split_parts(reply.result())
    return Fetched(url, body, charset, reply.media_type)


def _fetch(fetch: Fetch, payload: bytes) -> Reply:
    url, timeout, max_bytes, private = json.loads(payload)
    page = fetch(url, timeout=timeout, max_bytes=max_bytes, private=private)
    return Reply(200, page.content_type, join_parts([page.url, page.charset], page.body))
