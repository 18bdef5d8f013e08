"""Who is let in, and what every answer forbids the browser."""

from collections.abc import Iterator

import httpx
import pytest

from maintext.errors import MaintextError
from maintext.service.settings import ServiceSettings
from tests.service.running import running

KEY = "a long and secret key"
BODY = {"html": "<p>x"}


@pytest.fixture(scope="module")
def locked() -> Iterator[httpx.Client]:
    settings = ServiceSettings(
        workers=1, timeout=60, api_key=KEY, origins=("https://friend.example",), fetch_urls=False
    )
    with running(settings) as client:
        yield client


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"authorization": "Bearer wrong"}, 401),
        ({"authorization": f"Bearer {KEY}x"}, 401),
        ({"x-api-key": "é"}, 401),
        ({"cookie": f"maintext_key={KEY}"}, 401),
        ({"authorization": f"Bearer {KEY}"}, 200),
        ({"x-api-key": KEY}, 200),
    ],
)
def test_the_key(locked: httpx.Client, headers: dict[str, str], status: int) -> None:
    encoded = {name.encode(): value.encode("latin-1") for name, value in headers.items()}
    answer = locked.post("/extract", json=BODY, headers=encoded)
    assert answer.status_code == status
    if status == 401:
        assert answer.headers["www-authenticate"] == "Bearer"
        assert KEY not in answer.text


@pytest.mark.parametrize("path", ["/", "/health", "/openapi.json", "/static/service.css", "/frame"])
def test_what_is_about_no_page_needs_no_key(locked: httpx.Client, path: str) -> None:
    assert locked.get(path).status_code == 200


@pytest.mark.parametrize(
    "path",
    ["/extractors", "/read?url=http://a.example/", "/feed?url=http://a.example/", "/annotate/queue", "/batches/x"],
)
def test_everything_else_needs_one(locked: httpx.Client, path: str) -> None:
    assert locked.get(path).status_code == 401


def test_the_page_gets_a_cookie_for_the_key(locked: httpx.Client) -> None:
    assert locked.post("/session", content="wrong").status_code == 401
    answer = locked.post("/session", content=KEY)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert KEY not in cookie
    sent = {"cookie": cookie.partition(";")[0]}
    assert locked.post("/extract", json=BODY, headers=sent).status_code == 200


@pytest.mark.parametrize(
    ("origin", "status"),
    [("https://friend.example", 200), ("https://evil.example", 403), ("null", 403), ("http://127.0.0.1:1", 403)],
)
def test_other_sites_may_call_only_if_they_are_named(locked: httpx.Client, origin: str, status: int) -> None:
    answer = locked.post("/extract", json=BODY, headers={"origin": origin, "x-api-key": KEY})
    assert answer.status_code == status
    allowed = answer.headers.get("access-control-allow-origin")
    assert allowed == (origin if status == 200 else None)
    ask = {"origin": origin, "access-control-request-method": "POST", "access-control-request-headers": "content-type"}
    assert locked.options("/extract", headers=ask).status_code == (204 if status == 200 else 403)


def test_cors_is_off_unless_it_is_asked_for(service: httpx.Client) -> None:
    answer = service.post("/extract", json=BODY, headers={"origin": "https://friend.example"})
    assert answer.status_code == 403
    assert "access-control-allow-origin" not in service.get("/health", headers={"origin": "https://a.example"}).headers


def test_the_own_page_may_call(service: httpx.Client) -> None:
    assert service.post("/extract", json=BODY, headers={"origin": str(service.base_url)}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "[::2]"])
def test_another_host_name_is_refused(service: httpx.Client, host: str) -> None:
    answer = service.get("/health", headers={"host": host})
    assert answer.status_code in (400, 421)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost:8765", "[::1]:80", "LOCALHOST"])
def test_names_of_this_machine_are_not(service: httpx.Client, host: str) -> None:
    assert service.get("/health", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("path", ["/", "/annotate", "/feeds", "/batch", "/api", "/health", "/no-such"])
def test_every_answer_forbids_scripts_of_others_and_frames(service: httpx.Client, path: str) -> None:
    answer = service.get(path)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"


def test_the_frame_runs_no_scripts(service: httpx.Client) -> None:
    policy = service.get("/frame").headers["content-security-policy"]
    assert policy.startswith("sandbox ")
    assert "allow-scripts" not in policy
    assert "script-src" not in policy
    assert "default-src 'none'" in policy


@pytest.mark.parametrize("name", ["../settings.py", "..%2fsettings.py", "try.html", "no.css", "%2e%2e/app.py"])
def test_only_static_files_are_served(service: httpx.Client, name: str) -> None:
    assert service.get(f"/static/{name}").status_code == 404


def test_static_files_are_not_sent_twice(service: httpx.Client) -> None:
    tag = service.get("/static/service.css").headers["etag"]
    assert service.get("/static/service.css", headers={"if-none-match": tag}).status_code == 304


def test_fetching_can_be_switched_off(locked: httpx.Client) -> None:
    answer = locked.post("/extract", json={"url": "https://news.example/story"}, headers={"x-api-key": KEY})
    assert answer.status_code == 403


@pytest.mark.parametrize("key", ["", "ключ", "a\nb"])
def test_a_key_is_plain(key: str) -> None:
    with pytest.raises(MaintextError, match="plain ASCII"):
        ServiceSettings(api_key=key)


def test_no_key_is_shown_with_the_settings() -> None:
    assert KEY not in repr(ServiceSettings(api_key=KEY))
