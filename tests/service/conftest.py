import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from maintext.datasets import Example, Header
from maintext.datasets.dataset_store import writing
from maintext.service.settings import ServiceSettings
from tests.bundled import PAGES
from tests.service.running import PAGE, running


@pytest.fixture(scope="package")
def service() -> Iterator[httpx.Client]:
    """A service with everything at its default, but two workers."""
    with running(ServiceSettings(workers=2, timeout=60, max_bytes=2_000_000)) as client:
        yield client


@pytest.fixture(scope="package")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("browser")
    with writing(made / "pages", Header("pages")) as writer:
        writer.add(Example("news", PAGE, "old gold"))
        writer.add(Example("docs", (PAGES / "docs-sphinx" / "page.html").read_bytes(), "x"))
    return made


@pytest.fixture(scope="package")
def address(home: Path) -> Iterator[str]:
    with running(
        ServiceSettings(workers=2, timeout=60, annotations=str(home / "gold"), pages=str(home / "pages"))
    ) as client:
        client.get("/extractors", timeout=120)
        yield str(client.base_url)


@pytest.fixture(scope="package", autouse=True)
def _patience() -> None:
    expect.set_options(timeout=30_000)  # the machine may be busy


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser; Playwright runs an event loop in this thread, so it ends before the tests of another module."""
    with sync_playwright() as playwright:
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        made = playwright.chromium.launch(executable_path=_chromium(), args=sandbox)
        yield made
        made.close()


def _chromium() -> str:
    return next(found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name)))


@pytest.fixture
def troubles() -> list[str]:
    """Errors of the console and of scripts, and requests that leave the service."""
    return []


@pytest.fixture
def page(browser: Browser, address: str, troubles: list[str]) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1400, "height": 900}, accept_downloads=True)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    made = context.new_page()
    context.on(
        "console", lambda message: troubles.append(message.text) if message.type in ("error", "warning") else None
    )
    context.on("weberror", lambda error: troubles.append(str(error.error)))
    context.on("request", lambda request: None if _is_own(request.url, address) else troubles.append(request.url))
    made.goto(address)
    yield made
    context.close()
    assert troubles == []


def _is_own(url: str, address: str) -> bool:
    return url.startswith((address + "/", "data:", "blob:", "about:"))


@pytest.fixture
def refused(page: Page, troubles: list[str]) -> Iterator[None]:
    """The browser's own note that a request was answered with an error is no trouble."""
    yield
    troubles[:] = [each for each in troubles if "the server responded with a status" not in each]
