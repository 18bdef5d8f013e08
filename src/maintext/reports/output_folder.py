"""The output folder of a report: pages from templates, static files, and tables in every format."""

import json
import shutil
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from maintext.data_formats import load_json
from maintext.errors import MaintextError
from maintext.files import read_file
from maintext.reports.tables import FORMATS, Table
from maintext.version import __version__

MANIFEST = "manifest.json"
_KIND = "maintext report"
_OURS = ("data", "figures", "static", "tables")


class OutputFolder:
    """The folder that a report is written to; an earlier report in it is removed first."""

    def __init__(self, folder: Path, title: str, places: Iterable[tuple[str, str]]) -> None:
        self.folder = folder
        self._title = title
        self._places = list(places)
        self._made = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
        self._templates = _environment()
        _prepare(folder)

    def page(self, file: str, values: Mapping[str, object] = MappingProxyType({}), template: str | None = None) -> None:
        """Write one page from the template of the same name, or from `template`."""
        shared = {"title": self._title, "places": self._places, "here": file, "version": __version__}
        text = self._templates.get_template(template or file).render(shared | {"made": self._made} | dict(values))
        (self.folder / file).write_text(text, encoding="utf-8", errors="replace")

    def table(self, table: Table) -> None:
        """Write a table as CSV, Markdown and LaTeX."""
        place = self.folder / "tables"
        place.mkdir(exist_ok=True)
        for ending, write in FORMATS.items():
            (place / f"{table.slug}.{ending}").write_text(write(table), encoding="utf-8", errors="replace")

    def finish(self, manifest: Mapping[str, object]) -> None:
        """Write the static files and the manifest."""
        source = files("maintext.reports") / "static"
        for item in source.iterdir():
            (self.folder / "static").mkdir(exist_ok=True)
            (self.folder / "static" / item.name).write_bytes(item.read_bytes())
        text = json.dumps({"kind": _KIND, "maintext": __version__, "made": self._made} | dict(manifest), indent=2)
        (self.folder / MANIFEST).write_text(text + "\n", encoding="utf-8")


def _environment() -> Any:
    try:
        import jinja2
    except ImportError as error:
        raise MaintextError("reports need Jinja, which is not installed; try: pip install 'maintext[bench]'") from error
    return jinja2.Environment(
        loader=jinja2.PackageLoader("maintext.reports"), autoescape=True, undefined=jinja2.StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip


def _prepare(folder: Path) -> None:
    """Create or empty the folder; a folder that is not a report is an error."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not any(folder.iterdir()):
            return
        if not _is_report(folder):
            raise MaintextError(f"{folder} is not empty and not a report; choose another folder with -o")
        for name in _OURS:
            shutil.rmtree(folder / name, ignore_errors=True)
        for page in folder.glob("*.html"):
            page.unlink()
    except OSError as error:
        raise MaintextError(f"{folder}: cannot be written ({error.strerror})") from error


def _is_report(folder: Path) -> bool:
    try:
        return bool(load_json(read_file(folder / MANIFEST))["kind"] == _KIND)
    except (OSError, ValueError, KeyError, TypeError):
        return False


def write_data(path: Path, name: str, value: object) -> None:
    """Write a script that passes a value to a function of the report, since pages on file:// cannot fetch.

    It is pure ASCII, and nothing in it can end a script.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"maintext.{name}({_as_script(value)});\n", encoding="ascii")


def _as_script(value: object) -> str:
    """JSON that is safe inside a script element."""
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
