"""The surveillance task: what it decides, what it is measured against, and what bad cleaning does to it."""

import json
from pathlib import Path

import pytest

from maintext.errors import BadParameter, TaskError
from maintext.tasks import TASKS
from maintext.tasks.daniel import Daniel
from maintext.tasks.daniel_annotations import read_annotations
from maintext.tasks.task import TaskDocument
from tests.hostile import HOSTILE
from tests.tasks import made

FOUND = {**made.RELEVANT, "en-history": ("Cholera", "United States")}
DOCUMENTS = [TaskDocument(name, made.gold(name), made.NEWS[name][0]) for name in made.NEWS]


@pytest.mark.parametrize("name", made.NEWS)
def test_what_a_text_tells_of(name: str) -> None:
    decision = Daniel().decide(made.gold(name), made.NEWS[name][0])
    assert decision.relevant == (name in FOUND)
    if name in FOUND:
        assert (set(decision.diseases), set(decision.places)) == ({FOUND[name][0]}, {FOUND[name][1]})


def test_a_disease_that_is_named_in_one_position_only_does_not_count() -> None:
    once = "A quiet week\nNothing happened.\nSomebody spoke of cholera and cholera again.\nThat was all.\nGood night."
    assert not Daniel().decide(once, "en").relevant
    assert Daniel(spread=1).decide(once, "en").relevant


def test_paragraphs_matter() -> None:
    lines = ["Short title", "It starts here", "We heard of dengue.", "Then of something else.", "Of dengue.", "End"]
    assert not Daniel().decide("\n".join(lines), "en").relevant
    assert Daniel().decide(" ".join(lines), "en").relevant


@pytest.mark.parametrize(
    ("string", "relevant"), [("influenz", True), ("influen", False), ("diphther", True), ("diphthe", False)]
)
def test_a_string_must_cover_80_percent_of_a_name(string: str, relevant: bool) -> None:
    text = f"Of {string}\nThey saw it.\nIt was bad.\nIn the town it was quiet.\nMuch {string}-"
    assert Daniel().decide(text, "en").relevant == relevant
    assert Daniel(share=0.7).decide(text, "en").relevant


def test_processes_decide_as_one_does() -> None:
    texts = [made.gold(name) for name in made.NEWS] * 45
    languages = [made.NEWS[name][0] for name in made.NEWS] * 45
    task = Daniel()
    assert task.decide_many(texts, languages, workers=2) == task.decide_many(texts, languages)


def test_without_annotations_the_gold_texts_decisions_are_the_truth() -> None:
    score_texts = Daniel().prepare(DOCUMENTS)
    assert score_texts([document.gold for document in DOCUMENTS]) == [
        (1.0, 0.0, 0.0) if document.id in FOUND else (0.0, 0.0, 0.0) for document in DOCUMENTS
    ]
    assert score_texts([""] * len(DOCUMENTS)).count((0.0, 0.0, 1.0)) == len(FOUND)


@pytest.mark.parametrize(("level", "counts"), [("document", (5, 1, 0)), ("disease", (5, 1, 0)), ("event", (5, 1, 0))])
def test_with_annotations_they_are_the_truth(tmp_path: Path, level: str, counts: tuple[int, ...]) -> None:
    task = TASKS.build(f"daniel(annotations='{made.annotations(tmp_path)}', level={level})")
    stats = task.prepare(task.choose(DOCUMENTS))([document.gold for document in DOCUMENTS])
    assert tuple(map(sum, zip(*stats, strict=True))) == counts


def test_a_wrong_place_counts_at_the_level_of_events_only(tmp_path: Path) -> None:
    truth = tmp_path / "truth.json"
    truth.write_text(json.dumps({"en-cholera": {"annotations": [["Cholera", "Chad", "3"]]}}))
    document = [each for each in DOCUMENTS if each.id == "en-cholera"]
    for level, expected in (("disease", (1.0, 0.0, 0.0)), ("event", (0.0, 1.0, 1.0))):
        task = TASKS.build(f"daniel(annotations='{truth}', level={level})")
        assert task.prepare(document)([document[0].gold]) == [expected]


@pytest.mark.parametrize(
    "content",
    [
        {"a.html": {"annotations": [["Flu", "Peru", "2"]]}},
        {"0": {"annotations": [["Flu", "Peru"]], "document_path": "x/y/a.html"}},
        [{"id": "a", "annotations": ["Flu", "Peru"]}],
        {"a": [["Flu", "Peru", "x"]]},
    ],
)
def test_annotations_are_found_by_key_or_file_name(tmp_path: Path, content: object) -> None:
    (tmp_path / "truth.json").write_text(json.dumps(content))
    assert read_annotations(tmp_path / "truth.json")["a"] == {("Flu", "Peru")}


@pytest.mark.parametrize("nothing", [[["N", "N", "N"]], [], None, [["NULL", "", ""]], [[None, None]]])
def test_no_disease_means_not_relevant(tmp_path: Path, nothing: object) -> None:
    (tmp_path / "truth.json").write_text(json.dumps({"a": {"annotations": nothing}}))
    assert read_annotations(tmp_path / "truth.json")["a"] == frozenset()


@pytest.mark.parametrize("content", ["{", "3", '{"a": {"language": "en"}}', '{"a": {"annotations": "Flu"}}'])
def test_other_files_are_no_annotations(tmp_path: Path, content: str) -> None:
    (tmp_path / "truth.json").write_text(content)
    with pytest.raises(TaskError, match="not annotations"):
        read_annotations(tmp_path / "truth.json")


def test_documents_in_unknown_languages_are_left_out_and_none_is_an_error() -> None:
    unknown = TaskDocument("x", "text", "tlh")
    assert Daniel().choose([*DOCUMENTS, unknown]) == DOCUMENTS
    with pytest.raises(TaskError, match="the documents are in tlh"):
        Daniel().choose([unknown])


@pytest.mark.parametrize("spec", ["daniel(share=0)", "daniel(spread=0)", "daniel(level=page)"])
def test_impossible_parameters_are_refused(spec: str) -> None:
    with pytest.raises(BadParameter):
        TASKS.build(spec)


def test_a_changed_lexicon_is_another_task(tmp_path: Path) -> None:
    place = tmp_path / "diseases_en.tsv"
    place.write_text("cholera\tCholera\n")
    before = Daniel(lexicons=str(tmp_path)).key()
    place.write_text("dengue\tDengue\n")
    assert Daniel(lexicons=str(tmp_path)).key() != before


@pytest.mark.parametrize("kind", sorted(HOSTILE.keys() - {"a list"}))
def test_hostile_annotations_are_an_error_in_one_line(tmp_path: Path, kind: str) -> None:
    HOSTILE[kind](tmp_path / "truth.json")
    with pytest.raises(TaskError, match="not annotations") as caught:
        read_annotations(tmp_path / "truth.json")
    assert "\n" not in str(caught.value)
