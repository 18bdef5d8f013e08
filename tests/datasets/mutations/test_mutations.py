"""Mutations: the text of a page stays, its markup does not, and the same seed always gives the same page."""

import time
from collections import Counter

import pytest

from maintext import extract, read_page
from maintext.datasets import Dataset, Example, Header
from maintext.datasets.mutations import MUTATIONS, Mutation, mutated, mutations_named
from maintext.errors import DatasetError
from maintext.page.parsing.source_pieces import source_pieces
from maintext.page.words import words
from tests.bundled import SLUGS, bundled

INSERTING = ("advertisements", "related", "teasers")
PAGE = """<title>T</title><body class="a b"><div id=menu class="b"><a href=/x>Home</a></div>
<div class=main><h1>Caf\u00e9</h1><p>One two three four five.</p>
<pre>a
  b</pre><p>Six <img src="i.png" alt=x> seven.</p><p>Eight</p></div><script>if (a<b) c("</p>")</script></body>"""
GOLD = "Caf\u00e9\nOne two three four five.\na\n  b\nSix seven.\nEight"


def example(html: str = PAGE, gold: str = GOLD) -> Example:
    return Example("1", html.encode(), gold)


def word_counts(page: Example) -> Counter[str]:
    blocks = extract(page.html, extractor="all", charset=page.charset).blocks
    return Counter(words("\n".join(block.text for block in blocks if block.kept).lower()))


def variant(name: str, html: str = PAGE, gold: str = GOLD) -> str:
    return Mutation(name).page(example(html, gold)).decode("utf-16" if name == "utf-16" else "utf-8")


@pytest.mark.parametrize("slug", SLUGS)
def test_the_pieces_of_a_source_add_up_to_it(slug: str) -> None:
    source = read_page(bundled(slug).data).source
    assert "".join(piece.source for piece in source_pieces(source)) == source


@pytest.mark.parametrize("slug", SLUGS)
def test_all_words_of_a_page_stay(slug: str) -> None:
    page = bundled(slug)
    original = Example(slug, page.data, page.expected)
    dataset = Dataset(Header("x"), (original,))
    before = word_counts(original)
    for mutation in mutations_named(["all"], seed=0):
        after = word_counts(mutated(dataset, mutation)[slug])
        assert not before - after, mutation
        assert mutation.name in INSERTING or after == before, mutation


@pytest.mark.parametrize("slug", SLUGS)
def test_the_main_text_stays_in_order_when_columns_change_places(slug: str) -> None:
    page = bundled(slug)
    html = Mutation("columns").page(Example(slug, page.data, page.expected))
    lines = [line for line in extract(html, extractor="all").text.splitlines() if line in page.expected.splitlines()]
    before = [
        line for line in extract(page.data, extractor="all").text.splitlines() if line in page.expected.splitlines()
    ]
    assert [line for line in lines if len(line) > 60] == [line for line in before if len(line) > 60]


@pytest.mark.parametrize(
    ("name", "inside", "outside"),
    [
        ("class-names", '<div id="x', "menu"),
        ("wrappers", "<div><div class=main>", "<div><body"),
        ("paragraphs", "<div>One two three four five.</div>", "<p>"),
        ("attributes", "<p data-v-", "</p data"),
        ("tag-case", "<DIV id=menu", "<div"),
        ("white-space", "\n        <h1>", "\n        <img"),
        ("one-line", "<pre>a\n  b</pre>", "</div>\n"),
        ("comments", "--><h1>", "--><img"),
        ("references", "Caf&#233;", "\u00e9"),
        ("lazy-images", 'data-src="i.png"', ' src="i.png"'),
        ("scripts", "window.layer.push", "<p><script"),
        ("advertisements", "ad-slot", "Related"),
        ("related", "Related stories", "ad-slot"),
        ("teasers", "Read more", "Related"),
        ("utf-16", "<h1>Caf\u00e9</h1>", "x0000"),
    ],
)
def test_what_a_mutation_changes(name: str, inside: str, outside: str) -> None:
    assert inside in variant(name)
    assert outside not in variant(name)
    assert variant(name) != PAGE or name == "utf-16"


def test_columns_without_main_text_change_sides() -> None:
    html = "<body><nav>Home</nav><div><p>Main text is here and it is long.</p></div><aside>More</aside></body>"
    swapped = variant("columns", html, "Main text is here and it is long.")
    assert swapped == (
        "<body><aside>More</aside><div><p>Main text is here and it is long.</p></div><nav>Home</nav></body>"
    )
    kept = variant("columns", html.replace("Home", "A title of four"), "A title of four\nMain text is here.")
    assert kept.startswith("<body><aside>More</aside><nav>A title of four</nav><div>") or "<nav>A title" in kept[:60]


def test_the_same_seed_gives_the_same_page_and_another_one_another() -> None:
    assert variant("class-names") == variant("class-names")
    assert Mutation("class-names", 1).page(example()) != Mutation("class-names", 2).page(example())


def test_a_mutated_dataset_keeps_gold_and_has_a_digest_of_its_own() -> None:
    dataset = Dataset(Header("x"), (example(),))
    both = [mutated(dataset, each) for each in mutations_named(["wrappers", "comments"], seed=3)]
    assert [each["1"].gold for each in both] == [GOLD, GOLD]
    assert len({dataset.digest(), *(each.digest() for each in both)}) == 3
    assert both[0].subset(limit=1)["1"].html == both[0]["1"].html


def test_every_mutation_can_be_named_and_no_other() -> None:
    assert [each.name for each in mutations_named(["all"], 0)] == list(MUTATIONS)
    with pytest.raises(DatasetError, match="did you mean wrappers"):
        mutations_named(["wrapper"], 0)


@pytest.mark.parametrize("name", MUTATIONS)
@pytest.mark.parametrize(
    "page",
    [b"", b"<", b"<div" * 5000, b"<div>" * 20_000, b"<p></p>" * 20_000, b"</div>" * 20_000, b"<script>" * 5000,
     b"<a class=" + b"'" * 50_000, b"\x00\xff\xfe<p>", b"<!--" * 5000, b"plain text " * 1000],
    ids=range(11),
)  # fmt: skip
def test_no_page_stops_a_mutation(name: str, page: bytes) -> None:
    start = time.perf_counter()
    assert isinstance(Mutation(name).page(Example("1", page, "gold text of the page")), bytes)
    assert time.perf_counter() - start < 20
