"""NCleaner: signs, interpolated probabilities and decisions, against cases worked out by hand."""

from pathlib import Path

import numpy as np
import pytest

from maintext.errors import BadParameter
from maintext.extractors.models import ModelFile, write_model
from maintext.extractors.ncleaner import SIZE, NCleaner, block_trigrams, evidence_table, to_signs
from maintext.page import read_page
from maintext.training.ncleaner import NCleanerTrainer
from tests.bundled import SLUGS, bundled


def test_letters_and_digits_are_all_alike_without_a_lexicon() -> None:
    assert to_signs("Hi 7", False).tolist() == to_signs("aa 0", False).tolist()
    assert to_signs("жé٣", False).tolist() == to_signs("aa0", False).tolist()
    assert to_signs("Hi", True).tolist() != to_signs("aa", True).tolist()


def test_characters_beyond_ascii_fall_into_classes_and_spaces_are_spaces() -> None:
    signs = to_signs("жя٣»\u00a0☃\t", True).tolist()
    assert signs[0] == signs[1]
    assert len({*signs[1:4], signs[5]}) == 4
    assert signs[4] == signs[6] == to_signs(" ", True)[0]


def test_trigrams_of_blocks_begin_and_end_with_line_ends() -> None:
    places, starts = block_trigrams(["ab", "c"], True)
    edge, a, b, c = to_signs("\nabc", True).tolist()
    triples = [(place // SIZE**2, place // SIZE % SIZE, place % SIZE) for place in places.tolist()]
    assert triples == [
        (edge, edge, a), (edge, a, b), (a, b, edge), (b, edge, edge),
        (edge, edge, c), (edge, c, edge),
    ]  # fmt: skip
    assert starts.tolist() == [0, 4]


def test_probabilities_are_mixed_with_those_of_shorter_grams() -> None:
    counts = np.zeros((2, SIZE, SIZE, SIZE))
    counts[0, 1, 2, 3] = 3
    counts[0, 1, 2, 4] = 1
    counts[1, 5, 5, 5] = 1
    table = evidence_table(counts, 0.5).reshape(SIZE, SIZE, SIZE)
    even = 1 / SIZE
    one = 0.5 * 0.75 + 0.5 * even
    two = 0.5 * 0.75 + 0.5 * one
    three = 0.5 * 0.75 + 0.5 * two
    boilerplate = 0.5 * even  # never seen after anything: only half of an even chance is left
    assert table[1, 2, 3] == pytest.approx(np.log(three / boilerplate), rel=1e-5)


def test_a_block_goes_to_the_model_that_likes_it_better(tmp_path: Path) -> None:
    trainer = NCleanerTrainer()
    trainer.count(["The cat sat on the mat.", "HOME | NEWS | SHOP"], [True, False])
    path = tmp_path / "toy.model"
    write_model(trainer.finish({"settings": trainer.settings()}), path)
    page = read_page("<p>SHOP | NEWS</p><p>The mat sat on the cat.</p>")
    assert list(NCleaner(model=str(path)).extract(page).kept) == [False, True]


def test_a_model_file_knows_whether_it_is_lexical(tmp_path: Path) -> None:
    trainer = NCleanerTrainer(lexical=False)
    trainer.count(["word word word.", "1 | 2 | 3"], [True, False])
    path = tmp_path / "toy.model"
    write_model(trainer.finish({"settings": trainer.settings()}), path)
    page = read_page("<p>7 | 8</p><p>книга книга книга.</p>")
    assert list(NCleaner(model=str(path)).extract(page).kept) == [False, True]


def test_a_model_without_its_parts_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "empty.model"
    write_model(ModelFile("ncleaner"), path)
    with pytest.raises(BadParameter, match="train it again"):
        NCleaner(model=str(path)).extract(read_page("<p>text"))


@pytest.mark.parametrize("slug", SLUGS)
def test_every_page_is_taken(slug: str) -> None:
    page = read_page(bundled(slug).data)
    for extractor in (NCleaner(), NCleaner(lexical=False)):
        assert len(extractor.extract(page).kept) in (0, len(page.blocks))


def test_the_shipped_models_tell_an_article_from_a_menu() -> None:
    menu = "<ul><li>Home</li><li>Contact us | Login</li></ul>"
    html = f"{menu}<p>It was raining when she left the house, and nobody saw her.</p>"
    for extractor in (NCleaner(), NCleaner(lexical=False)):
        assert list(extractor.extract(read_page(html)).kept)[-1]
        assert not all(extractor.extract(read_page(html)).kept)
