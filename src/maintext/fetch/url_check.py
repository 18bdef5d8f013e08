"""Check of URLs: only those that all parsers read the same way are accepted, before any host is resolved.

URL parsers disagree about userinfo, backslashes, brackets, control characters and numeric hosts, so one parser may
check another host than the one that is connected to.
"""

import re
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import NoReturn
from unicodedata import normalize
from urllib.parse import SplitResult, urlsplit

from maintext.errors import FetchError, shortened

_LONGEST = 16_384
_LONGEST_HOST = 253
_NEVER = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")
_AUTHORITY = re.compile(r"(?:[^@\[\]\\\s]*@)?(?P<host>\[[0-9A-Fa-f:.]+\]|[\w.\-]+)(?::(?P<port>[0-9]{1,5})?)?")
_LABEL = re.compile(r"[\w\-]{1,63}")
_NUMBER = re.compile(r"(?:[0-9]+|0x[0-9a-f]*)", re.IGNORECASE)


def check_url(url: str) -> SplitResult:
    """The parts of an http or https URL; an error for anything else."""
    if len(url) > _LONGEST:
        _refuse(url, f"a URL of more than {_LONGEST:,} characters is not fetched")
    if _NEVER.search(url) or url != url.strip():
        _refuse(url, "not a URL: it has control characters or spaces around it")
    try:
        parts = urlsplit(url)
    except ValueError as error:
        _refuse(url, f"not a URL ({error})")
    if parts.scheme not in ("http", "https") or not parts.netloc:
        _refuse(url, "only http and https URLs can be fetched")
    _check_authority(url, parts.netloc)
    return parts


def _check_authority(url: str, authority: str) -> None:
    found = _AUTHORITY.fullmatch(authority)
    if found is None:
        _refuse(url, "not a URL: write it as http://host/ or http://host:port/")
    port = found["port"]
    if port is not None and not 0 < int(port) < 65536:
        _refuse(url, f"not a URL: {port} is not a port")
    host = found["host"]
    if host.startswith("["):
        _check_ipv6(url, host[1:-1])
    else:
        _check_host(url, host)


def _check_ipv6(url: str, host: str) -> None:
    try:
        IPv6Address(host)
    except AddressValueError:
        _refuse(url, f"not a URL: [{host}] is not an IPv6 address")


def _check_host(url: str, host: str) -> None:
    """Reject host names that a resolver or browser may interpret differently."""
    if normalize("NFKC", host) != host:
        _refuse(url, f"not a URL: write the host as {normalize('NFKC', host)}")
    labels = host.removesuffix(".").split(".")
    if len(host) > _LONGEST_HOST or not all(_LABEL.fullmatch(label) for label in labels):
        _refuse(url, "not a URL: its host is not a name")
    if _NUMBER.fullmatch(labels[-1]):
        try:
            IPv4Address(host)
        except AddressValueError:
            _refuse(url, "not a URL: write an IPv4 address as four decimal numbers")


def _refuse(url: str, why: str) -> NoReturn:
    raise FetchError(f"{shortened(_NEVER.sub('?', url))}: {why}")
