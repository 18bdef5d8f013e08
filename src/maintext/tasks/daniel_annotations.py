"""Annotations of the DAnIEL corpus: the diseases and places that each document reports.

The corpus's JSON maps a document to an object with `annotations`, a list of events `[disease, place, number of cases]`;
`N`, `NULL` or nothing in the place of a disease means that the document is not relevant. A document is found by its
key, or by the file name in its `document_path` (or `path`, `id`), with or without the ending. A list of such objects is
read too.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from maintext.data_formats import load_json
from maintext.errors import TaskError
from maintext.files import expand_user, read_file

Event = tuple[str, str]
"""A disease and a place; the place is empty if it is not known."""
_NOTHING = {"", "n", "null", "none", "unknown", "-"}
_PLACES = ("document_path", "path", "id", "doc", "filename")


def read_annotations(path: str | Path) -> dict[str, frozenset[Event]]:
    """The events of every annotated document under each of its names; no events if it is not relevant."""
    try:
        content = load_json(read_file(expand_user(path)).decode("utf-8-sig"))
        return dict(_documents(content))
    except (OSError, ValueError, TypeError) as error:
        raise TaskError(
            f"{path}: not annotations ({error}); write {{document: {{'annotations': [[disease, place, cases]]}}}}"
        ) from error


def _documents(content: Any) -> Iterator[tuple[str, frozenset[Event]]]:
    if not isinstance(content, dict | list):
        raise ValueError("it must be an object or a list of objects")
    items = content.items() if isinstance(content, dict) else ((None, each) for each in content)
    for key, value in items:
        described = value if isinstance(value, dict) else {"annotations": value}
        if "annotations" not in described:
            raise ValueError(f"{key or described} has no annotations")
        events = frozenset(_events(described["annotations"]))
        for name in _names(key, described):
            yield name, events


def _names(key: str | None, described: Mapping[str, Any]) -> Iterator[str]:
    for name in (key, *(described.get(place) for place in _PLACES)):
        if isinstance(name, str) and name:
            file = PurePosixPath(name.replace("\\", "/")).name
            yield from dict.fromkeys((name, file, *(file.removesuffix(end) for end in (".html", ".txt", ".htm"))))


def _events(annotations: Any) -> Iterator[Event]:
    if annotations is None:
        return
    if not isinstance(annotations, list):
        raise ValueError(f"{annotations!r} is not a list of events")
    flat = bool(annotations) and not isinstance(annotations[0], list | tuple)
    for event in [annotations] if flat else annotations:
        parts = [str(part or "").strip() for part in event]
        if parts and parts[0].lower() not in _NOTHING:
            place = parts[1] if len(parts) > 1 and parts[1].lower() not in _NOTHING else ""
            yield parts[0], place
