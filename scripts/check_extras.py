"""Resolve every extra with an old pip, in a virtual environment of its own, without installing anything.

    python scripts/check_extras.py [EXTRA...] [--pip 23.2.1]

Old versions of pip, such as the one that `python3 -m venv` provides with Python 3.11, fail on requirements that newer
ones accept: lxml[html_clean] and lxml[html-clean] together, for example. `network` and `ray` are only resolved if they
are named, because pip downloads what it resolves. The exit code is 1 if an extra cannot be resolved.
"""

import argparse
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
LARGE = ("network", "ray", "dev")


def extras() -> list[str]:
    """The names of all extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return list(project["optional-dependencies"])


def old_pip(folder: Path, version: str | None) -> Path:
    """The pip of a new virtual environment; the one that Python provides unless a version is given."""
    venv.create(folder, with_pip=True)
    pip = folder / ("Scripts" if sys.platform == "win32" else "bin") / "pip"
    if version:
        subprocess.run([pip, "install", "-q", f"pip=={version}"], check=True)
    return pip


def resolve(pip: Path, extra: str) -> str | None:
    """The last line of pip's error; None if the extra can be resolved."""
    command = [pip, "install", "-q", "--dry-run", "--ignore-installed", f"{ROOT}[{extra}]"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return (done.stderr.strip().splitlines() or ["no message"])[-1] if done.returncode else None


def main() -> None:
    """Print for every extra whether it can be resolved."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("extras", nargs="*", default=[name for name in extras() if name not in LARGE])
    parser.add_argument("--pip", help="a version of pip; by default the one that Python provides")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pip = old_pip(Path(folder), options.pip)
        print(subprocess.run([pip, "--version"], capture_output=True, text=True, check=True).stdout.split(" from")[0])
        failures = {extra: resolve(pip, extra) for extra in options.extras}
    for extra, error in failures.items():
        print(f"{extra:12} {error or 'can be resolved'}")
    sys.exit(any(failures.values()))


if __name__ == "__main__":
    main()
