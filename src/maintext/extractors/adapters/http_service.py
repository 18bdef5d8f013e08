"""Web services: one adapter for all of them, driven by a short description file."""

import os
import re
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, ClassVar, Literal

from maintext.data_formats import load_json
from maintext.errors import ExtractionError, ExtractorMissing, FetchError
from maintext.extractors.adapters.foreign_extractor import html_to_text
from maintext.extractors.adapters.rate_limits import reserve
from maintext.extractors.adapters.service_description import Description, Request, read_description
from maintext.extractors.base import Extractor
from maintext.extractors.extraction import Extraction
from maintext.fetch.api_client import ApiResponse, call_api
from maintext.page import Page
from maintext.page.page import fingerprint

_AGAIN = frozenset([408, 425, 429, 500, 502, 503, 504])
_MEDIA_TYPES = {"json": "application/json", "xml": "application/xml", "text": "text/plain", "html": "text/html"}


@dataclass(frozen=True, slots=True)
class HttpService(Extractor):
    """A web service that a file describes; pages leave this machine."""

    license: ClassVar[str] = "a service"
    remote: ClassVar[bool] = True

    service: str = ""
    """The name of a bundled description, or a file."""
    send: Literal["page", "url"] | None = None
    """The page itself, or only its URL for a service that fetches it; by default what the description has first."""
    base_url: str | None = None
    """The public URL of `maintext datasets serve`, from which the service fetches the pages of a dataset."""
    timeout: float = 25.0
    """The maximum number of seconds for one page, including waits and retries."""
    retries: int = 4
    pause: float = 1.0
    """Seconds before the first retry; each further retry waits twice as long."""
    budget: int | None = None
    """The maximum number of calls per month; by default that of the description."""

    def __post_init__(self) -> None:
        if not 0 < self.timeout <= 86_400:
            raise ValueError("timeout must be above 0 and at most 86400 seconds")
        if not 0 <= self.retries <= 100:
            raise ValueError("retries must be between 0 and 100")
        if not 0 <= self.pause <= 86_400:
            raise ValueError("pause must be between 0 and 86400 seconds")
        if self.service:
            described = read_description(self.service)
            if self.send is not None and self.send not in described.ways:
                raise ValueError(f"{described.title} cannot be sent a page as send={self.send}")

    def extract(self, page: Page) -> Extraction:
        """The text that the service returns."""
        remedy = self.missing()
        if remedy is not None:
            raise ExtractorMissing(str(self), remedy)
        described = read_description(self.service)
        answer = self._ask(described, self._request(described, page))
        raw = answer.body.decode("utf-8", "replace")
        text = found_text(described, raw).strip()
        media_type = _MEDIA_TYPES[described.answer["format"]]
        reason = None if text else f"{described.title} found nothing"
        return Extraction(page, str(self), given=text, raw=raw, media_type=media_type, reason=reason)

    def missing(self) -> str | None:
        """The description or the key that is missing."""
        if not self.service:
            return "-x 'http(service=FILE)' (docs/foreign.md says how to write the file)"
        key = read_description(self.service).key
        return f"export {key}=YOUR-KEY" if key and not os.environ.get(key) else None

    def version(self) -> str:
        """The version of the service's interface."""
        return read_description(self.service).version if self.service else "unknown"

    def _request(self, described: Description, page: Page) -> Request:
        way: Literal["page", "url"] = self.send or ("page" if "page" in described.ways else "url")
        url = page.url or ""
        if way == "url":
            url = f"{self.base_url.rstrip('/')}/by-text/{fingerprint(page.original)}" if self.base_url else url
            if not url:
                raise ExtractionError(f"{described.title} wants a URL and the page has none; give base_url=")
        key = os.environ.get(described.key or "", "")
        return described.request(way, {"key": key, "url": url, "page": page.original})

    def _ask(self, described: Description, request: Request) -> ApiResponse:
        """The response of the service; temporary errors are retried, each time after a longer pause."""
        end = time.monotonic() + self.timeout
        budget = described.per_month if self.budget is None else self.budget
        for attempt in range(self.retries + 1):
            wait = reserve(described.name, described.per_second, budget)
            _sleep(wait, end, f"{described.title} may not be asked so often")
            pause = self.pause * 2**attempt
            try:
                left = max(0.001, end - time.monotonic())
                answer = call_api(request.method, request.url, headers=request.headers, body=request.body, timeout=left)
            except FetchError as error:
                trouble = str(error)
            else:
                if answer.status not in _AGAIN:
                    return _good(described, answer)
                trouble = f"{described.title} answered {answer.status}"
                pause = _retry_after(answer, pause)
            if attempt < self.retries:
                _sleep(pause, end, trouble)
        raise ExtractionError(f"{trouble}; gave up after {self.retries + 1} attempts")


def found_text(described: Description, raw: str) -> str:
    """The text in a response, after the title if that is separate; raises an error if the response reports one."""
    kind = described.answer["format"]
    if kind == "text":
        return raw
    if kind == "html":
        return html_to_text(raw)
    values = _parsed(described, raw)
    _refuse_errors(described, values)
    place = described.answer.get("text") or described.answer["html"]
    found = _value_at(values, place)
    if not isinstance(found, str):
        raise ExtractionError(f"{described.title} answered without a text at {place}")
    title = _value_at(values, described.answer["title"]) if "title" in described.answer else None
    text = found if "text" in described.answer else html_to_text(found)
    return f"{title}\n{text}" if title and text.strip() else text


def _parsed(described: Description, raw: str) -> Any:
    try:
        if described.answer["format"] == "json":
            return load_json(raw)
        from xml.etree import ElementTree

        return ElementTree.fromstring(raw)  # noqa: S314 - expat bounds entities, the fetcher bounds the size
    except (ValueError, SyntaxError, RecursionError) as error:
        kind = described.answer["format"].upper()
        raise ExtractionError(f"{described.title} answered something that is not {kind}") from error


def _refuse_errors(described: Description, values: Any) -> None:
    status = described.answer.get("status")
    told = _value_at(values, described.answer["error"]) if "error" in described.answer else None
    if status is not None and _value_at(values, status["at"]) != status["ok"]:
        told = told or _value_at(values, status["at"]) or "no status"
    if told:
        raise ExtractionError(f"{described.title} answered with an error: {' '.join(str(told).split())[:200]}")


def _value_at(values: Any, place: str) -> Any:
    """The value at a path of names and numbers; None if there is none."""
    if not isinstance(values, dict | list):
        found = values.find(place.replace(".", "/"))
        return None if found is None else "".join(found.itertext())
    for step in place.split("."):
        if isinstance(values, dict):
            values = values.get(step)
        elif isinstance(values, list) and step.isdecimal() and int(step) < len(values):
            values = values[int(step)]
        else:
            return None
    return values


def _good(described: Description, answer: ApiResponse) -> ApiResponse:
    if answer.status >= 300:
        said = " ".join(answer.body[:300].decode("utf-8", "replace").split())
        raise ExtractionError(f"{described.title} answered {answer.status}: {said[:200] or 'nothing more'}")
    return answer


def _retry_after(answer: ApiResponse, pause: float) -> float:
    """The number of seconds that the service asks to wait; `pause` if it does not say."""
    said = answer.headers.get("retry-after", "")
    if re.fullmatch("[0-9]{1,9}", said.strip()):
        return float(said)
    try:
        return max(0.0, parsedate_to_datetime(said).timestamp() - time.time())
    except (ValueError, OverflowError):
        return pause


def _sleep(seconds: float, end: float, why: str) -> None:
    if time.monotonic() + seconds >= end:
        raise ExtractionError(f"{why}; the next try would be too late, raise timeout=")
    time.sleep(seconds)
