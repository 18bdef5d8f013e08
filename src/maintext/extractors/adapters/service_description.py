"""The description of a web service: a TOML file that states how to send a page and where the text is in the response.

title = "Example"                  what it is called
key = "EXAMPLE_KEY"                the environment variable that holds the key; left out if there is none
[page]                             how the page itself is sent
method = "POST"
url = "https://example.org/extract"
query = { token = "{key}" }        also headers, and one of body, form and json
body = "{page}"                    {key}, {url} and {page} are filled in
[url]                              how to send only the page's URL, in the same way
[answer]
format = "json"                    or xml, text, html
text = "objects.0.text"            a path of names and numbers; html = ... if the text is HTML, title = ... if apart
error = "error"                    where an error is told; also status = { at = "status", ok = "OK" }
[limits]
per_second = 5                     and per_month, the budget
"""

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote, urlencode

from maintext.data_shapes import dataclass_from
from maintext.errors import BadParameter, MalformedData
from maintext.files import expand_user, read_file

_FOLDER = Path(__file__).parent / "services"
_BLANK = re.compile(r"\{(key|url|page)\}")
_FORMATS = ("json", "xml", "text", "html")


@dataclass(frozen=True, slots=True)
class Request:
    """A request to a service."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes | None


@dataclass(frozen=True, slots=True)
class Description:
    """A service as its file describes it."""

    name: str
    title: str
    version: str
    key: str | None
    ways: Mapping[str, Mapping[str, Any]]
    """How a page is sent: `page`, `url` or both."""
    answer: Mapping[str, Any]
    per_second: float | None
    per_month: int | None

    def request(self, way: Literal["page", "url"], blanks: Mapping[str, str]) -> Request:
        """The request for a page, with key, URL and page filled in."""
        form = self.ways[way]
        url = _filled(form["url"], {name: quote(value, safe="") for name, value in blanks.items()})
        if "query" in form:
            url += ("&" if "?" in url else "?") + urlencode(_filled(form["query"], blanks))
        headers = dict(_filled(form.get("headers", {}), blanks))
        body: bytes | None = None
        if "body" in form:
            body = _filled(form["body"], blanks).encode("utf-8", "replace")
        elif "form" in form:
            body = urlencode(_filled(form["form"], blanks), errors="replace").encode()
            headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
        elif "json" in form:
            body = json.dumps(_filled(form["json"], blanks)).encode()
            headers.setdefault("Content-Type", "application/json")
        return Request(form.get("method", "POST" if body else "GET"), url, headers, body)


def read_description(service: str) -> Description:
    """A description, by the name of a bundled one or by its file."""
    ready = _FOLDER / f"{service}.toml"
    path = ready if service in ready_names() else expand_user(service)
    try:
        values = tomllib.loads(read_file(path).decode())
    except OSError as error:
        known = ", ".join(ready_names())
        raise BadParameter(f"there is no service {service!r} and no such file ({error.strerror}); {known}") from error
    except (ValueError, RecursionError) as error:
        raise BadParameter(f"{path}: not a description of a service: {error}") from error
    try:
        described = dataclass_from(_File, values)
    except MalformedData as error:
        raise BadParameter(f"{path}: {error}") from error
    return _checked(values, described, path)


def ready_names() -> list[str]:
    """The services whose descriptions come with maintext."""
    return sorted(file.stem for file in _FOLDER.glob("*.toml"))


@dataclass(frozen=True, slots=True)
class _Way:
    url: str | None = None
    method: str | None = None
    query: Mapping[str, object] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str | None = None
    form: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Status:
    at: str
    ok: object


@dataclass(frozen=True, slots=True)
class _Answer:
    format: str | None = None
    text: str | None = None
    html: str | None = None
    title: str | None = None
    error: str | None = None
    status: _Status | None = None


@dataclass(frozen=True, slots=True)
class _Limits:
    per_second: float | None = None
    per_month: int | None = None


@dataclass(frozen=True, slots=True)
class _File:
    """The shape of a description."""

    title: str | None = None
    version: object = "unknown"
    key: str | None = None
    page: _Way | None = None
    url: _Way | None = None
    answer: _Answer = field(default_factory=_Answer)
    limits: _Limits = field(default_factory=_Limits)


def _checked(values: dict[str, Any], described: _File, path: Path) -> Description:
    ways: dict[str, Any] = {way: values[way] for way in ("page", "url") if way in values}
    answer, limits = values.get("answer", {}), described.limits
    if not ways or any("url" not in way for way in ways.values()):
        raise BadParameter(f"{path}: needs a table [page] or [url] with a url in it")
    if answer.get("format") not in _FORMATS:
        raise BadParameter(f"{path}: [answer] needs a format, one of {', '.join(_FORMATS)}")
    if answer["format"] in ("json", "xml") and not {"text", "html"} & set(answer):
        raise BadParameter(f"{path}: [answer] needs to say where the text is: text = ... or html = ...")
    return Description(
        name=path.stem,
        title=described.title or path.stem,
        version=str(described.version),
        key=described.key,
        ways=ways,
        answer=answer,
        per_second=limits.per_second,
        per_month=limits.per_month,
    )


def _filled(template: Any, blanks: Mapping[str, str]) -> Any:
    """A text, or the texts in a table, with the blanks filled in, all at once: what is filled in is not read again."""
    if isinstance(template, Mapping):
        return {name: _filled(value, blanks) for name, value in template.items()}
    return _BLANK.sub(lambda blank: blanks[blank[1]], template) if isinstance(template, str) else template
