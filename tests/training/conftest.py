"""Small datasets made of the pages in tests/pages."""

from collections.abc import Callable

import pytest

from maintext.datasets import Dataset, Example, Header
from tests.bundled import SLUGS, bundled

MakeDataset = Callable[..., Dataset]


@pytest.fixture
def make_dataset() -> MakeDataset:
    """A dataset of the first few bundled pages; `trainable` as you like."""

    def make(count: int = 12, *, trainable: bool = True, name: str = "toy") -> Dataset:
        examples = tuple(
            Example(slug, bundled(slug).data, bundled(slug).expected, url=f"https://{slug}.example/") for slug in SLUGS
        )
        return Dataset(Header(name, trainable=trainable), examples[:count])

    return make
