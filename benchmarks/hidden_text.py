"""Hidden instructions: on how many of forty pages text that people do not see reaches the output of every extractor.

    python benchmarks/hidden_text.py [-x SPEC]... [--list]

The pages are those of `hidden_pages.py`. An extractor that cannot run here is left out. "lost" counts the pages on
which the words of the main text right before the instruction are missing: an extractor without text leaks nothing.
"""

import argparse
from collections.abc import Sequence

from hidden_pages import HiddenPage, hidden_pages, leaks
from maintext import EXTRACTORS, MaintextError, extract
from maintext.extractors import Extractor


def installed() -> list[str]:
    """The names of all extractors that can run here and send nothing to other machines."""
    chosen = []
    for name in EXTRACTORS.names():
        try:
            built: Extractor = EXTRACTORS.build(name, {})
        except (MaintextError, ValueError):
            continue
        if not built.remote and built.missing() is None and name != "nothing":
            chosen.append(name)
    return chosen


def measure(spec: str, pages: Sequence[HiddenPage]) -> tuple[list[str], int, int]:
    """The pages on which an extractor leaks, how often it loses the text before, and how often it fails."""
    leaking: list[str] = []
    lost = failed = 0
    for page in pages:
        try:
            text = extract(page.html, extractor=spec).text
        except MaintextError:
            failed += 1
            continue
        if leaks(text):
            leaking.append(page.name)
        lost += page.before not in " ".join(text.split())
    return leaking, lost, failed


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("-x", dest="specs", action="append", metavar="SPEC", help="an extractor (default: all)")
    arguments.add_argument("--list", action="store_true", help="name the pages that leak")
    options = arguments.parse_args()
    pages = list(hidden_pages())
    print(f"{'extractor':26} leaks of {len(pages)}  lost  failed")
    for spec in options.specs or installed():
        leaking, lost, failed = measure(spec, pages)
        print(f"{spec:26} {len(leaking):5} {len(leaking) / len(pages):7.0%} {lost:5} {failed:7}", flush=True)
        if options.list and leaking:
            print(f"{'':26} {'; '.join(leaking)}")


if __name__ == "__main__":
    main()
