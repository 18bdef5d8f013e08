"""The URL against which links are resolved."""

import pytest

from maintext import extract, read_page

CANONICAL = "<link rel=canonical href=https://canonical.example/c/page>"
OG_URL = "<meta property=og:url content=https://og.example/o/page>"
OWN = "https://own.example/a/page"


@pytest.mark.parametrize(
    ("url", "head", "expected"),
    [
        (OWN, "", OWN),
        (OWN, CANONICAL + OG_URL, OWN),
        (OWN, "<base href=/b/>", "https://own.example/b/"),
        (OWN, "<base href=https://base.example/>", "https://base.example/"),
        (None, "<base href=https://base.example/>" + CANONICAL, "https://base.example/"),
        (None, "<base href=/b/>" + CANONICAL, "https://canonical.example/b/"),
        (None, OG_URL + CANONICAL, "https://canonical.example/c/page"),
        (None, "<link rel=Canonical href=/relative>" + OG_URL, "https://og.example/o/page"),
        (None, "<base href='javascript:x'>", ""),
        (None, "<base href='http://[broken'><link rel=canonical href='data:,x'>", ""),
        ("page.html", CANONICAL, "https://canonical.example/c/page"),
        (None, "", ""),
    ],
)
def test_base_url(url: str | None, head: str, expected: str) -> None:
    assert read_page(f"{head}<p>x", url=url).base_url == expected


def test_links_of_a_page_without_url_are_resolved_against_the_declared_one() -> None:
    made = extract(f"{CANONICAL}<p><a href=x>link</a> <img src=/i.png></p>", extractor="all").markdown
    assert made == "[link](https://canonical.example/c/x) ![](https://canonical.example/i.png)"


@pytest.mark.parametrize("href", ["#part", f"{OWN}#part"])
def test_links_within_the_page_stay_within_the_page(href: str) -> None:
    html = f"<base href=https://base.example/><p>See the <a href='{href}'>second part</a>."
    assert extract(html, extractor="all", url=f"{OWN}#top").markdown == "See the [second part](#part)."


def test_a_fragment_of_another_page_leads_there() -> None:
    made = extract(f"<p><a href='{OWN}-2#part'>part</a>", extractor="all", url=OWN).markdown
    assert made == f"[part]({OWN}-2#part)"
