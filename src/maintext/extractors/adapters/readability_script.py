"""Readability, Defuddle and the DOM libraries for Node: where they are installed, in which version, how to get them."""

import json
import shlex
import shutil
from pathlib import Path

from maintext.data_formats import load_json
from maintext.files import programs_folder, read_file

WORKER = Path(__file__).parent / "node" / "readability.cjs"
DEFUDDLE_WORKER = Path(__file__).parent / "node" / "defuddle.cjs"
_PACKAGE = Path(__file__).parent / "node" / "package.json"


def node_folder() -> Path:
    """The folder with node_modules in it."""
    return programs_folder() / "node"


def script() -> str:
    """Readability itself, as a browser can run it."""
    return (node_folder() / "node_modules" / "@mozilla" / "readability" / "Readability.js").read_text(encoding="utf-8")


def installed(package: str) -> str | None:
    """The version of an installed package."""
    path = node_folder() / "node_modules" / package / "package.json"
    try:
        return str(load_json(read_file(path))["version"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def remedy(*packages: str) -> str | None:
    """The command that installs Node packages in the tested versions; None if they are installed."""
    parts = [] if shutil.which("node") and shutil.which("npm") else ["sudo apt install nodejs npm"]
    if not all(installed(package) for package in packages):
        wanted = json.loads(_PACKAGE.read_bytes())["dependencies"]
        names = [f"{package}@{version}" for package, version in wanted.items()]
        parts.append(f"npm install --prefix {shlex.quote(_short(node_folder()))} {shlex.join(names)}")
    elif shutil.which("node"):
        parts = []  # npm is only needed to install
    return " && ".join(parts) or None


def _short(folder: Path) -> str:
    home = Path.home()
    return f"~/{folder.relative_to(home)}" if folder.is_relative_to(home) else str(folder)
