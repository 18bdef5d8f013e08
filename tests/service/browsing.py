"""What the tests of the web pages share: looking into frames, pasting pages, checking accessibility."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from maintext.fetch.browser import missing
from maintext.files import cache_folder

IN_A_BROWSER = [
    pytest.mark.skipif(missing() is not None, reason=f"no browser here; try: make peers, or {missing()}"),
    pytest.mark.xdist_group("service-browser"),
]
SMALL = """[...document.querySelectorAll("button, select, input:not([type=radio])")]
.filter(each => each.offsetParent && each.getBoundingClientRect().height < 24).map(each => each.outerHTML)"""
"""Controls that a finger would miss."""
AXE = (
    Path(os.environ.get("MAINTEXT_PROGRAMS") or cache_folder() / "maintext" / "programs")
    / "axe/node_modules/axe-core/axe.min.js"
)
FIND = """([place, selector, text]) => [...document.querySelector(place).contentDocument.querySelectorAll(selector)]
.filter(each => each.textContent.includes(text))"""
"""What a frame holds, asked from the page around it: Playwright's own way puts scripts into the frame."""
PLACE = f"""given => {{ const found = ({FIND})(given)[0]; found.scrollIntoView({{block: "center"}});
const frame = document.querySelector(given[0]).getBoundingClientRect(), box = found.getClientRects()[0];
return [frame.left + box.left + Math.min(20, box.width / 2), frame.top + box.top + Math.min(8, box.height / 2)]; }}"""


def texts(page: Page, selector: str, text: str = "", place: str = "#page") -> list[str]:
    """The texts of a frame's elements."""
    found: list[str] = page.evaluate(f"given => ({FIND})(given).map(each => each.textContent)", [place, selector, text])
    return found


def hover(page: Page, selector: str, text: str) -> tuple[float, float]:
    """Move the mouse onto an element of the frame."""
    page.locator("#page").scroll_into_view_if_needed()
    x, y = page.evaluate(PLACE, ["#page", selector, text])
    page.mouse.move(x, y)
    return x, y


def click(page: Page, selector: str, text: str) -> None:
    page.mouse.click(*hover(page, selector, text))


def paste(page: Page, html: str) -> None:
    page.click("#paste")
    page.fill("#html", html)
    page.click("#pasting button.main")
    settle(page)


def open_example(page: Page, name: str) -> None:
    page.click(f"[data-example={name}]")
    settle(page)


def settle(page: Page) -> None:
    """Wait for the result."""
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("#content")).not_to_have_attribute("aria-busy", "true")


def words(page: Page) -> int:
    found: str = page.evaluate(
        "[...document.querySelectorAll('#facts dt')].find(each => each.textContent === 'words').nextSibling.textContent"
    )
    return int(found.replace(",", ""))


def until(check: Callable[[], Any], seconds: float = 15) -> Any:
    """The first true value, or the last false one."""
    end = time.monotonic() + seconds
    while not (found := check()) and time.monotonic() < end:
        time.sleep(0.05)
    return found


def axe(page: Page) -> None:
    """Fail for what an accessibility checker finds serious."""
    if not AXE.exists():
        if os.environ.get("MAINTEXT_STRICT") == "1":
            pytest.fail("axe-core is not installed; run make peers")
        pytest.skip("axe-core is not installed; run make peers")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, {iframes: false, resultTypes: ['violations']})")
    serious = [
        f"{each['id']}: {each['nodes'][0]['html']} {each['nodes'][0]['failureSummary']}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]
    assert not serious, serious
