"""Standard terms, American spelling, no dangling references, and module names that are used once."""

import re
from collections import defaultdict
from collections.abc import Collection
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "maintext"
TEXTS = {".py", ".md", ".html", ".js", ".css", ".toml"}

WORDS = """
hire hires hired hiring bury buries buried condemn condemns condemned deafen deafens deafened ghost ghosts sitting
sittings crew crews shelf shelves leash talker foreman entrant entrants contest contests standings likeness likenesses
opinions namewords disguise disguised chances verdict verdicts wire wires gate gates sentenced
""".split()
PHRASES = (
    "sharper chances", "drawn by lot", "other beginnings", "kept back", "in disguise", "goes on with", "going on with",
    "go on with", "cannot bear", "live to answer", "nobody said", "does better cleaning help it",
)  # fmt: skip
ALLOWED = {
    ("sittings", "src/maintext/runs/manifest.py"): "a key of the manifest of older runs",
}
"""A word of the list, where it may stand, and why."""

REFERENCES = re.compile(r"\(00[0-4]\)|\b00[0-4]'s\b|\bthe thesis\b|\bDESIGN\b", re.IGNORECASE)

BRITISH = re.compile(
    r"(?<![\w-])(?:un)?(?:labell(?:ed|ing)|favour\w*|behaviour\w*|colour\w*|centre[ds]?|neighbour\w*|catalogue[ds]?"
    r"|judgement\w*|modell(?:ed|ing)|honour\w*|artefacts?|analys(?:e|ed|es|ing)|licences?|whilst|programmes?|rumours?"
    r"|(?:normal|token|recogn|organ|serial|summar|minim|maxim|optim|linear|initial|random|penal|general|emphas|real)"
    r"is(?:e|ed|er|ers|es|ing|ation|ations))(?!\w)",
    re.IGNORECASE,
)
BRITISH_ALLOWED = {
    "src/maintext/metrics/cleaneval_markup.py": "cleaneval(markup=labelled) is part of stored specs",
    "src/maintext/metrics/sequences.py": "cleaneval(markup=labelled) is part of stored specs",
    "src/maintext/render/tei_header.py": "TEI has an element licence",
    "docs/evaluation.md": "cleaneval(markup=labelled) is part of stored specs",
}

VAGUE_FUNCTIONS = """
at place refine restrict slot thing whole
""".split()
VAGUE_MODULES = """
sitting slot wire verdict crew gate work shelf places pieces make refine foreman borders leash talker stage call joined
likeness contest standings whole opinions copies namewords sheet disguise recover restrict marks data utils helpers
common core misc things
""".split()
SEVERAL_FOLDERS = {
    "blocks": "boilerpipe has text blocks of its own, which differ from those of a page",
    "cleaning": "MSS and Readability each clean a page by the rules of their paper",
    "daniel": "the importer and the task are named after the corpus",
    "extract": "the command and the function it calls",
    "extractor": "every extractor that is a package has its class in extractor.py",
    "features": "victor and learned each have their own features",
    "files": "files of models, and atomic files",
    "model": "MSS and learned each have a model file",
    "ncleaner": "the extractor and its trainer",
    "registry": "every folder with plugins has one table of names",
    "run": "the command and the stored run",
    "settings": "corpus and service each have settings, both documented under that name",
    "site": "the command and the extractor",
    "task": "the command and the interface of a task",
    "trainer": "the interface of trainers and the trainer of learned",
    "units": "mss decides on tags and words, learned on tables, lists and headings with their sections",
    "warc": "the importer and the corpus source are named after their format",
}
"""Names of modules that occur in several folders, and why."""
SEVERAL_CLASSES = {
    "Document": "what is rendered, and the class that trafilatura returns",
}
"""Names of classes that are defined in several modules, and why."""


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """The names and contents of all files that are checked."""
    files = [ROOT / "README.md", ROOT / "CHANGELOG.md"]
    for folder in (PACKAGE, ROOT / "docs", ROOT / "benchmarks"):
        files += sorted(path for path in folder.rglob("*") if path.suffix in TEXTS and path.is_file())
    return tuple((path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) for path in files)


def matches(pattern: re.Pattern[str], allowed: Collection[str] = (), literal: str = "") -> list[str]:
    """File, line and match of everything that a pattern finds outside of the allowed files; `literal` is part of it."""
    return [
        f"{name}:{number}: {found[0]}"
        for name, text in texts()
        if name not in allowed and literal in lowered(text)
        for number, line in enumerate(text.splitlines(), 1)
        for found in pattern.finditer(line)
    ]


@cache
def lowered(text: str) -> str:
    """A text in lower case."""
    return text.lower()


@pytest.mark.parametrize("word", [*WORDS, *PHRASES])
def test_standard_terms_are_used(word: str) -> None:
    allowed = {file for each, file in ALLOWED if each == word}
    spellings = "|".join(map(re.escape, (word, word.capitalize(), word.upper())))
    pattern = re.compile(
        rf"(?<![a-zA-Z])(?:{spellings})(?![a-z])"
    )  # also inside of names such as is_buried, CrewMember
    assert matches(pattern, allowed, word) == []


def test_every_reference_can_be_followed() -> None:
    assert matches(REFERENCES) == []


def test_the_spelling_is_american() -> None:
    assert matches(BRITISH, BRITISH_ALLOWED) == []


def modules() -> dict[str, list[str]]:
    """The folders of every module name."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        if not path.name.startswith("__"):
            found[path.stem].append(path.parent.relative_to(PACKAGE).as_posix())
    return found


def test_class_names_occur_once_or_have_a_reason() -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for name in re.findall(r"^ *class (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            found[name].append(path.relative_to(PACKAGE).as_posix())
    repeated = {name: files for name, files in found.items() if len(files) > 1}
    assert {name: files for name, files in repeated.items() if name not in SEVERAL_CLASSES} == {}


def test_module_names_occur_once_or_have_a_reason() -> None:
    repeated = {name: folders for name, folders in modules().items() if len(folders) > 1}
    assert {name: folders for name, folders in repeated.items() if name not in SEVERAL_FOLDERS} == {}
    assert [name for name in SEVERAL_FOLDERS if name not in repeated] == []


def test_function_names_say_what_they_return_or_do() -> None:
    pattern = re.compile(rf"def _*(?:{'|'.join(VAGUE_FUNCTIONS)})\(")
    assert matches(pattern, ()) == []


def test_module_names_are_terms_of_the_field() -> None:
    assert [f"{folder}/{name}" for name in VAGUE_MODULES for folder in modules().get(name, [])] == []
