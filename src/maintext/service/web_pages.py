"""Routes of the web pages and static files, which share their style with the report."""

from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from fastapi import APIRouter, Request, Response

from maintext.service.problems import Problem
from maintext.service.request_body import read_body
from maintext.service.security import COOKIE, same_key, session_of
from maintext.service.state import service_of
from maintext.version import __version__

router = APIRouter(include_in_schema=False)


class WebPage(NamedTuple):
    """A page: its file, its name in the navigation, its title and its scripts."""

    file: str
    label: str
    title: str
    scripts: str


_TYPES: Final = {
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}  # fmt: skip
_SHARED: Final = frozenset(["report.css", "icon.svg", "align.js", "draw.js"])
"""Static files of the report that the service uses too."""
_PAGES: Final = {
    "/": WebPage(
        "try",
        "Try",
        "maintext: the main text of any page",
        "align draw shared frames difference page_sources result_views try",
    ),
    "/annotate": WebPage("annotate", "Annotate", "Annotate: maintext", "shared frames labels annotate"),
    "/feeds": WebPage("feeds", "Feeds", "Feeds: maintext", "shared feeds"),
    "/batch": WebPage("batch", "Batch", "Batch: maintext", "shared batch"),
    "/api": WebPage("api", "API", "API: maintext", "shared api"),
}
_NO_ANNOTATIONS: Final = WebPage("annotate-off", "Annotate", "Annotate: maintext", "")
_CURRENT: Final = ' aria-current="page"'
FRAME_POLICY: Final = (
    "sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox; default-src 'none'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'"
)
"""The policy for displayed pages: no scripts, no forms, no requests to other hosts."""


@router.get("/")
@router.get("/annotate")
@router.get("/batch")
@router.get("/feeds")
@router.get("/api")
async def page(request: Request) -> Response:
    """A web page."""
    path = request.url.path
    shown = _PAGES[path]
    if path == "/annotate" and service_of(request).annotations is None:
        shown = _NO_ANNOTATIONS
    return Response(_rendered(path, shown), media_type=_TYPES["html"], headers={"cache-control": "no-cache"})


@router.get("/frame")
async def frame() -> Response:
    """An empty page for a frame without scripts; the page around it inserts the content."""
    headers = {"content-security-policy": FRAME_POLICY, "x-frame-options": "SAMEORIGIN", "cache-control": "no-cache"}
    return Response(_file("frame.html"), headers=headers, media_type=_TYPES["html"])


@router.get("/static/{name}")
async def static(name: str, request: Request) -> Response:
    """A style sheet, a script, a picture or an example page."""
    data = _file(name) if name in _names() else None
    if data is None:
        raise Problem(404, "there is nothing here")
    tag = f'"{__version__}-{_mark(name)}"'
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"etag": tag})
    headers = {"etag": tag, "cache-control": "no-cache"}
    if name.startswith("example-"):
        headers["content-security-policy"] = FRAME_POLICY
    return Response(data, media_type=_TYPES[name.rpartition(".")[2]], headers=headers)


@router.post("/session")
async def session(request: Request) -> Response:
    """Check the key and set a session cookie; only the service's own pages can call this."""
    key = service_of(request).settings.api_key
    given = (await read_body(request, 1000)).decode("utf-8", "replace")
    if key is None:
        return Response(status_code=204)
    if not same_key(given, key):
        raise Problem(401, "this is not the key")
    response = Response(status_code=204)
    response.set_cookie(COOKIE, session_of(key), max_age=30 * 86400, httponly=True, samesite="strict", path="/")
    return response


@cache
def _rendered(path: str, page: WebPage) -> str:
    """The HTML of a page, with the head and the navigation of all pages."""
    links = [f'<a href="{target}"{_CURRENT * (target == path)}>{each.label}</a>' for target, each in _PAGES.items()]
    scripts = [f'<script src="/static/{name}.js" defer></script>' for name in page.scripts.split()]
    parts = {"title": page.title, "scripts": "".join(scripts), "links": "\n".join(links)}
    layout = _file("layout.html").decode()
    for name, part in (parts | {"content": _file(f"{page.file}.html").decode()}).items():
        layout = layout.replace(f"{{{name}}}", part, 1)
    return layout


@cache
def _names() -> frozenset[str]:
    own = (files("maintext.service") / "static").iterdir()
    return _SHARED | {
        item.name for item in own if item.name.endswith((".css", ".js", ".svg")) or item.name.startswith("example-")
    }


@cache
def _file(name: str) -> bytes:
    place = "maintext.reports" if name in _SHARED else "maintext.service"
    return (files(place) / "static" / name).read_bytes()


@cache
def _mark(name: str) -> str:
    from hashlib import sha256

    return sha256(_file(name)).hexdigest()[:12]
