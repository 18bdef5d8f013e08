from pathlib import Path
from typing import Any

import pytest

from maintext.errors import RunError
from maintext.metrics import METRICS
from maintext.reports.comparison import Comparison, comparisons
from maintext.reports.leaderboard import leaderboard_rows, leaderboard_table
from maintext.reports.page_index import ORDER, page_index
from maintext.reports.slice_tables import slice_tables
from tests.reports.made import ATTACK, dataset, results, write_run


def test_the_leaderboard_is_sorted_by_the_average_over_all_pages(comparison: Comparison) -> None:
    ranked = leaderboard_rows(comparison, comparison.main)
    assert [each.run_extractor.label for each in ranked] == ["density", f"x{ATTACK}", "all", "simple-mss"]
    assert ranked[0].summary.all.value == 1.0
    table = leaderboard_table(comparison, comparison.main, ranked)
    headings = [column.name for column in table.columns]
    row = dict(zip(headings, table.rows[3], strict=True))
    assert (row["failed"].text, row["mismatch"].text, row["nothing found"].text, row["both empty"].text) == tuple(
        "3111"
    )
    assert row["score, all"].text == f"{1 / 6:.3f}"
    assert row["score"].text == "–"
    assert row["failed"].href == "pages.html#set=made-up&metric=bag&x=simple-mss&case=failed"
    assert [cell.text for cell in table.rows[0]][headings.index("ms/page")] == "10.0"


def test_who_differs_significantly_shares_no_letter(tmp_path: Path) -> None:
    made = dataset(tmp_path / "data")
    right = results(made)["density"]
    wrong = results(made)["simple-mss"]
    run = write_run(tmp_path / "run", made, {"density": right, "all": right, "nothing": wrong})
    (found,) = comparisons([run], [METRICS.build("bag")])
    groups = {each.run_extractor.label: set(each.group.split()) for each in leaderboard_rows(found, found.main)}
    assert groups["density"] == groups["all"] != set()


def test_runs_over_the_same_pages_come_together(tmp_path: Path) -> None:
    made = dataset(tmp_path / "data")
    outcomes = results(made)
    one = write_run(tmp_path / "one", made, {"density": outcomes["density"], "all": outcomes["all"]})
    two = write_run(tmp_path / "two", made, {"density": outcomes["simple-mss"]})
    (found,) = comparisons([one, two], [METRICS.build("bag")])
    assert found.labels == ["density @ one", "all", "density @ two"]
    with pytest.raises(RunError, match="no run has results of 'justext'"):
        comparisons([one], [METRICS.build("bag")], wanted=["justext"])


def test_parts_by_language_page_type_and_site(comparison: Comparison) -> None:
    tables = {
        wide.slug: (wide, long)
        for wide, long in slice_tables(comparison, leaderboard_rows(comparison, comparison.main))
    }
    assert set(tables) == {"made-up-by-language", "made-up-by-page-type", "made-up-by-site"}
    wide, long = tables["made-up-by-language"]
    assert [column.name for column in wide.columns][1:3] == ["de (2)", "en (2)"]
    assert wide.rows[0][1].text == "1.000"
    assert {row[0].text for row in long.rows} >= {"de", "en"}


def test_the_listing_knows_every_page_and_failure(comparison: Comparison) -> None:
    data: Any = page_index([comparison])
    (only,) = data["sets"]
    first = only["pages"][0]
    at = only["labels"].index("simple-mss")
    assert data["kinds"][first["failed"][at]] == "exception"
    assert ORDER[first["scores"]["bag"][at][0]] == "failed"
    assert first["scores"]["bag"][0] == [0, 1000]
    assert only["pages"][5]["scores"]["bag"][3] is None
