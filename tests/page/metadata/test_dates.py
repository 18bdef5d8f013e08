"""Dates as pages write them."""

import pytest

from maintext.page.metadata.dates import date_in_url, read_date


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2024-03-05", "2024-03-05"),
        ("2024-03-05T23:59:59-08:00", "2024-03-05"),
        ("20240305", "2024-03-05"),
        ("2024 Mar 5", "2024-03-05"),
        ("2024, March 5", "2024-03-05"),
        ("2024.3.5", "2024-03-05"),
        ("Tue, 05 Mar 2024 10:00:00 GMT", "2024-03-05"),
        ("March 5, 2024", "2024-03-05"),
        ("Published: Mar. 5th, 2024 at noon", "2024-03-05"),
        ("5 March 2024", "2024-03-05"),
        ("5. März 2024", "2024-03-05"),
        ("le 5 mars 2024", "2024-03-05"),
        ("1er août 2022", "2022-08-01"),
        ("5 de marzo de 2024", "2024-03-05"),
        ("5 marca 2024", "2024-03-05"),
        ("5 марта 2024", "2024-03-05"),
        ("2024年3月5日", "2024-03-05"),
        ("2024년 3월 5일", "2024-03-05"),
        ("05.03.2024", "2024-03-05"),
        ("5.3.24", "2024-03-05"),
        ("1709600000", "2024-03-05"),
        ("31 February 2024", None),
        ("2024-13-05", None),
        ("version 12.2024", None),
        ("room 5, march on", None),
        ("in 1812", None),
        ("", None),
    ],
)
def test_a_date_in_a_text(text: str, date: str | None) -> None:
    assert read_date(text) == date


@pytest.mark.parametrize(
    ("language", "date"), [("en", "2024-03-05"), ("en-US", "2024-03-05"), ("en-GB", "2024-05-03"), ("fr", "2024-05-03")]
)
def test_numbers_are_read_by_language(language: str, date: str) -> None:
    assert read_date("3/5/2024", language) == date


def test_numbers_that_can_only_be_read_one_way() -> None:
    assert read_date("3/25/2024", "fr") == read_date("25/3/2024", "en") == "2024-03-25"


@pytest.mark.parametrize(
    ("url", "date"),
    [
        ("https://e.example/2024/03/05/x", "2024-03-05"),
        ("https://e.example/news/2024-3-5-x", "2024-03-05"),
        ("https://e.example/20240305/x", "2024-03-05"),
        ("https://e.example/2024/mar/05/x", "2024-03-05"),
        ("https://e.example/2024/weir/05/x", None),
        ("https://e.example/2024/99/05/x", None),
        ("https://e.example/p/20249999", None),
        ("https://e.example/", None),
    ],
)
def test_a_date_in_an_address(url: str, date: str | None) -> None:
    assert date_in_url(url) == date
