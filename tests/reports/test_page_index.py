"""The titles in the list of pages."""

import pytest

from maintext.datasets import Example
from maintext.reports.page_index import page_title


@pytest.mark.parametrize(
    ("facts", "gold", "title"),
    [
        ({"title": "  The\n title "}, "First line", "The"),
        ({"title": ""}, "\n First  line \nSecond", "First line"),
        ({"title": None}, "First line", "First line"),
        ({}, "", ""),
        ({}, "word " * 50, "word " * 15 + "word…"),
        ({}, "x" * 5_000_000, "x" * 79 + "…"),
    ],
)
def test_the_title_of_a_page(facts: dict[str, object], gold: str, title: str) -> None:
    assert page_title(Example("1", b"", gold, facts=facts)) == title
