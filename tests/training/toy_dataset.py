"""A small dataset of the pages in tests/pages."""

from maintext.datasets import Dataset, Example, Header
from tests.bundled import SLUGS, bundled


def make_dataset(count: int = 12, *, trainable: bool = True, name: str = "toy") -> Dataset:
    """A dataset of the first few bundled pages, each of its own site."""
    examples = tuple(
        Example(slug, bundled(slug).data, bundled(slug).expected, url=f"https://{slug}.example/")
        for slug in SLUGS[:count]
    )
    return Dataset(Header(name, trainable=trainable), examples)
