"""Characters without width that can carry a message which people do not see."""

import re
from typing import Final

_TAG_CHARACTERS: Final = "\U000e0001\U000e0020-\U000e007f"
_RUN = re.compile(
    "(?P<flag>\U0001f3f4[\U000e0020-\U000e007e]{1,8}\U000e007f)"  # the flags of Scotland, Wales and others
    f"|[{_TAG_CHARACTERS}]+"
    "|[\U000e0100-\U000e01ef]{2,}"  # variation selectors: one follows its character, several carry bytes
    "|(?:[\u200b-\u200d\u2060-\u2064\ufeff\u180e]){3,}"
)
_MAY_HAVE = re.compile("[\u180e\u200b-\u200d\u2060-\u2064\ufeff\U000e0001-\U000e01ef]").search
_FIRST_TAG: Final = 0xE0000


def may_have_zero_width(text: str) -> bool:
    """Whether a text has a character that `remove_zero_width` may remove."""
    return not text.isascii() and _MAY_HAVE(text) is not None


def remove_zero_width(text: str) -> str:
    """The text without tag characters and without runs of other characters that have no width."""
    if not may_have_zero_width(text):
        return text
    return _RUN.sub(lambda found: found["flag"] or "", text)


def zero_width_messages(text: str) -> list[str]:
    """What `remove_zero_width` removes; tag characters as the ASCII characters that they stand for."""
    if not may_have_zero_width(text):
        return []
    return [_readable(found.group()) for found in _RUN.finditer(text) if not found["flag"]]


def _readable(run: str) -> str:
    decoded = "".join(chr(ord(one) - _FIRST_TAG) for one in run if 0xE0020 <= ord(one) < 0xE007F)
    return decoded or " ".join(f"U+{ord(one):04X}" for one in run[:32])
