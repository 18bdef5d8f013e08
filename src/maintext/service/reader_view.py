"""The reader view: the main text as an HTML page to read and print.

Colors, size, typeface, width and images are chosen by form controls that the style sheet reads. The only script stores
the choices in the browser. It runs before the text is parsed, so images that are switched off are never loaded.
"""

import re
from html import escape
from typing import Final

from maintext.extractors import Extraction
from maintext.page.words import count_words

_PICTURE = re.compile(r'<img src="([^"]*)" alt="([^"]*)">')
_WORDS_PER_MINUTE = 230
_CHOICES: Final = {
    "theme": (("auto", "Auto"), ("light", "Light"), ("sepia", "Sepia"), ("dark", "Dark")),
    "size": (("small", "Small"), ("medium", "Medium"), ("large", "Large"), ("huge", "Huge")),
    "face": (("serif", "Serif"), ("sans", "Sans")),
    "width": (("narrow", "Narrow"), ("normal", "Normal"), ("wide", "Wide")),
    "pictures": (("on", "Show"), ("off", "Hide")),
}
_CHOSEN: Final = {"theme": "auto", "size": "medium", "face": "serif", "width": "normal", "pictures": "on"}
_NAMES: Final = {
    "theme": "Colors", "size": "Text size", "face": "Typeface", "width": "Line width", "pictures": "Pictures",
}  # fmt: skip


def reader_page(extraction: Extraction, *, back: str, images: bool = True) -> str:
    """The complete page; `back` is the target of its first link. Without `images`, it has only alternative texts."""
    metadata = extraction.metadata
    title = extraction.title or "Untitled page"
    language = f' lang="{escape(metadata.language)}"' if metadata.language else ' lang="en"'
    body = _PICTURE.sub(_lazy_picture if images else _without_picture, extraction.html)
    return (
        f'<!doctype html>\n<html{language}>\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">\n'
        f"<title>{escape(title, quote=False)}</title>\n"
        '<link rel="stylesheet" href="/static/reader.css">\n<link rel="icon" href="/static/icon.svg">\n</head>\n'
        f'<body>\n{_controls(back, images)}<main id="text" tabindex="-1">\n{_head(extraction, title)}'
        f"{_links(body) or _nothing(extraction)}\n</main>\n</body>\n</html>\n"
    )


def _controls(back: str, images: bool) -> str:
    """The link back, and the radio buttons that the style sheet reads."""
    groups = []
    for group, choices in _CHOICES.items():
        if group == "pictures" and not images:
            continue
        buttons = "".join(
            f'<label><input type="radio" name="{group}" value="{value}" id="{group}-{value}"'
            f"{' checked' if value == _CHOSEN[group] else ''}> {name}</label>"
            for value, name in choices
        )
        groups.append(f"<fieldset><legend>{_NAMES[group]}</legend>{buttons}</fieldset>")
    return (
        '<a class="skip" href="#text">Skip to the text</a>\n<header lang="en" dir="ltr">'
        f'<a id="back" href="{escape(back)}">← Back to the result</a>\n<details><summary>Appearance</summary>'
        f'<form>{"".join(groups)}</form></details></header>\n<script src="/static/reader.js"></script>\n'
    )


def _head(extraction: Extraction, title: str) -> str:
    metadata = extraction.metadata
    minutes = max(1, round(count_words(extraction.text) / _WORDS_PER_MINUTE))
    facts = [metadata.author, metadata.site_name, metadata.date, f"{minutes} min"]
    line = " · ".join(escape(fact, quote=False) for fact in facts if fact)
    url = extraction.url or ""
    source = ""
    if url.startswith(("http://", "https://")):
        source = f'<p class="source"><a href="{escape(url)}" rel="noopener noreferrer">{escape(_short(url))}</a></p>\n'
    return f'<h1 dir="auto">{escape(title, quote=False)}</h1>\n<p class="facts" dir="auto">{line}</p>\n{source}'


def _nothing(extraction: Extraction) -> str:
    reason = extraction.reason or "the page has no main text"
    return f'<p class="nothing">There is nothing to read here: {escape(reason, quote=False)}.</p>'


def _links(body: str) -> str:
    """The article with links that open in a new tab without a referrer; empty if it has no words."""
    if not re.search(r">\s*[^<\s]", body):
        return ""
    return body.replace('<a href="http', '<a target="_blank" rel="noopener noreferrer" href="http')


def _lazy_picture(found: re.Match[str]) -> str:
    """An image that is loaded only if it is displayed, and the alternative text that is shown otherwise."""
    return f'<img loading="lazy" src="{found[1]}" alt="{found[2]}">{_without_picture(found)}'


def _without_picture(found: re.Match[str]) -> str:
    return f'<span class="picture">{found[2]}</span>' if found[2].strip() else ""


def _short(url: str) -> str:
    return url if len(url) <= 80 else f"{url[:77]}..."
