"""Run the service: uvicorn on one event loop, with worker processes."""

import logging
from collections.abc import Callable
from typing import Any

from maintext.errors import MaintextError
from maintext.service.settings import ServiceSettings

_EXTRA = "the service needs FastAPI and uvicorn, which are not installed; try: pip install 'maintext[service]'"


def serve(settings: ServiceSettings, ready: Callable[[str], None] = lambda address: None) -> None:
    """Serve until interrupted; `ready` is called with the address when the service accepts requests."""
    try:
        import uvicorn

        from maintext.service.app import create_app
        from maintext.service.connection import server_config
    except ImportError as error:
        raise MaintextError(_EXTRA) from error
    socket = _bound(settings)
    port = socket.getsockname()[1]

    class ReportingServer(uvicorn.Server):
        """Calls `ready` when it listens."""

        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            if self.started:
                ready(f"http://{_shown(settings.host)}:{port}")

    logging.getLogger("maintext.service").setLevel(logging.INFO)
    server = ReportingServer(server_config(settings, create_app(settings)))
    server.run(sockets=[socket])
    if not server.started:
        raise MaintextError("the service could not be started; the reason is above")


def _bound(settings: ServiceSettings) -> Any:
    """A socket bound to the address; raises a readable error if the address is in use."""
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
