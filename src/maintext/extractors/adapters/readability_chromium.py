"""Mozilla's Readability [Arc90 2009] injected into headless Chromium, as in [Kovačič 2012]."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from maintext.extractors.adapters.program import ProgramExtractor
from maintext.extractors.adapters.readability_node import article
from maintext.extractors.adapters.readability_script import installed, remedy, script
from maintext.fetch import browser
from maintext.page import Page

_CALL = """
const copy = document.cloneNode(true), [url] = arguments;
if (url && copy.head && !copy.querySelector("base")) {
  copy.head.prepend(Object.assign(copy.createElement("base"), {href: url}));
}
const found = new Readability(copy).parse();
return found ? [found.title || "", found.textContent || "", found.content || ""] : [];
"""


@dataclass(frozen=True, slots=True)
class ReadabilityChromium(ProgramExtractor):
    """Mozilla's Readability in a real browser, which shows the page but reaches nothing on the network."""

    paper: ClassVar[str] = "Arc90 2009"
    license: ClassVar[str] = "Apache-2.0"
    program: ClassVar[str] = "Readability in Chromium"

    scripts: bool = True
    """Whether the page's own scripts run first."""
    output: Literal["text", "html"] = "text"
    """The title and the article's textContent, or the article as HTML."""
    timeout: float = 25.0
    """The maximum number of seconds for loading, and for extraction."""

    def ask(self, page: Page) -> tuple[str, str]:
        """The article; nothing where Readability gives null."""
        code = script() + _CALL
        found = browser.browser(offline=True).show(
            page.original, lambda tab: tab.run(code, page.url), scripts=self.scripts, timeout=self.timeout
        )
        return article([str(part) for part in found], self.output)

    def missing(self) -> str | None:
        """How to get Chromium, its driver and Readability."""
        return " && ".join(filter(None, (browser.missing(), remedy("@mozilla/readability")))) or None

    def version(self) -> str:
        """The versions of Readability and of the browser."""
        return f"{installed('@mozilla/readability')} (Chromium {browser.version()})"
