from collections.abc import Iterator

import httpx
import pytest

from maintext.service.settings import ServiceSettings
from tests.service.running import running


@pytest.fixture(scope="package")
def service() -> Iterator[httpx.Client]:
    """A service with everything at its default, but two workers."""
    with running(ServiceSettings(workers=2, timeout=60, max_bytes=2_000_000)) as client:
        yield client
