"""The two controls: all text and nothing."""

import pytest

from maintext import extract, read_page
from tests.bundled import SLUGS, bundled


@pytest.mark.parametrize("slug", SLUGS)
def test_all_text_is_every_block_that_is_shown(slug: str) -> None:
    page = read_page(bundled(slug).data)
    found = extract(bundled(slug).data, extractor="all")
    assert list(found.kept) == [not block.hidden for block in page.blocks]
    assert all(extract(bundled(slug).data, extractor="all(hidden=True)").kept)


@pytest.mark.parametrize("slug", SLUGS)
def test_nothing_is_nothing_with_a_reason(slug: str) -> None:
    found = extract(bundled(slug).data, extractor="nothing")
    assert found.text == ""
    assert not any(found.kept)
    assert found.reason


def test_a_page_with_hidden_text_only_has_a_reason() -> None:
    found = extract("<p hidden>x</p>", extractor="all")
    assert (found.text, found.reason) == ("", "no block looks like main text")
