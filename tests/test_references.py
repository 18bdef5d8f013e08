"""Every citation key in the code and in the docs is explained in docs/references.md."""

import re
from pathlib import Path

from maintext.extractors import EXTRACTORS
from maintext.tasks import TASKS

ROOT = Path(__file__).parent.parent
_KEYS = frozenset(re.findall(r"^- \*\*\[(.+?)\]\*\*", (ROOT / "docs" / "references.md").read_text(), re.MULTILINE))
_KEY = r"[A-ZŻ][\w-]+ (?:19|20)\d\d[a-z]?"
_CITED = re.compile(rf"\[({_KEY}(?:; {_KEY})*)\]")
_DANGLING = re.compile(r"\(00[0-4]\)|\b00[0-4]'s\b|\bthe thesis\b|\bDESIGN\b|\bet al\. (?:19|20)\d\d\)")
_FOLDERS = ("src", "docs", "benchmarks", "tests")


def _texts() -> list[Path]:
    files = [
        path for folder in _FOLDERS for path in sorted((ROOT / folder).rglob("*")) if path.suffix in (".py", ".md")
    ]
    files += [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")]
    return [path for path in files if path.is_file() and path != Path(__file__)]


def test_cited_keys_are_explained() -> None:
    unknown = {
        (str(path.relative_to(ROOT)), key)
        for path in _texts()
        for cited in _CITED.findall(path.read_text(encoding="utf-8"))
        for key in cited.split("; ")
        if key not in _KEYS
    }
    assert not unknown


def test_no_reference_is_to_a_document_that_readers_do_not_have() -> None:
    dangling = {
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in _texts()
        for found in _DANGLING.finditer(path.read_text(encoding="utf-8"))
    }
    assert not dangling


def test_papers_of_extractors_and_tasks_are_citation_keys() -> None:
    papers = {EXTRACTORS.load(name).paper for name in EXTRACTORS.names()} | {
        TASKS.load(name).paper for name in TASKS.names()
    }
    assert {key for paper in papers if paper for key in paper.split("; ")} <= _KEYS
