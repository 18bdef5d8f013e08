"""The rendering browser, against a server on loopback."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from maintext.errors import FetchError, ProgramError
from maintext.fetch import browser as module
from maintext.fetch.browser import Browser, missing
from maintext.fetch.page_proxy import PageProxy
from maintext.fetch.rendered import render
from tests.fetch.server import PAGE, serving

pytestmark = [
    pytest.mark.skipif(missing() is not None, reason=f"no browser here; try: make peers, or {missing()}"),
    pytest.mark.xdist_group("readability-chromium"),
]


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with serving() as address:
        yield address


@pytest.fixture(scope="module")
def offline() -> Iterator[Browser]:
    browser = Browser(offline=True)
    yield browser
    browser.close()


def test_a_page_is_rendered_after_its_scripts_ran(site: str) -> None:
    found = render(f"{site}/filled-late")
    assert (found.url, found.charset) == (f"{site}/filled-late", "utf-8")
    html = found.body.decode()
    assert html.startswith("<!DOCTYPE html><html")
    assert "<p>The ferry came late, and it is called Été.</p>" in html


def test_a_redirect_is_followed(site: str) -> None:
    found = render(f"{site}/hop")
    assert found.url == f"{site}/page"
    assert "called Été" in found.body.decode()


@pytest.mark.parametrize(
    ("path", "message"), [("/missing", "the server answered 404"), ("/500", "the server answered 500")]
)
def test_an_error_of_the_server_is_an_error(site: str, path: str, message: str) -> None:
    with pytest.raises(FetchError, match=message):
        render(f"{site}{path}")


def test_what_cannot_be_rendered_is_one_clear_error(site: str) -> None:
    with pytest.raises(FetchError, match="only http and https"):
        render("file:///etc/passwd")
    with pytest.raises(FetchError, match=r"http://127\.0\.0\.1:1/"):
        render("http://127.0.0.1:1/")
    with pytest.raises(FetchError, match="larger than the limit"):
        render(f"{site}/page", max_bytes=20)


def test_without_a_browser_it_says_how_to_get_one(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_NAMES", ("no-such-browser",))
    with pytest.raises(FetchError, match="sudo apt install chromium chromium-driver"):
        render(f"{site}/page")


def test_an_offline_browser_shows_what_it_is_given(offline: Browser) -> None:
    assert offline.show(PAGE, lambda tab: tab.run("return document.body.innerText")).strip().endswith("Été.")


def test_an_offline_browser_reaches_nothing(offline: Browser, site: str) -> None:
    reach = f"const done = arguments[0]; fetch('{site}/page').then(r => r.text()).then(done, e => done('refused'))"
    assert offline.show(PAGE, lambda tab: tab.run(reach, waits=True)) == "refused"
    with pytest.raises(ProgramError):  # the page itself says no, and if it did not, the proxy would
        offline.visit("https://example.org/", lambda tab: tab.run("return document.body.innerText"))
    assert offline.visit(f"{site}/page", lambda tab: tab.run("return document.body.innerText")) == ""


def test_threads_get_their_own_pages(offline: Browser) -> None:
    def shown(number: int) -> str:
        return str(offline.show(f"<p id=a>{number}</p>", lambda tab: tab.run("return a.textContent")))

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(shown, range(12))) == [str(number) for number in range(12)]


def test_a_page_without_scripts(offline: Browser) -> None:
    page = "<p id=a>one</p><script>a.textContent = 'two'</script>"
    for scripts, text in ((True, "two"), (False, "one"), (True, "two")):
        assert offline.show(page, lambda tab: tab.run("return a.textContent"), scripts=scripts) == text


def test_an_endless_script_is_an_error_in_time_and_the_next_page_gets_another_browser(offline: Browser) -> None:
    offline.close()
    start = time.monotonic()
    with pytest.raises(ProgramError):
        offline.show("<p>x</p><script>while (true);</script>", lambda tab: None, timeout=3)
    assert time.monotonic() - start < 50
    assert offline.show("<p id=a>one</p>", lambda tab: tab.run("return a.textContent"), timeout=30) == "one"


def test_a_failing_script_leaves_the_browser_as_it_is(offline: Browser) -> None:
    offline.show(PAGE, lambda tab: None)
    before = offline.pids
    with pytest.raises(ProgramError, match="no such thing"):
        offline.show(PAGE, lambda tab: tab.run("throw new Error('no such thing')"))
    assert offline.pids == before


def test_what_a_page_stores_does_not_reach_the_next_one(offline: Browser) -> None:
    store = "localStorage.x = '1'; document.cookie = 'y=2'"
    look = "return [localStorage.x || '', document.cookie]"
    assert offline.show(f"<script>{store}</script>", lambda tab: tab.run(look)) == ["1", "y=2"]
    assert offline.show("<p>next</p>", lambda tab: tab.run(look)) == ["", ""]


def test_the_stage_shows_one_page_only() -> None:
    import urllib3

    stage = PageProxy()
    first, second = stage.show("<p>one</p>"), stage.show("<p>two</p>")
    with urllib3.ProxyManager(f"http://{stage.address}", retries=False) as proxy:
        assert proxy.request("GET", first).status == 204
        assert proxy.request("GET", second).data == b"<p>two</p>"
        for method in ("GET", "POST", "HEAD"):
            assert proxy.request(method, "http://elsewhere.example/").status == 204
        with pytest.raises(urllib3.exceptions.HTTPError):
            proxy.request("GET", "https://elsewhere.example/")
    stage.close()
