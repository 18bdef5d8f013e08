"""Extractors from Python libraries; each gets the page and has no network access."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from maintext.errors import ExtractionError
from maintext.extractors.adapters.library import LibraryExtractor

BoilerpipeRecipe = Literal[
    "article", "article-sentences", "canola", "default", "keep-everything", "largest-content", "num-words-rules"
]


@dataclass(frozen=True, slots=True)
class Boilerpy3(LibraryExtractor):
    """The Python port of boilerpipe; its parser fails on many pages."""

    paper: ClassVar[str] = "Kohlschütter 2010"
    license: ClassVar[str] = "Apache-2.0"
    distribution: ClassVar[str] = "boilerpy3"

    recipe: BoilerpipeRecipe = "article"

    def call(self, html: str, url: str | None) -> str:
        """The content blocks, one per line."""
        import logging

        from boilerpy3 import extractors

        logging.getLogger("boilerpy3").setLevel(logging.CRITICAL)
        name = "".join(word.capitalize() for word in self.recipe.split("-")) + "Extractor"
        text: str = getattr(extractors, name)().get_content(html)
        return text


@dataclass(frozen=True, slots=True)
class Goose3(LibraryExtractor):
    """The Python port of Goose: scores paragraphs by their stop words."""

    paper: ClassVar[str] = "Gravity 2011"
    license: ClassVar[str] = "Apache-2.0"
    distribution: ClassVar[str] = "goose3"

    language: str = "en"
    """The language of pages that do not declare one."""

    def call(self, html: str, url: str | None) -> str:
        """The article's text."""
        from goose3 import Goose

        with Goose({"enable_image_fetching": False, "target_language": self.language}) as goose:
            text: str = goose.extract(url=url, raw_html=html).cleaned_text
        return text


@dataclass(frozen=True, slots=True)
class Inscriptis(LibraryExtractor):
    """All text of a page in its layout; no main-text extractor, but a control that others are compared with."""

    paper: ClassVar[str] = "Weichselbraun 2021"
    license: ClassVar[str] = "Apache-2.0"
    distribution: ClassVar[str] = "inscriptis"

    def call(self, html: str, url: str | None) -> str:
        """The text with its white space, without links and images."""
        from inscriptis import get_text

        text: str = get_text(html)
        return text


@dataclass(frozen=True, slots=True)
class JustextLibrary(LibraryExtractor):
    """The jusText library as its authors publish it."""

    paper: ClassVar[str] = "Pomikálek 2011"
    license: ClassVar[str] = "BSD-2-Clause"
    distribution: ClassVar[str] = "jusText"
    module: ClassVar[str] = "justext"

    language: str = "English"
    """One of the library's stop lists; an empty one is `none`."""

    def call(self, html: str, url: str | None) -> str:
        """The good paragraphs, one per line."""
        import justext

        try:
            stop_words = frozenset() if self.language == "none" else justext.get_stoplist(self.language)
        except ValueError as error:
            raise ExtractionError(f"jusText has no stop list for {self.language!r}") from error
        options = {"stopwords_low": 0.0, "stopwords_high": 0.0} if not stop_words else {}
        paragraphs = justext.justext(html, stop_words, **options)
        return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)


@dataclass(frozen=True, slots=True)
class Newspaper4k(LibraryExtractor):
    """The newspaper4k library: scores paragraphs by their stop words, as Goose does."""

    paper: ClassVar[str] = "Ou-Yang 2013"
    license: ClassVar[str] = "MIT"
    distribution: ClassVar[str] = "newspaper4k"
    extra: ClassVar[str] = "more-peers"
    module: ClassVar[str] = "newspaper"

    language: str | None = None
    """By default the language that the page declares."""

    def call(self, html: str, url: str | None) -> str:
        """The article's text."""
        from newspaper import Article
        from tldextract.tldextract import TLD_EXTRACTOR

        TLD_EXTRACTOR.suffix_list_urls = ()  # else it fetches a list of domains; it brings one along
        settings = {"language": self.language} if self.language else {}
        article = Article(url or "http://page.invalid/", fetch_images=False, follow_meta_refresh=False, **settings)
        article.download(input_html=html, ignore_read_more=True).parse()
        text: str = article.text
        return text


@dataclass(frozen=True, slots=True)
class ReadabilityLxml(LibraryExtractor):
    """The Python port of Readability."""

    paper: ClassVar[str] = "Arc90 2009"
    license: ClassVar[str] = "Apache-2.0"
    distribution: ClassVar[str] = "readability-lxml"
    extra: ClassVar[str] = "more-peers"
    module: ClassVar[str] = "readability"
    media_type: ClassVar[str] = "text/html"

    def call(self, html: str, url: str | None) -> str:
        """The article as HTML."""
        from readability import Document

        summary: str = Document(html).summary()
        return summary


@dataclass(frozen=True, slots=True)
class Resiliparse(LibraryExtractor):
    """The main-content rules of Resiliparse."""

    paper: ClassVar[str] = "Bevendorff 2018"
    license: ClassVar[str] = "Apache-2.0"
    distribution: ClassVar[str] = "resiliparse"

    main: bool = True
    """False gives all visible text."""

    def call(self, html: str, url: str | None) -> str:
        """The text in the library's own layout, without list signs and link targets."""
        from resiliparse.extract.html2text import extract_plain_text

        text: str = extract_plain_text(
            html, main_content=self.main, list_bullets=False, alt_texts=False, links=False, form_fields=False
        )
        return text


@dataclass(frozen=True, slots=True)
class Trafilatura(LibraryExtractor):
    """The trafilatura library; fast leaves out its fallbacks, favor shifts it to precision or recall."""

    paper: ClassVar[str] = "Barbaresi 2021"
    license: ClassVar[str] = "Apache-2.0"
    distribution: ClassVar[str] = "trafilatura"

    fast: bool = False
    favor: Literal["balance", "precision", "recall"] = "balance"
    comments: bool = True
    """Whether comments belong to the text, as they do by the library's default."""
    output: Literal["text", "html"] = "text"
    """The text, or HTML with formatting, links, images and tables."""

    def output_type(self) -> str:
        """That of plain text or HTML."""
        return "text/html" if self.output == "html" else "text/plain"

    def call(self, html: str, url: str | None) -> str:
        """The text or HTML; empty where the library gives None."""
        from trafilatura import extract

        structured = self.output == "html"
        found = extract(
            html,
            url=url,
            fast=self.fast,
            favor_precision=self.favor == "precision",
            favor_recall=self.favor == "recall",
            include_comments=self.comments,
            output_format="html" if structured else "txt",
            include_formatting=structured,
            include_links=structured,
            include_images=structured,
        )
        return found or ""


@dataclass(frozen=True, slots=True)
class Turbohtml(LibraryExtractor):
    """The Readability heuristic of the turbohtml library."""

    license: ClassVar[str] = "MIT"
    distribution: ClassVar[str] = "turbohtml"

    def call(self, html: str, url: str | None) -> str:
        """The main content in the library's own layout."""
        from turbohtml import parse

        from maintext.page.parser_guard import parser_safe

        return parse(parser_safe(html), positions=False).main_text()
