"""Every finding so far, minimized: no page may end the process, raise a foreign exception or give invalid output.

Each runs in a process of its own, so that a crash fails one test and not the test run.
"""

import json
import subprocess
import sys

import pytest

_EXTRACT = """
import json, sys
from xml.etree import ElementTree
from maintext import extract
from maintext.errors import MaintextError
from maintext.extractors.formats import FORMATS
case = json.load(sys.stdin)
try:
    found = extract(case["html"], url=case["url"], extractor=case["extractor"])
    for name in FORMATS:
        for with_metadata in (False, True):
            text = found.render(name, with_metadata=with_metadata)
            text.encode()
    json.loads(found.to_json())
    ElementTree.fromstring(found.to_tei())
    found.posts
    [(block.kind, block.xpath, block.why) for block in found.blocks]
    [block.source_span for block in found.page.blocks]
    for size, overlap in ((1, 0), (5, 4), (40, 0)):
        assert all(chunk.tokens <= size for chunk in found.chunks(size, overlap))
except MaintextError as error:
    print(error)
"""

PAGES = {
    "misnested formatting in tables at the depth limit": "<div><ul><li>" + "<table><td>" * 127 + "</tr><b><p></b>",
    "the same deeper": "<div><div><div>" + "<table><tr><td>" * 131 + "</tbody><a>x<div></a>",
    "words after tables at the depth limit": (
        "<nav><ul><li>" + "<table><td>" * 127 + "</table> words <span>Source words</span>"
    ),
    "a lone surrogate in linked data": (
        '<script type=application/ld+json>{"":"","@type":"","publisher":{"name":"\\ud800"}}</script>'
    ),
    "a character reference with thousands of digits": f"<p>words &#{'9' * 5000}; and more</p>",
    "a chunk that consists of notes": (
        "<p>The ferry left the pier at noon"
        + "".join(f"<sup><a href='#n{n}'>{n}</a></sup> " for n in range(1, 9))
        + "</p><ol>"
        + "".join(f"<li id=n{n}>Nobody knew when it would be back, as it seems.</li>" for n in range(1, 9))
        + "</ol>"
    ),
    "a word of a chunk's size without a symbol": "<p>\u0627\u0644\u0639\u0631\u0628\u064a\u0629`</p>",
}
URLS = ("http://[", "http://[::1]x", "//[", "http://a:b", "http://a\x00b/", "http://\u2100/")


@pytest.mark.parametrize("extractor", ["default", "all"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_that_was_a_finding(name: str, extractor: str) -> None:
    _extract(PAGES[name], None, extractor)


@pytest.mark.parametrize("url", URLS)
def test_an_address_that_was_a_finding(url: str) -> None:
    _extract("<p>The ferry left the pier at noon, and <a href='x'>nobody</a> knew when it would be back.", url, "all")


def _extract(html: str, url: str | None, extractor: str) -> None:
    case = json.dumps({"html": html, "url": url, "extractor": extractor})
    environment = {"PYTHONPATH": ":".join(filter(None, sys.path))}
    run = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", _EXTRACT],
        input=case,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2_000:]
