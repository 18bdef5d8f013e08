"""`maintext site`, as a user meets it."""

import json
from pathlib import Path

import pytest

from tests.cli.runner import assert_one_line, run
from tests.sites.made import PROMOTION, gallery, gold, sentences, story, write_site

pytest.importorskip("fastwarc.warc")  # here, because it warns of its own past when it is first imported


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MAINTEXT_DATA", str(tmp_path / "datasets"))
    write_site(tmp_path / "example.org")
    (tmp_path / "page.html").write_text(story(50), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_site_is_learned_shown_and_used(place: Path) -> None:
    learned = run("site", "learn", "example.org", "-o", "site.json")
    assert learned.exit_code == 0
    assert "6 pages, 1 layout" in learned.stderr
    shown = run("site", "show", "site.json")
    assert "div#story > p" in shown.stdout
    assert "Subscribe" in shown.stdout
    found = run("extract", "page.html", "-x", "site(template=site.json, then=default)")
    assert found.stdout.strip() == gold(50)
    applied = run("site", "apply", "example.org", "-t", "site.json", "-o", "texts")
    assert applied.exit_code == 0
    texts = sorted((place / "texts").iterdir())
    assert [text.read_text(encoding="utf-8").strip() for text in texts] == [gold(seed) for seed in range(6)]


@pytest.mark.parametrize("by", ["alignment", "mapping"])
def test_a_template_is_learned_from_two_pages_by_comparing_them(place: Path, by: str) -> None:
    learned = run("site", "learn", "example.org/0.html", "example.org/1.html", "-o", "site.json", "--compare", by)
    assert "2 pages, 1 layout" in learned.stderr
    found = run("extract", "page.html", "-x", "site(template=site.json, then=all, how=after, share=1)")
    assert gold(50) in found.stdout
    assert PROMOTION not in found.stdout
    assert run("site", "learn", "example.org", "-o", "x.json", "--compare", by, "--mss", "x.model").exit_code == 2


def test_apply_learns_the_pages_first_if_no_template_is_given(place: Path) -> None:
    found = run("site", "apply", "example.org", "-x", "boilerpipe", "--how", "after")
    assert found.exit_code == 0
    assert found.stdout.count("==>") == 6
    assert PROMOTION not in found.stdout
    assert sentences(3, 1)[0] in found.stdout


def test_mss_is_learned_by_the_same_command(place: Path) -> None:
    learned = run("site", "learn", "example.org", "-o", "site.json", "--mss", "site.model", "--no-extractor")
    assert "a model for mss from 6 pages" in learned.stderr
    found = run("extract", "page.html", "-x", "mss(model=site.model)")
    assert sentences(50, 4)[1] in found.stdout
    assert json.loads((place / "site.json").read_text())["extractor"] is None


def test_a_single_page_and_broken_pages_get_a_clear_message_and_the_plain_result(place: Path) -> None:
    (place / "one").mkdir()
    (place / "one" / "0.html").write_text(story(1), encoding="utf-8")
    (place / "one" / "1.html").write_bytes(b"%PDF-1.7\n")
    (place / "one" / "2.html").write_bytes(b"")
    learned = run("site", "learn", "one", "-o", "one.json")
    assert learned.exit_code == 0
    assert "only one page could be learned from" in learned.stderr
    assert "1.html: left out, this is a PDF" in learned.stderr
    assert "2.html: left out, it has no text" in learned.stderr
    plain = run("extract", "page.html").stdout
    found = run("extract", "page.html", "-x", "site(template=one.json)")
    assert found.stdout == plain
    assert "only 1 page of one was learned" in found.stderr


def test_a_folder_without_pages_or_with_none_that_can_be_read_is_an_error(place: Path) -> None:
    (place / "bare").mkdir()
    empty = run("site", "learn", "bare", "-o", "x.json")
    assert empty.exit_code == 1
    assert_one_line(empty.stderr)
    (place / "bare" / "a.html").write_bytes(b"%PDF-1.7\n")
    broken = run("site", "apply", "bare")
    assert broken.exit_code == 1
    assert_one_line(broken.stderr)
    assert "no page to learn from" in broken.stderr
    assert not (place / "x.json").exists()


def test_a_wrapper_is_learned_checked_used_and_found_broken(place: Path) -> None:
    learned = run("site", "wrapper", "learn", "example.org", "-o", "example.org.yaml")
    assert learned.exit_code == 0
    assert "it fits 3 of 3 other pages" in learned.stderr
    assert run("extract", "page.html", "-x", "wrapper(rules=example.org.yaml)").stdout.strip() == gold(50)
    assert run("site", "wrapper", "check", "example.org.yaml", "example.org").exit_code == 0
    (place / "today").mkdir()
    for seed in range(3):
        (place / "today" / f"{seed}.html").write_text(story(seed, name="redesigned"), encoding="utf-8")
    broken = run("site", "wrapper", "check", "example.org.yaml", "today")
    assert broken.exit_code == 1
    assert "it fits 0 of 3" in broken.stderr
    assert "learn it again" in broken.stderr


def test_a_wrapper_is_learned_from_gold_and_labels_pages_to_train_on(place: Path) -> None:
    (place / "gold").mkdir()
    for seed in (1, 4):
        (place / "gold" / f"{seed}.txt").write_text(gold(seed), encoding="utf-8")
    learned = run("site", "wrapper", "learn", "example.org", "--gold", "gold", "-o", "example.org.json")
    assert learned.exit_code == 0
    assert "learned from 2 pages" in learned.stderr
    labeled = run("site", "wrapper", "label", "example.org.json", "example.org", "-o", "labelled")
    assert "6 pages labeled, 0 left out" in labeled.stderr
    assert (place / "labelled" / "clean" / "00003.txt").read_text(encoding="utf-8").strip() == gold(2)
    imported = run("datasets", "import", "pairs(trainable=True)", "labelled", "--name", "mine")
    assert imported.exit_code == 0


def test_rules_that_do_not_fit_are_reported(place: Path) -> None:
    for seed in range(8):
        (place / "example.org" / f"g{seed}.html").write_text(gallery(seed), encoding="utf-8")
    (place / "gold").mkdir()
    (place / "gold" / "1.txt").write_text(gold(1), encoding="utf-8")
    learned = run("site", "wrapper", "learn", "example.org", "--gold", "gold", "-o", "example.org.yaml")
    assert learned.exit_code == 1
    assert "it fits 5 of 13" in learned.stderr
    assert "do not fit the site well" in learned.stderr
    nothing = run("site", "wrapper", "learn", "example.org", "--gold", "none", "-o", "example.org.yaml")
    assert_one_line(nothing.stderr)


def test_segments_are_listed_and_drawn(place: Path) -> None:
    listed = run("site", "segments", "page.html", "-g", "6")
    assert listed.exit_code == 0
    assert "●" in listed.stdout
    drawn = run("site", "segments", "page.html", "-o", "page.svg")
    assert drawn.exit_code == 0
    assert (place / "page.svg").read_text(encoding="utf-8").startswith("<svg")
    assert_one_line(run("site", "segments", "page.html", "-o", "page.png").stderr)


def test_help_shows_examples() -> None:
    for arguments in (["site"], ["site", "learn"], ["site", "wrapper"], ["site", "wrapper", "learn"]):
        shown = run(*arguments, "--help")
        assert shown.exit_code == 0
        assert "maintext site" in shown.stdout
