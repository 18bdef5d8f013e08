"""What every test may ask for."""

import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "maintext",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("maintext")


_LOCAL = {"localhost", "ip6-localhost", "", socket.gethostname(), socket.getfqdn()}
_NOWHERE = (".invalid", ".example", ".test")


class OutsideNetworkError(AssertionError):
    """A test opens a connection beyond this machine, or looks up a name there."""


@pytest.fixture(scope="session", autouse=True)
def only_loopback() -> Iterator[None]:
    """No test reaches beyond this machine: other addresses are a fault of the test, reserved names do not exist."""
    with pytest.MonkeyPatch.context() as patch:
        look_up = socket.getaddrinfo
        for name in ("connect", "connect_ex"):
            patch.setattr(socket.socket, name, _guarded(getattr(socket.socket, name)))
        patch.setattr(socket, "getaddrinfo", lambda host, *rest, **named: look_up(_local(host), *rest, **named))
        yield


def _guarded(method: Any) -> Any:
    def connect(self: socket.socket, address: Any) -> Any:
        inet = self.family in (socket.AF_INET, socket.AF_INET6)
        if inet and self.type == socket.SOCK_STREAM and not _is_loopback(address[0]):
            raise OutsideNetworkError(f"a test connects to {address}")
        return method(self, address)

    return connect


def _local(host: Any) -> Any:
    name = host.decode() if isinstance(host, bytes) else host
    if name is None or name in _LOCAL or _is_number(name):
        return host
    if name.rstrip(".").endswith(_NOWHERE):
        raise socket.gaierror(socket.EAI_NONAME, "a name that is reserved for tests")
    raise OutsideNetworkError(f"a test looks up {name!r}; give it a resolver of its own, or a name in .invalid")


def _is_number(host: str) -> bool:
    with suppress(OSError, ValueError):
        return bool(socket.inet_aton(host))
    with suppress(ValueError):
        return bool(ip_address(host))
    return False


def _is_loopback(host: str) -> bool:
    if host in _LOCAL:
        return True
    with suppress(ValueError):
        address = ip_address(host)
        return address.is_loopback or address.is_unspecified or host in _own_addresses()
    return False


@cache
def _own_addresses() -> frozenset[str]:
    """The addresses of this machine's name, which a cluster on one machine talks to itself by."""
    with suppress(OSError):
        return frozenset(str(found[4][0]) for found in socket.getaddrinfo(socket.gethostname(), None))
    return frozenset()


@pytest.fixture(scope="session")
def data_home() -> Path:
    """The folder of the unpacked gold-standard data; without it a test is skipped, or fails where CI is strict."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "maintext-data"
    if not home.is_dir():
        reason = f"needs the datasets in {home}; unpack them there"
        if os.environ.get("MAINTEXT_STRICT") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return home
