#!/usr/bin/env python3
"""Check that a wheel holds every file of the package and the bundled pages, and nothing else: check_wheel.py WHEEL."""

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    """Exit with 1 and the differences, if there are any."""
    with zipfile.ZipFile(sys.argv[1]) as wheel:
        packed = {name for name in wheel.namelist() if ".dist-info/" not in name and not name.endswith("/")}
    wanted = expected()
    wrong = [f"missing: {name}" for name in sorted(wanted - packed)]
    wrong += [f"unexpected: {name}" for name in sorted(packed - wanted)]
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(packed)} files, as in the repository")


def expected() -> set[str]:
    """The files under version control that belong into the wheel, by their names there."""
    listed = subprocess.run(["git", "ls-files", "-z", "src", "tests/pages"], cwd=ROOT, capture_output=True, check=True)
    names = [name for name in listed.stdout.decode().split("\0") if name]
    return {name.replace("tests/pages", "maintext/demo/pages", 1).removeprefix("src/") for name in names}


if __name__ == "__main__":
    main()
