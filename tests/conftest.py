"""What every test may ask for."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "maintext",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("maintext")


@pytest.fixture(scope="session")
def data_home() -> Path:
    """The folder of the unpacked gold-standard data; without it a test is skipped, or fails where CI is strict."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "maintext-data"
    if not home.is_dir():
        reason = f"needs the datasets in {home}; unpack them there"
        if os.environ.get("MAINTEXT_STRICT") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return home
