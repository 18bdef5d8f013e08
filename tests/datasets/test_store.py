"""The layout on disk: what is written is read again, whole or not at all, and nothing leads out of the folder."""

import dataclasses
import json
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from maintext.datasets import Dataset, Example, Header, SourceEncoding, meta_yaml
from maintext.datasets.dataset_store import DatasetWriter, file_stem, read_dataset, unlisted_files, writing
from maintext.errors import DatasetError
from tests.hostile import HOSTILE


def _add_all(writer: DatasetWriter, examples: Iterable[Example]) -> None:
    for example in examples:
        writer.add(example)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    example = Example(
        id="1",
        raw=b"\xff<p>raw\r\n\x00",
        clean="gold\r\n\u2028text\u00a0",
        structure="<p>gold",
        alternatives={"with-comments": "gold and more"},
        url="http://x.example/?a=1&b=\u00e9",
        language="el",
        page_type="forum",
        split="dev",
        with_snippets=("must be",),
        without_snippets=("must not",),
        facts={"n": 3, "list": ["a"], "inner": {"b": None}, "yes": True, "odd": "\x85\u2028\ufeff\U0001f600\x07: {"},
        raw_encoding=SourceEncoding("windows-1252", "declared"),
        clean_encoding=SourceEncoding("utf-8", "valid utf-8"),
    )
    header = Header("x", "source", "paper", "MIT", "pairs", "1", True, "cleaneval")
    with writing(tmp_path / "x", header) as writer:
        writer.add(example)
    read = read_dataset(tmp_path / "x")
    back = read["1"]
    assert read.header == header
    assert (back.html, back.gold, back.markup) == (example.raw, example.clean, example.structure)
    assert back.versions == {"with-comments": "gold and more"}
    for name in ("url", "language", "page_type", "split", "with_snippets", "without_snippets", "facts"):
        assert getattr(back, name) == getattr(example, name), name
    assert (back.charset, back.raw_encoding, back.clean_encoding) == (
        "windows-1252",
        example.raw_encoding,
        example.clean_encoding,
    )


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(texts, inner, max_size=2),
)


@given(st.lists(st.dictionaries(texts, values, min_size=1, max_size=3), min_size=1, max_size=2))
@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
def test_the_fast_way_and_yaml_read_the_same(documents: list[dict[str, object]]) -> None:
    text = meta_yaml.dump({"name": "x"}, documents)
    fast = meta_yaml.load(text)
    slow = meta_yaml.load(text.replace("\ndocuments:\n", "\ndocuments:  # edited by hand\n"))
    assert fast == slow == ({"name": "x"}, documents)


def test_yaml_edited_by_hand_is_read(tmp_path: Path) -> None:
    for folder, name in (("raw", "1.html"), ("clean", "1.txt")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text("x")
    (tmp_path / "meta.yaml").write_text("documents:\n  - id: '1'\n    raw: 1.html\n    clean: 1.txt\nname: mine\n")
    assert read_dataset(tmp_path)["1"].gold == "x"


def test_1500_documents_load_in_less_than_a_second() -> None:
    document = {
        "id": "x",
        "raw": "x.html",
        "facts": {"title": "A title " * 10, "tags": ["a"] * 10},
        "with": ["s" * 80] * 8,
    }
    text = meta_yaml.dump({"name": "x"}, [document | {"id": str(number)} for number in range(1500)])
    start = time.perf_counter()
    assert len(meta_yaml.load(text)[1]) == 1500
    assert time.perf_counter() - start < 1


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "..", "a/b", "a\\b", "C:x", "", "a\0b", 7, None])
@pytest.mark.parametrize("kind", ["raw", "clean"])
def test_a_file_name_that_leads_elsewhere_is_refused(tmp_path: Path, kind: str, name: object) -> None:
    document = {"id": "1", "raw": "1.html", "clean": "1.txt"} | {kind: name}
    (tmp_path / "meta.yaml").write_text("name: x\ndocuments:\n- " + json.dumps(document) + "\n")
    with pytest.raises(DatasetError, match=kind):
        read_dataset(tmp_path)


@pytest.mark.parametrize("name", ["../x", "..", "a/b", ""])
def test_a_version_name_that_leads_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    document = {"id": "1", "raw": "1.html", "clean": "1.txt", "versions": [name]}
    (tmp_path / "meta.yaml").write_text("name: x\ndocuments:\n- " + json.dumps(document) + "\n")
    with pytest.raises(DatasetError, match="gold version"):
        read_dataset(tmp_path)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "not a mapping"),
        ("- 1", "not a mapping"),
        ("name: [", "not YAML"),
        ("name: x", "documents"),
        ("name: x\ndocuments: {}", "documents"),
        ("name: x\ndocuments: [1]", "documents"),
        ("name: x\nlayout: 99\ndocuments: []", "layout"),
        ("name: 3\ndocuments: []", "name"),
        ("name: x\ntrainable: maybe\ndocuments: []", "trainable"),
        ("name: x\nmarkup: latex\ndocuments: []", "markup"),
        ("name: !!python/object/apply:os.system [id]\ndocuments: []", "not YAML"),
        ('name: x\ndocuments:\n- {"id": 1, "raw": "a", "clean": "b"}', "quotes"),
        ('name: x\ndocuments:\n- {"raw": "a", "clean": "b"}', "no id"),
        ('name: x\ndocuments:\n- {"id": "1", "raw": "a", "clean": "b", "facts": 3}', "facts"),
        ('name: x\ndocuments:\n- {"id": "1", "raw": "a", "clean": "b", "raw_sure": "very"}', "raw_sure"),
        (
            'name: x\ndocuments:\n- {"id": "1", "raw": "a", "clean": "b"}\n- {"id": "1", "raw": "a", "clean": "b"}',
            "twice",
        ),
        ("name: x\ndocuments: " + "[" * 5000, "."),
    ],
)
def test_a_broken_meta_file_is_a_clear_error(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "meta.yaml").write_text(text)
    with pytest.raises(DatasetError, match=complaint) as caught:
        read_dataset(tmp_path)
    assert str(tmp_path) in str(caught.value)


def test_an_interrupted_import_leaves_nothing_behind(tmp_path: Path) -> None:
    def interrupted() -> Iterator[Example]:
        yield Example("1", b"", "")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), writing(tmp_path / "x", Header("x")) as writer:
        _add_all(writer, interrupted())
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_replaced_unasked(tmp_path: Path) -> None:
    for gold in ("old", "new"):
        with writing(tmp_path / "x", Header("x"), replace=gold == "new") as writer:
            writer.add(Example("1", b"", gold))
    with pytest.raises(DatasetError, match="--replace"), writing(tmp_path / "x", Header("x")):
        pass
    assert read_dataset(tmp_path / "x")["1"].gold == "new"
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_a_failed_replacement_keeps_the_old_dataset(small: Dataset) -> None:
    assert small.folder
    with pytest.raises(DatasetError, match="twice"), writing(small.folder, Header("small"), replace=True) as writer:
        _add_all(writer, [Example("1", b"", "")] * 2)
    assert len(read_dataset(small.folder)) == 3


def test_a_dataset_cannot_lie_inside_another_or_over_other_files(small: Dataset, tmp_path: Path) -> None:
    assert small.folder
    with pytest.raises(DatasetError, match="inside"), writing(small.folder / "inner", Header("x")):
        pass
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(DatasetError, match="not a dataset"), writing(tmp_path / "mine", Header("x"), replace=True):
        pass


def test_ids_become_safe_and_different_file_names() -> None:
    taken: set[str] = set()
    names = [file_stem(id_, taken) for id_ in ("a/b", "a\\b", "A-B", "../..", "", ".", "x" * 400, "Ελλάδα", "a b")]
    assert len({name.casefold() for name in names}) == len(names)
    assert not any(set(name) & set("/\\:\0") or name in ("", ".", "..") or len(name) > 160 for name in names)


def test_the_digest_follows_pages_gold_and_hints(small: Dataset) -> None:
    assert small.folder
    first = small.digest()
    assert read_dataset(small.folder).digest() == first
    assert small.subset(limit=2).digest() != first
    a, b, d = small
    for changed in (
        dataclasses.replace(a, raw=a.html + b" "),
        dataclasses.replace(a, clean=a.gold + " "),
        dataclasses.replace(a, id="z"),
        dataclasses.replace(a, raw_encoding=SourceEncoding("utf-16", "declared")),
        dataclasses.replace(a, url="http://z.example/"),
    ):
        assert Dataset(small.header, (changed, b, d)).digest() != first


def test_examples_are_found_by_id_split_and_number(small: Dataset) -> None:
    assert [example.id for example in small.subset(split="dev")] == ["a"]
    assert [example.id for example in small.subset(ids=["d", "a"])] == ["a", "d"]
    assert len(small.subset(limit=2)) == 2
    assert "a" in small
    assert "z" not in small
    with pytest.raises(DatasetError, match="no example 'z'"):
        small.subset(ids=["z"])


def test_a_missing_page_is_a_clear_error(small: Dataset) -> None:
    assert isinstance(small["a"].raw, Path)
    small["a"].raw.unlink()
    with pytest.raises(DatasetError, match=r"a\.html"):
        _ = small["a"].html


def test_files_that_are_not_listed_are_found(small: Dataset) -> None:
    assert small.folder
    assert unlisted_files(small.folder) == []
    (small.folder / "raw" / "new.html").write_text("x")
    assert unlisted_files(small.folder) == ["raw/new.html"]


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_meta_file_is_an_error_in_one_line(tmp_path: Path, kind: str) -> None:
    HOSTILE[kind](tmp_path / "meta.yaml")
    with pytest.raises(DatasetError, match=r"meta\.yaml") as caught:
        read_dataset(tmp_path)
    assert "\n" not in str(caught.value)


def test_aliases_cannot_multiply_a_meta_file(tmp_path: Path) -> None:
    laughs = "".join(
        f"  {name}: &{name} [{f'*{before}, ' * 9}]\n" for before, name in zip("abcdefg", "bcdefgh", strict=True)
    )
    (tmp_path / "meta.yaml").write_text(f"name: x\nfacts:\n  a: &a [x]\n{laughs}documents: []\n")
    with pytest.raises(DatasetError, match="alias"):
        read_dataset(tmp_path)


@pytest.mark.parametrize("kind", ["a folder", "a FIFO"])
def test_a_page_that_is_no_file_is_an_error_at_once(tmp_path: Path, kind: str) -> None:
    HOSTILE[kind](tmp_path / "page.html")
    with pytest.raises(DatasetError, match="cannot read"):
        _ = Example("1", tmp_path / "page.html", "gold").html


def test_a_page_of_unknown_encoding_is_stored_with_what_was_detected(tmp_path: Path) -> None:
    russian = ("<p>" + "\u0421\u044a\u0435\u0448\u044c \u0435\u0449\u0451 \u044d\u0442\u0438\u0445 " * 30).encode(
        "windows-1251"
    )
    with writing(tmp_path / "x", Header("x")) as writer:
        writer.add(Example("1", russian, "gold"))
        writer.add(Example("2", b"<p>ascii", "gold"))
        writer.add(Example("3", b"<p>", "gold", raw_encoding=SourceEncoding("koi8-r", "declared")))
    lines = [json.loads(line[2:]) for line in (tmp_path / "x" / "meta.yaml").read_text().splitlines() if '"id"' in line]
    assert lines[0]["raw_encoding"] is None
    assert (lines[0]["raw_detected"], lines[0]["raw_detected_by"]) == ("windows-1251", "detected")
    assert 0 < lines[0]["raw_confidence"] <= 1
    assert (lines[1]["raw_detected"], lines[1]["raw_confidence"]) == ("utf-8", 1.0)
    assert "raw_detected" not in lines[2]
    assert [each.charset for each in read_dataset(tmp_path / "x")] == [None, None, "koi8-r"]


def test_weights_of_words_and_regions_are_read_and_change_the_digest(tmp_path: Path) -> None:
    marked = Example("1", b"<p>one two", "one two", facts={"weights": [["two", 3], ["one two", 0.5]]})
    digests = []
    for name, example in (("marked", marked), ("plain", Example("1", b"<p>one two", "one two"))):
        with writing(tmp_path / name, Header(name)) as writer:
            writer.add(example)
        dataset = read_dataset(tmp_path / name)
        digests.append(dataset.digest())
        assert dataset["1"].weights == example.weights
    assert marked.weights == (("two", 3.0), ("one two", 0.5))
    assert digests[0] != digests[1]


@pytest.mark.parametrize("weights", ["two", [["two"]], [["two", "3"]], [["two", -1]], [["two", True]], [[2, 2]]])
def test_weights_of_another_form_are_an_error(weights: object) -> None:
    with pytest.raises(DatasetError, match="weights must be a list of"):
        _ = Example("1", b"", "two", facts={"weights": weights}).weights
