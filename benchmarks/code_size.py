"""The size of the source and how many modules a command loads, by revision: the table of decision 0002.

    python benchmarks/code_size.py 8b096a2 HEAD
    python benchmarks/code_size.py 8b096a2 HEAD --folders    # lines of code by folder

A line of code has something on it besides comments and docstrings. Each revision is exported to a temporary folder and
runs with the packages installed here.
"""

import argparse
import ast
import io
import subprocess
import sys
import tarfile
import tempfile
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
_LAYOUT = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER,
}  # fmt: skip
_COUNT = "print('modules:', sum(name.partition('.')[0] == 'maintext' for name in sys.modules))"
_EXTRACT = f"import sys, maintext; maintext.extract('<title>A</title><p>Some words.</p>').text; {_COUNT}"
_EVALUATE = f"""
import sys
from maintext.cli import main
for command in sys.argv[1].split(';'):
    try:
        main(command.split())
    except SystemExit as ended:
        assert not ended.code, command
{_COUNT}
"""
_COMMANDS = (
    "datasets import pages tests/pages --name pages;run pages -x density -x all --limit 3 -o run;score run -m bag;"
    "report run -m bag -o report --no-figures"
)


def lines_of_code(source: str) -> int:
    """The lines of a module without blank lines, comments and docstrings."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    lines = {line for each in tokens if each.type not in _LAYOUT for line in range(each.start[0], each.end[0] + 1)}
    return len(lines - docstring_lines(ast.parse(source)))


def docstring_lines(tree: ast.Module) -> set[int]:
    """The lines of all docstrings of a module."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                found.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return found


def export(revision: str, folder: Path) -> None:
    """Write the files of a revision to a folder."""
    packed = subprocess.run(
        ["git", "archive", revision, "src", "tests/pages"], cwd=ROOT, capture_output=True, check=True
    )
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")


def modules_loaded(folder: Path, code: str, *arguments: str) -> str:
    """How many of maintext's modules a program loads in its own process."""
    settings = {"PYTHONPATH": str(folder / "src"), "MAINTEXT_DATA": str(folder / "data"), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=folder, env=settings, capture_output=True, text=True, check=True
    )
    return done.stdout.rpartition("modules: ")[2].strip()


def figures(revision: str) -> list[object]:
    """One row of the table."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        export(revision, folder)
        sources = [path.read_text(encoding="utf-8") for path in folder.glob("src/**/*.py")]
        return [
            revision, len(sources), sum(len(source.splitlines()) for source in sources),
            sum(map(lines_of_code, sources)), modules_loaded(folder, _EXTRACT),
            modules_loaded(folder, _EVALUATE, _COMMANDS),
        ]  # fmt: skip


def code_by_folder(revision: str) -> Counter[str]:
    """The lines of code of each folder of the package."""
    with tempfile.TemporaryDirectory() as scratch:
        package = Path(scratch, "src", "maintext")
        export(revision, Path(scratch))
        found: Counter[str] = Counter()
        for path in package.rglob("*.py"):
            parts = path.relative_to(package).parts
            found[parts[0] if len(parts) > 1 else "(modules)"] += lines_of_code(path.read_text(encoding="utf-8"))
    return found


def main() -> None:
    """Print one row per revision, or one row per folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revisions", nargs="*", default=["HEAD"])
    parser.add_argument("--folders", action="store_true", help="Print the lines of code by folder.")
    chosen = parser.parse_args()
    if chosen.folders:
        counts = [code_by_folder(revision) for revision in chosen.revisions]
        for folder in sorted(set().union(*counts)):
            print(f"{folder:>12}" + "".join(f"{count[folder]:>12}" for count in counts))
        return
    rows = [figures(revision) for revision in chosen.revisions]
    headings: list[object] = ["revision", "files", "lines", "code", "extract()", "evaluation"]
    for row in [headings, *rows]:
        print("".join(f"{cell!s:>12}" for cell in row))


if __name__ == "__main__":
    main()
