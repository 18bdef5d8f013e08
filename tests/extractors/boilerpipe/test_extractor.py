"""boilerpipe: how blocks are cut and measured, each filter by hand, and the recipes on whole pages."""

from collections.abc import Sequence

import pytest

from maintext import read_page
from maintext.extractors.boilerpipe import Boilerpipe
from maintext.extractors.boilerpipe.blocks import TextBlock, TextDocument, count_lines, fuse, read_blocks
from maintext.extractors.boilerpipe.classifiers import (
    ClassifyByDensity,
    ClassifyByWords,
    classify_as_canola,
    mark_everything,
)
from maintext.extractors.boilerpipe.filters import (
    END_OF_TEXT,
    MAYBE_CONTENT,
    TITLE,
    FuseNear,
    IgnoreAfterEnd,
    KeepSentences,
    Pipeline,
    drop_boilerplate,
    expand_to_title,
    fuse_equally_dense,
    keep_largest,
    label_end_of_text,
    label_title,
    split_paragraphs,
    title_parts,
)
from maintext.extractors.boilerpipe.recipes import RECIPES, Recipe
from tests.bundled import SLUGS, bundled
from tests.clock import assert_linear
from tests.extractors.floors import mean_word_f1

BLOCKS = [  # text, words, words of links
    ("<p>one two</p><p>three</p>", [("one two", 2, 0), ("three", 1, 0)]),
    ("one<br>two<img>three", [("one", 1, 0), ("two", 1, 0), ("three", 1, 0)]),
    ("one<b>two</b> <span>three</span>", [("onetwo three", 2, 0)]),
    ("one<abbr>two</abbr>three", [("one two three", 3, 0)]),
    ("one<a href=x>two</a>three", [("one two three", 3, 1)]),
    ("<p>one <a href=x>two <br>three</a></p>", [("one two", 2, 1), ("three", 1, 1)]),
    ("<a href=x><div>one</div></a>", [("one", 1, 1)]),
    ("<a name=x><table><tr><td>one</table>two", [("one", 1, 0), ("two", 1, 0)]),  # a table ends an open link
    ("<p><a name=x>one</p><p>two</p>", [("one", 1, 1), ("two", 1, 0)]),  # what the parser reopens is no link
    ("<p>one</p>&nbsp;<p>two</p>", [("one", 1, 0), ("\xa0", 0, 0), ("two", 1, 0)]),
    ("<p>one</p> \n <p>| *</p>", [("one", 1, 0), ("| *", 0, 0)]),
    ("<noscript>x</noscript><object>y</object><script>z</script><select><option>w</select>one", [("one", 1, 0)]),
    ("<textarea>one</textarea><button>two</button>", [("one", 1, 0), ("two", 1, 0)]),
    ("<p>e.g., don't - 3.5% ___ (x) a&amp;b</p>", [("e.g., don't - 3.5% ___ (x) a&b", 6, 0)]),
    ("<p>中文字符 和</p>", [("中文字符 和", 2, 0)]),
    ("</body>one", [("one", 1, 0)]),
]


@pytest.mark.parametrize(("html", "expected"), BLOCKS)
def test_how_a_page_is_cut(html: str, expected: list[tuple[str, int, int]]) -> None:
    document, spans = read_blocks(read_page(f"<body>{html}"), 80)
    assert [(block.text, block.words, block.linked) for block in document.blocks] == expected
    assert [block.members for block in document.blocks] == [(place,) for place in range(len(spans))]


@pytest.mark.parametrize(
    ("head", "title"),
    [("<head><title>A \n b</title></head>", "A b"), ("<body><title>A</title>", ""), ("", "")],
)
def test_a_title_counts_where_it_belongs(head: str, title: str) -> None:
    assert read_blocks(read_page(f"<html>{head}<p>text</p>"), 80)[0].title == title


@pytest.mark.parametrize(
    ("words", "wrapped", "lines"),
    [
        ([], 0, 1),
        (["four"] * 2, 2, 1),  # 9 characters
        (["four"] * 3, 2, 1),  # the third does not fit: two words on one full line
        (["four"] * 5, 4, 2),
        (["a word too long"], 1, 1),
        (["ab", "a word too long"], 1, 1),
        (["a word too long", "ab"], 1, 2),
    ],
)
def test_words_on_full_lines_of_ten_characters(words: list[str], wrapped: int, lines: int) -> None:
    assert count_lines(words, 10) == (wrapped, lines)


def test_densities() -> None:
    block = TextBlock("x", words=20, linked=5, wrapped=18, lines=2)
    assert (block.text_density, block.link_density) == (9, 0.25)
    assert (TextBlock("|").text_density, TextBlock("|").link_density) == (0, 0)


def test_a_fused_block_is_the_sum_of_its_parts() -> None:
    first = TextBlock("a", 20, 5, 18, 2, (3,), 7, False, frozenset(["x"]))
    second = TextBlock("b", 4, 0, 4, 1, (5,), 4, True, frozenset(["y"]))
    assert fuse([first, second]) == TextBlock("a\nb", 24, 5, 22, 3, (3, 5), 4, True, frozenset(["x", "y"]))
    assert fuse([first]) is first
    assert fuse([TextBlock("|"), TextBlock("|")]).lines == 1


def _words(count: int, linked: float = 0) -> TextBlock:
    return TextBlock("x", count, round(linked * count), count)


@pytest.mark.parametrize(
    ("before", "block", "after", "content"),
    [
        (_words(100), _words(100, 0.34), _words(100), False),  # more than a third of it links
        (_words(4), _words(16), _words(15), False),
        (_words(5), _words(16), _words(15), True),
        (_words(4), _words(17), _words(15), True),
        (_words(4), _words(16), _words(16), True),
        (_words(100, 0.56), _words(40), _words(17), False),  # after a list of links
        (_words(100, 0.56), _words(41), _words(17), True),
        (_words(100, 0.56), _words(40), _words(18), True),
    ],
)
def test_the_tree_over_word_counts(before: TextBlock, block: TextBlock, after: TextBlock, content: bool) -> None:
    assert ClassifyByWords(0.333333, 0.555556).is_content(before, block, after) == content


def _dense(density: float, linked: float = 0) -> TextBlock:
    return TextBlock("x", 100, round(linked * 100), int(density * 10), 10)


@pytest.mark.parametrize(
    ("before", "block", "after", "content"),
    [
        (_dense(20), _dense(20, 0.34), _dense(20), False),
        (_dense(4), _dense(9), _dense(10), False),
        (_dense(4.1), _dense(9), _dense(10), True),
        (_dense(4), _dense(9), _dense(10.1), True),
        (_dense(4), _dense(9.1), _dense(0.1), True),
        (_dense(4), _dense(9.1), _dense(0), False),
        (_dense(4, 0.56), _dense(20), _dense(11), False),
        (_dense(4, 0.56), _dense(1), _dense(11.1), True),
    ],
)
def test_the_tree_over_densities(before: TextBlock, block: TextBlock, after: TextBlock, content: bool) -> None:
    assert ClassifyByDensity(0.333333, 0.555556).is_content(before, block, after) == content


@pytest.mark.parametrize(
    ("before", "block", "after", "content"),
    [
        (_words(0), _words(20), _words(0), True),
        (_words(0), _words(6, 0.5), _words(12), True),
        (_words(0), _words(6, 0.5), _words(11), False),
        (_words(0), _words(7), _words(7), True),
        (_words(0), _words(6), _words(7), False),
        (_words(8), _words(1), _words(7), True),
        (_words(0), _words(1), _words(20), True),
        (_words(8, 0.5), _words(7), _words(7), False),
        (_words(8), _words(7), _words(7, 0.5), False),
    ],
)
def test_the_rules_of_canola(before: TextBlock, block: TextBlock, after: TextBlock, content: bool) -> None:
    assert classify_as_canola(TextDocument([before, block, after])).blocks[1].content == content


def _contents(document: TextDocument) -> list[bool]:
    return [block.content for block in document.blocks]


def test_at_the_edges_of_the_page_a_neighbour_is_empty() -> None:
    classify = ClassifyByWords(0.333333, 0.555556)
    assert _contents(classify(TextDocument([_words(17)]))) == [True]
    assert _contents(classify(TextDocument([_words(16)]))) == [False]
    assert _contents(mark_everything(TextDocument([_words(1), _words(0)]))) == [True, True]


@pytest.mark.parametrize(
    ("title", "parts"),
    [
        ("", set()),
        ("Storm over Lund", {"Storm over Lund"}),
        ("Storm over Lund | The Daily", {"Storm over Lund | The Daily", "Storm over Lund"}),
        ("News - Storm, again", {"News - Storm, again", "Storm, again", "Storm"}),
        ("A very long name.com: Storm", {"A very long name.com: Storm", "Storm"}),
    ],
)
def test_parts_of_a_title(title: str, parts: set[str]) -> None:
    assert title_parts(title) == parts


def test_blocks_that_repeat_the_title_are_labelled() -> None:
    labeled = label_title(TextDocument([TextBlock("Storm"), TextBlock("storm")], "Storm | News"))
    assert [block.labels for block in labeled.blocks] == [{TITLE}, frozenset()]


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("Comments (3)", True),
        ("12 comments", True),
        ("12 users responded in this post", True),
        ("Post a comment", True),
        ("© Reuters 2008", True),
        ("Tell us what you think...", True),
        ("Have your say now", True),
        ("Thanks for your comments - this feedback is now closed", True),
        ("No comments", False),
        ("Comment", False),  # fewer than eight characters
        ("Thanks for your comments", False),
    ],
)
def test_signs_that_the_text_has_ended(text: str, ends: bool) -> None:
    assert (END_OF_TEXT in label_end_of_text(TextDocument([TextBlock(text, 5)])).blocks[0].labels) == ends
    assert not label_end_of_text(TextDocument([TextBlock(text, 15)])).blocks[0].labels


@pytest.mark.parametrize(("words", "kept"), [(60, [True, False, False]), (59, [True, True, True])])
def test_what_follows_the_end_is_no_content_if_enough_came_before(words: int, kept: list[bool]) -> None:
    text = TextBlock("x", words, wrapped=words, lines=words // 10 or 1, content=True)
    end = TextBlock("Comments", 1, wrapped=1, content=True, labels=frozenset([END_OF_TEXT]))
    assert _contents(IgnoreAfterEnd(60)(TextDocument([text, end, text]))) == kept


def _row(*contents: bool, places: Sequence[int] | None = None) -> TextDocument:
    numbered = zip(places or range(len(contents)), contents, strict=True)
    return TextDocument([TextBlock(str(place), 1, wrapped=1, members=(place,), content=is_) for place, is_ in numbered])


def _texts(document: TextDocument) -> list[str]:
    return [block.text for block in document.blocks]


def test_a_content_block_joins_the_block_before_it() -> None:
    assert _texts(FuseNear(1)(_row(False, False, True, True, False))) == ["0", "1\n2\n3", "4"]
    assert _contents(FuseNear(1)(_row(False, True))) == [True]
    assert _texts(FuseNear(1, content_only=True)(_row(False, True, True))) == ["0", "1\n2"]


def test_blocks_are_joined_over_a_gap_of_one() -> None:
    assert _texts(FuseNear(1)(_row(True, True, True, places=[0, 2, 5]))) == ["0\n2", "5"]
    assert _texts(FuseNear(2)(_row(True, True, True, places=[0, 2, 5]))) == ["0\n2\n5"]


def test_blocks_of_another_level_can_be_left_apart() -> None:
    document = TextDocument([block._replace(level=place // 2) for place, block in enumerate(_row(*[True] * 4).blocks)])
    assert _texts(FuseNear(1, same_level=True)(document)) == ["0\n1", "2\n3"]


def test_equally_dense_neighbours_are_fused() -> None:
    blocks = [
        TextBlock(str(at), wrapped=wrapped, lines=lines)
        for at, (wrapped, lines) in enumerate([(9, 1), (18, 2), (3, 1)])
    ]
    assert _texts(fuse_equally_dense(TextDocument(blocks))) == ["0\n1", "2"]


def test_only_the_largest_block_is_kept_and_the_first_of_equals() -> None:
    blocks = [
        _words(count)._replace(content=content) for count, content in [(3, True), (5, True), (5, True), (9, False)]
    ]
    kept = keep_largest(TextDocument(blocks))
    assert _contents(kept) == [False, True, False, False]
    assert [MAYBE_CONTENT in block.labels for block in kept.blocks] == [True, False, True, True]
    assert keep_largest(TextDocument(blocks[:1])).blocks == blocks[:1]


def test_what_stands_between_title_and_text_becomes_content() -> None:
    labels = [{MAYBE_CONTENT}, {TITLE, MAYBE_CONTENT}, {MAYBE_CONTENT}, set(), set()]
    blocks = [TextBlock("x", content=at == 4, labels=frozenset(label)) for at, label in enumerate(labels)]
    assert _contents(expand_to_title(TextDocument(blocks))) == [False, True, True, False, True]
    assert _contents(expand_to_title(TextDocument(blocks[2:]))) == [False, False, True]
    assert _contents(expand_to_title(TextDocument(blocks[:3]))) == [False, False, False]


def test_fused_blocks_can_be_taken_apart() -> None:
    parts = split_paragraphs(TextDocument([fuse(_row(True, True).blocks), TextBlock("z", members=(7,))])).blocks
    assert [(part.text, part.members, part.content) for part in parts] == [
        ("0", (0,), True),
        ("1", (1,), True),
        ("z", (7,), False),
    ]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("It was a cold day.", True),
        ("It was cold.", False),
        ("It was a cold day", False),  # no mark at its end
        ("Cold, it was a very cold day", False),
        ("In all those years, cold", False),
        ("In all of those years, cold", True),
        ("Was it a cold day?!", True),
    ],
)
def test_a_sentence_has_a_clause_of_five_words(text: str, kept: bool) -> None:
    assert _contents(KeepSentences(5)(TextDocument([TextBlock(text, content=True)]))) == [kept]


def test_a_pipeline_is_a_filter() -> None:
    inner = Pipeline((mark_everything,))
    assert _texts(Pipeline((inner, drop_boilerplate, FuseNear(1)))(_row(False, False))) == ["0\n1"]


LONG = "The ferry left the pier at noon and nobody on the quay knew when it would be back from the islands again."
PAGE = f"""
<html><head><title>Ferry late again | The Harbour</title></head><body>
<div><a href=/>Home</a> <a href=/n>News</a> <a href=/s>Sport</a></div>
<h1>Ferry late again</h1>
<p>By Maren Oduya</p>
<p>{LONG}</p><p>{LONG}</p>
<p>Nobody knew</p>
<p>{LONG}</p><p>{LONG}</p>
<p>2 comments</p>
<p>{LONG.replace("ferry", "reader")}</p>
<div><a href=/a>About us</a> <a href=/c>Contact</a></div>
"""
TITLE_LINES, ARTICLE = ["Ferry late again", "By Maren Oduya"], [LONG, LONG, "Nobody knew", LONG, LONG]
READER = LONG.replace("ferry", "reader")
KEPT: dict[Recipe, list[str]] = {
    "article": [*TITLE_LINES, *ARTICLE],
    "article-sentences": [LONG] * 4,
    "default": [*ARTICLE, "2 comments", READER],
    "largest-content": [*TITLE_LINES, *ARTICLE, "2 comments", READER],
    "canola": ["By Maren Oduya", *ARTICLE, "2 comments", READER],
    "keep-everything": ["Home News Sport", *TITLE_LINES, *ARTICLE, "2 comments", READER, "About us Contact"],
}


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_recipe_on_a_page(recipe: Recipe) -> None:
    found = Boilerpipe(recipe=recipe).extract(read_page(PAGE))
    assert found.text.split("\n") == KEPT[recipe]
    assert [block.text for block in found.blocks if block.kept] == KEPT[recipe]


def test_parameters_reach_the_filters() -> None:
    page = read_page(PAGE)
    assert READER in Boilerpipe(end_words=1000).extract(page).text
    assert Boilerpipe("article-sentences", clause_words=100).extract(page).text == ""
    assert Boilerpipe("default", link_density=1.0, previous_link_density=1.0).extract(page).text.startswith("Home")
    assert Boilerpipe("default", width=20).extract(page).text != Boilerpipe("default").extract(page).text


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_page_whose_text_boilerpipe_ignores(recipe: Recipe) -> None:
    page = read_page(f"<body><noscript><p>{LONG * 10}</p></noscript>")
    assert page.blocks
    found = Boilerpipe(recipe=recipe).extract(page)
    assert (found.text, list(found.kept)) == ("", [False] * len(page.blocks))


def test_why_there_is_no_text() -> None:
    assert Boilerpipe().extract(read_page("<p>short</p>")).reason == "no block looks like main text"
    assert Boilerpipe().extract(read_page("")).reason == "the page has no text"


def test_wrong_parameters_are_refused() -> None:
    with pytest.raises(ValueError, match="there are: article"):
        Boilerpipe(recipe="vegetables")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="width"):
        Boilerpipe(width=0)


FLOORS: dict[Recipe, float] = {  # measured, less 0.02
    "article": 0.774,
    "article-sentences": 0.692,
    "default": 0.799,
    "largest-content": 0.685,
    "canola": 0.777,
    "keep-everything": 0.763,
}


@pytest.mark.parametrize("recipe", RECIPES)
def test_floor_on_the_bundled_pages(recipe: Recipe) -> None:
    assert mean_word_f1(Boilerpipe(recipe=recipe)) >= FLOORS[recipe]


@pytest.mark.parametrize("slug", SLUGS)
def test_the_blocks_kept_hold_the_words_of_the_text(slug: str) -> None:
    found = Boilerpipe(recipe="keep-everything").extract(read_page(bundled(slug).data))
    assert all(found.kept)


def test_it_takes_linear_time_up_to_5_megabytes() -> None:
    piece = f"<p>{LONG * 30}</p>"
    assert_linear(lambda size: Boilerpipe().extract(read_page(piece * (size // len(piece)))), 1_250_000)


@pytest.mark.parametrize("recipe", ["article-sentences", "default"])
@pytest.mark.parametrize("piece", ["<p>a</p>", "word<br>", "-" * 500, "<div>x", "<a name=x>y<p>", "<p>3 comments</p>"])
def test_it_takes_linear_time_whatever_the_markup(piece: str, recipe: Recipe) -> None:
    assert_linear(lambda size: Boilerpipe(recipe).extract(read_page(piece * (size // len(piece)))), 100_000)
