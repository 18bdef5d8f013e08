"""Uvicorn configuration with our own connection limits."""

from functools import partial
from typing import Any

import uvicorn
from fastapi import FastAPI

from maintext.service.clients import Clients
from maintext.service.connection import Connection
from maintext.service.settings import Settings

_PATIENCE = 5
"""Seconds that answers under way get when the service ends, and that idle connections stay open."""


def server_config(settings: Settings, app: FastAPI) -> uvicorn.Config:
    """The configuration of one server."""
    clients = Clients(settings.connections, settings.client_connections)
    protocol: Any = partial(Connection, settings=settings, clients=clients)
    return uvicorn.Config(
        app, log_level="warning", access_log=False, server_header=False, date_header=True,
        timeout_keep_alive=_PATIENCE, timeout_graceful_shutdown=_PATIENCE,
        loop="auto", http=protocol, ws="none", lifespan="on", proxy_headers=False,
    )  # fmt: skip
