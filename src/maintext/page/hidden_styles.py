"""How an element's own attributes hide its text from people: by display, opacity, position, size or color."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from maintext.page.css_colors import parse_color


class Hiding(StrEnum):
    """A way of hiding text."""

    NOT_DISPLAYED = "not displayed"
    ARIA = "aria-hidden"
    TRANSPARENT = "transparent"
    OFF_SCREEN = "off-screen"
    CLIPPED = "clipped"
    TINY = "tiny"
    SAME_COLOR = "color of the background"
    ZERO_WIDTH = "zero-width characters"
    COMMENT = "comment"


SUSPICIOUS: Final = re.compile(
    r"none|hidden|collapse|opacity|overflow|clip|scale|font|color|background|-\s*\d{2}|\d{4}", re.IGNORECASE
)
"""A part of every style that can hide text."""
_ANIMATED: Final = ("transition", "transform", "animation", "animation-name", "will-change", "translate", "scale")
_FAR: Final = 500.0  # pixels out of the page
_TINY: Final = 3.0  # pixels
_PIXELS: Final = {
    "px": 1.0,
    "pt": 4 / 3,
    "em": 16.0,
    "rem": 16.0,
    "%": 0.16,
    "": 1.0,
    "vw": 10.0,
    "vh": 8.0,
    "cm": 38.0,
}
_LENGTH = re.compile(r"([-+]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12}))\s*([a-z%]*)")
_MOVED = re.compile(r"translate(?:x|y|3d)?\(([^)]{0,100})\)")
_SCALED = re.compile(r"scale(?:3d)?\(\s*0*(?:\.0*)?\s*[,)]")
_NO_AREA = re.compile(
    r"(?:inset|circle|polygon)\((?:\s*(?:50|100)%|\s*0(?:px|%)?\s*\)|(?:\s*0(?:px|%)?\s*0(?:px|%)?\s*,?)+\))"
)
_CLIP_RECT = re.compile(r"rect\(([^)]{0,100})\)")
_FAINT = re.compile(r"opacity\(\s*0*(?:\.0\d*)?%?\s*\)")


class Colors(NamedTuple):
    """The text and background colors of an element, as red, green, blue and opacity; None if it sets none."""

    text: tuple[float, float, float, float] | None
    background: tuple[float, float, float, float] | None


def read_style(style: str) -> dict[str, str]:
    """The declarations of a style attribute, in lower case and without "!important"."""
    found: dict[str, str] = {}
    for declaration in style.lower().split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            found[name.strip()] = value.replace("!important", "").strip()
    return found


def how_style_hides(style: Mapping[str, str]) -> Hiding | None:
    """How declarations hide all text of an element; None if they do not."""
    if style.get("display") == "none" or style.get("visibility") in ("hidden", "collapse"):
        return Hiding.NOT_DISPLAYED
    if _is_transparent(style):
        return Hiding.TRANSPARENT
    if _is_off_screen(style):
        return Hiding.OFF_SCREEN
    return Hiding.CLIPPED if _is_clipped(style) else None


def is_tiny(style: Mapping[str, str]) -> bool:
    """Whether the text is too small to be read."""
    size = style.get("font-size")
    if size is None:
        parts = style.get("font", "").split()
        size = next((part.partition("/")[0] for part in parts if part[:1].isdigit() and not part.isdigit()), None)
    pixels = _pixels(size)
    return pixels is not None and pixels < _TINY


def colors_of(style: Mapping[str, str], attributes: Mapping[str, str]) -> Colors:
    """The colors that an element sets by style or by the attributes of old HTML."""
    background = style.get("background-color") or style.get("background") or attributes.get("bgcolor")
    text = style.get("color") or attributes.get("color") or attributes.get("text")
    return Colors(parse_color(text), parse_color(background))


def _is_transparent(style: Mapping[str, str]) -> bool:
    """Whether the opacity is next to 0, unless a script or a style sheet is about to change it."""
    if any(name in style for name in _ANIMATED):
        return False
    opacity = _number(style.get("opacity"))
    return (opacity is not None and opacity < 0.05) or _FAINT.search(style.get("filter", "")) is not None


def _is_off_screen(style: Mapping[str, str]) -> bool:
    if style.get("position") in ("absolute", "fixed", "relative"):
        if any((_pixels(style.get(side)) or 0) <= -_FAR for side in ("left", "top", "right", "bottom")):
            return True
        if any((_pixels(style.get(side)) or 0) >= 10 * _FAR for side in ("left", "right")):
            return True
    if (_pixels(style.get("text-indent")) or 0) <= -_FAR:
        return True
    if any((_pixels(style.get(f"margin-{side}")) or 0) <= -_FAR for side in ("left", "top")):
        return True
    moved = _MOVED.search(style.get("transform", ""))
    values = (moved[1] if moved else style.get("translate", "")).replace(",", " ").split()
    return any((_pixels(value) or 0) <= -_FAR and "%" not in value for value in values)


def _is_clipped(style: Mapping[str, str]) -> bool:
    """Whether the element has no area in which its text could be seen."""
    if _SCALED.search(style.get("transform", "")) or _NO_AREA.match(style.get("clip-path", "")):
        return True
    rectangle = _CLIP_RECT.search(style.get("clip", ""))
    if rectangle and all(abs(_pixels(value) or 0) <= 1 for value in rectangle[1].replace(",", " ").split()):
        return True
    if "hidden" not in style.get("overflow", "") and "clip" not in style.get("overflow", ""):
        return False
    sizes = (_pixels(style.get(name)) for name in ("width", "height", "max-width", "max-height"))
    return any(size is not None and size <= 1 for size in sizes)


def _pixels(value: str | None) -> float | None:
    """A length in pixels, roughly; None if it is none."""
    found = _LENGTH.fullmatch(value.strip()) if value else None
    return float(found[1]) * _PIXELS[found[2]] if found and found[2] in _PIXELS else None


def _number(value: str | None) -> float | None:
    found = _LENGTH.fullmatch(value.strip()) if value else None
    return float(found[1]) / (100 if found[2] == "%" else 1) if found and found[2] in ("", "%") else None
