"""URL -> BYTES with scripts: the HTML of a page after its scripts ran."""

from maintext.errors import FetchError, ProgramError
from maintext.fetch.browser import browser, missing
from maintext.fetch.http import Fetched
from maintext.fetch.url_check import check_url
from maintext.fetch.webdriver import WebDriverSession

_QUIET = """
const [quiet, most, done] = arguments;
const end = setTimeout(finish, most), watch = new MutationObserver(again);
let pause = setTimeout(finish, quiet);
function again() { clearTimeout(pause); pause = setTimeout(finish, quiet); }
function finish() { watch.disconnect(); clearTimeout(pause); clearTimeout(end); done(true); }
watch.observe(document, {subtree: true, childList: true, characterData: true, attributes: true});
"""
_SOURCE = """
const type = document.doctype, [arrival] = performance.getEntriesByType("navigation");
const start = type ? new XMLSerializer().serializeToString(type) : "";
return [location.href, arrival ? arrival.responseStatus : 0, start + document.documentElement.outerHTML];
"""


def render(url: str, *, timeout: float = 30.0, max_bytes: int = 50_000_000, quiet: float = 0.5) -> Fetched:
    """Fetch a page with a browser and return its HTML when nothing has changed for `quiet` seconds."""
    check_url(url)
    if missing() is not None:
        raise FetchError(f"{url}: no browser to render it with; try: {missing()}")
    try:
        final, status, html = browser(offline=False).visit(url, lambda tab: _settled(tab, quiet), timeout=timeout)
    except ProgramError as error:
        raise FetchError(f"{url}: cannot be rendered ({error})") from error
    if final.startswith("chrome-error:"):
        raise FetchError(f"{url}: no connection; is the server there?")
    if status >= 400:
        raise FetchError(f"{url}: the server answered {status}")
    body = html.encode("utf-8", "replace")
    if len(body) > max_bytes:
        raise FetchError(f"{url}: larger than the limit of {max_bytes:,} bytes; raise --max-bytes")
    return Fetched(final, body, "utf-8", "text/html")


def _settled(tab: WebDriverSession, quiet: float) -> tuple[str, int, str]:
    tab.run(_QUIET, int(quiet * 1000), int(tab.timeout * 500), waits=True)
    final, status, html = tab.run(_SOURCE)
    return str(final), int(status), str(html)
