"""The format of model files: a zip of a manifest, lists of words and numeric arrays, without executable content.

    manifest.json   format, extractor, and what it was trained on: datasets, digests, pages, settings
    words.json      lists of words by name
    NAME.npy        arrays of numbers

A damaged file, or one for another extractor, is refused with a one-line error. Equal models are equal bytes.
"""

import json
import lzma
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from maintext.data_formats import load_json
from maintext.data_shapes import checked_value
from maintext.errors import BadParameter, MaintextError
from maintext.files import expand_user, open_file, write_atomically

if TYPE_CHECKING:
    from maintext.arrays import AnyArray

FORMAT: Final = 1
_MAX_BYTES: Final = 500_000_000
"""A file that unpacks to more is refused as a decompression bomb."""
_READ_ERRORS: Final = (
    OSError, EOFError, ValueError, KeyError, TypeError, RuntimeError, NotImplementedError,
    MemoryError, zipfile.BadZipFile, zlib.error, lzma.LZMAError,
)  # fmt: skip
"""What reading a damaged zip, header or array can raise."""


@dataclass(frozen=True, eq=False)
class ModelFile:
    """The contents of a model file."""

    extractor: str
    manifest: Mapping[str, object] = field(default_factory=dict)
    words: Mapping[str, list[str]] = field(default_factory=dict)
    arrays: Mapping[str, "AnyArray"] = field(default_factory=dict)
    path: str = ""


def write_model(model: ModelFile, path: Path) -> None:
    """Write a model file atomically."""
    head = {"format": FORMAT, "extractor": model.extractor, **model.manifest}
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_LZMA) as archive:
        _put(archive, "manifest.json", json.dumps(head, indent=1, ensure_ascii=False).encode())
        _put(archive, "words.json", json.dumps(dict(model.words), ensure_ascii=False).encode())
        for name, array in model.arrays.items():
            _put(archive, f"{name}.npy", _to_bytes(array))
    try:
        if path.exists() and not path.is_file():
            raise MaintextError(f"{path} is not a regular file, and would be replaced; name another model file")
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, packed.getvalue())
    except ValueError:
        raise MaintextError(f"{str(path)!r} is not the name of a file; name the model file to write") from None
    except OSError as error:
        raise MaintextError(f"{path}: cannot be written ({error.strerror})") from error


def read_model(path: str | Path, extractor: str) -> ModelFile:
    """The model in a file, which must be for this extractor; cached until the file changes."""
    place = expand_user(path)
    try:
        state = place.stat()
    except ValueError:
        raise BadParameter(f"cannot read the model {path!r}: not the name of a file") from None
    except OSError as error:
        raise BadParameter(f"cannot read the model {place}: {error.strerror or error}") from None
    model = _read(str(place), state.st_mtime_ns, state.st_size)
    if model.extractor != extractor:
        raise BadParameter(f"{place} is a model for {model.extractor}, not for {extractor}")
    return model


@cache
def shipped(name: str, extractor: str) -> ModelFile:
    """A model that is shipped with maintext."""
    return read_model(Path(__file__).parent / f"{name}.model", extractor)


@lru_cache(maxsize=16)
def _read(path: str, changed: int, size: int) -> ModelFile:
    try:
        with open_file(path) as file, zipfile.ZipFile(file) as archive:
            return _unpack(archive, path)
    except _READ_ERRORS as error:
        raise BadParameter(f"{path} is not a model of maintext, or is damaged; maintext train makes one") from error


def _unpack(archive: zipfile.ZipFile, path: str) -> ModelFile:
    if sum(item.file_size for item in archive.infolist()) > _MAX_BYTES:
        raise BadParameter(f"{path} unpacks to more than {_MAX_BYTES:,} bytes; no model is that large")
    head = checked_value(dict[str, Any], load_json(archive.read("manifest.json")))
    if head["format"] != FORMAT:
        raise BadParameter(f"{path} has model format {head['format']}, this maintext reads {FORMAT}; train it again")
    words = checked_value(dict[str, list[str]], load_json(archive.read("words.json")))
    arrays = {name[:-4]: _from_bytes(archive.read(name)) for name in archive.namelist() if name.endswith(".npy")}
    return ModelFile(str(head["extractor"]), head, words, arrays, path)


def _put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    """Add a member without a timestamp, so that equal models are equal bytes."""
    item = zipfile.ZipInfo(name)
    item.compress_type = zipfile.ZIP_LZMA
    archive.writestr(item, data)


def _to_bytes(array: "AnyArray") -> bytes:
    import numpy as np

    held = BytesIO()
    np.save(held, array, allow_pickle=False)
    return held.getvalue()


def _from_bytes(data: bytes) -> "AnyArray":
    import numpy as np

    array: AnyArray = np.load(BytesIO(data), allow_pickle=False)
    return array
