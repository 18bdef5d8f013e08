"""The address policy: which hosts may be reached, checked on the addresses that are actually connected to.

A host is resolved once, all of its addresses are checked, and the connection goes to a checked address. So a name that
resolves differently a moment later (DNS rebinding) has no effect. Redirects open new connections, which are checked
too.

The tables are those of the IANA special-purpose address registries (RFC 6890; read in 2026), kept here because those of
`ipaddress` differ between versions of Python.
"""

import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

from maintext.errors import FetchError

_SPECIAL_V4: Final = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private use
        "100.64.0.0/10",  # shared address space of carriers
        "127.0.0.0/8",  # loopback
        "169.254.0.0/16",  # link-local; metadata services of clouds
        "172.16.0.0/12",  # private use
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.88.99.0/24",  # 6to4 relay anycast, deprecated
        "192.168.0.0/16",  # private use
        "198.18.0.0/15",  # benchmarking
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, limited broadcast
    )
)
_GLOBAL_V6: Final = IPv6Network("2000::/3")
"""All that IANA has given out as global unicast; loopback, unique local, link-local, multicast, discard-only, segment
routing and the IPv4-compatible addresses lie outside."""
_SPECIAL_V6: Final = tuple(
    IPv6Network(network)
    for network in (
        "2001::/23",  # protocol assignments: Teredo, benchmarking, ORCHID
        "2001:db8::/32",  # documentation
        "3fff::/20",  # documentation
    )
)
_NAT64: Final = IPv6Network("64:ff9b::/96")
_ISATAP: Final = (0x0000_5EFE, 0x0200_5EFE)


class AddressRefused(FetchError):
    """The host has an address that pages are not fetched from."""


def is_public(address: str) -> bool:
    """Whether an address is on the public internet, including addresses embedded in it."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv4Address):
        return _is_public_v4(found)
    return _is_public_v6(found) and all(_is_public_v4(inside) for inside in _embedded(found))


def public_addresses(host: str, port: int) -> list[str]:
    """The addresses of a host; an error if one of them is not public."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError as error:
        raise FetchError(f"{host}: not the name of a host") from error
    addresses = list(dict.fromkeys(str(place[0]) for *_, place in found))
    refused = [address for address in addresses if not is_public(address)]
    if refused or not addresses:
        raise AddressRefused(
            f"{host} is a private, loopback or link-local address; pages are not fetched from there "
            "unless that is switched on"
        )
    return addresses


def _is_public_v4(address: IPv4Address) -> bool:
    return not any(address in network for network in _SPECIAL_V4)


def _is_public_v6(address: IPv6Address) -> bool:
    """Whether an IPv6 address is global, or embeds a public IPv4 address; scoped addresses are local."""
    if address.scope_id is not None:
        return False
    if address.ipv4_mapped is not None or address in _NAT64:
        return True
    return address in _GLOBAL_V6 and not any(address in network for network in _SPECIAL_V6)


def _embedded(address: IPv6Address) -> Iterable[IPv4Address]:
    """The IPv4 addresses inside: mapped, NAT64, ISATAP, 6to4; Teredo's are refused with their network."""
    number = int(address)
    if address.ipv4_mapped is not None or address in _NAT64 or (number >> 32) & 0xFFFF_FFFF in _ISATAP:
        yield IPv4Address(number & 0xFFFF_FFFF)
    if address.sixtofour is not None:
        yield address.sixtofour
