"""Gold text aligned with blocks and tokens."""

import pytest

from maintext.page import read_page
from maintext.page.words import words
from maintext.training.align import align_blocks, align_tokens
from tests.bundled import SLUGS, bundled
from tests.clock import assert_linear

NAV = "<ul>" + "".join(f"<li><a>{name}</a></li>" for name in ("Home", "News", "Sport", "The sea")) + "</ul>"
FIRST = "The ferry is late again today because of the storm in the north."
SECOND = "Nobody was hurt, said the harbor master on Monday morning."
THIRD = "More news is expected in the course of the week."
PAGE = f"{NAV}<p>{FIRST}</p><p>{SECOND}</p><div>Subscribe to our newsletter now</div><p>{THIRD}</p>"


@pytest.mark.parametrize(
    ("gold", "kept"),
    [
        (f"{FIRST}\n{SECOND}\n{THIRD}", [0, 0, 0, 0, 1, 1, 0, 1]),
        (f"{THIRD}\n{FIRST}\n{SECOND}", [0, 0, 0, 0, 1, 1, 0, 1]),
        (f"{SECOND.upper()}", [0, 0, 0, 0, 0, 1, 0, 0]),
        (FIRST.replace(" ", "\n\t "), [0, 0, 0, 0, 1, 0, 0, 0]),
        ("", [0, 0, 0, 0, 0, 0, 0, 0]),
        ("something else entirely that stands nowhere", [0, 0, 0, 0, 0, 0, 0, 0]),
    ],
)
def test_blocks_that_are_gold(gold: str, kept: list[int]) -> None:
    assert align_blocks(read_page(PAGE), gold).kept() == [bool(keep) for keep in kept]


def test_entities_and_markup_inside_a_block_do_not_matter() -> None:
    page = read_page("<p>Caf&eacute; <b>au</b> lait &amp; more, every day of the week</p>")
    assert align_blocks(page, "Café au lait & more, every day of the week").shares == [1.0]


def test_text_that_repeats_is_matched_where_the_rest_stands() -> None:
    teaser = "<aside><p>The ferry is late again</p></aside>"
    page = read_page(f"{teaser}<p>{FIRST}</p><p>{SECOND}</p>")
    assert align_blocks(page, f"{FIRST} {SECOND}").kept() == [False, True, True]


def test_tokens_follow_the_source() -> None:
    page = read_page(PAGE)
    labels = align_tokens(page, SECOND)
    found = [name for name, label in zip(page.tokens.names, labels, strict=True) if label]
    assert found == words(SECOND)


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if bundled(slug).expected.strip()])
def test_the_bundled_gold_is_found_on_its_page(slug: str) -> None:
    example = bundled(slug)
    page = read_page(example.data)
    gold = len(words(example.expected))
    found = sum(align_blocks(page, example.expected).hits)
    least = 0.0 if slug == "js-shell-jsonld" else 0.9
    assert found >= least * gold


def test_large_pages_take_linear_time() -> None:
    def work(paragraphs: int) -> None:
        lines = [f"Paragraph {n} of the page speaks of matter {n * 7919 % 10007}." for n in range(paragraphs)]
        page = read_page("".join(f"<p>{line}</p>" for line in lines))
        align_blocks(page, "\n".join(lines[::2]))

    assert_linear(work, 4000)
