"""The address policy: private machines stay out of reach, however they are named."""

import socket
from collections.abc import Iterator
from typing import Any

import pytest

from maintext.errors import FetchError
from maintext.fetch import fetch
from maintext.fetch.address_policy import AddressRefused, is_public
from tests.fetch.server import ANSWERS, Handler, serving

PUBLIC = """
1.1.1.1 8.8.8.8 93.184.216.34 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 172.15.255.255
172.32.0.0 192.0.1.0 192.0.3.0 192.88.98.255 192.88.100.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0
223.255.255.255 2606:4700::1111 2001:200::1 2a00:1450::1 2001:db7::1 2001:db9::1 3ffe:ffff::1 2620:4f:8000::1
::ffff:8.8.8.8 64:ff9b::808:808 2002:808:808::1 2606:4700::5efe:808:808 2606:4700::200:5efe:808:808
""".split()
PRIVATE = """
127.0.0.1 127.255.255.254 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 0.0.0.0 0.1.2.3 100.64.0.1
192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 224.0.1.1 240.0.0.1 255.255.255.255 ::1 :: fe80::1
fe80::1%eth0 fc00::1 fd12::1 fec0::1 ff02::1 2001:db8::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254
::127.0.0.1 2002:7f00:1:: 2002:a00:1:: 64:ff9b::7f00:1 64:ff9b::a00:1 64:ff9b:1::808:808 2001:0:7f00:1::
192.88.99.0 192.88.99.1 192.88.99.255 192.0.0.9 192.0.0.170 198.19.255.255 239.255.255.255 255.0.0.1 100.127.255.255
3fff::1 3fff:fff:ffff::1 100::1 100:0:0:1::1 2001::1 2001:2::1 2001:10::1 2001:20::1 2001:1ff:ffff::1 5f00::1 4000::1
fdff::1 febf::1 ff0e::1 ::8.8.8.8 ::ffff:0:8.8.8.8 2002:c058:6301:: 2002:a9fe:a9fe::1 ::ffff:192.88.99.1
64:ff9b::c058:6301 2606:4700::5efe:a00:1 2606:4700::200:5efe:7f00:1 2606:4700::1111%eth0
""".split()


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("address", [*PRIVATE, "", "example.org", "1.2.3", "1.2.3.4.5"])
def test_addresses_that_are_not(address: str) -> None:
    assert not is_public(address)


def test_the_policy_does_not_ask_the_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `ipaddress` counts as global differs between versions of Python."""
    for kind in ("IPv4Address", "IPv6Address"):
        for name in ("is_global", "is_private", "is_reserved"):
            monkeypatch.setattr(f"ipaddress.{kind}.{name}", property(lambda self: 1 / 0))
    assert all(map(is_public, PUBLIC))
    assert not any(map(is_public, PRIVATE))


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    for name in ("/to-loopback", "/to-metadata", "/to-page"):
        monkeypatch.setitem(ANSWERS, name, _redirects)
    with serving() as address:
        yield address


def _redirects(handler: Handler) -> None:
    port = handler.headers["Host"].rpartition(":")[2]
    targets = {
        "/to-loopback": f"http://127.0.0.1:{port}/page",
        "/to-metadata": "http://169.254.169.254/latest",
        "/to-page": f"http://inside.example:{port}/page",
    }
    handler.reply(302, Location=targets[handler.path])


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "[::1]", "0.0.0.0", "127.1", "2130706433", "0x7f000001", "[::ffff:127.0.0.1]"]
)
def test_this_machine_is_refused_by_any_name(site: str, host: str) -> None:
    port = site.rpartition(":")[2]
    with pytest.raises(FetchError) as caught:
        fetch(f"http://{host}:{port}/page", timeout=5, private=False)
    assert isinstance(caught.value, AddressRefused) or "four decimal numbers" in str(caught.value)


def test_this_machine_is_reached_where_that_is_switched_on(site: str) -> None:
    assert fetch(f"{site}/page", private=True).body


class Names:
    """Answers look-ups from a table, each time with the next entry."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **hosts: list[str]) -> None:
        self.hosts = {name.replace("_", "."): list(addresses) for name, addresses in hosts.items()}
        self.asked: list[str] = []
        self._real = socket.getaddrinfo
        monkeypatch.setattr(socket, "getaddrinfo", self)

    def __call__(self, host: str, port: int, *rest: Any, **named: Any) -> Any:
        if host not in self.hosts:
            return self._real(host, port, *rest, **named)
        self.asked.append(host)
        answers = self.hosts[host]
        address = answers.pop(0) if len(answers) > 1 else answers[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in address.split(",")]


def test_a_name_that_leads_to_a_private_address_is_refused(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Names(monkeypatch, inside_example=["127.0.0.1"], mixed_example=["93.184.216.34,10.0.0.1"])
    port = site.rpartition(":")[2]
    for host in ("inside.example", "mixed.example"):
        with pytest.raises(AddressRefused, match=f"{host} is a private, loopback or link-local address"):
            fetch(f"http://{host}:{port}/page", timeout=5, private=False)


@pytest.mark.parametrize("path", ["/to-loopback", "/to-metadata", "/to-page"])
def test_a_redirect_to_a_private_address_is_refused(site: str, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Names(monkeypatch, outside_example=["127.0.0.1"], inside_example=["10.0.0.1"])
    judged: list[str] = []

    def judge(address: str) -> bool:
        """The first host counts as public, whatever it is."""
        judged.append(address)
        return len(judged) == 1

    monkeypatch.setattr("maintext.fetch.address_policy.is_public", judge)
    port = site.rpartition(":")[2]
    with pytest.raises(AddressRefused):
        fetch(f"http://outside.example:{port}{path}", timeout=5, private=False)
    assert len(judged) == 2


def test_the_connection_goes_to_the_address_that_was_judged(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second look-up would answer otherwise: DNS rebinding."""
    names = Names(monkeypatch, rebound_example=["127.0.0.1", "127.0.0.2"])
    judged: list[str] = []

    def judge(address: str) -> bool:
        judged.append(address)
        return True

    monkeypatch.setattr("maintext.fetch.address_policy.is_public", judge)
    port = site.rpartition(":")[2]
    found = fetch(f"http://rebound.example:{port}/page", timeout=5, private=False)
    assert found.url == f"http://rebound.example:{port}/page"
    assert judged == ["127.0.0.1"]
    assert names.asked == ["rebound.example"]


def test_the_next_address_is_tried_if_the_first_does_not_answer(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Names(monkeypatch, two_example=["127.0.0.99,127.0.0.1"])
    monkeypatch.setattr("maintext.fetch.address_policy.is_public", lambda address: True)
    port = site.rpartition(":")[2]
    assert fetch(f"http://two.example:{port}/page", timeout=5, private=False).body
