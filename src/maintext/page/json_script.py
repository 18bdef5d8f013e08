"""JSON in a page's scripts, read as far as it can be."""

import json


def parse_script(script: str) -> object:
    """The value of a script; None if it is not JSON. Half a surrogate pair, which no output can hold, becomes ?."""
    try:
        value: object = json.loads(script, strict=False)
        if "\\ud" in script or "\\uD" in script:
            value = json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    return value
