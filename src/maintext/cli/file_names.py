"""Names of output files: from the input's number and name, the page's title, its URL, or the input's path."""

from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import unquote

from maintext.cli.output import page_file_name
from maintext.cli.page_inputs import Input
from maintext.extractors import Extraction
from maintext.urls import split_url

SCHEMES: Final = ("number", "title", "url", "path")
_LONGEST: Final = 160
"""Bytes of a name without its ending; file systems allow 255."""


class FileNames:
    """Gives every page the name of a file that no other page has."""

    def __init__(self, scheme: str, ending: str, folders: Sequence[str] = ()) -> None:
        self.scheme, self.ending = scheme, ending
        self._folders = [Path(folder) for folder in folders]
        self._used: set[str] = set()

    def name(self, item: Input, number: int, extraction: Extraction) -> Path:
        """The name for a page, relative to the output folder."""
        if self.scheme == "number":
            return Path(page_file_name(item.name, number, self.ending, allowed="-_."))
        return self._unused(self._wanted(item, extraction) or f"{number + 1:04}")

    def _wanted(self, item: Input, extraction: Extraction) -> str:
        """The name by the scheme, without ending; empty if the page has nothing to make one of."""
        if self.scheme == "title" and (title := name_part(extraction.title)):
            return title
        if self.scheme == "path" and item.url != item.name:
            return self._relative(Path(item.name))
        return name_of_url(extraction.url) if extraction.url else name_part(Path(item.name).stem)

    def _relative(self, path: Path) -> str:
        """The path below the folder that was named, in parts that cannot leave the output folder."""
        folder = next((one for one in self._folders if one != path and path.is_relative_to(one)), path.parent)
        parts = path.relative_to(folder).with_suffix("").parts if path.name else ()
        return "/".join(name_part(part) or "page" for part in parts)

    def _unused(self, wanted: str) -> Path:
        """The wanted name; with a number if another page has it, also where upper and lower case are the same."""
        name, number = wanted, 1
        while name.lower() in self._used:
            number += 1
            name = f"{wanted}-{number}"
        self._used.add(name.lower())
        return Path(f"{name}.{self.ending}")


def name_of_url(url: str) -> str:
    """Host and path of a URL as the name of a file; its query too, if it has one."""
    parts = split_url(url)
    path = str(PurePosixPath(unquote(parts.path)).with_suffix("")) if parts.path.strip("/") else ""
    return name_part("-".join(filter(None, [parts.hostname or "", path, unquote(parts.query)])))


def name_part(text: str) -> str:
    """Letters, digits, dots and underscores of a text, with hyphens for everything else."""
    words = "".join(sign if sign.isalnum() or sign in "._" else " " for sign in text).split()
    return "-".join(words).strip("-.").encode()[:_LONGEST].decode(errors="ignore").rstrip("-.")
