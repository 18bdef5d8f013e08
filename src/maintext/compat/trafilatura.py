"""trafilatura's functions: write `from maintext.compat.trafilatura import extract, fetch_url`.

Signatures and results are those of trafilatura 2; the text is that of maintext's default extractor. A page without a
result is None, as there. A setting without effect brings a warning, and `prune_xpath` an error.
"""

import logging
from collections.abc import Collection, Mapping
from typing import Any, Literal, TypedDict, Unpack, overload
from warnings import warn

from maintext.compat.trafilatura_document import Document, document_of, write_document
from maintext.errors import BadParameter, FetchError, PageError
from maintext.extractors import Extraction
from maintext.extractors.extract import extract as extract_page
from maintext.page import read_page

__all__ = ["Document", "bare_extraction", "extract", "extract_metadata", "fetch_url", "html2txt"]

LOG = logging.getLogger(__name__)
_WITHOUT_EFFECT = {
    "deduplicate": "maintext corpus drops repeated pages and lines",
    "date_extraction_params": "dates are read by maintext's own rules",
    "date_config": "dates are read by maintext's own rules",
    "max_tree_size": "maintext.extract limits the size of a page by max_bytes",
    "settingsfile": "pass keywords",
    "config": "pass keywords",
    "options": "pass keywords",
    "tei_validation": "the output is valid by construction",
    "no_ssl": "certificates are always checked",
}


class Settings(TypedDict, total=False):
    """The keywords of trafilatura's `extract` and `bare_extraction`, apart from those of the output."""

    fast: bool
    no_fallback: bool
    favor_precision: bool
    favor_recall: bool
    include_comments: bool
    target_language: str | None
    include_tables: bool
    include_images: bool
    include_formatting: bool | None
    include_links: bool
    with_metadata: bool
    only_with_metadata: bool
    url_blacklist: Collection[str] | None
    author_blacklist: Collection[str] | None
    prune_xpath: str | list[str] | None
    deduplicate: object
    date_extraction_params: object
    max_tree_size: object
    config: object
    options: object


def fetch_url(url: str, no_ssl: bool = False, config: object = None, options: object = None) -> str | None:
    """The decoded page at a URL; None, with a message in the log, if it cannot be fetched or is no HTML."""
    from maintext.fetch import fetch

    _warn_without_effect({"no_ssl": no_ssl, "config": config, "options": options})
    try:
        fetched = fetch(url)
        return read_page(fetched.body, charset=fetched.charset).original or None
    except (FetchError, PageError) as error:
        LOG.error("%s", error)
        return None


def extract(
    filecontent: Any,
    url: str | None = None,
    record_id: str | None = None,
    *,
    output_format: str = "txt",
    tei_validation: bool = False,
    settingsfile: str | None = None,
    **settings: Unpack[Settings],
) -> str | None:
    """The main text of a page in an output format; None if it has none."""
    _warn_without_effect({"tei_validation": tei_validation, "settingsfile": settingsfile})
    document = _document(filecontent, url, record_id, settings)
    if document is None:
        return None
    styled = any(settings.get(name) for name in ("include_formatting", "include_links", "include_images"))
    with_metadata = bool(settings.get("with_metadata") or settings.get("only_with_metadata"))
    return write_document(document, output_format, with_metadata=with_metadata, markdown=styled)


@overload
def bare_extraction(
    filecontent: Any, url: str | None = None, *, as_dict: Literal[False] = False, **settings: Unpack[Settings]
) -> Document | None: ...
@overload
def bare_extraction(
    filecontent: Any, url: str | None = None, *, as_dict: Literal[True], **settings: Unpack[Settings]
) -> dict[str, Any] | None: ...
def bare_extraction(
    filecontent: Any, url: str | None = None, *, as_dict: bool = False, **settings: Unpack[Settings]
) -> Document | dict[str, Any] | None:
    """Text, comments and metadata of a page; None if it has no text."""
    document = _document(filecontent, url, None, settings)
    return document.as_dict() if document is not None and as_dict else document


def extract_metadata(
    filecontent: Any,
    default_url: str | None = None,
    date_config: object = None,
    extensive: bool = True,
    author_blacklist: Collection[str] | None = None,
) -> Document:
    """The metadata of a page; the text is None."""
    from dataclasses import replace

    _warn_without_effect({"date_config": date_config})
    found = _extraction(filecontent, default_url, {})
    if found is None:
        return Document()
    document = document_of(found, authors=_authors(found, author_blacklist))
    return replace(document, text=None, raw_text=None, fingerprint=None, extraction=None)


def html2txt(content: Any, clean: bool = True) -> str:
    """All text of a page; without hidden text if `clean`."""
    found = _extraction(content, None, {}, extractor=f"all(hidden={not clean})")
    return " ".join(found.text.split()) if found is not None else ""


def _document(filecontent: Any, url: str | None, record_id: str | None, settings: Settings) -> Document | None:
    """The document of a page; None if it has no text or is excluded by the settings."""
    if unknown := set(settings) - set(Settings.__annotations__):
        raise TypeError(f"trafilatura has no parameter {', '.join(sorted(unknown))}")
    if settings.get("prune_xpath"):
        raise BadParameter("prune_xpath is not supported; remove the elements from the tree before you pass it")
    _warn_without_effect(settings)
    found = _extraction(filecontent, url, settings)
    if found is None or not found.text or _is_excluded(found, settings):
        return None
    comments = _comments(found) if settings.get("include_comments", True) else ""
    authors = _authors(found, settings.get("author_blacklist"))
    return document_of(found, comments=comments, record_id=record_id, authors=authors)


def _extraction(filecontent: Any, url: str | None, settings: Settings, extractor: str = "learned") -> Extraction | None:
    """What the default extractor finds with the settings; None if the input is no page."""
    html = _html(filecontent)
    if html is None:
        return None
    precise, complete = settings.get("favor_precision", False), settings.get("favor_recall", False)
    try:
        return extract_page(
            html,
            url=url,
            extractor=extractor,
            favor_precision=precise and not complete,
            favor_recall=complete,
            include_links=settings.get("include_links", False),
            include_images=settings.get("include_images", False),
            include_tables=settings.get("include_tables", True),
            include_formatting=settings.get("include_formatting") is not False,
        )
    except PageError as error:
        LOG.error("%s", error)
        return None


def _html(filecontent: Any) -> str | bytes | None:
    """The source of a page: text, bytes, the response of an HTTP library, or a tree of lxml."""
    content = getattr(filecontent, "data", filecontent)
    if content is None or isinstance(content, str | bytes):
        return content
    if hasattr(content, "getroottree"):
        from lxml.html import tostring

        return str(tostring(content, encoding="unicode"))
    raise TypeError(f"a page is text, bytes, a response or a tree of lxml, not {type(filecontent).__name__}")


def _is_excluded(found: Extraction, settings: Settings) -> bool:
    about, language = found.metadata, settings.get("target_language")
    urls = {about.url, about.canonical_url} - {None}
    return bool(
        (language and found.language != language)
        or (settings.get("only_with_metadata") and not (about.title and about.date and urls))
        or urls & set(settings.get("url_blacklist") or ())
    )


def _comments(found: Extraction) -> str:
    """The readers' comments that are not in the main text, one line per paragraph."""
    texts = [post.text for post in found.posts if post.kind == "comment"]
    return "\n".join(text for text in texts if text.partition("\n")[0] not in found.text)


def _authors(found: Extraction, blacklist: Collection[str] | None) -> str | None:
    unwanted = {name.lower() for name in blacklist or ()}
    return "; ".join(name for name in found.metadata.authors if name.lower() not in unwanted) or None


def _warn_without_effect(settings: Mapping[str, Any]) -> None:
    for name, instead in _WITHOUT_EFFECT.items():
        if settings.get(name):
            warn(f"{name} has no effect in maintext: {instead}", stacklevel=4)
