"""The function of the crawl's worker processes, in which all untrusted bytes are parsed."""

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from maintext.crawl.discovery import discover
from maintext.crawl.robots import is_allowed, robots_facts
from maintext.sandbox.packing import split_parts


def load_readers(setup: bytes) -> Callable[[bytes], bytes]:
    """The function for the jobs of a crawl; `setup` is the user agent."""
    agent = setup.decode()
    is_allowed("", agent, "https://example.org/")
    discover(b"<title>A page</title><p>to load what the others need</p>", "https://example.org/", None, "text/html")
    return lambda job: json.dumps(_answer(agent, *split_parts(job))).encode()


def _answer(agent: str, head: dict[str, Any], parts: list[bytes]) -> Any:
    (data,) = parts
    if head["what"] == "allowed":
        return is_allowed(data.decode(), agent, head["url"])
    if head["what"] == "robots":
        return asdict(robots_facts(data.decode(), agent))
    return asdict(discover(data, head["url"], head["charset"], head["type"]))
