"""Lexicons: ours, the corpus's format, and a user's own."""

from pathlib import Path

import pytest

from maintext.errors import TaskError
from maintext.tasks.lexicon import lexicon, lexicon_bytes, read_entries, read_lexicons
from maintext.tasks.salience import folded
from tests.hostile import HOSTILE


@pytest.mark.parametrize("language", ["en", "zh", "el", "pl", "ru", "fr", "de", "es"])
def test_every_language_we_ship_has_diseases_and_places(language: str) -> None:
    known = read_lexicons()[language]
    assert len(known.diseases.names) > 90
    assert len(known.places.names) > 90
    assert known.places.default
    meanings = {name.meaning for name in known.diseases.names}
    assert meanings == {name.meaning for name in read_lexicons()["en"].diseases.names}


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("cholera", "the cholera", True), ("cholera", "cholerae", True), ("cholera", "chole ra", False),
        ("influenza", "influenz", True), ("influenza", "influen", False), ("грипп", "гриппом", True),
        ("=flu", "the flu season", True), ("=flu", "influence", False), ("=flu", "flus", False),
        ("流感", "禽流感", True), ("żółta gorączka", "żółtej gorączki", False),
        ("żółtej gorączki", "ŻÓŁTEJ GORĄCZKI", True),
    ],
)  # fmt: skip
def test_a_string_that_covers_80_percent_of_a_name_stands_for_it(name: str, text: str, found: bool) -> None:
    assert lexicon({name: "meant"}).found_in(folded(text)) == ({"meant"} if found else set())


def test_a_name_without_a_meaning_means_itself() -> None:
    assert lexicon({"dengue": "", "=zika": ""}).found_in(" dengue zika ") == {"dengue", "zika"}


def test_the_share_can_be_chosen() -> None:
    assert lexicon({"cholera": "x"}, share=1.0).found_in(" choler ") == set()
    assert lexicon({"cholera": "x"}, share=0.5).found_in(" chol ") == {"x"}


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("diseases_xx.tsv", "# a remark\nPest\tPlague\n\nflu\t\n"),
        ("diseases_xx.txt", "Pest\tPlague\nflu\n"),
        ("diseases_xx.json", '{"Pest": "Plague", "flu": ""}'),
        ("diseases_xx.json", "{\n'Pest':'Plague',\n'flu':'',\n}"),
        ("diseases_xx.json", "{'Pest':('Plague',''), 'flu':('',''),}"),
    ],
)
def test_a_users_lexicon_is_read_in_every_format(tmp_path: Path, file: str, content: str) -> None:
    place = tmp_path / file
    place.write_text(content, encoding="utf-8")
    assert read_entries(place) == {"Pest": "Plague", "flu": ""}
    (tmp_path / "locations_xx.json").write_text('{"default_value": "Utopia", "Atlantis": "Atlantis"}')
    known = read_lexicons(str(tmp_path))["xx"]
    assert known.places.default == "Utopia"
    assert [name.meaning for name in known.places.names] == ["Atlantis"]


@pytest.mark.parametrize(
    "content",
    ["[1, 2]", "{'a': __import__('os')}", "{", "", "[" * 100_000, "{'a':" * 50_000, "-" * 9000 + "1", "\0", "{[]: 1}"],
)
def test_a_file_that_is_no_lexicon_is_refused_in_one_line(tmp_path: Path, content: str) -> None:
    (tmp_path / "diseases_xx.json").write_text(content)
    with pytest.raises(TaskError, match="not a lexicon"):
        read_lexicons(str(tmp_path))


def test_a_folder_without_lexicons_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TaskError, match="has no lexicon"):
        read_lexicons(str(tmp_path))
    with pytest.raises(TaskError, match="there is no folder"):
        read_lexicons(str(tmp_path / "missing"))


@pytest.mark.parametrize("kind", ["a folder", "a FIFO"])
def test_a_lexicon_that_is_no_file_is_refused_at_once(tmp_path: Path, kind: str) -> None:
    HOSTILE[kind](tmp_path / "diseases_xx.tsv")
    for read in (read_lexicons, lexicon_bytes):
        with pytest.raises(TaskError):
            read(str(tmp_path))
