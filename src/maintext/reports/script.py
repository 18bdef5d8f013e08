"""Data for the report's pages as script files, because a browser lets no page fetch from file://."""

import json
from pathlib import Path


def write_data(path: Path, name: str, value: object) -> None:
    """A script that hands a value to a function of the report; pure ASCII, and nothing in it can end a script."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"maintext.{name}({as_script(value)});\n", encoding="ascii")


def as_script(value: object) -> str:
    """A value as JSON that is safe inside a script."""
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
