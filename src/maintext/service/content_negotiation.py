"""Choose the response format by the Accept header."""

from typing import Final

from maintext.service.problems import Problem

TYPES: Final = {
    "application/json": "json",
    "text/markdown": "markdown",
    "text/x-markdown": "markdown",
    "text/plain": "text",
    "text/html": "html",
    "application/xhtml+xml": "html",
    "application/tei+xml": "tei",
}
_RANGES: Final = {"*/*": "json", "application/*": "json", "text/*": "text"}


def wanted_format(accept: str | None) -> str:
    """The available format that the client prefers; JSON if it has no preference."""
    if not accept or not accept.strip():
        return "json"
    best: tuple[float, str] = (0.0, "")
    for part in accept[:2000].split(","):
        name, _, rest = part.partition(";")
        known = TYPES.get(name.strip().lower()) or _RANGES.get(name.strip().lower())
        quality = _quality(rest)
        if known is not None and quality > best[0]:
            best = (quality, known)
    if not best[1]:
        raise Problem(406, f"the formats here are {', '.join(dict.fromkeys(TYPES))}; name one of them in Accept")
    return best[1]


def _quality(parameters: str) -> float:
    for parameter in parameters.split(";"):
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "q":
            try:
                return min(1.0, max(0.0, float(value)))
            except ValueError:
                return 0.0
    return 1.0
