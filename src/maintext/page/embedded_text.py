"""Text that a page contains only in embedded data: JSON-LD, or JSON that a script renders."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from maintext.page.embedded_values import parse_script, unescape
from maintext.page.page import Page, read_page

_BODIES: Final = ("articleBody", "reviewBody", "text", "description")
"""Properties of schema.org that contain text, the most complete first."""
_SCRIPT_START = re.compile(r"<script", re.IGNORECASE)
_SCRIPT_END = re.compile(r"</script", re.IGNORECASE)
_NAMES = re.compile(r"body|content|html|text|description|article|markdown|story|post", re.IGNORECASE)
_LEAST: Final = 200
"""The minimum length of a text, in characters."""
_DEEPEST: Final = 60
_ASSIGNED: Final = 200
"""The maximum offset of the JSON in a script, for an assignment to a variable before it."""


@dataclass(frozen=True, slots=True)
class EmbeddedText:
    """A text, and the kind of data and the property it was found in."""

    text: str
    source: str


def embedded_text(page: Page) -> EmbeddedText | None:
    """The longest text in the embedded data of a page; None if there is none."""
    found = [*_json_ld_texts(page), *_script_texts(page)]
    return max(found, key=lambda each: len(each.text)) if found else None


def _json_ld_texts(page: Page) -> Iterator[EmbeddedText]:
    for script in page.tree.data:
        for item in _objects(parse_script(script)):
            for name in _BODIES:
                value = item.get(name)
                if isinstance(value, str) and len(text := _text_of_markup(value)) >= _LEAST:
                    yield EmbeddedText(text, f"JSON-LD {name}")
                    break


def _script_texts(page: Page) -> Iterator[EmbeddedText]:
    for script in _scripts(page.source):
        start, stop = script.find("{"), script.rfind("}")
        if not 0 <= start <= _ASSIGNED or stop - start < _LEAST:
            continue
        for item in _objects(parse_script(script[start : stop + 1])):
            for name, value in item.items():
                if isinstance(value, str) and len(value) >= _LEAST and " " in value and _NAMES.search(name):
                    text = _text_of_markup(value)
                    if len(text) >= _LEAST:
                        yield EmbeddedText(text, f"the script's data, {name}")


def _scripts(source: str) -> Iterator[str]:
    """The contents of all scripts in the source."""
    at = 0
    while opened := _SCRIPT_START.search(source, at):
        start = source.find(">", opened.end()) + 1
        closed = _SCRIPT_END.search(source, start) if start else None
        if closed is None:
            return
        yield source[start : closed.start()]
        at = closed.end()


def _objects(value: object) -> Iterator[dict[str, object]]:
    """All objects in a parsed JSON value, in document order."""
    waiting = [(value, 0)]
    while waiting:
        item, depth = waiting.pop()
        if depth > _DEEPEST:
            continue
        if isinstance(item, dict):
            yield item
            waiting.extend((each, depth + 1) for each in reversed(item.values()))
        elif isinstance(item, list):
            waiting.extend((each, depth + 1) for each in reversed(item))


def _text_of_markup(value: str) -> str:
    """The text of a string that may contain (escaped) markup, one paragraph per line."""
    if "&lt;" in value:
        value = unescape(value)
    if "<" in value and ">" in value:
        return read_page(value, max_bytes=None).text
    return "\n".join(line for part in unescape(value).splitlines() if (line := " ".join(part.split())))
