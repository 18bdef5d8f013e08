"""Security middleware: host name, API key, cross-origin requests, and response headers."""

import hmac
from typing import TYPE_CHECKING, Final

from starlette.responses import Response

from maintext.service.problems import problem_json
from maintext.service.settings import LOOPBACK, ServiceSettings

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE: Final = "maintext_key"
OPEN: Final = ("/health", "/static/", "/session", "/openapi.json")
"""Paths that need no key, because they reveal nothing about pages."""
PAGES: Final = frozenset(["/", "/annotate", "/batch", "/feeds", "/api", "/frame"])
"""The web pages, which ask for the key themselves."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class Security:
    """ASGI middleware that checks every request."""

    def __init__(self, app: "ASGIApp", settings: ServiceSettings) -> None:
        self._app = app
        self._key = settings.api_key
        self._origins = frozenset(settings.origins)
        self._hosts = LOOPBACK | {settings.host, *settings.hosts} if settings.is_local or settings.hosts else None
        self._headers = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Forward a request, or reject it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")

        async def answer(message: "Message") -> None:
            if message["type"] == "http.response.start":
                self._add_headers(message, origin)
            await send(message)

        refusal = self._refusal(scope, headers, origin)
        if refusal is not None:
            await refusal(scope, receive, answer)
        else:
            await self._app(scope, receive, answer)

    def _refusal(self, scope: "Scope", headers: dict[bytes, bytes], origin: str) -> Response | None:
        if self._hosts is not None and _name(headers.get(b"host", b"")) not in self._hosts:
            return _refuse(421, "this service does not answer under that name; allow it with --allow-host")
        if scope["method"] == "OPTIONS" and origin and b"access-control-request-method" in headers:
            return (
                Response(status_code=204) if origin in self._origins else _refuse(403, "other sites may not call this")
            )
        if scope["method"] not in ("GET", "HEAD") and self._is_foreign(headers, origin):
            return _refuse(403, "other sites may not call this")
        if self._key is None or self._is_open(scope["path"]) or self._has_key(headers):
            return None
        return _refuse(401, "an API key is needed: send it as Authorization: Bearer KEY", bearer=True)

    def _is_foreign(self, headers: dict[bytes, bytes], origin: str) -> bool:
        """Whether a browser sends this request for another site that is not allowed."""
        if not origin or origin in self._origins:
            return False
        return origin == "null" or origin.partition("://")[2] != headers.get(b"host", b"").decode("latin-1")

    def _is_open(self, path: str) -> bool:
        return path in PAGES or path.startswith(OPEN)

    def _has_key(self, headers: dict[bytes, bytes]) -> bool:
        assert self._key is not None  # noqa: S101 - asked before
        given = headers.get(b"x-api-key") or headers.get(b"authorization", b"").removeprefix(b"Bearer ").strip()
        if given:
            return same_key(given.decode("latin-1"), self._key)
        return same_key(_cookie(headers.get(b"cookie", b"")), session_of(self._key))

    def _add_headers(self, message: "Message", origin: str) -> None:
        """Add the headers that are not set yet."""
        there = {name for name, _ in message["headers"]}
        message["headers"] = [*message["headers"], *(pair for pair in self._headers if pair[0] not in there)]
        if origin and origin in self._origins:
            message["headers"] += [
                (b"access-control-allow-origin", origin.encode("latin-1")),
                (b"access-control-allow-headers", b"authorization, content-type, x-api-key, accept"),
                (b"access-control-allow-methods", b"GET, POST"),
                (b"vary", b"Origin"),
            ]


def session_of(key: str) -> str:
    """The value of the session cookie, derived from the key."""
    return hmac.new(key.encode(), b"maintext session", "sha256").hexdigest()


def same_key(given: str, key: str) -> bool:
    """Compare keys in constant time."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), key.encode())


def _cookie(header: bytes) -> str:
    """The value of the session cookie, which is never quoted."""
    pairs = (part.strip().partition("=") for part in header.decode("latin-1").split(";"))
    return next((value for name, _, value in pairs if name == COOKIE), "")


def _name(host: bytes) -> str:
    """The host without its port."""
    text = host.decode("latin-1").lower()
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0]


def _refuse(status: int, message: str, *, bearer: bool = False) -> Response:
    headers = {"www-authenticate": "Bearer"} if bearer else None
    return Response(problem_json(status, message), status, headers, "application/json")
