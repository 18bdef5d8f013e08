"""Metadata: every value from every source it may come from."""

import json

import pytest

from maintext import extract, read_page
from maintext.page.metadata import Metadata, SourcedValue, read_metadata
from tests.bundled import SLUGS, bundled


def metadata(html: str, url: str | None = None) -> Metadata:
    return read_metadata(read_page(html, url=url))


def ld(**facts: object) -> str:
    return f'<script type="application/ld+json">{json.dumps({"@type": "NewsArticle", **facts})}</script>'


TITLES = [
    ("<title>The Weir | Example</title><h1>The Weir</h1>", "The Weir", "heading"),
    ('<meta property="og:title" content="The Weir"><title>x</title>', "The Weir", "opengraph"),
    (ld(headline="The Weir &amp; I"), "The Weir & I", "json-ld"),
    ('<meta property="og:site_name" content="Mill News"><title>A Weir - Mill News</title>', "A Weir", "title"),
    ("<title>Why weirs fail in spring - Mill News</title>", "Why weirs fail in spring", "title"),
    ("<title>AC-DC</title>", "AC-DC", "title"),
    ("<h1>Only a heading</h1>", "Only a heading", "heading"),
    ('<meta property="og:title" content="Our weirs: buy now"><h1>All our weirs</h1>', "All our weirs", "heading"),
    ('<meta property="og:title" content="The old weir"><h1>Local | The old weir</h1>', "The old weir", "opengraph"),
    ("<title>On Old Weirs | The Weir Book</title><h1>The Weir Book</h1>", "On Old Weirs", "title"),
    (
        '<meta property="og:title" content="Weirs grow"><title>Mill Blog: Weirs grow</title><h1>Mill Blog</h1>',
        "Weirs grow",
        "opengraph",
    ),
    ('<meta property="og:title" content="A &amp;amp; B">', "A & B", "opengraph"),
    ('<meta name="citation_title" content="On Weirs"><title>Journal</title>', "On Weirs", "meta"),
]
AUTHORS = [
    (ld(author={"name": "Ada Quill"}), ("Ada Quill",), "json-ld"),
    (ld(author=[{"name": "Ada Quill"}, "Bo Reed"]), ("Ada Quill", "Bo Reed"), "json-ld"),
    ('<meta name="author" content="By Ada Quill and Bo Reed">', ("Ada Quill", "Bo Reed"), "meta"),
    ('<meta name="citation_author" content="Ada Quill"><meta name="citation_author" content="Bo Reed">',
     ("Ada Quill", "Bo Reed"), "meta"),
    ('<p itemprop="author" itemscope><span itemprop="name">Ada Quill</span>, editor</p>', ("Ada Quill",), "microdata"),
    ('<p>Text <a rel="author" href="/ada">Ada Quill</a></p>', ("Ada Quill",), "byline"),
    ('<div class="byline">By Ada Quill | 3 May 2024</div>', ("Ada Quill",), "byline"),
    ("<p>By Ada Quill</p><p>And then a text that goes on.</p>", ("Ada Quill",), "byline"),
    ('<meta name="author" content="admin"><p>x</p>', (), ""),
    ('<meta name="author" content="Web Team"><h1>X</h1><p>By <a href="/a">Ada Quill</a> and <a href="/b">Bo Reed</a>',
     ("Ada Quill", "Bo Reed"), "byline"),
    ('<meta name="author" content="Ada Quill"><h1>X</h1><p>By Ada Quill and Bo Reed', ("Ada Quill", "Bo Reed"), "meta"),
    ("<h1>Weirs</h1><p>Written by</p><p>Ada Quill</p>", ("Ada Quill",), "byline"),
    ("<h1>Weirs</h1><div><span>By</span><a href=/x>Ada Quill</a><span>Founder</span></div>", ("Ada Quill",), "byline"),
    ("<h1>Weirs</h1><p>Ada Quill</p><p>5 March 2024</p>", ("Ada Quill",), "byline"),
    ("<h1>Weirs</h1><p>5 March 2024 · 3 min read · By Ada Quill</p>", ("Ada Quill",), "byline"),
    ('<meta name="citation_author" content="Quill, Ada">', ("Ada Quill",), "meta"),
    ("<h1>Weirs</h1>" + "<p>Text about weirs.</p>" * 30 + "<p>Article by: Ada Quill</p>", ("Ada Quill",), "byline"),
    ("<h1>Weirs</h1>" + "<h2><a href=/x>Dams</a></h2><p>By Ada Quill</p>" * 3, (), ""),
    ('<meta name="author" content="https://www.facebook.com/ada">', (), ""),
    ('<meta name="author" content="Mill News Staff"><h1>X</h1><p>Mill News Staff</p><p>By Ada Quill', ("Ada Quill",),
     "byline"),
    ("<h1>Weirs</h1><p>5 March 2024 • Ada Quill in Water</p>", ("Ada Quill",), "byline"),
    ("<h1>Weirs</h1><h3><a href=/people/ada>Ada Quill</a></h3><p>A text about weirs.", ("Ada Quill",), "byline"),
    ('<div itemprop="author">Ada Quill</div><div itemscope itemtype="https://schema.org/Answer"><b itemprop=author>Bo',
     ("Ada Quill",), "microdata"),
    ('<div itemprop="review"><b itemprop="author">Bo Reed</b></div><p>A mill for sale.', (), ""),
]  # fmt: skip
DATES = [
    (ld(datePublished="2024-03-05T23:30:00+01:00"), "2024-03-05", "json-ld"),
    ('<meta property="article:published_time" content="2024-03-05T08:00:00Z">', "2024-03-05", "opengraph"),
    ('<meta name="citation_publication_date" content="2024/3/5">', "2024-03-05", "meta"),
    ('<meta name="my-published-on" content="5 March 2024">', "2024-03-05", "meta"),
    ('<span itemprop="datePublished" content="2024-03-05">yesterday</span>', "2024-03-05", "microdata"),
    ('<time datetime="2024-03-05">yesterday</time>', "2024-03-05", "time"),
    ('<div class="comments"><time datetime="2020-01-01">x</time></div><time datetime="2024-03-05">y</time>',
     "2024-03-05", "time"),
    ("<h1>Weirs</h1><p>Ada Quill · March 5, 2024</p>", "2024-03-05", "text"),
    ('<p class="entry-date">5. März 2024</p>', "2024-03-05", "text"),
    (ld(headline="x") + '<script>{"publishDate":"2024-03-05T01:02"}</script><p>x</p>', "2024-03-05", "script"),
    ("<p>In 1812 the mill burned down.</p>", None, ""),
    ("<h1>Weirs</h1><p>2023 Jan 7</p>", "2023-01-07", "text"),
    ("<h1>Mill Ltd.</h1><table class=infobox><tr><th>Founded<td>5 March 1994</table>", None, ""),
    ("<h1>Mill Game</h1><div>Release date:</div><div>5 March 2014</div>", None, ""),
    ('<meta property="article:published_time" content="2100-01-01"><h1>X</h1><p>5 March 2024', "2024-03-05", "text"),
    ('<script type="application/ld+json">{"@type": "WebPage", "datePublished": "2024-03-05"}</script><p>Our services',
     None, ""),
    ("<h1>News</h1>" + "".join(f"<p>Story</p><p>{day} March 2024</p>" for day in range(1, 6)), None, ""),
]  # fmt: skip


INNER_TITLES = [
    ("<title>Weirs | The Old Mill</title>", "https://theoldmill.example/weirs", "Weirs"),
    ("<title>Weirs - Safety | Mill and River Society</title>", "https://mrs.example/weirs", "Weirs - Safety"),
    ("<title>Millers | Weirs and dams</title>", "https://millers.example/weirs", "Weirs and dams"),
    ("<title>Millers | Weirs and dams</title>", "https://millers.example/", "Millers | Weirs and dams"),
    ("<title>Millers • View topic - Old weirs</title><h1>Millers</h1>", "https://millers.example/t", "Old weirs"),
    ("<title>Millers - The heart of the river</title><h1>Are weirs safe?</h1>", "https://www.millers.example/a",
     "Are weirs safe?"),
    ("<title>Millers - The heart of the river</title><h1>Are weirs safe?</h1>", "https://www.millers.example/",
     "Millers - The heart of the river"),
    ("<title>How old are weirs / Millers Forums</title><h1>Millers</h1>", "https://bbs.example/w", "How old are weirs"),
    ("<title>| Mill</title><h1>Old weirs¶</h1>", "https://mill.example/weirs", "Old weirs"),
    ("<title>Weirs in C#</title><h1>Weirs in C#</h1>", "https://mill.example/weirs", "Weirs in C#"),
    ("<title>Weirs | Mill</title>", "https://[mill", "Weirs | Mill"),
]  # fmt: skip


LABELS = (
    "Expires", "9:53 AM UTC", "image: Alamy", "From Apple", "Insights from", "Economy",
    "Open My Menu", "View more posts", "Type", "Written by", "Username", "First Name", "Price", "Region",
    "Fn::GetAtt", "+49 30 123456", "Email address *", "Table of Contents", "Sat, 20 Dec", "Press Release",
)  # fmt: skip


@pytest.mark.parametrize("label", LABELS)
def test_a_label_with_the_class_of_a_byline_is_no_author(label: str) -> None:
    assert metadata(f'<h1>Weirs</h1><p class="author">{label}</p><p>A text about weirs.').authors == ()


@pytest.mark.parametrize(("html", "title", "source"), TITLES)
def test_titles(html: str, title: str, source: str) -> None:
    assert metadata(html).found["title"] == SourcedValue(title, source)


@pytest.mark.parametrize(("html", "url", "title"), INNER_TITLES)
def test_titles_without_what_the_host_is_named_after(html: str, url: str, title: str) -> None:
    assert metadata(html, url).title == title


@pytest.mark.parametrize("path", ["/weirs", "/"])
def test_a_declared_author_named_like_the_site_counts_below_the_home_page(path: str) -> None:
    html = '<meta property="og:site_name" content="Mill"><meta name="author" content="Mill"><p>A text about weirs.'
    assert metadata(html, f"https://mill.example{path}").author == ("Mill" if path == "/weirs" else None)


@pytest.mark.parametrize(("html", "authors", "source"), AUTHORS)
def test_authors(html: str, authors: tuple[str, ...], source: str) -> None:
    found = metadata(html)
    assert found.authors == authors
    assert found.author == ("; ".join(authors) or None)
    assert found.found.get("authors", ()) == tuple(SourcedValue(name, source) for name in authors)


@pytest.mark.parametrize(("html", "date", "source"), DATES)
def test_dates(html: str, date: str | None, source: str) -> None:
    found = metadata(html)
    assert found.date == date
    assert found.found.get("date") == (SourcedValue(date, source) if date else None)


def test_the_address_may_hold_the_date() -> None:
    found = metadata("<p>x</p>", url="https://e.example/2024/03/05/weir.html")
    assert found.found["date"] == SourcedValue("2024-03-05", "url")


@pytest.mark.parametrize(
    ("address", "date"), [("https://mill.example/x", "2024-03-10"), ("https://mill.co.uk/x", "2024-10-03")]
)
def test_the_host_says_whether_english_dates_begin_with_the_month(address: str, date: str) -> None:
    assert metadata('<html lang="en"><h1>Weirs</h1><p>Published 03/10/2024', url=address).date == date


@pytest.mark.parametrize(
    "html",
    [
        '<meta property="article:tag" content="water, wood"><meta property="article:tag" content="Water">',
        '<meta name="keywords" content="water; wood">',
        ld(keywords="water,wood"),
        ld(keywords=["water", {"name": "wood"}]),
    ],
)
def test_tags_are_a_list_of_single_words(html: str) -> None:
    assert [tag.lower() for tag in metadata(html).tags] == ["water", "wood"]


def test_there_is_one_page_type() -> None:
    html = (
        '<meta property="og:type" content="product"><h1>Weirs</h1>' + "<p>The weir broke in a flood last night.</p>" * 9
    )
    found = extract(html)
    assert found.page_type is not None
    assert found.metadata.page_type == found.page_type == found.to_dict()["page_type"]
    assert found.metadata.found["page_type"] == SourcedValue(found.page_type, "extractor")
    assert extract(html, extractor="all").metadata.found["page_type"] == SourcedValue("product", "opengraph")


def test_blocks_of_an_extraction_have_the_level_of_their_heading() -> None:
    blocks = extract("<h2>Weirs</h2><p>A weir is a low dam.</p>", extractor="all").blocks
    assert [(block.kind, block.level) for block in blocks] == [("heading", 2), ("paragraph", None)]


ENGLISH = "The mill is on the river and it was built for the people of the town, who have used it. " * 4
LANGUAGES = [
    ("", ENGLISH, "en", "text"),
    ("cs", ENGLISH, "en", "text"),
    ("en", "iPhone parts. Repair a phone. Do it.", "en", "html"),
    ("de-AT", "Preis 3,50", "de", "html"),
    ("ja", "気象庁、東京震度五弱、気象庁、東京震度五弱、気象庁、東京震度五弱", "ja", "html"),
    (
        "nb",
        "Dette er ikke det som jeg har fra de som ble med på en tur, og det var av den grunn.",
        "no",
        "text",
    ),
]


@pytest.mark.parametrize(("declared", "text", "language", "source"), LANGUAGES)
def test_the_language_by_text_and_markup(declared: str, text: str, language: str, source: str) -> None:
    found = metadata(f'<html lang="{declared}"><p>{text}')
    assert found.language == language
    assert found.found["language"] == SourcedValue(language, source)


def test_everything_else() -> None:
    head = (
        '<html lang="de-AT"><link rel=canonical href="/weir"><link rel=license href="https://cc.example/by">'
        '<meta property="og:site_name" content="Mill News"><meta property="og:image" content="/w.jpg">'
        '<meta name=description content="About weirs."><meta property="article:tag" content="water">'
        '<meta property="article:tag" content="wood"><meta property="article:modified_time" content="2024-04-01">'
        '<meta property="og:type" content="article">'
    )
    text = "<p>Das ist ein Wehr, und es ist nicht mit dem Damm zu verwechseln, der auch an der Mühle steht."
    found = metadata(head + text, url="https://e.example/a/b")
    assert found.site_name == "Mill News"
    assert found.canonical_url == "https://e.example/weir"
    assert found.image == "https://e.example/w.jpg"
    assert found.description == "About weirs."
    assert found.license == "https://cc.example/by"
    assert found.tags == ("water", "wood")
    assert found.modified == "2024-04-01"
    assert (found.language, found.declared_language, found.detected_language) == ("de", "de-AT", "de")
    assert found.page_type == "article"
    sources = found.to_dict()["sources"]
    assert isinstance(sources, dict)
    assert sources["canonical_url"] == "link"
    assert sources["language"] == "text"


@pytest.mark.parametrize(
    "script",
    [
        '<!-- {"@type": "Article", "headline": "H"} -->',
        '//<![CDATA[\n{"@type": "Article", "headline": "H"}\n//]]>',
        '{"@type": "Article", "headline": "H",}',
        '{"@context": "x", "@graph": [{"@type": "WebSite"}, {"@type": ["Thing", "schema:Article"], "headline": "H"}]}',
        '[{"@type": "http://schema.org/Article", "headline": ["H"]}]',
        '{"@type": "WebPage", "mainEntity": {"@type": "Article", "headline": "H"}}',
        '{"@type": "Article", "headline": "H\n"}',
    ],
)
def test_json_ld_as_pages_write_it(script: str) -> None:
    assert metadata(f'<script type="application/ld+json">{script}</script>').title == "H"


@pytest.mark.parametrize(
    "script", ["", "{", "[" * 5000, "null", "3", '{"@graph": 3}', '{"@type": 4, "author": [[[]]]}']
)
def test_json_ld_that_is_none_is_passed_over(script: str) -> None:
    assert metadata(f'<script type="application/ld+json">{script}</script><title>T</title>').title == "T"


@pytest.mark.parametrize("slug", SLUGS)
def test_the_language_of_every_bundled_page(slug: str) -> None:
    page = bundled(slug)
    if page.expected.strip():
        assert read_metadata(read_page(page.data), page.expected).language == page.meta["language"][:2]


def test_most_titles_authors_and_dates_of_the_bundled_pages() -> None:
    pages = [
        (bundled(slug), read_metadata(read_page(bundled(slug).data, url=bundled(slug).meta["url"]))) for slug in SLUGS
    ]
    right = {
        name: sum(getattr(found, name) == page.meta[name] for page, found in pages if page.meta[name]) /
        sum(bool(page.meta[name]) for page, _ in pages)
        for name in ("title", "author", "date")
    }  # fmt: skip
    assert right["title"] >= 0.8
    assert right["author"] >= 0.55
    assert right["date"] >= 0.6


def test_text_alone_reads_no_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    import maintext.page.metadata as module

    monkeypatch.setattr(module, "read_metadata", None)
    found = extract("<p>Some text.</p>", extractor="all")
    assert found.text == found.markdown == "Some text."
    with pytest.raises(TypeError):
        _ = found.title


def test_libraries_help_where_we_find_nothing() -> None:
    pytest.importorskip("htmldate")
    pytest.importorskip("py3langid")
    page = read_page("<p>Copyright 2019, last built 2019-05-06 by nobody</p>")
    assert read_metadata(page, "lorem ipsum dolor sit amet").detected_language is None
    assert read_metadata(page, "lorem ipsum dolor sit amet", use_libraries=True).detected_language
