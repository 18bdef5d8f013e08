"""Page files named by the user: found in folders, and read without those that are not pages."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from maintext.errors import PageError, TrainingError
from maintext.files import read_file
from maintext.page import Page, read_page

_ENDINGS: Final = (".html", ".htm", ".xhtml", ".shtml")


def page_files(paths: Iterable[Path]) -> list[Path]:
    """The pages in files and folders, in order; files that are named directly count as pages whatever their ending."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = (file for file in path.rglob("*") if file.is_file())
            found += sorted(file for file in inside if file.suffix.lower() in _ENDINGS)
        elif path.is_file():
            found.append(path)
        else:
            raise TrainingError(f"{path}: no such file or folder")
    return found


def read_page_files(paths: Iterable[Path]) -> Iterator[tuple[Path, Page]]:
    """The pages in files; a file that is not a page is skipped."""
    for path in paths:
        try:
            yield path, read_page(read_file(path), max_bytes=None)
        except PageError:
            continue
        except OSError as error:
            raise TrainingError(f"{path}: cannot be read ({error.strerror})") from error
