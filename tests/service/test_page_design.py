"""What the web pages promise in Chromium: layout from 360 to 1600 px, dark mode, reader, annotator, accessibility."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from maintext.datasets import open_dataset
from maintext.service.settings import ServiceSettings
from tests.bundled import PAGES
from tests.service.browsing import IN_A_BROWSER, SMALL, axe, open_example, paste, settle, texts, until
from tests.service.running import ARTICLE, running

pytestmark = IN_A_BROWSER
TOP = "selector => document.querySelector(selector).getBoundingClientRect().top"
SCROLLERS = """[...document.querySelectorAll("*")].filter(each => each.offsetParent && each.clientHeight
  && each.scrollHeight > each.clientHeight + 2 && /auto|scroll/.test(getComputedStyle(each).overflowY)
  && each !== document.scrollingElement).map(each => each.id || each.className || each.tagName)"""
"""Boxes inside the page that scroll vertically."""
FRAMES = """[...document.querySelectorAll("iframe")].filter(each => each.offsetParent
  && each.contentDocument.documentElement.scrollHeight > each.clientHeight + 2).map(each => each.title)"""
"""Frames that scroll."""
WINDOW = "document.documentElement.scrollHeight > innerHeight + 1"
"""Whether the window scrolls."""
MARKS = """() => [...document.querySelector("#page").contentDocument.querySelectorAll("span[data-k]")].map(each => {
  const style = getComputedStyle(each);
  return [style.boxShadow, style.padding, style.backgroundColor, style.outlineStyle]; })"""


@pytest.mark.parametrize("width", [1280, 1600])
def test_results_start_above_the_fold_on_a_desktop_and_nothing_scrolls_twice(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    open_example(page, "article")
    assert page.evaluate(TOP, "#shown") < 300
    assert page.evaluate(TOP, "#page") < 400
    assert not page.evaluate(WINDOW)
    for tab in ("rendered", "text", "blocks"):
        page.click(f"#tab-{tab}")
        assert len(page.evaluate(SCROLLERS)) <= 1


def test_on_a_phone_the_text_comes_first_and_only_the_window_scrolls(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    open_example(page, "article")
    text, controls, source = (page.evaluate(TOP, each) for each in ("#shown", ".tools", "#source"))
    assert text < 740 / 2
    assert text < controls < source
    for tab in ("rendered", "text", "markdown", "blocks"):
        page.click(f"#tab-{tab}")
        assert until(lambda: page.evaluate(SCROLLERS) == [])
        assert until(lambda: page.evaluate(FRAMES) == [])


def test_marks_are_as_large_as_their_text_and_cover_no_letter(page: Page) -> None:
    paste(page, f"<p>Before <a href=/a>a link</a> and <i>italics</i>, and more. {'The ferry sails again. ' * 20}</p>")
    assert "a link" in texts(page, "span[data-k='1']")
    for shadow, padding, color, outline in page.evaluate(MARKS):
        assert (shadow, padding, outline) == ("none", "0px", "none")
        assert color.startswith("rgba(")  # see-through, so that no letter beside it is covered


@pytest.mark.parametrize("name", ["article", "documentation", "forum"])
def test_an_example_has_what_it_promises_and_nothing_else(page: Page, name: str) -> None:
    open_example(page, name)
    page.click("#tab-markdown")
    text = page.locator("#shown").inner_text()
    wanted = {
        "article": ["![A white ferry at sea]", "| Harbor | 6:10 |", "Dogs travel free"],
        "documentation": ["```python", "| `depth` |", "Reading never fails"],
        "forum": ["Could that be the reason", "The starter is fine", "> put the bowl", "20:00  mix"],
    }[name]
    assert all(part in text for part in wanted)
    unwanted = ["Ida Lund", "Advertisement", "jackets", "Most read", "old rye", "Quote", "Similar", "Next:", "©"]
    assert not [part for part in unwanted if part in text]


@pytest.mark.usefixtures("refused")
def test_nothing_of_the_old_result_remains_after_an_error(page: Page) -> None:
    open_example(page, "article")
    page.fill("#url", "https://nowhere.example/")
    page.click("#ask button.main")
    expect(page.locator("#status.bad")).to_contain_text("no such host")
    expect(page.locator("#result")).to_be_hidden()
    expect(page.locator("body")).not_to_contain_text("The ferry is back")
    open_example(page, "forum")
    expect(page.locator("#title")).to_have_text("Bread does not rise in winter")
    page.route("**/extract", lambda route: route.fulfill(status=500, json={"error": {"message": "it failed"}}))
    page.select_option("#extractor", "density")
    expect(page.locator("#status.bad")).to_have_text("it failed.")
    for part in ("#title", "#text", "#source"):
        expect(page.locator(part)).to_be_hidden()
    page.unroute("**/extract")
    page.select_option("#extractor", "default")
    expect(page.locator("#text")).to_be_visible()
    expect(page.locator("#status")).to_have_text("")


def test_dark_mode_reaches_into_the_frames(page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    open_example(page, "article")
    assert "invert" in page.evaluate("getComputedStyle(document.querySelector('#page')).filter")
    inside = "getComputedStyle(document.querySelector('#shown iframe').contentDocument.documentElement).backgroundColor"
    assert page.evaluate(inside) == "rgb(20, 23, 27)"
    paste(page, f"<style>body{{background:#111;color:#eee}}</style><p>{'The ferry sails again on Monday. ' * 20}")
    expect(page.locator("#page")).to_have_css("filter", "none")  # it is dark already


def test_the_balance_is_shown_in_words(page: Page) -> None:
    open_example(page, "article")
    expect(page.locator("#balance")).to_have_text("balanced")
    page.locator("#beta").fill("-2")
    expect(page.locator("#balance")).to_have_text("somewhat less")
    page.locator("#beta").fill("5")
    expect(page.locator("#balance")).to_have_text("as much as possible")
    expect(page.locator("body")).not_to_contain_text("β")


def test_a_file_or_a_link_can_be_dropped(page: Page) -> None:
    data = page.evaluate_handle(
        "html => { const data = new DataTransfer(); data.items.add(new File([html], 'a.html')); return data; }",
        (PAGES / "forum-discourse" / "page.html").read_text("utf-8"),
    )
    page.dispatch_event("body", "dragenter", {"dataTransfer": data})
    expect(page.locator("#dropping")).to_be_visible()
    page.dispatch_event("#dropping", "drop", {"dataTransfer": data})
    expect(page.locator("#title")).to_contain_text("Node drops off")
    expect(page.locator("#dropping")).to_be_hidden()
    link = page.evaluate_handle(
        "() => { const data = new DataTransfer(); data.setData('text/uri-list', 'https://news.example/story');"
        "return data; }"
    )
    page.dispatch_event("body", "dragenter", {"dataTransfer": link})
    page.dispatch_event("#dropping", "drop", {"dataTransfer": link})
    expect(page.locator("#title")).to_contain_text("Ferry terminal")


def test_differences_are_counted_folded_and_reached_by_keys(page: Page) -> None:
    same = "".join(f"<p>Paragraph {number} is kept by both, and long enough to be text.</p>" for number in range(12))
    paste(page, f"<article>{same}</article><footer><p>Only one of them keeps this line.</p></footer>")
    page.select_option("#extractor", "all")
    page.select_option("#against", "default")
    expect(page.locator(".only.missed")).to_contain_text("Only one of them keeps this line.")
    expect(page.locator(".summary")).to_contain_text("only all 7 words")
    expect(page.locator(".differences summary")).to_have_text("10 paragraphs in both")
    page.locator("#title").click()
    page.keyboard.press("n")
    expect(page.locator(".change.here")).to_have_count(1)
    page.select_option("#against", "all")
    expect(page.locator(".summary")).to_contain_text("Both return the same words.")


DIFFERENCE = """([first, second]) => {
  const { node, counts } = difference(first, second, {missed: "a", extra: "b"});
  return [counts, [...node.querySelectorAll("p")].map(each => each.innerHTML)]; }"""


def test_words_that_differ_inside_a_paragraph_are_marked_there(page: Page) -> None:
    texts = ["One two three.\nSame here.\nGone.", "One 2 three, four.\nSame here."]
    counts, (first, *others) = page.evaluate(DIFFERENCE, texts)
    assert counts == {"both": 4, "missed": 2, "extra": 2}
    assert first.startswith('One <mark class="change missed">two</mark> <mark class="change extra">2</mark> three.')
    assert first.endswith(' <mark class="change extra">four.</mark>')
    assert others == ["Same here.", "Gone."]


@pytest.mark.parametrize("path", ["/", "/annotate"])
def test_a_question_mark_lists_the_shortcuts(page: Page, address: str, path: str) -> None:
    page.goto(address + path)
    page.locator("#keys").wait_for()
    page.keyboard.press("?")
    expect(page.locator("dialog.keys")).to_contain_text(
        "next difference" if path == "/" else "save, and go to the next"
    )
    axe(page)
    page.keyboard.press("Escape")
    expect(page.locator("dialog.keys")).to_be_hidden()


def test_shortcuts_work(page: Page) -> None:
    open_example(page, "documentation")
    page.keyboard.press("3")
    expect(page.locator("#tab-markdown")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("]")
    expect(page.locator("#balance")).to_have_text("slightly more")
    page.keyboard.press("c")
    expect(page.locator("#against")).to_be_focused()
    page.locator("#title").click()
    page.keyboard.press("/")
    expect(page.locator("#url")).to_be_focused()
    page.locator("#title").click()
    page.keyboard.press("r")
    expect(page.locator("main h1")).to_have_text("Reading a page")
    page.keyboard.press("Escape")
    expect(page.locator("#balance")).to_have_text("slightly more")
    settle(page)
    expect(page.locator("#title")).to_have_text("Reading a page")


def test_the_reader_view_shows_pictures_remembers_its_settings_and_leads_back(page: Page, address: str) -> None:
    open_example(page, "article")
    page.click("#read")
    expect(page.locator("h1")).to_have_text("The ferry is back")
    expect(page.locator("main img")).to_be_visible()
    assert until(lambda: page.evaluate("document.querySelector('main img').naturalWidth > 0"))
    body, root = page.locator("body"), page.locator("html")
    expect(body).to_have_css("font-size", "19.04px")
    page.click("summary")
    for choice in ("size-huge", "theme-dark", "pictures-off"):
        page.check(f"#{choice}")
    expect(page.locator("main img")).to_be_hidden()
    expect(page.locator("main .picture")).to_have_text("A white ferry at sea")
    page.click("#back")
    settle(page)
    expect(page.locator("#title")).to_have_text("The ferry is back")
    page.click("#read")
    expect(body).to_have_css("font-size", "28px")
    expect(root).to_have_css("background-color", "rgb(20, 23, 27)")
    expect(page.locator("main .picture")).to_be_visible()
    page.goto(f"{address}/read?url=https://news.example/story")  # its picture, which is hidden, is not asked for
    expect(page.locator("main .picture")).to_contain_text("A crane barge")
    page.click("summary")
    page.check("#theme-sepia")
    expect(root).to_have_css("background-color", "rgb(247, 240, 224)")
    page.emulate_media(media="print")
    expect(page.locator("header")).to_be_hidden()
    expect(root).to_have_css("background-color", "rgb(255, 255, 255)")


def test_the_reader_view_of_a_url_leads_back_to_it(page: Page, address: str) -> None:
    page.goto(f"{address}/read?url=https://news.example/story&images=false")
    expect(page.locator("main")).to_contain_text(ARTICLE)
    expect(page.locator("main img, #pictures-on")).to_have_count(0)
    page.click("#back")
    expect(page.locator("#title")).to_contain_text("Ferry terminal")


def test_a_browser_that_keeps_nothing_can_read_too(page: Page) -> None:
    page.context.add_init_script(
        "for (const name of ['localStorage', 'sessionStorage'])"
        "Object.defineProperty(window, name, {get() { throw new Error(); }})"
    )
    page.reload()
    open_example(page, "article")
    with page.context.expect_page() as waiting:
        page.click("#read")
    reader = waiting.value
    reader.click("summary")
    reader.check("#size-huge")
    expect(reader.locator("body")).to_have_css("font-size", "28px")


def test_the_annotator_shows_the_page_first_asks_for_a_name_and_advances(page: Page, address: str, home: Path) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{address}/annotate")
    expect(page.locator("#save")).to_be_enabled()
    assert page.evaluate(TOP, "#page") < page.evaluate(TOP, "#gold") < page.evaluate(TOP, "#queue")
    assert page.evaluate(TOP, "#page") < 370
    assert until(lambda: page.evaluate(FRAMES) == [])
    first = page.locator("#page-head").inner_text()
    page.click("#save")
    page.fill("#asked", "dora")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_contain_text("gold/dora. Proposal by")
    expect(page.locator("#page-head")).not_to_have_text(first)
    expect(page.locator("#judged")).to_contain_text("1 of ")
    assert len(open_dataset(home / "gold" / "dora")) == 1


def test_without_a_dataset_the_annotator_says_how_to_start(browser: Browser) -> None:
    troubles: list[str] = []
    with running(ServiceSettings(workers=1, timeout=60)) as client:
        context = browser.new_context()
        context.on("console", lambda message: troubles.append(message.text))
        page = context.new_page()
        page.goto(f"{client.base_url}/annotate")
        expect(page.locator("main")).to_contain_text("maintext serve --annotate")
        axe(page)
        context.close()
    assert troubles == []


def _compare(page: Page) -> None:
    open_example(page, "forum")
    page.select_option("#against", "density")
    expect(page.locator(".summary")).to_be_visible()


def _tab(name: str) -> Callable[[Page], None]:
    def show(page: Page) -> None:
        open_example(page, "article")
        page.click(f"#tab-{name}")
        expect(page.locator("#shown > *").first).to_be_visible()

    return show


def _read(page: Page) -> None:
    open_example(page, "article")
    page.click("#read")
    page.click("summary")


STATES: dict[str, tuple[str, Callable[[Page], object]]] = {
    "empty": ("/", lambda page: None),
    "rendered": ("/", lambda page: open_example(page, "documentation")),
    "blocks": ("/", _tab("blocks")),
    "graph": ("/", _tab("graph")),
    "compare": ("/", _compare),
    "paste": ("/", lambda page: page.click("#paste")),
    "error": ("/", lambda page: page.click("#ask button.main")),
    "read": ("/", _read),
    "annotate": ("/annotate", lambda page: expect(page.locator("#save")).to_be_enabled()),
    "feeds": ("/feeds", lambda page: None),
    "batch": ("/batch", lambda page: None),
    "api": ("/api", lambda page: page.click(".operation summary >> nth=0")),
}


@pytest.mark.parametrize("state", STATES)
def test_every_state_fits_and_is_accessible_in_light_and_dark(page: Page, address: str, state: str) -> None:
    path, reach = STATES[state]
    page.goto(address + path)
    reach(page)
    for width in (768, 1280, 1600, 360):  # the last one is what axe looks at
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(SMALL) == []
    axe(page)
    page.emulate_media(color_scheme="dark")
    axe(page)
