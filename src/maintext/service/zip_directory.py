"""Count the entries in the directory at the end of a ZIP file (APPNOTE.TXT, 4.3.12 to 4.3.16)."""

import os
import struct
from typing import IO, Final

_ENTRY: Final = struct.Struct("<4s24x3H12x")
"""A directory header: its signature, and the lengths of name, extra field and comment."""
_END: Final = struct.Struct("<4s8x2L2x")
"""The end of the directory: its signature, and the directory's size and offset."""
_LOCATOR: Final = struct.Struct("<4s16x")
_END64: Final = struct.Struct("<4s36x2Q")
"""The same for ZIP64, and the record that says where it is."""
_LONGEST_COMMENT = 0xFFFF


def count_entries(file: IO[bytes], most: int) -> int:
    """The number of entries in the directory; counting stops above `most`, and 0 may also mean no directory."""
    start, end = _bounds(file)
    file.seek(start)
    count = 0
    while count <= most and file.tell() < end:
        header = file.read(_ENTRY.size)
        if len(header) < _ENTRY.size or not header.startswith(b"PK\1\2"):
            break
        file.seek(sum(_ENTRY.unpack(header)[1:]), os.SEEK_CUR)
        count += 1
    return count


def _bounds(file: IO[bytes]) -> tuple[int, int]:
    """Where the directory begins and ends; it is assumed to be directly before its end record, as in zipfile."""
    total = file.seek(0, os.SEEK_END)
    before = max(0, total - _END.size - _LONGEST_COMMENT)
    file.seek(before)
    tail = file.read()
    at = tail.rfind(b"PK\5\6", 0, max(0, len(tail) - _END.size + 4))
    if at < 0:
        return 0, 0
    end = before + at
    size = int(_END.unpack_from(tail, at)[1])
    end64 = at - _LOCATOR.size - _END64.size
    if end64 >= 0 and tail.startswith(b"PK\6\7", at - _LOCATOR.size) and tail.startswith(b"PK\6\6", end64):
        end, size = before + end64, int(_END64.unpack_from(tail, end64)[1])
    return max(0, end - size), end
