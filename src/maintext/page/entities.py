"""Character references in text, such as &amp; and &#38;."""

import html
import re

_LONG_NUMBER = re.compile(r"&#(?:[0-9]{20,}|[xX][0-9a-fA-F]{20,});?")


def unescape(text: str) -> str:
    """The text with its references replaced; numbers too long to be a character become U+FFFD, as in a browser."""
    return html.unescape(_LONG_NUMBER.sub("\ufffd", text)) if "&" in text else text
