"""The address policy: which machines may be reached, decided on the very addresses that are connected to.

A host is looked up once, every address found is judged, and the connection goes to one of those that were judged: a
name that resolves otherwise a moment later (DNS rebinding) gains nothing. Redirects connect anew, so they are judged
too.
"""

import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from maintext.errors import FetchError

_NAT64 = IPv6Network("64:ff9b::/96")


class AddressRefused(FetchError):
    """The host lies where pages are not fetched from."""


def is_public(address: str) -> bool:
    """Whether an address belongs to the public internet, also if it is wrapped into another one."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return all(_is_public(each) for each in _unwrapped(found))


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


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    site_local = isinstance(address, IPv6Address) and address.is_site_local
    return address.is_global and not (
        address.is_multicast or address.is_reserved or address.is_loopback or address.is_unspecified or site_local
    )


def _unwrapped(address: IPv4Address | IPv6Address) -> Iterable[IPv4Address | IPv6Address]:
    """The address and those inside it: mapped, 6to4, Teredo, NAT64."""
    if isinstance(address, IPv4Address):
        return [address]
    if address.ipv4_mapped is not None:
        return [address.ipv4_mapped]
    if address in _NAT64:
        return [IPv4Address(int(address) & 0xFFFFFFFF)]
    found: list[IPv4Address | IPv6Address] = []
    if address.sixtofour is not None:
        found.append(address.sixtofour)
    if address.teredo is not None:
        found.extend(address.teredo)
    return [address, *found]
