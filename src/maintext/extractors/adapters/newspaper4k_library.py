"""newspaper4k (the successor of newspaper3k, 2013), in Python; it is given the page and fetches nothing."""

from dataclasses import dataclass
from typing import ClassVar

from maintext.extractors.adapters.library import LibraryExtractor


@dataclass(frozen=True, slots=True)
class Newspaper4k(LibraryExtractor):
    """The newspaper4k library: scores paragraphs by their stop words, as Goose does."""

    paper: ClassVar[str] = "Ou-Yang 2013"
    license: ClassVar[str] = "MIT"
    distribution: ClassVar[str] = "newspaper4k"
    module: ClassVar[str] = "newspaper"

    language: str | None = None
    """By default the language that the page names."""

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
