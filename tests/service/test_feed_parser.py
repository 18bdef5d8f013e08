"""Feeds that are hostile, odd or in other encodings; what is not completed stays as it was."""

import time
from xml.dom.minidom import parseString

import pytest

from maintext.crawl.feed_parser import MOST_DEPTH, MOST_ENTRIES
from maintext.crawl.feed_reader import find_feed, read_feed
from maintext.errors import PageError
from maintext.service.feed_document import FullText, complete

URL = "https://news.example/feed"
CONTENT = "http://purl.org/rss/1.0/modules/content/"
LIMIT = 10.0
"""Seconds; all of them take far less, and took minutes where time was quadratic."""


def rss(inside: bytes) -> bytes:
    return b"<rss><channel>" + inside + b"</channel></rss>"


@pytest.mark.parametrize(
    ("data", "entries"),
    [
        (rss(b"<a/>" * 500_000), 0),
        (rss(b"<item/>" * (MOST_ENTRIES - 1)), MOST_ENTRIES - 1),
        (rss(b"<item>" + b"<link/>" * 200_000 + b"</item>"), 1),
        (rss(b"<item>" + b"<link>a</link>" * 100_000 + b"</item>"), 1),
        (b'<rss xmlns="' + b"x" * 1_000_000 + b'">' + b"<a/>" * 300_000 + b"</rss>", 0),
        (rss(b"<a " + b" ".join(b'a%d=""' % number for number in range(100_000)) + b"/>"), 0),
        (rss(b"<item>" + b'<a xmlns:a=""/>' * 100_000 + b"</item>"), 1),
        (f'<rss xmlns:c="{CONTENT}"><item>'.encode() + b"<c:encoded/>" * 100_000 + b"</item></rss>", 1),
        (rss(b"<item><link>" + b"&amp;" * 400_000 + b"</link></item>"), 1),
        (rss(b"&" * 90_000), 0),
    ],
)
def test_large_feeds_take_linear_time(data: bytes, entries: int) -> None:
    start = time.process_time()
    feed = read_feed(data, URL)
    assert len(feed.entries) == entries
    made = complete(feed, {0: FullText("<p>x</p>")})
    assert time.process_time() - start < LIMIT
    assert (b"&lt;p&gt;x&lt;/p&gt;" in made) == (entries > 0)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (rss(b"<a>" * 3_000 + b"</a>" * 3_000), f"nested more than {MOST_DEPTH} deep"),
        (rss(b"<a>" * 2_000_000), f"nested more than {MOST_DEPTH} deep"),
        (rss(b"<item/>" * 200_000), f"more than {MOST_ENTRIES:,} entries"),
        (b"<a/>" * 500_000, "neither RSS nor Atom"),
        (rss(b"&" * 2_000_000), "cannot be read"),
        (b"<" + b"a" * 65_000, "cannot be read"),
        ("‹".encode() + b"a" * 65_000, "cannot be read"),
        (rss(b'<a b="' + b"x" * 5_000_000), "cannot be read"),
        (b'<!DOCTYPE rss [<!ATTLIST a b CDATA "' + b"x" * 100_000 + b'">]>' + rss(b"<a/>" * 100_000), "of its own"),
        (b"<?xml version='1.0' encoding='punycode'?><rss/>", "cannot be read"),
        (b"<?xml version='1.0' encoding='hex'?><rss/>", "cannot be read"),
    ],
)
def test_hostile_feeds_are_refused_soon(data: bytes, words: str) -> None:
    start = time.process_time()
    with pytest.raises(PageError, match=words):
        read_feed(data, URL)
    assert time.process_time() - start < LIMIT


def test_a_page_is_searched_for_its_feed_only_at_its_beginning() -> None:
    link = b"<link type=application/rss+xml href=/feed>"
    start = time.process_time()
    assert find_feed(link + b"<a/>" * 2_500_000, URL) == "https://news.example/feed"
    assert find_feed(b"<a/>" * 2_500_000 + link, URL) is None
    assert time.process_time() - start < LIMIT


def test_everything_else_stays_byte_for_byte() -> None:
    before = (
        '<!DOCTYPE rss PUBLIC "a" "b">\n<!-- a > b --><?style x?>\n<rss version=\'2.0\' xmlns:x="urn:x">'
        "<channel><title><![CDATA[<News> & more]]></title>  <x:y z='\"'/>\r\n"
    ).replace("\r\n", "\n")
    first = "<item\n a='/>' >/&gt;<title>One &#233;</title><link>/1</link><x:keep><![CDATA[</item>]]></x:keep>\t</item>"
    after = "\n\n</channel></rss><!-- end -->"
    source = f"{before}{first}<item><link>/2</link></item>{after}"
    made = complete(read_feed(source.encode(), URL), {0: FullText("<p>x")}).decode()
    added = f'<content:encoded xmlns:content="{CONTENT}">&lt;p&gt;x</content:encoded>'
    declaration = '<?xml version="1.0" encoding="utf-8"?>\n'
    assert made == declaration + before + first.replace("\t</item>", f"\t{added}</item>") + after


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("<item/>", "<item>{}</item>"),
        ("<x:item a='/>'  />", "<x:item a='/>'  >{}</x:item>"),
        ("<item></item >", "<item>{}</item >"),
        ("<item>/></item>", "<item>/>{}</item>"),
        ("<item><item/></item>", "<item><item/>{}</item>"),
        ("<item><c:encoded>old</c:encoded>a<c:encoded/></item>", "<item>a{}</item>"),
        ("<item><c:encoded xmlns:c='urn:other'>other</c:encoded></item>", None),
        (f"<item xmlns:d='{CONTENT}'><d:encoded>old</d:encoded></item>", f"<item xmlns:d='{CONTENT}'>{{}}</item>"),
        (f"<item><e xmlns='{CONTENT}'/><encoded>not it</encoded></item>", None),
        (f"<item><encoded xmlns='{CONTENT}'>old</encoded></item>", "<item>{}</item>"),
    ],
)
def test_the_text_goes_before_the_end_of_the_entry(entry: str, expected: str | None) -> None:
    source = f'<rss xmlns:c="{CONTENT}" xmlns:x="urn:x">{entry}</rss>'
    made = complete(read_feed(source.encode(), URL), {0: FullText("new")}).decode()
    parseString(made)
    text = "<c:encoded>new</c:encoded>"
    wanted = entry.replace("</item>", f"{text}</item>") if expected is None else expected.format(text)
    assert made.partition("?>\n")[2] == source.replace(entry, wanted)


@pytest.mark.parametrize(
    ("data", "title"),
    [
        ("<rss><item><title>Café ✓</title></item></rss>".encode(), "Café ✓"),
        ("\ufeff<rss><item><title>Café ✓</title></item></rss>".encode(), "Café ✓"),
        ('<?xml version="1.0" encoding="utf-16"?><rss><item><title>✓</title></item></rss>'.encode("utf-16"), "✓"),
        ("<rss><item><title>Café ✓</title></item></rss>".encode("utf-16-be"), "Café ✓"),
        (b'<?xml version="1.0" encoding="iso-8859-1"?><rss><item><title>Caf\xe9</title></item></rss>', "Café"),
        ('<?xml version="1.0" encoding="koi8-r"?><rss><item><title>Да</title></item></rss>'.encode("koi8-r"), "Да"),
        (b'<?xml version="1.0" encoding="utf-16"?><rss><item><title>plain</title></item></rss>', "plain"),
        (b'\n <?xml version="1.1"?><rss><item><title>one</title></item></rss>', "one"),
        (b"<rss><item><title>bad \xff byte</title></item></rss>", "bad \ufffd byte"),
        (b"<rss><item><title>a<![CDATA[b]]>c</title></item></rss>", "abc"),
        (b"<rss><item><u:x/><title>unbound prefix</title></item></rss>", "unbound prefix"),
    ],
)  # fmt: skip
def test_feeds_come_in_any_encoding(data: bytes, title: str) -> None:
    feed = read_feed(data, URL)
    assert feed.titles == (title,)
    assert read_feed(complete(feed, {0: FullText("é")}), URL).titles == (title,)


@pytest.mark.parametrize(
    ("entry", "link"),
    [
        ("<link href='/a'/><link>/b</link>", "https://news.example/a"),
        ("<link rel='self' href='/a'/><link>/b</link>", "https://news.example/b"),
        ("<link> </link><link>/b</link>", "https://news.example/b"),
        ("<guid isPermaLink='false'>https://a.example/</guid>", None),
        ("<guid>urn:1</guid>", None),
        ("<x><link>/inner</link></x>", None),
        ("<link>" + "a" * 3_000 + "</link>", None),
        ("<link>http://[</link>", None),
    ],
)
def test_links_of_entries(entry: str, link: str | None) -> None:
    assert read_feed(f"<rss><item>{entry}</item></rss>".encode(), URL).links == (link,)
