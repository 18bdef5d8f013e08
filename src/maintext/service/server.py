"""Running the service: uvicorn on one event loop, workers beside it."""

import logging
from collections.abc import Callable
from typing import Any

from maintext.errors import MaintextError
from maintext.service.settings import Settings

_EXTRA = "the service needs FastAPI and uvicorn, which are not here; try: pip install 'maintext[service]'"
_MOST_CONNECTIONS = 1000
_PATIENCE = 5
"""Seconds that answers under way get when the service ends, and that idle connections stay open."""


def serve(settings: Settings, ready: Callable[[str], None] = lambda address: None) -> None:
    """Serve until interrupted; `ready` gets the address when requests are answered."""
    try:
        import uvicorn

        from maintext.service.app import create_app
    except ImportError as error:
        raise MaintextError(_EXTRA) from error
    socket = _bound(settings)
    port = socket.getsockname()[1]

    class Server(uvicorn.Server):
        """Says when it listens."""

        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            if self.started:
                ready(f"http://{_shown(settings.host)}:{port}")

    logging.getLogger("maintext.service").setLevel(logging.INFO)
    config = uvicorn.Config(
        create_app(settings), log_level="warning", access_log=False, server_header=False, date_header=True,
        limit_concurrency=_MOST_CONNECTIONS, timeout_keep_alive=_PATIENCE, timeout_graceful_shutdown=_PATIENCE,
        loop="auto", http="auto", ws="none", lifespan="on", proxy_headers=False,
    )  # fmt: skip
    server = Server(config)
    server.run(sockets=[socket])
    if not server.started:
        raise MaintextError("the service could not be started; the reason is above")


def _bound(settings: Settings) -> Any:
    """A socket at the address; an error in words if somebody else has it."""
    import socket

    try:
        family, *_, place = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        made = socket.socket(family, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(place)
        made.listen(1024)
    except OSError as error:
        where = f"{settings.host}:{settings.port}"
        raise MaintextError(f"cannot listen on {where}: {error.strerror}; choose another with --port") from error
    return made


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host
