"""Text fragments: the share of chunks whose citation Chromium finds on the page.

    python benchmarks/text_fragments.py [--chunks 200] [--folder DIR ...]

Pages are served on loopback with empty space above the text; scripts, images and other files are not loaded. A
fragment is found if the browser scrolls past that space. By default the pages are samples of the training sets; text
that a page hides until a script shows it cannot be found.
"""

import argparse
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread

from playwright.sync_api import Page as Tab
from playwright.sync_api import sync_playwright

from maintext import MaintextError, extract
from maintext.datasets.home import source_home
from maintext.render.chunks.chunk import Chunk

FOLDERS = ("newspaper/html", "fundus/html", "magic-article/html", "magic-forum/html", "dragnet/input")
MAX_TOKENS = 200
CHUNKS_PER_PAGE = 4
SPACE = 6000
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_META = re.compile(r"<meta\b[^>]*>", re.IGNORECASE)
_DOCTYPE = re.compile(r"\s*<!doctype[^>]*>", re.IGNORECASE)


@dataclass(frozen=True)
class CitedPage:
    """A page as it is served, and some of its chunks."""

    name: str
    html: str
    chunks: tuple[Chunk, ...]


def cited_page(name: str, data: bytes) -> CitedPage | None:
    """A page with its first chunks; None if it has no text."""
    try:
        extraction = extract(data)
    except MaintextError:
        return None
    html = _META.sub("", extraction.page.original)
    doctype = _DOCTYPE.match(html)
    at = doctype.end() if doctype else 0
    html = f"{html[:at]}<style>html {{ padding-top: {SPACE}px !important }}</style>{html[at:]}"
    return CitedPage(name, html, extraction.chunks(MAX_TOKENS)[:CHUNKS_PER_PAGE])


def missed(pages: Sequence[CitedPage]) -> Iterator[tuple[CitedPage, Chunk]]:
    """The chunks that Chromium does not find."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        for number, page in enumerate(pages):
            text = page.html.encode("utf-8", "replace")
            (Path(folder) / f"{number}.html").write_bytes(b"\xef\xbb\xbf" + text)
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=folder))
        Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        try:
            for number, page in enumerate(pages):
                for chunk in page.chunks:
                    tab = browser.new_page()
                    tab.goto(f"http://127.0.0.1:{server.server_port}/{number}.html#{chunk.fragment}")
                    if not _has_scrolled(tab):
                        yield page, chunk
                    tab.close()
        finally:
            browser.close()
            server.shutdown()
            server.server_close()


class _Handler(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in the base class
        pass


def _has_scrolled(tab: Tab) -> bool:
    for _ in range(20):
        if tab.evaluate("window.scrollY") > SPACE / 2:
            return True
        tab.wait_for_timeout(100)
    return False


def sampled_pages(folders: Sequence[Path], chunks: int) -> list[CitedPage]:
    """Pages sampled at random until they have so many chunks."""
    files = [path for folder in folders for path in sorted(folder.iterdir()) if path.is_file()]
    pages: list[CitedPage] = []
    for path in Random(0).sample(files, len(files)):
        if sum(len(page.chunks) for page in pages) >= chunks:
            break
        if (page := cited_page(path.name, path.read_bytes())) is not None:
            pages.append(page)
    return pages


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--chunks", type=int, default=200, help="how many chunks to look for")
    arguments.add_argument("--folder", type=Path, action="append", help="a folder of pages (default: training sets)")
    options = arguments.parse_args()
    folders = options.folder or [source_home() / folder for folder in FOLDERS]
    pages = sampled_pages(folders, options.chunks)
    total = sum(len(page.chunks) for page in pages)
    not_found = 0
    for page, chunk in missed(pages):
        not_found += 1
        print(f"not found: {page.name[:30]} {chunk.fragment[:120]}")
    print(f"Chromium found {total - not_found} of {total} chunks on {len(pages)} pages ({1 - not_found / total:.1%})")


if __name__ == "__main__":
    main()
