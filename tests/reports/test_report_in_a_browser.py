"""The report in a real browser over file://: from the leaderboard_table to a page to a difference, and nothing runs."""

import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from maintext.fetch.browser import Browser, missing
from maintext.fetch.webdriver import WebDriverSession
from maintext.metrics import METRICS
from maintext.reports.comparison import comparisons
from maintext.reports.report_writer import write_report
from tests.reports.made import ATTACK, dataset, results, write_run

pytestmark = [
    pytest.mark.skipif(missing() is not None, reason=f"no browser here; try: make peers, or {missing()}"),
    pytest.mark.xdist_group("readability-chromium"),
]
ROWS = "return [...document.querySelectorAll(arguments[0] + ' tbody tr')].map(row => row.cells[0].textContent)"
IDS = "return [...document.querySelectorAll('#list tbody a')].map(link => link.dataset.id)"
CLICK = (
    "const found = [...document.querySelectorAll(arguments[0])].find(each => each.textContent === arguments[1]);"
    "found.click(); return found !== undefined"
)
CHOOSE = (
    "const form = document.querySelector('form'); form[arguments[0]].value = arguments[1];"
    "form[arguments[0]].dispatchEvent(new Event('input', {bubbles: true}))"
)
MARKS = "return [...document.querySelectorAll('mark.' + arguments[0])].slice(1).map(mark => mark.textContent)"


class Beacon(ThreadingHTTPServer):
    """Counts whoever comes."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        super().__init__(("127.0.0.1", 0), Answer)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Answer(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        assert isinstance(self.server, Beacon)
        self.server.asked.append(self.path)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *args: object) -> None:
        return


@pytest.fixture(scope="module")
def beacon() -> Iterator[Beacon]:
    with Beacon() as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def place(beacon: Beacon, tmp_path_factory: pytest.TempPathFactory) -> str:
    home = tmp_path_factory.mktemp("browser")
    made = dataset(home / "data", beacon.url)
    run = write_run(home / "run", made, results(made, beacon.url))
    page = write_report(comparisons([run], [METRICS.build("bag"), METRICS.build("words")]), home / "a report")
    return page.parent.as_uri()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    made = Browser(offline=False)
    yield made
    made.close()


def soon(tab: WebDriverSession, script: str, *values: object) -> Any:
    """What a script returns as soon as that is something."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        found = tab.run(script, *values)
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f"{script} gave nothing; the page says: {tab.run('return document.body.innerText')[:2000]}")


Visit = Callable[[str, Callable[[WebDriverSession], None]], None]


@pytest.fixture
def visit(browser: Browser, place: str) -> Visit:
    def go(page: str, work: Callable[[WebDriverSession], None]) -> None:
        browser.visit("about:blank", lambda tab: None)
        browser.visit(f"{place}/{page}", work)

    return go


def test_from_the_leaderboard_to_a_page_to_a_difference(visit: Visit) -> None:
    def work(tab: WebDriverSession) -> None:
        assert tab.run(CLICK, "#made-up-leaderboard-bag a", "all")
        pages = soon(tab, IDS)
        assert pages[0] == "nothing-wanted"
        assert tab.run("return document.querySelector('#filters').x.value") == "all"
        assert tab.run("document.querySelector('#list a[data-id=story-1]').click(); return true")
        extra = soon(tab, MARKS, "extra")
        assert extra[:3] == ["Home", "News", "Contact"]
        assert tab.run(MARKS, "missed") == []
        assert tab.run("return document.querySelector('#name').textContent") == "story-1"
        tab.run(CHOOSE, "x", "simple-mss")
        failed = soon(tab, "return (document.querySelector('.trouble') || {}).textContent")
        assert failed.startswith("Failed (timeout): no answer within 30 seconds")
        tab.run(CHOOSE, "x", "density")
        soon(tab, "return !document.querySelector('.trouble')")
        assert tab.run(MARKS, "missed") == tab.run(MARKS, "extra") == []

    visit("index.html", work)


@pytest.mark.parametrize(
    ("page", "shown"),
    [("story-2", "no text because: no block looks like main text"), ("story-3", "remark: read from embedded data")],
)
def test_why_there_is_no_text_is_told_from_a_remark_on_the_text(visit: Visit, page: str, shown: str) -> None:
    def work(tab: WebDriverSession) -> None:
        soon(tab, IDS)
        assert tab.run(f"document.querySelector('#list a[data-id={page}]').click(); return true")
        soon(tab, "return document.querySelector('#score').textContent")
        tab.run(CHOOSE, "x", "simple-mss")
        name, reason = shown.split(": ")
        found = soon(
            tab, f"const text = document.querySelector('#score').textContent; return /{reason}/.test(text) && text"
        )
        assert name in found

    visit("pages.html", work)


def test_a_table_sorts_by_every_heading_and_back(visit: Visit) -> None:
    def work(tab: WebDriverSession) -> None:
        table = "#made-up-leaderboard-bag"
        first = tab.run(ROWS, table)
        assert first[-1] == "simple-mss"
        tab.run(CLICK, f"{table} th button", "failed")
        assert tab.run(ROWS, table)[0] == "simple-mss"
        assert tab.run("return document.querySelector('th[aria-sort]').textContent") == "failed"
        tab.run(CLICK, f"{table} th button", "failed")
        assert tab.run(ROWS, table)[-1] == "simple-mss"
        tab.run(CLICK, f"{table} th button", "score")
        assert tab.run(ROWS, table)[-1] == "simple-mss"  # undefined is last in both orders
        tab.run(CLICK, f"{table} th button", "score")
        assert tab.run(ROWS, table)[-1] == "simple-mss"

    visit("index.html", work)


def test_pages_are_filtered_by_failure_and_searched(visit: Visit) -> None:
    def work(tab: WebDriverSession) -> None:
        assert soon(tab, IDS) == ["story-0", "story-1", "attack"]
        tab.run(CHOOSE, "case", "failed:timeout")
        assert tab.run(IDS) == ["story-1"]
        assert "case=failed%3Atimeout" in tab.run("return location.hash")
        tab.run(CHOOSE, "case", "")
        tab.run(CHOOSE, "q", "SITE-1")
        assert sorted(tab.run(IDS)) == ["story-1", "story-3"]
        tab.run(CHOOSE, "q", "")
        tab.run(CHOOSE, "language", "de")
        assert sorted(tab.run(IDS)) == ["story-0", "story-2"]

    visit("pages.html#set=made-up&x=simple-mss&case=failed", work)


def test_pages_are_listed_and_found_by_title(visit: Visit) -> None:
    def work(tab: WebDriverSession) -> None:
        soon(tab, IDS)
        titles = tab.run(ROWS, "#list")
        assert titles.count("The ferry came late to the harbor because of the wind") == 4
        assert "nothing-wanted" in titles  # without a title and without gold
        tab.run(CHOOSE, "q", "ferry HARBOR")
        assert len(tab.run(IDS)) == 4

    visit("pages.html#set=made-up&x=all", work)


def test_the_leaderboard_fits_a_screen_of_1280_pixels(visit: Visit) -> None:
    wide = (
        "return [...document.querySelectorAll('section.table .scroll')].slice(0, 2)"
        ".map(each => each.scrollWidth - each.clientWidth)"
    )

    def work(tab: WebDriverSession) -> None:
        tab.devtools("Emulation.setDeviceMetricsOverride", width=1280, height=800, deviceScaleFactor=1, mobile=False)
        time.sleep(0.2)
        try:
            assert tab.run(wide) == [0, 0]
        finally:
            tab.devtools("Emulation.clearDeviceMetricsOverride")

    visit("index.html", work)


def test_worst_pages_come_first(visit: Visit) -> None:
    def work(tab: WebDriverSession) -> None:
        soon(tab, IDS)
        scores = tab.run("return [...document.querySelectorAll('#list tbody tr')].map(row => row.cells[1].textContent)")
        assert scores == sorted(scores)
        assert scores[0] == "0.000"

    visit("pages.html#set=made-up&x=all", work)


def test_blocks_are_colored_and_pictures_drawn_by_keys(visit: Visit) -> None:
    def work(tab: WebDriverSession) -> None:
        press = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: arguments[0], bubbles: true}))"
        soon(tab, "return document.querySelector('.sides')")
        # the page list stores its order for the tab, and all tests share one; it is cleared in this page, because
        # another page of the same site may run in another process, whose storage follows later
        tab.run("sessionStorage.clear()")
        tab.run(press, "b")
        kept = soon(tab, "return [...document.querySelectorAll('.sheet .kept')].map(each => each.textContent)")
        assert kept[0].startswith("The ferry came late")
        assert "Home" in tab.run(
            "return [...document.querySelectorAll('.sheet .dropped')].map(each => each.textContent)"
        )
        tab.run(press, "g")
        assert soon(tab, "return document.querySelector('svg.plot .limit-name').textContent") == "cutoff: c1 x longest"
        tab.run(press, "n")
        assert soon(tab, "return document.querySelector('#name').textContent === 'story-1'")
        tab.run(press, "j")
        assert soon(tab, "return document.querySelector('#choices').x.value === 'all'")

    visit("page.html#set=made-up&n=0&x=density", work)


@pytest.mark.parametrize("view", ["difference", "blocks", "picture"])
@pytest.mark.parametrize("extractor", ["density", "all", "simple-mss", f"x{ATTACK}"])
def test_an_attack_stays_inert(visit: Visit, beacon: Beacon, view: str, extractor: str) -> None:
    from urllib.parse import urlencode

    def work(tab: WebDriverSession) -> None:
        soon(tab, "return document.querySelector('#name').textContent === 'attack'")
        time.sleep(0.1)
        assert tab.run("return window.hacked === undefined")
        assert tab.run("return document.querySelectorAll('main img, main iframe, main script').length") == 0
        assert "window.hacked='url'" in tab.run("return document.querySelector('#facts').textContent")

    visit("page.html#" + urlencode({"set": "made-up", "n": 4, "x": extractor, "view": view}), work)
    assert beacon.asked == []


@pytest.mark.parametrize("page", ["index.html", "figures.html", "pages.html", "audit.html", "manifest.html"])
def test_nothing_is_asked_from_outside_and_nothing_runs(visit: Visit, beacon: Beacon, page: str) -> None:
    def work(tab: WebDriverSession) -> None:
        time.sleep(0.1)
        names = tab.run("return performance.getEntriesByType('resource').map(each => each.name)")
        assert all(name.startswith("file:") for name in names)
        assert tab.run("return window.hacked === undefined")

    visit(page, work)
    assert beacon.asked == []


def test_the_policy_stops_a_script_that_gets_in(visit: Visit, beacon: Beacon) -> None:
    """Were a page's text ever read as markup, the browser itself would still run and fetch nothing of it."""

    def work(tab: WebDriverSession) -> None:
        tab.run(f"document.body.insertAdjacentHTML('beforeend', `<img src='{beacon.url}/x' onerror='hacked = 1'>`)")
        tab.run(
            "const made = document.createElement('script'); made.textContent = 'hacked = 2'; document.body.append(made)"
        )
        time.sleep(0.3)
        assert tab.run("return window.hacked === undefined")

    visit("index.html", work)
    assert beacon.asked == []


@pytest.mark.parametrize("width", [360, 1600])
@pytest.mark.parametrize(
    "page", ["index.html", "figures.html", "pages.html", "page.html#set=made-up&n=4&x=all", "manifest.html"]
)
def test_no_page_is_wider_than_the_screen(visit: Visit, page: str, width: int) -> None:
    def work(tab: WebDriverSession) -> None:
        tab.devtools(
            "Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=width < 500
        )
        time.sleep(0.2)
        try:
            assert tab.run("return document.documentElement.scrollWidth") <= width
        finally:
            tab.devtools("Emulation.clearDeviceMetricsOverride")

    visit(page, work)


def test_every_figure_loads(visit: Visit, place: str) -> None:
    def work(tab: WebDriverSession) -> None:
        tab.run("for (const image of document.images) image.loading = 'eager'")
        assert soon(tab, "return [...document.images].every(image => image.complete && image.naturalWidth > 0)")
        assert tab.run("return document.images.length") >= 9

    visit("figures.html", work)
    assert Path(place.removeprefix("file://")).name == "a%20report"
