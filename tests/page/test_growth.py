"""Cost grows with the size of a page, not faster."""

import random
from collections.abc import Callable

import pytest

from maintext.page import Page, read_page
from tests.clock import assert_linear

MB = 1_000_000


def _html(size: int) -> str:
    """A page of about that many characters, with markup as pages have it."""
    source = random.Random(7)
    parts: list[str] = ["<html><head><title>Long</title></head><body>"]
    length = 0
    while length < size:
        text = " ".join(f"word{int(2000 * source.random() ** 3)}" for _ in range(40))
        part = f"<div class='c{length % 7}'><h2>{text[:30]}</h2><p>{text} <a href='#'>{text[:20]}</a></p></div>\n"
        parts.append(part)
        length += len(part)
    return "".join(parts)


def _bytes(page: str) -> object:
    return read_page(page.encode())


WORK: dict[str, tuple[Callable[[str], object], int]] = {
    "read_page": (lambda html: read_page(html), 2 * MB),
    "read_page of bytes": (_bytes, 2 * MB),
    "tokens": (lambda html: _made(html).tokens, MB // 2),
    "lines": (lambda html: _made(html).lines, MB // 2),
    "marks": (lambda html: _made(html).hidden_blocks, MB),
    "xpaths": (lambda html: [block.xpath for block in _made(html).blocks], MB // 2),
}


def _made(html: str) -> Page:
    return read_page(html)


@pytest.mark.parametrize("name", WORK)
def test_four_times_the_page_takes_less_than_eight_times_as_long(name: str) -> None:
    work, size = WORK[name]
    pages = {size: _html(size), 4 * size: _html(4 * size)}
    assert_linear(lambda wanted: work(pages[wanted]), size)
