"""The documentation site builds without warnings, and everything public is in its API reference."""

import importlib
import re
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SHARED = ("maintext", "maintext.extractors")
MODULES = (*SHARED, "maintext.corpus", "maintext.datasets", "maintext.metrics", "maintext.runs", "maintext.specs")

needs_builder = pytest.mark.skipif(
    not (find_spec("zensical") and find_spec("mkdocstrings")), reason="needs the extra: pip install 'maintext[docs]'"
)


def _run(script: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, script, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site; its build fails on warnings, broken links, missing anchors and what comes from other hosts."""
    into = tmp_path_factory.mktemp("documentation") / "site"
    done = _run("scripts/build_site.py", str(into))
    assert done.returncode == 0, done.stdout + done.stderr
    return into


@needs_builder
@pytest.mark.xdist_group("documentation-site")
@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_is_in_the_api_reference(module: str, site: Path) -> None:
    pages = [page.read_text(encoding="utf-8") for page in (site / "api").glob("*.html")]
    anchors = {anchor for page in pages for anchor in re.findall(r'id="(maintext[^"]*)"', page)}
    public = set(importlib.import_module(module).__all__) - {"__version__"}
    places = SHARED if module in SHARED else (module,)
    assert {name for name in public if not {f"{place}.{name}" for place in places} & anchors} == set()


@needs_builder
@pytest.mark.xdist_group("documentation-site")
def test_search_knows_the_guides_and_the_api(site: Path) -> None:
    index = (site / "search.json").read_text(encoding="utf-8")
    assert "extract_many" in index
    assert "Pages that fail" in index


@pytest.fixture
def problems(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], list[str]]:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    return importlib.import_module("check_site").problems  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ('<a href="other.html#part">', []),
        ('<a href="https://example.org/">', []),
        ('<a href="other.html#gone">', ["index.html: other.html#gone leads nowhere"]),
        ('<a href="gone.html">', ["index.html: gone.html leads nowhere"]),
        ('<img src="gone.png">', ["index.html: gone.png leads nowhere"]),
        ('<script src="https://cdn.example/x.js"></script>', ["index.html loads https://cdn.example/x.js"]),
        ('<link rel="stylesheet" href="//fonts.example/x.css">', ["index.html loads //fonts.example/x.css"]),
        ("<style>@import 'https://fonts.example/y.css'</style>", ["index.html loads https://fonts.example/y.css"]),
    ],
)
def test_problems_of_a_built_site(
    html: str, found: list[str], tmp_path: Path, problems: Callable[[Path], list[str]]
) -> None:
    (tmp_path / "index.html").write_text(html)
    (tmp_path / "other.html").write_text('<h2 id="part">')
    assert problems(tmp_path) == found
