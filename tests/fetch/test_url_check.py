"""Web addresses that parsers disagree about are refused before any host is looked up."""

import socket
from typing import NoReturn

import pytest

from maintext.errors import FetchError
from maintext.fetch import fetch
from maintext.fetch.url_check import check_url

FINE = """
http://example.org https://example.org/ HTTP://EXAMPLE.ORG/x http://example.org:8080/a?b=c#d http://example.org:/
http://93.184.216.34/ http://[2606:4700::1111]:443/ http://[::ffff:8.8.8.8]/ http://localhost:1/ http://a_b.example.org/
http://user:password@example.org/ http://-odd-.example.org/ http://bücher.example/ http://пример.рф/ http://例え.jp/
http://xn--bcher-kva.example/ http://example.org./ http://1.example/ http://example.org/a\\b http://example.org/?q=@[]
http://1e100.net/ http://0xdeadbeef.example/
""".split()
REFUSED = [
    *"""
    http://[::1]evil.com/ http://[::1]:80evil.com/ http://evil.com[::1]/ http://[::1 http://::1/ http://[]/
    http://[::1%eth0]/ http://[::1%25eth0]/ http://[fe80::1%25lo]/ http://[v1.x]/ http://[1.2.3.4]/ http://[::g]/
    http://[::1]@evil.com]/ http://a@b@127.0.0.1/ http://evil.com\\@127.0.0.1/ http://127.0.0.1\\@evil.com/
    http://evil.com\\127.0.0.1/ http:\\\\127.0.0.1/ http:///127.0.0.1/ http:/127.0.0.1/ http:127.0.0.1 http://
    http://@/ http://:80/ http://user@/ http://%31%32%37.0.0.1/ http://exa%6dple.org/
    http://127。0。0。1/ http://127．0．0．1/ http://１２７.0.0.1/ http://ⓔxample.org/ http://ex⁄ample.org/ http://a＠b.com/
    http://127.1/ http://2130706433/ http://0x7f000001/ http://0x7f.0.0.1/ http://0177.0.0.1/ http://127.0.0.01/
    http://0/ http://0x/ http://1.2.3.4.5/ http://256.1.1.1/ http://127.0.0.1./ http://1.2.3.0x4/ http://example.0/
    http://a..b/ http://.example.org/ http://./ http://../ http://example.org../
    http://example.org:0/ http://example.org:65536/ http://example.org:99999/ http://example.org:-1/
    http://example.org:80:80/ http://example.org:x/ http://example.org:８０/ http://example.org:1e1/
    ftp://example.org/ file:///etc/passwd javascript:alert(1) example.org //example.org/ gopher://example.org/
    """.split(),
    "",
    "http://a b/",
    "http://exa\tmple.org/",
    "http://exa\nmple.org/",
    "http://example.org/\r\nHost: evil",
    " http://example.org/",
    "http://example.org/ ",
    "\x00http://example.org/",
    "http://example.org/\x7f",
    "http://exam\u00adple.org/",
    "http://exam\u200bple.org/",
    "http://example.org/\ud800",
    "http://\ud800.org/",
    f"http://{'a' * 64}.example/",
    f"http://{'a.' * 130}example/",
    "http://example.org/" + "a" * 20_000,
]


@pytest.mark.parametrize("url", FINE)
def test_web_addresses(url: str) -> None:
    assert check_url(url).netloc


@pytest.mark.parametrize("url", REFUSED)
def test_what_is_none_is_refused_and_nothing_is_looked_up(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def look_up(*_: object, **__: object) -> NoReturn:
        raise AssertionError("a host was looked up")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    for private in (True, False):
        with pytest.raises(FetchError) as caught:
            fetch(url, timeout=5, private=private)
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 500
        str(caught.value).encode()
