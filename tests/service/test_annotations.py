"""Labels, the gold that follows from them, agreement, and the datasets they are saved to."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.datasets import Example, Header, open_dataset
from maintext.datasets.dataset_check import check
from maintext.datasets.dataset_store import put_example, read_dataset, writing
from maintext.datasets.importers.l3s_gn1 import LABELS as L3S_GN1
from maintext.errors import DatasetError
from maintext.extractors.extract import extract
from maintext.page import read_page
from maintext.service.annotations import open_annotations, page_id
from maintext.service.annotator_agreement import AnnotatorAgreement, compare_runs
from maintext.service.labels import LABELS, Label, LabelRun, gold_from_labels, propose
from maintext.service.settings import ServiceSettings
from tests.bundled import SLUGS, bundled
from tests.service.running import PAGE, running

HTML = "<title>The ferry</title><nav>Home</nav><h1>The ferry</h1><p>It is back today.</p><p>See also the bridge.</p>"


def test_the_labels_are_those_of_the_dataset_that_was_made_this_way() -> None:
    assert set(LABELS) == set(L3S_GN1)


def test_the_gold_is_headline_and_full_text() -> None:
    labels = [Label(1, "headline"), Label(2, "full-text"), Label(3, "related")]
    gold = gold_from_labels(read_page(HTML), labels)
    assert gold.text == "The ferry\nIt is back today."
    assert gold.versions == {"full-text": "It is back today."}
    assert gold.kept == (False, True, True, False)
    assert gold.runs == (LabelRun("", 1), LabelRun("headline", 2), LabelRun("full-text", 4), LabelRun("related", 4))


def test_a_part_of_a_block_can_be_labelled() -> None:
    gold = gold_from_labels(
        read_page(HTML), [Label(2, "full-text"), Label(2, "supplemental", 11, 16), Label(3, "full-text", 4, 8)]
    )
    assert gold.text == "It is back .\nalso"
    assert gold.versions["with-supplemental"] == "It is back today .\nalso"
    assert [tuple(run) for run in gold.runs] == [
        ("", 3), ("full-text", 3), ("supplemental", 1), ("", 1), ("full-text", 1), ("", 2),
    ]  # fmt: skip


def test_labels_that_lie_outside_the_page_count_for_nothing() -> None:
    gold = gold_from_labels(read_page(HTML), [Label(99, "full-text"), Label(1, "nonsense"), Label(1, "headline", 5, 2)])
    assert gold.text == ""


_LABELS = st.lists(
    st.builds(
        Label,
        st.integers(0, 5),
        st.sampled_from(LABELS),
        st.none() | st.integers(0, 30),
        st.none() | st.integers(0, 30),
    ),
    max_size=8,
)


@given(_LABELS)
def test_every_word_has_one_label_or_none(labels: list[Label]) -> None:
    page = read_page(HTML)
    gold = gold_from_labels(page, labels)
    assert all(run.words for run in gold.runs)
    assert all(one.label != two.label for one, two in zip(gold.runs, gold.runs[1:], strict=False))
    whole = gold_from_labels(page, [])
    cut = sum(label.start is not None or label.end is not None for label in labels)
    assert 0 <= sum(run.words for run in gold.runs) - sum(run.words for run in whole.runs) <= 2 * cut


def test_the_proposal_begins_with_what_the_extractor_keeps() -> None:
    found = propose(extract(PAGE))
    by_label = {name: [label.block for label in found if label.label == name] for name in LABELS}
    assert len(by_label["headline"]) == 1
    assert len(by_label["full-text"]) > 5
    comments = propose(extract(bundled("blog-long-comments").data))
    assert sum(label.label == "comments" for label in comments) > 3


@pytest.mark.parametrize("slug", SLUGS[::7])
def test_gold_made_of_a_proposal_has_the_text_that_was_kept(slug: str) -> None:
    found = extract(bundled(slug).data)
    if found.chosen is None:
        return
    labels = [Label(block, "full-text") for block, keep in enumerate(found.kept) if keep]
    kept = [block.text for block in found.blocks if block.kept]
    assert gold_from_labels(found.page, labels).text.split() == " ".join(kept).split()


@pytest.mark.parametrize(
    ("first", "second", "same", "kappa"),
    [
        ([("full-text", 10)], [("full-text", 10)], 1.0, None),
        ([("full-text", 5), ("", 5)], [("full-text", 5), ("", 5)], 1.0, 1.0),
        ([("full-text", 5), ("", 5)], [("", 5), ("full-text", 5)], 0.0, -1.0),
        ([("full-text", 6), ("", 4)], [("full-text", 4), ("", 6)], 0.8, (0.8 - 0.48) / 0.52),
        ([("headline", 2), ("full-text", 8)], [("full-text", 10)], 0.8, 0.0),
    ],
)
def test_kappa(first: list[tuple[str, int]], second: list[tuple[str, int]], same: float, kappa: float | None) -> None:
    table = compare_runs([LabelRun(*run) for run in first], [LabelRun(*run) for run in second])
    assert table is not None
    found = AnnotatorAgreement.of([table])
    assert found.same == pytest.approx(same)
    assert found.kappa == (kappa if kappa is None else pytest.approx(kappa))


def test_pages_of_other_words_are_not_compared() -> None:
    assert compare_runs([LabelRun("", 3)], [LabelRun("", 4)]) is None


def test_nothing_in_common_has_no_figures() -> None:
    assert AnnotatorAgreement.of([]) == AnnotatorAgreement(0, 0, None, None, None, None)


def test_an_example_is_put_into_a_dataset_or_replaced(tmp_path: Path) -> None:
    place, header = tmp_path / "mine", Header("mine", markup="html")
    for name, text in (("a", "one"), ("b", "two"), ("a", "three"), ("A", "four")):
        put_example(place, header, Example(name, b"<p>x", text, structure=f"<p>{text}", facts={"n": text}))
    found = read_dataset(place)
    assert {example.id: example.gold for example in found} == {"b": "two", "a": "three", "A": "four"}
    assert found["a"].markup == "<p>three"
    assert found.header.name == "mine"
    assert not list(place.glob(".*"))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("annotations")


@pytest.fixture(scope="module")
def source(home: Path) -> Path:
    place = home / "pages"
    with writing(place, Header("pages")) as writer:
        writer.add(Example("news", PAGE, "old gold", url="https://news.example/story", language="en"))
        writer.add(Example("simple", b"<title>S</title><h1>S</h1><p>" + b"All of them agree about this. " * 20, "x"))
    return place


@pytest.fixture(scope="module")
def client(source: Path, home: Path) -> Iterator[httpx.Client]:
    with running(ServiceSettings(workers=1, timeout=60, annotations=str(home / "gold"), pages=str(source))) as found:
        yield found


def label(client: httpx.Client, who: str, page: str, labels: list[dict[str, object]]) -> httpx.Response:
    return client.post("/annotate/save", json={"annotator": who, "page": page, "labels": labels, "seconds": 3.5})


def test_annotating_from_the_queue_to_the_dataset_to_agreement(client: httpx.Client, home: Path) -> None:
    until = time.monotonic() + 60
    while (queue := client.get("/annotate/queue").json())["judged"] < 2 and time.monotonic() < until:
        time.sleep(0.1)
    assert [page["id"] for page in queue["pages"]] == ["news", "simple"]
    first, second = (page["disagreement"] for page in queue["pages"])
    assert first > second
    assert second < 0.1

    proposal = client.get("/annotate/page", params={"page": "news", "annotator": "anna"}).json()
    assert not proposal["saved"]
    assert any(each["label"] == "headline" for each in proposal["labels"])
    assert 'data-b="0"' in proposal["view"]
    answer = label(client, "anna", "news", proposal["labels"])
    assert answer.status_code == 200, answer.text
    assert answer.json()["dataset"] == "gold/anna"

    found = open_dataset(home / "gold" / "anna")
    example = found["news"]
    assert example.html == PAGE
    assert example.gold.startswith("Ferry terminal rebuild delayed")
    assert example.facts["annotator"] == "anna"
    assert str(example.facts["annotated"]).endswith("+00:00")
    assert example.facts["seconds"] == 3.5
    assert (example.url, example.language) == ("https://news.example/story", "en")
    assert "<h1>" in (example.markup or "")
    assert not list(check(found))

    again = client.get("/annotate/page", params={"page": "news", "annotator": "anna"}).json()
    assert again["saved"]
    assert [(each["block"], each["label"]) for each in again["labels"]] == [
        (each["block"], each["label"]) for each in proposal["labels"]
    ]
    assert [page["id"] for page in client.get("/annotate/queue?annotator=anna").json()["pages"]] == ["simple", "news"]

    assert label(client, "ben", "news", proposal["labels"][:-1]).status_code == 200
    agreed = client.get("/annotate/agreement", params={"first": "anna", "second": "ben"}).json()
    assert agreed["pages"] == 1
    assert 0.5 < agreed["kappa"] < 1
    assert 0.5 < agreed["gold_f1"] < 1
    assert agreed["each"][0]["page"] == "news"
    assert agreed["confusion"][0]["words"] > agreed["confusion"][-1]["words"]


def test_a_page_that_is_not_in_the_queue_comes_with_the_annotation(client: httpx.Client, home: Path) -> None:
    proposal = client.post("/annotate/page", json={"html": HTML, "extractor": "all"}).json()
    assert proposal["id"] == page_id(HTML.encode(), None)
    body = {
        "annotator": "dora",
        "page": proposal["id"],
        "html": HTML,
        "labels": [{"block": 2, "label": "full-text", "start": 0, "end": 5}],
    }
    assert client.post("/annotate/save", json=body).status_code == 200
    assert open_dataset(home / "gold" / "dora")[proposal["id"]].gold == "It is"
    second = client.get("/annotate/page", params={"page": proposal["id"], "annotator": "ben"}).json()
    assert not second["saved"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"annotator": "../x", "page": "news", "labels": []}, 422),
        ({"annotator": "a/b", "page": "news", "labels": []}, 422),
        ({"annotator": "", "page": "news", "labels": []}, 422),
        ({"annotator": "eve", "page": "no-such", "labels": []}, 404),
        ({"annotator": "eve", "page": "news", "labels": [{"block": 0, "label": "x"}]}, 422),
        ({"annotator": "eve", "page": "news"}, 422),
    ],
)
def test_what_cannot_be_saved(client: httpx.Client, body: object, status: int, home: Path) -> None:
    assert client.post("/annotate/save", json=body).status_code == status
    assert not (home / "gold" / "eve").exists()
    assert not (home / "x").exists()


def test_agreement_needs_two_who_have_saved(client: httpx.Client) -> None:
    assert client.get("/annotate/agreement", params={"first": "anna", "second": "nobody"}).status_code == 404


def test_annotating_is_off_unless_it_is_switched_on(service: httpx.Client) -> None:
    answer = service.get("/annotate/queue")
    assert answer.status_code == 404
    assert "--annotate" in answer.json()["error"]["message"]


def test_annotations_need_a_folder_of_their_own(source: Path) -> None:
    with pytest.raises(DatasetError, match="is a dataset"):
        open_annotations(ServiceSettings(annotations=str(source)))


def test_labels_are_unchanged_on_disk(tmp_path: Path) -> None:
    facts = {"labels": [list(Label(1, "headline")), list(Label(2, "full-text", 3, 9))]}
    put_example(tmp_path / "gold" / "anna", Header("anna"), Example("a", b"<p>x", "x", facts=facts))
    found = open_annotations(ServiceSettings(annotations=str(tmp_path / "gold")))
    assert found is not None
    assert found.labels("anna", "a") == [Label(1, "headline"), Label(2, "full-text", 3, 9)]
    assert found.labels("ben", "a") is None
    assert json.dumps(found.ids()) == '["a"]'
