"""Fingerprints of pages and lines."""

import pytest

from maintext.corpus.fingerprints import record_site


@pytest.mark.parametrize(
    ("url", "canonical", "site"),
    [
        ("http://www.Example.org:80/x", None, "example.org"),
        ("https://blog.example.org/x", "https://other.org/", "blog.example.org"),
        (None, "https://other.org/", "other.org"),
        (None, None, ""),
        ("http://[bad/", None, ""),
    ],
)
def test_the_site_of_a_page(url: str | None, canonical: str | None, site: str) -> None:
    assert record_site({"url": url, "metadata": {"canonical_url": canonical}}) == site
    if canonical is None:
        assert record_site({"url": url, "metadata": None}) == site
