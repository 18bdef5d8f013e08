"""The link quota filter: shares of link text by hand."""

from dataclasses import replace

import pytest

from maintext import read_page
from maintext.extractors.link_quota import LinkQuota
from tests.clock import seconds
from tests.extractors.floors import HOSTILE, SECONDS, hostile_page, mean_word_f1


def _kept(html: str, **parameters: object) -> str:
    return LinkQuota(**parameters).extract(read_page(html)).text  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("quota", "kept"),
    [
        (0.0, "plain"),
        (0.2, "plain\nabcdefgh ij"),
        (0.5, "plain\nabcdefgh ij\nabcde fghi"),
        (1.0, "plain\nabcdefgh ij\nabcde fghi\nall link"),
    ],
)
def test_a_block_may_have_as_much_link_text_as_the_quota(quota: float, kept: str) -> None:
    # Shares: 0, 2 of 11 characters, 4 of 10, all.
    html = "<p>plain</p><p>abcdefgh <a href=x>ij</a></p><p>abcde <a href=x>fghi</a></p><p><a href=x>all link</a></p>"
    assert _kept(html, quota=quota) == kept


@pytest.mark.parametrize("quota", [-0.1, 1.1])
def test_impossible_quotas_are_refused(quota: float) -> None:
    with pytest.raises(ValueError, match="quota"):
        LinkQuota(quota=quota)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_finish(name: str) -> None:
    page = replace(hostile_page(name))
    assert seconds(lambda: LinkQuota().extract(page).text) < SECONDS


def test_an_empty_page_has_no_text() -> None:
    assert _kept("") == ""


def test_the_floor_on_the_bundled_pages() -> None:
    assert mean_word_f1(LinkQuota()) >= 0.82
