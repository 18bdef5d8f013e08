"""Colors as CSS and old HTML write them."""

import re
from colorsys import hls_to_rgb
from typing import Final

Color = tuple[float, float, float, float]
"""Red, green, blue and opacity, from 0 to 1."""

_NAMES: Final = {
    "white": "ffffff", "black": "000000", "snow": "fffafa", "ivory": "fffff0", "ghostwhite": "f8f8ff",
    "whitesmoke": "f5f5f5", "floralwhite": "fffaf0", "mintcream": "f5fffa", "azure": "f0ffff", "aliceblue": "f0f8ff",
    "seashell": "fff5ee", "red": "ff0000", "green": "008000", "blue": "0000ff", "yellow": "ffff00", "gray": "808080",
    "grey": "808080", "silver": "c0c0c0", "navy": "000080", "maroon": "800000", "purple": "800080", "teal": "008080",
    "orange": "ffa500", "transparent": "00000000",
}  # fmt: skip
_HEX = re.compile(r"#?([0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})")
_FUNCTION = re.compile(r"(rgb|hsl)a?\(([^()]{1,80})\)")
_PART = re.compile(r"[-+]?\d{0,6}\.?\d{1,9}%?")


def parse_color(value: str | None) -> Color | None:
    """A color, also at the start of a background; None if it is not one that can be compared."""
    value = (value or "").strip().lower()
    if "url(" in value or "gradient" in value:
        return None
    if function := _FUNCTION.match(value):
        return _of_function(function[1], [part for part in _PART.findall(function[2]) if part])
    word = value.split()[0] if value else ""
    digits = _HEX.fullmatch(_NAMES.get(word, word))
    if digits is None:
        return None
    written = digits[1] if len(digits[1]) > 4 else "".join(2 * digit for digit in digits[1])
    red, green, blue, *opacity = (int(written[at : at + 2], 16) / 255 for at in range(0, len(written), 2))
    return red, green, blue, opacity[0] if opacity else 1.0


def contrast(one: Color, other: Color) -> float:
    """The ratio of the luminances of two colors, from 1 (the same) to 21, as the guidelines for contrast define it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _of_function(name: str, parts: list[str]) -> Color | None:
    if len(parts) not in (3, 4):
        return None
    opacity = _share(parts[3], 1) if len(parts) == 4 else 1.0
    if name == "rgb":
        red, green, blue = (_share(part, 255) for part in parts[:3])
    else:
        hue = float(parts[0].rstrip("%")) / 360 % 1
        red, green, blue = hls_to_rgb(hue, _share(parts[2], 100), _share(parts[1], 100))
    return red, green, blue, opacity


def _share(part: str, whole: int) -> float:
    value = float(part.rstrip("%")) / (100 if part.endswith("%") else whole)
    return min(1.0, max(0.0, value))


def _luminance(color: Color) -> float:
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in color[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
