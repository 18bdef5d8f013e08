"""One exchange with a web service on loopback."""

from collections.abc import Iterator

import pytest

from maintext.errors import FetchError
from maintext.fetch.api_client import call_api
from tests.fetch.server import PAGE, serving


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with serving() as address:
        yield address


def test_every_answer_is_returned_as_it_is(site: str) -> None:
    answer = call_api("GET", f"{site}/page")
    assert (answer.status, answer.body.decode()) == (200, PAGE)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert call_api("GET", f"{site}/500").status == 500
    assert call_api("GET", f"{site}/hop").status == 301


@pytest.mark.parametrize("path", ["/hang-up", "/half", "/garbage", "/bad-gzip"])
def test_a_broken_answer_is_an_error_that_hides_the_query(site: str, path: str) -> None:
    with pytest.raises(FetchError, match=path) as caught:
        call_api("GET", f"{site}{path}?token=secret")
    assert "secret" not in str(caught.value)


def test_a_slow_answer_is_an_error_in_time(site: str) -> None:
    with pytest.raises(FetchError, match=r"no complete answer within 0\.3 s"):
        call_api("GET", f"{site}/slow-body", timeout=0.3)


def test_a_large_answer_is_refused(site: str) -> None:
    with pytest.raises(FetchError, match="larger than 1,000 bytes"):
        call_api("GET", f"{site}/large", max_bytes=1000)
