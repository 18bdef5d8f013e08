"""Folders of the user: the cache, and where programs of other projects are installed."""

import os
from pathlib import Path

from maintext.files import expand_user


def cache_folder() -> Path:
    """The user's cache folder."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def programs_folder() -> Path:
    """The folder of installed programs: $MAINTEXT_PROGRAMS, or maintext/programs in the user's cache folder."""
    chosen = os.environ.get("MAINTEXT_PROGRAMS")
    return expand_user(chosen) if chosen else cache_folder() / "maintext" / "programs"
