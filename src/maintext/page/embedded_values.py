"""Parse values embedded in markup: character references in text, JSON in scripts."""

import html
import json
import re

_LONG_NUMBER = re.compile(r"&#(?:[0-9]{20,}|[xX][0-9a-fA-F]{20,});?")


def unescape(text: str) -> str:
    """The text with character references replaced; numbers out of range become U+FFFD, as in a browser."""
    return html.unescape(_LONG_NUMBER.sub("\ufffd", text)) if "&" in text else text


def parse_script(script: str) -> object:
    """The JSON value of a script; None if it is not JSON. Lone surrogates become `?`."""
    try:
        value: object = json.loads(script, strict=False)
        if "\\ud" in script or "\\uD" in script:
            value = json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    return value
