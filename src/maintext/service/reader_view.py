"""The reader view: the main text as an HTML page to read and print, without scripts or external requests.

Light or dark, the size of the text and the width of its lines are chosen by form controls that style sheets look at.
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
}
_CHOSEN: Final = {"theme": "auto", "size": "medium", "face": "serif"}
_NAMES: Final = {"theme": "Colors", "size": "Text size", "face": "Typeface"}


def reader_page(extraction: Extraction, *, images: bool = False) -> str:
    """The whole page; pictures are named by their alternative texts unless they are asked for."""
    metadata = extraction.metadata
    title = extraction.title or "Untitled page"
    language = f' lang="{escape(metadata.language)}"' if metadata.language else ' lang="en"'
    body = extraction.html if images else _PICTURE.sub(_without_picture, extraction.html)
    return (
        f'<!doctype html>\n<html{language}>\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">\n'
        f"<title>{escape(title, quote=False)}</title>\n"
        '<link rel="stylesheet" href="/static/reader.css">\n<link rel="icon" href="/static/icon.svg">\n</head>\n'
        f'<body>\n{_controls()}<main id="text">\n{_head(extraction, title)}'
        f"{_links(body) or _nothing(extraction)}\n</main>\n</body>\n</html>\n"
    )


def _controls() -> str:
    """Radio buttons, which the style sheet reads."""
    groups = []
    for group, choices in _CHOICES.items():
        buttons = "".join(
            f'<label><input type="radio" name="{group}" value="{value}" id="{group}-{value}"'
            f"{' checked' if value == _CHOSEN[group] else ''}> {name}</label>"
            for value, name in choices
        )
        groups.append(f"<fieldset><legend>{_NAMES[group]}</legend>{buttons}</fieldset>")
    return (
        '<a class="skip" href="#text">Skip to the text</a>\n<header><details class="settings" lang="en" dir="ltr">'
        f"<summary>Appearance</summary><form>{''.join(groups)}</form></details></header>\n"
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
    """Links open in a new tab without a referrer; empty if the article has no words."""
    if not re.search(r">\s*[^<\s]", body):
        return ""
    return body.replace('<a href="http', '<a target="_blank" rel="noopener noreferrer" href="http')


def _without_picture(found: re.Match[str]) -> str:
    return f'<span class="picture">{found[2]}</span>' if found[2].strip() else ""


def _short(url: str) -> str:
    return url if len(url) <= 80 else f"{url[:77]}..."
