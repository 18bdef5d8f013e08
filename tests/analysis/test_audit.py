from maintext.analysis.audit import AuditPage, audit
from maintext.metrics import METRICS, Gold

ARTICLE = "the article that every extractor finds on this page"


def test_pages_on_which_all_agree_against_the_gold_come_first() -> None:
    pages = [
        AuditPage("fine", Gold(ARTICLE), {"x": ARTICLE, "y": ARTICLE}),
        AuditPage("half", Gold("the article that every other"), {"x": ARTICLE, "y": ARTICLE, "z": ARTICLE}),
        AuditPage("wrong", Gold("some menu instead"), {"x": ARTICLE, "y": f"Title {ARTICLE}"}),
        AuditPage("disputed", Gold("one two"), {"x": "three four", "y": "five six"}),
        AuditPage("lonely", Gold("some menu"), {"x": ARTICLE, "y": ""}),
    ]
    found = audit(pages)
    assert [each.page for each in found] == ["wrong", "half"]
    assert found[0].with_gold == 0
    assert found[0].gap == found[0].mutual > 0.9


def test_the_audit_takes_any_metric() -> None:
    page = AuditPage("wrong", Gold("menu"), {"x": ARTICLE, "y": ARTICLE})
    assert [each.mutual for each in audit([page], METRICS.build("words"))] == [1]
    assert audit([page], METRICS.build("positions")) == []
