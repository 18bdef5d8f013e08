from pathlib import Path

import pytest

from maintext.analysis.audit import AuditPage, audit
from maintext.metrics import METRICS, Gold
from maintext.reports.comparison import comparisons
from maintext.reports.text_similarities import audit_table, text_similarities
from maintext.runs import Result
from tests.reports.made import dataset, write_run


def test_the_audit_of_a_report_is_that_of_score(tmp_path: Path) -> None:
    made = dataset(tmp_path / "data")
    same = [
        Result(each.id, "all extractors find this sentence here" if each.id == "story-1" else each.gold)
        for each in made
    ]
    other = [Result(each.id, each.text.replace("here", "there")) for each in same]
    run = write_run(tmp_path / "run", made, {"density": same, "all": other, "nothing": [Result("story-1", "")]})
    (comparison,) = comparisons([run], [METRICS.build("bag")])
    found = text_similarities(comparison)
    pages = [AuditPage("story-1", Gold(made["story-1"].gold), {"a": same[1].text, "b": other[1].text, "c": ""})]
    (expected,) = audit(pages)
    (suspicion,) = found.suspicions
    assert suspicion.page == "story-1"
    assert suspicion.mutual == pytest.approx(expected.mutual)
    assert suspicion.with_gold == pytest.approx(expected.with_gold)
    (row,) = audit_table(comparison, found).rows
    assert row[0].href == "page.html#set=made-up&n=1"
    assert found.means[0][2] is None
    assert found.means[0][0] == 1.0
