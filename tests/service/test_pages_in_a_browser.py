"""The web pages in Chromium: extraction, slider, comparison, annotation, reader view; nothing fails or goes out."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from maintext.datasets import open_dataset
from maintext.service.settings import ServiceSettings
from tests.bundled import PAGES
from tests.service.browsing import (
    FIND,
    IN_A_BROWSER,
    click,
    hover,
    paste,
    texts,
    until,
    words,
)
from tests.service.running import ARTICLE, PAGE, running

pytestmark = IN_A_BROWSER
HOSTILE = (
    """<html><head><title>Hostile</title><style>body{background:url(BEACON/style)} @import "BEACON/import";</style>
<link rel=stylesheet href="BEACON/link"><script>parent.hacked = 1; fetch("BEACON/script")</script></head>
<body onload="parent.hacked = 1"><img src="BEACON/img" onerror="parent.hacked = 1" alt="A picture">
<p style="background:url(BEACON/attribute)">
"""
    + "A long paragraph of running text that nobody can mistake for anything else, whatever stands around it. " * 12
    + """
<a href="javascript:parent.hacked=1">link</a><iframe src="BEACON/frame"></iframe>
<video src="BEACON/video" autoplay></video>
<object data="BEACON/object"></object>
<form action="BEACON/form"><input autofocus onfocus="parent.hacked = 1"></form></body></html>"""
)


class Beacon(ThreadingHTTPServer):
    """Counts whoever comes."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        super().__init__(("127.0.0.1", 0), _Answer)


class _Answer(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        assert isinstance(self.server, Beacon)
        self.server.asked.append(self.path)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *args: object) -> None:
        return


def test_extraction_shows_the_page_and_its_text(page: Page) -> None:
    paste(page, PAGE.decode())
    expect(page.locator("#title")).to_contain_text("Ferry terminal")
    kept = texts(page, "span[data-k='1']")
    assert any(text.startswith(ARTICLE) for text in kept)
    assert not any("Subscribe" in text for text in kept)
    assert until(lambda: texts(page, "article", ARTICLE, "#shown iframe"))
    hover(page, "span[data-b]", ARTICLE)
    expect(page.locator("#tip")).to_contain_text("kept · score")
    page.click("#tab-text")
    expect(page.locator("#shown pre")).to_contain_text(ARTICLE)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-markdown")).to_be_focused()
    expect(page.locator("#shown pre")).to_contain_text("## What happens now")
    page.click("#tab-graph")
    expect(page.locator("#shown svg.plot")).to_have_count(2)
    click(page, "span[data-b]", ARTICLE)
    expect(page.locator("#shown li.kept").first).to_be_visible()


def test_a_file_is_opened_and_the_text_is_copied_and_saved(page: Page, tmp_path: Path) -> None:
    page.set_input_files("#file", PAGES / "article-ru-windows-1251" / "page.html")
    expect(page.locator("#result")).to_be_visible()
    page.click("#tab-markdown")
    page.click("#copy")
    expect(page.locator("#status")).to_have_text("Copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    with page.expect_download() as waiting:
        page.click("#download")
    waiting.value.save_as(tmp_path / "page.md")
    saved = (tmp_path / "page.md").read_text("utf-8")
    assert saved == copied
    assert any("а" <= sign <= "я" for sign in saved)


def test_the_slider_changes_what_is_kept(page: Page) -> None:
    paste(page, PAGE.decode())
    even = words(page)
    page.locator("#beta").fill("-5")
    assert until(lambda: words(page) < even)
    page.locator("#beta").fill("5")
    assert until(lambda: words(page) > even)
    expect(page.locator("#balance")).to_have_text("as much as possible")
    page.select_option("#extractor", "density")
    expect(page.locator("#beta")).to_be_disabled()


def test_two_extractors_are_compared(page: Page) -> None:
    paste(page, PAGE.decode())
    page.select_option("#against", "all")
    expect(page.locator("#tab-differences")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".summary .key")).to_contain_text("only all")
    expect(page.locator(".only.extra h3").first).to_have_text("Only all")
    assert len(texts(page, "span[data-k='ab']")) > 5
    assert len(texts(page, "span[data-k='b']")) > 5
    page.select_option("#against", "")
    expect(page.locator("#tab-rendered")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#tab-differences")).to_be_hidden()


@pytest.mark.usefixtures("refused")
def test_a_page_by_its_url_and_what_went_wrong(page: Page) -> None:
    page.fill("#url", "https://news.example/story")
    page.click("#ask button.main")
    expect(page.locator("#title")).to_contain_text("Ferry terminal")
    page.fill("#url", "https://nowhere.example/")
    page.click("#ask button.main")
    expect(page.locator("#status")).to_contain_text("no such host")


def test_a_hostile_page_does_nothing(page: Page, troubles: list[str]) -> None:
    with Beacon() as beacon:
        threading.Thread(target=beacon.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        paste(page, HOSTILE.replace("BEACON", f"http://127.0.0.1:{beacon.server_port}"))
        for tab in ("rendered", "blocks", "markdown"):
            page.click(f"#tab-{tab}")
        assert page.evaluate("window.hacked") is None
        assert beacon.asked == []
        page.click("#read")
        expect(page.locator("main")).to_contain_text("A long paragraph")
        page.wait_for_load_state("networkidle")
        beacon.shutdown()
        assert set(beacon.asked) <= {"/img"}  # the reader view shows pictures, and nothing else
    assert page.evaluate("window.hacked") is None
    troubles[:] = [each for each in troubles if not each.endswith("/img")]


SENT = f"<title>Ferry terminal</title><link rel=icon href='data:,'><p>{'The ferry sails again on Monday. ' * 20}</p>"


def test_the_bookmarklet_sends_the_page(page: Page, address: str, troubles: list[str]) -> None:
    script = page.get_attribute("#bookmarklet", "href") or ""
    assert script.startswith("javascript:")
    other = page.context.new_page()
    other.route("https://site.example/**", lambda route: route.fulfill(body=SENT, content_type="text/html"))
    other.goto("https://site.example/story")
    with page.context.expect_page() as waiting:
        other.evaluate(script.removeprefix("javascript:"))
    sent = waiting.value
    expect(sent.locator("#title")).to_contain_text("Ferry terminal")
    expect(sent.locator("#url")).to_have_value("https://site.example/story")
    troubles[:] = [each for each in troubles if "site.example" not in each]


SELECT = f"""() => {{ const found = ({FIND})(["#page", "span[data-b]", "Divers measured"])[0];
const inner = found.ownerDocument;
const text = found.querySelector("i").firstChild, range = inner.createRange(), at = text.data.indexOf("in February");
range.setStart(text, at); range.setEnd(text, at + "in February".length);
inner.getSelection().removeAllRanges(); inner.getSelection().addRange(range); }}"""
"""Select two words of a paragraph."""


def test_a_page_is_annotated_and_its_gold_is_in_the_dataset(page: Page, address: str, home: Path) -> None:
    page.goto(f"{address}/annotate")
    page.fill("#annotator", "anna")
    page.click("[data-id='news']")
    expect(page.locator("#page-head")).to_contain_text("Ferry terminal")
    assert until(lambda: texts(page, "i[data-l='headline']", "Ferry terminal"))

    click(page, "span[data-b]", "Free shipping on all rain jackets")
    page.keyboard.press("0")
    assert until(lambda: not texts(page, "i", "Free shipping"))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("3")
    assert until(lambda: texts(page, "i[data-l='supplemental']"))
    page.keyboard.press("u")
    assert until(lambda: not texts(page, "i[data-l='supplemental']"))

    page.evaluate(SELECT)
    page.click("#labels button[data-shown='Related']")
    assert until(lambda: texts(page, "i[data-l='related']")) == ["in February"]
    page.keyboard.press("s")
    expect(page.locator("#status")).to_contain_text("Saved")

    example = open_dataset(home / "gold" / "anna")["news"]
    assert "Free shipping" not in example.gold
    assert "Divers measured the piles" in example.gold
    assert "in February" not in example.gold
    assert ["related" in entry for entry in example.facts["labels"]].count(True) == 1  # type: ignore[attr-defined]

    page.fill("#annotator", "ben")
    page.click("[data-id='news']")
    expect(page.locator("#page-head")).to_contain_text("Ferry terminal")
    page.click("#save")
    expect(page.locator("#status")).to_contain_text("gold/ben")
    page.click(".agreement summary")
    page.select_option("#first", "anna")
    page.select_option("#second", "ben")
    page.click("#agreement button")
    expect(page.locator("#agreed tbody tr").first).to_contain_text("all 1 pages")


def test_a_pasted_page_can_be_annotated(page: Page, home: Path) -> None:
    paste(page, "<title>Mine</title><h1>Mine</h1><p>" + "This is a page that I have written myself. " * 10)
    page.click("#annotate")
    expect(page.locator("#page-head")).to_have_text("Mine")
    page.fill("#annotator", "carl")
    page.click("#save")
    expect(page.locator("#status")).to_contain_text("gold/carl")
    (example,) = open_dataset(home / "gold" / "carl")
    assert example.gold.startswith("Mine\nThis is a page")


def test_a_batch(page: Page, address: str, tmp_path: Path) -> None:
    import zipfile

    with zipfile.ZipFile(tmp_path / "pages.zip", "w") as packed:
        packed.writestr("a.html", PAGE)
    page.goto(f"{address}/batch")
    page.set_input_files("#file", tmp_path / "pages.zip")
    page.click("#ask button.main")
    expect(page.locator("#done")).to_have_text("1 of 1 pages done")
    with page.expect_download() as waiting:
        page.click("#result")
    assert zipfile.ZipFile(waiting.value.path()).namelist() == ["a.md", "report.csv"]


def test_a_feed(page: Page, address: str) -> None:
    page.goto(f"{address}/feeds")
    page.fill("#url", "https://news.example/feed")
    page.click("#ask button.main")
    expect(page.locator("#status")).to_have_text("1 entry.")
    page.click("#entries summary")
    expect(page.locator("#entries")).to_contain_text(ARTICLE)
    expect(page.locator("#address")).to_contain_text(f"{address}/feed?url=https%3A%2F%2Fnews.example%2Ffeed")


def test_everything_can_be_reached_with_the_keyboard(page: Page) -> None:
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("#url")).to_be_focused()
    page.keyboard.type("https://news.example/story")
    page.keyboard.press("Enter")
    expect(page.locator("#title")).to_contain_text("Ferry terminal")
    reached = set()
    for _ in range(25):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id"))
    assert {"extractor", "against", "beta", "read", "annotate", "tab-rendered", "copy", "download", "shown"} <= reached


def test_the_key_is_asked_for_once(browser: Browser) -> None:
    with running(ServiceSettings(workers=1, api_key="a secret key")) as client:
        context = browser.new_context()
        page = context.new_page()
        page.goto(str(client.base_url))
        page.fill("#api-key", "a secret key")
        page.keyboard.press("Enter")
        expect(page.locator("#extractor option[value='density']")).to_be_attached(timeout=60_000)
        page.click("[data-example=forum]")
        expect(page.locator("#result")).to_be_visible()
        context.close()
