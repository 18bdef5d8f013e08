"""The default extractor with the model that comes with maintext."""

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import maintext
from maintext.datasets import open_dataset
from maintext.datasets.importers import import_dataset
from maintext.errors import BadParameter
from maintext.extractors.learned import network
from maintext.extractors.learned.extractor import Learned
from maintext.extractors.models import ModelFile, shipped, write_model
from maintext.page.decode import decode
from maintext.training.fit import page_digest

DATASETS = {"wcxb/dev", "dragnet", "cleaneval/dev", "newspaper", "fundus", "magic-article", "magic-forum"}
PAGES = Path(__file__).parents[2] / "pages"


def page(name: str) -> bytes:
    return (PAGES / name / "page.html").read_bytes()


def test_it_is_the_default() -> None:
    assert maintext.extract(page("press-release")).extractor == "learned"


def test_scores_are_probabilities_and_the_text_is_that_of_the_kept_blocks() -> None:
    found = maintext.extract(page("press-release"))
    assert found.scores is not None
    assert all(0 <= score <= 1 for score in found.scores)
    assert found.text.splitlines() == [line for block in found.blocks if block.kept for line in block.text.splitlines()]
    assert found.confidence is not None
    assert 0 <= found.confidence <= 1
    assert found.page_type in network.PAGE_TYPES


def test_beta_moves_between_precision_and_recall() -> None:
    html = page("forum-discourse")
    sizes = [len(maintext.extract(html, beta=beta).text) for beta in (0.3, 1.0, 3.0)]
    assert sizes[0] <= sizes[1] <= sizes[2]
    assert sizes[0] < sizes[2]
    assert len(maintext.extract(html, favor_precision=True).text) == len(maintext.extract(html, beta=0.5).text)
    assert len(maintext.extract(html, favor_recall=True).text) == len(maintext.extract(html, beta=2.0).text)


def test_wrong_parameters_are_told_in_one_line() -> None:
    with pytest.raises(BadParameter, match="exclude"):
        maintext.extract("<p>x", favor_precision=True, favor_recall=True)
    with pytest.raises(BadParameter, match="beta"):
        maintext.extract("<p>x", beta=0)
    with pytest.raises(BadParameter, match="guideline"):
        maintext.extract("<p>x", guideline="loose")
    with pytest.raises(BadParameter, match="no beta"):
        maintext.extract("<p>x", extractor="density", favor_recall=True)


def test_a_model_of_one_network_without_its_axis_is_refused_in_one_line(tmp_path: Path) -> None:
    held = shipped("learned", "learned")
    arrays = {name: array[0] if array.ndim > 2 else array for name, array in held.arrays.items()}
    write_model(ModelFile("learned", {}, held.words, arrays), tmp_path / "old.model")
    with pytest.raises(BadParameter, match="train it again"):
        Learned(model=str(tmp_path / "old.model"))


def test_the_title_is_put_in_where_it_is_asked_for() -> None:
    html = page("press-release")
    plain = maintext.extract(html)
    title = plain.title
    with_title = maintext.extract(html, include_title=True)
    assert any(title in block.text for block in with_title.blocks if block.kept)
    assert not any(block.text == title for block in plain.blocks if block.kept)


def test_text_that_is_only_in_the_data_is_read_from_there() -> None:
    found = maintext.extract(page("js-shell-jsonld"))
    assert found.reason is not None
    assert "JSON-LD" in found.reason
    assert len(found.text) > 200


@pytest.mark.parametrize("name", ["login-wall", "error-404", "link-index-sitemap"])
def test_a_page_without_main_text_gets_low_confidence_and_a_reason(name: str) -> None:
    found = maintext.extract(page(name))
    assert found.confidence is not None
    assert found.confidence < 0.5
    assert found.reason


def test_an_empty_page() -> None:
    found = maintext.extract("<html></html>")
    assert found.text == ""
    assert found.confidence == 0
    assert found.reason == "the page has no text"


def test_every_page_gives_the_same_twice_and_in_threads() -> None:
    html = page("docs-sphinx")
    first = maintext.extract(html)
    found: list[tuple[str, object]] = []

    def work() -> None:
        again = maintext.extract(html)
        found.append((again.text, again.scores))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [(first.text, first.scores)] * 4


def test_one_block_and_thousands() -> None:
    assert maintext.extract("<p>One short line</p>").scores is not None
    many = "".join(f"<p>Paragraph {number} of the page.</p>" for number in range(5000))
    assert len(maintext.extract(many).kept) == 5000


def test_the_manifest_names_every_page_and_no_forbidden_set() -> None:
    manifest = shipped("learned", "learned").manifest
    licenses = {part["name"]: part["license"] for part in manifest["datasets"]}  # type: ignore[attr-defined]
    assert set(licenses) == DATASETS
    assert all(licenses.values())
    assert len(manifest["page_digests"]) == manifest["pages"]  # type: ignore[arg-type]


def test_none_of_the_forbidden_pages_was_trained_on(data_home: Path, tmp_path: Path) -> None:
    trained = set(shipped("learned", "learned").manifest["page_digests"])  # type: ignore[call-overload]
    for source in ("l3s-gn1", "cleaneval(part=final)", "daniel", "cleanportaleval"):
        (summary,) = import_dataset(source, data_home, home=tmp_path)
        examples = open_dataset(summary.name, tmp_path)
        digests = {page_digest(decode(each.html, each.charset)[0]) for each in examples}
        assert len(digests) > 50
        assert not digests & trained


def test_the_model_is_small() -> None:
    assert Path(shipped("learned", "learned").path).stat().st_size < 5_000_000


def test_the_first_extraction_is_quick() -> None:
    """By processor time in a fresh process, with room for a busy machine; the benchmark holds the real figure."""
    code = (
        "import time, maintext; start = time.process_time(); maintext.extract('<p>Hello there.</p>').text; "
        "seconds = time.process_time() - start; import json; from maintext.sandbox.memory import PeakMemory; "
        "print(json.dumps([seconds, PeakMemory().read()]))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    seconds, memory = json.loads(told.stdout)
    assert seconds < 1.5
    assert memory < 150_000 * 1024


def test_many_pages_come_back_in_order() -> None:
    pages = [page("press-release"), b"%PDF-1.4 no page", page("docs-sphinx")] * 8
    found = list(maintext.extract_many(pages, processes=2))
    assert len(found) == len(pages)
    assert found[0].output == maintext.extract(pages[0]).text
    assert found[1].error
    assert found[2].output == maintext.extract(pages[2]).text
    assert [each.output for each in maintext.extract_many(pages, processes=1)] == [each.output for each in found]


def test_it_can_be_pickled_and_printed() -> None:
    assert str(Learned(beta=2.0)) == "learned(beta=2.0)"


def test_a_duplicate_is_left_out_and_says_so() -> None:
    line = "The harbor was rebuilt in the spring of that year."
    paragraphs = "".join(f"<p>{line} It was the {n}th time that this came to pass, they say.</p>" for n in range(4, 12))
    page = maintext.extract(f"<h1>Harbor</h1><div class=wide>{paragraphs}</div><div class=narrow>{paragraphs}</div>")
    assert page.text.count("the 7th time") == 1
    left = [block for block in page.blocks if "the 7th time" in block.text and not block.kept]
    assert len(left) == 1
    assert left[0].why[0] == "left out as a duplicate: a block that is kept has the same text"
