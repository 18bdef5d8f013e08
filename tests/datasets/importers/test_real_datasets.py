"""The real sources, where they are unpacked: counts, and the oddities that are known of them."""

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from maintext.datasets import Dataset, open_dataset
from maintext.datasets.dataset_check import check
from maintext.datasets.home import source_home
from maintext.datasets.importers import ImportSummary, import_dataset

Import = Callable[[str], list[tuple[Dataset, ImportSummary]]]


@pytest.fixture
def imported(tmp_path: Path) -> Import:
    """Imports a real source. One test per source, so that each is imported once however the tests are spread."""

    def import_real(source: str) -> list[tuple[Dataset, ImportSummary]]:
        if not (source_home() / source).is_dir():
            missing = f"the source {source} is not unpacked in {source_home()}"
            if os.environ.get("MAINTEXT_STRICT") == "1":
                pytest.fail(missing)
            pytest.skip(missing)
        summaries = import_dataset(source, source_home(), home=tmp_path)
        return [(open_dataset(summary.name, tmp_path), summary) for summary in summaries]

    return import_real


def _counts(dataset: Dataset, summary: ImportSummary) -> tuple[str, int, int, bool]:
    assert summary.imported == len(dataset)
    return dataset.name, len(dataset), len(summary.left_out), dataset.trainable


def _findings(dataset: Dataset, *ids: str) -> list[tuple[str, str]]:
    return [(finding.id, finding.kind) for finding in check(dataset.subset(ids=ids).examples)]


def test_cleaneval(imported: Import) -> None:
    (dev, dev_summary), (dataset, summary) = imported("cleaneval")
    assert _counts(dev, dev_summary) == ("cleaneval/dev", 58, 0, True)
    assert _counts(dataset, summary) == ("cleaneval/final", 681, 59, False)
    assert {item.reason for item in summary.left_out} == {"it has no gold"}
    empty = {example.id for example in dataset if example.facts.get("empty_gold")}
    assert empty == {"278", "329", "690", "697", "707", "795"}
    assert not any("<text" in example.html[:200].decode("latin-1") for example in dataset)
    assert not any("URL:" in example.gold[:200] for example in dataset)
    assert all(example.url and example.url.startswith("http") for example in dataset)
    assert dataset["103"].gold.endswith("doors.\n\nMark")
    assert not any("cut short" in item.reason for item in summary.remarks)
    assert dataset["279"].facts["title"].startswith("Whiskey Bar: He May Be")  # type: ignore[attr-defined]
    assert dataset["217"].clean_encoding.name == "windows-1252"
    assert "Battle of Crécy" in dataset["217"].gold
    assert dataset["222"].clean_encoding.name == "utf-8, windows-1252"
    assert "<h>Are single rooms" in (dataset["461"].markup or "")
    assert Counter(example.charset for example in dataset)["windows-1251"] == 2
    assert _findings(dataset, "66", "83", "278", "307", "445") == [
        ("66", "damaged gold"),
        ("83", "damaged gold"),
        ("278", "empty gold"),
        ("445", "wrong charset"),
    ]


def test_l3s_gn1(imported: Import) -> None:
    [(dataset, summary)] = imported("l3s-gn1")
    assert _counts(dataset, summary) == ("l3s-gn1", 621, 0, False)
    assert all(example.gold for example in dataset)
    example = dataset["885c3db6-4717-4842-b85f-46123026019d"]
    assert example.gold.split("\n")[0] == "More agony for Robinson"
    assert len(example.gold.split("\n")) == 4
    assert "Jan 5, 2008" not in example.gold
    assert example.versions["with-supplemental"].split("\n")[1] == "Jan 5, 2008"


def test_dragnet(imported: Import) -> None:
    [(dataset, summary)] = imported("dragnet")
    assert _counts(dataset, summary) == ("dragnet", 1381, 0, True)
    assert not any("$%^&" in example.gold for example in dataset)
    assert sum("with-comments" in example.alternatives for example in dataset) > 410
    assert dataset["248"].gold.startswith("80-20 software II")
    assert "Brendan Dowling" not in dataset["248"].gold
    assert dataset["39"].clean_encoding.name == "utf-16-le"
    assert "I’m a Conference" in dataset["67"].gold
    assert _findings(dataset, "R427", "R162") == [("R427", "foreign gold")]


def test_wcxb(imported: Import) -> None:
    [(dataset, summary)] = imported("wcxb")
    assert _counts(dataset, summary) == ("wcxb/dev", 1497, 0, True)
    assert sum(example.facts.get("annotated") is False for example in dataset) == 21 == len(summary.remarks)
    assert Counter(example.page_type for example in dataset)["article"] == 793
    assert len({example.page_type for example in dataset}) == 7
    assert max(len(example.html) for example in dataset.subset(ids=["0588", "0602"])) > 5_000_000
    assert dataset["4547"].url is None
    assert _findings(dataset, "0669") == [("0669", "cut short")]


def test_newspaper(imported: Import) -> None:
    [(dataset, summary)] = imported("newspaper")
    assert _counts(dataset, summary) == ("newspaper", 421, 0, True)
    assert len({urlsplit(example.url or "").hostname for example in dataset}) == 219
    assert all(example.gold and example.facts["title"] and example.facts["date"] for example in dataset)
    assert sum("author" in example.facts for example in dataset) == 383


def test_fundus(imported: Import) -> None:
    [(dataset, summary)] = imported("fundus")
    assert _counts(dataset, summary) == ("fundus", 125, 0, True)
    assert all(example.gold and example.facts["site"] and example.facts["country"] for example in dataset)
    assert max(Counter(example.facts["site"] for example in dataset).values()) == 3
    example = dataset["CBCNews_2024_08_08"]
    assert example.gold.startswith(str(example.facts["lead"]))


def test_magic_article(imported: Import) -> None:
    [(dataset, summary)] = imported("magic-article")
    assert _counts(dataset, summary) == ("magic-article", 100, 0, True)
    assert all(example.gold and example.url for example in dataset)


def test_magic_forum(imported: Import) -> None:
    [(dataset, summary)] = imported("magic-forum")
    assert _counts(dataset, summary) == ("magic-forum", 61, 0, True)
    assert all(example.gold and example.url and example.page_type == "forum" for example in dataset)


def test_daniel(imported: Import) -> None:
    [(dataset, summary)] = imported("daniel")
    assert _counts(dataset, summary) == ("daniel", 1689, 431, False)
    assert {example.language for example in dataset} == {"el", "en", "pl", "ru", "zh"}
    assert {item.reason for item in summary.left_out} == {"it has no page"}
    assert [item.reason for item in summary.remarks] == ["its reference is a whole page, not its paragraphs"]
    slip = "20120104_www.money.pl_e7ba8f2d7d697eb07d171de9f2d33a494d57e2fc44dce04b805450e1"
    assert "Wybrano nowego głównego ekonomistę EBC" in dataset[slip].gold
    assert not any("<p" in example.gold for example in dataset.subset(limit=300))


def test_cleanportaleval(imported: Import) -> None:
    [(dataset, summary)] = imported("cleanportaleval")
    assert _counts(dataset, summary) == ("cleanportaleval", 71, 0, False)
    sites = Counter(example.facts["site"] for example in dataset)
    assert sites == {
        "bbc.co.uk_news": 12,
        "blogs.wsj.com_brussels": 14,
        "tv.msnbc.com_news": 30,
        "washingtonpost.com_blog1": 13,
        "washingtonpost.com_blog2": 2,
    }
    assert not any("&#8217;" in example.gold for example in dataset)
