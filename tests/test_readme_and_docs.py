"""Every example of the README, of CONTRIBUTING and of docs/ runs as it is printed.

Python blocks of a file run one after the other, in a folder that holds `page.html`, with its text in `html`. Shell
lines that call maintext run in the same folder and must exit with 0. What goes to the network is left out, and so is a
block whose fence says `skip` (```console skip).
"""

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.bundled import PAGES

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
_FENCE = re.compile(
    r"^(?P<indent> *)(?P<fence>```+|~~~+)[ \t]*(?P<info>[^\n`]*)\n(?P<code>.*?)^ *(?P=fence)[ \t]*$",
    re.DOTALL | re.MULTILINE,
)
_NETWORK = ("https://", "http://", "curl ", "wget ")


class Example(NamedTuple):
    """A fenced block."""

    language: str
    code: str
    line: int


def examples(markdown: str) -> list[Example]:
    """The fenced blocks of a document that are to be run."""
    found = []
    for fence in _FENCE.finditer(markdown):
        language, *flags = fence["info"].split() or [""]
        if "skip" not in flags:
            code = re.sub(rf"^{fence['indent']}", "", fence["code"], flags=re.MULTILINE)
            found.append(Example(language.lower(), code, markdown.count("\n", 0, fence.start()) + 1))
    return found


def commands(code: str) -> list[str]:
    """The lines of a shell block that call maintext; continued lines are joined, prompts and output dropped."""
    lines = re.sub(r"\s*\\\n\s*", " ", code).splitlines()
    prompted = any(line.startswith("$ ") for line in lines)
    calls = [line.removeprefix("$ ").strip() for line in lines if line.startswith("$ ") or not prompted]
    return [call for call in calls if call.startswith("maintext ") and not any(sign in call for sign in _NETWORK)]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a page in it."""
    shutil.copy(PAGES / "news-inline-ads" / "page.html", tmp_path / "page.html")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _id(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("document", DOCUMENTS, ids=_id)
def test_python_examples_run(document: Path, place: Path) -> None:
    names: dict[str, object] = {"html": (place / "page.html").read_text(encoding="utf-8"), "__name__": "__example__"}
    for example in examples(document.read_text(encoding="utf-8")):
        if example.language not in ("python", "py", "pycon"):
            continue
        where = f"{_id(document)}:{example.line}"
        if ">>> " in example.code:
            test = doctest.DocTestParser().get_doctest(example.code, names, where, str(document), example.line)
            outcome = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE).run(
                test, clear_globs=False
            )
            assert outcome.failed == 0, where
            names.update(test.globs)
        else:
            exec(compile(example.code, where, "exec"), names)


@pytest.mark.parametrize("document", DOCUMENTS, ids=_id)
def test_shell_examples_run(document: Path, place: Path) -> None:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    for example in examples(document.read_text(encoding="utf-8")):
        if example.language not in ("console", "bash", "sh", "shell"):
            continue
        for command in commands(example.code):
            done = subprocess.run(
                command, shell=True, cwd=place, env=environment, capture_output=True, text=True, timeout=120,
                stdin=subprocess.DEVNULL,
            )  # fmt: skip
            assert done.returncode == 0, f"{_id(document)}:{example.line}: {command}\n{done.stderr}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=_id)
def test_named_source_files_exist(document: Path) -> None:
    named = re.findall(r"`(?:python )?((?:[\w-]+/)+\w+\.py)\b", document.read_text(encoding="utf-8"))
    missing = [name for name in named if not any((base / name).is_file() for base in (ROOT, ROOT / "src" / "maintext"))]
    assert missing == []


@pytest.mark.parametrize(
    ("code", "calls"),
    [
        ("maintext extract page.html\n", ["maintext extract page.html"]),
        ("$ maintext demo\nsome output\nmaintext in output\n", ["maintext demo"]),
        ("maintext extract a.html \\\n    -x all\n", ["maintext extract a.html -x all"]),
        ("make demo\npip install maintext\n# maintext x\n", []),
        ("maintext extract https://example.org/\ncurl -s x | maintext extract\n", []),
        ("cat page.html | maintext extract\n", []),
    ],
)
def test_commands_of_a_shell_block(code: str, calls: list[str]) -> None:
    assert commands(code) == calls


def test_examples_of_a_document() -> None:
    markdown = "# T\n\n```python\na = 1\n```\ntext\n\n  ```console skip\n  maintext x\n  ```\n\n```\nplain\n```\n"
    assert examples(markdown) == [Example("python", "a = 1\n", 3), Example("", "plain\n", 12)]
