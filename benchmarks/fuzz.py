"""Extract mutated pages and report what no page may cause, or measure how cost grows with the size of hostile pages.

    python benchmarks/fuzz.py --pages N --seed S [--folder DIR] [--workers K] [--output DIR]
    python benchmarks/fuzz.py --only NUMBER --seed S [--folder DIR]
    python benchmarks/fuzz.py --growth [--family NAME] [--of TARGET]

Every page is mutated from the bundled ones and those in DIR, and is extracted in a child process by the default
extractor and one other of ours, in every output format. Reported are crashes, exceptions outside the tree of
maintext.errors, more than 2 s of processor time for all outputs of one extractor, more than 500 MB of resident memory,
output that is not valid, and results that differ: one page in four is extracted again, half of those in another thread,
and one page in twenty in another process with another hash seed. The seed, the number and the files decide what a page
is, so --only makes one page again. Findings are minimized and written to the output folder as a page and a JSON file;
those that look alike are written once. The exit code is 1 if there is any finding.

--growth makes pages of each family 1, 4 and 32 times as long, measures processor time and peak memory of the default
extractor, of every output and of every extractor of ours, and prints the growth exponents. What is above 1.1 is
measured again, 1, 4, 8, 16 and 32 times as long, on larger pages. The exit code is 1 if an exponent is still above 1.1.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from functools import partial
from importlib import import_module
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a process that forks must have no threads

from fuzzing.campaign import Examine, Make, Tally, run_campaign
from fuzzing.case import make_case
from fuzzing.child_process import Limits
from fuzzing.examine import own_extractors, prepare
from fuzzing.families import FAMILIES
from fuzzing.finding import Finding
from fuzzing.findings import Findings
from fuzzing.growth import LIMIT, measure_family, targets
from fuzzing.sources import Sources

PROCESS_CHECK = 20
"""One page in so many is extracted again in another process."""
_PROGRESS = 10.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=1000, help="how many mutated pages to extract")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="the number of the first page")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="extract this page only")
    parser.add_argument("--folder", type=Path, action="append", default=[], help="a folder of more pages to mutate")
    parser.add_argument("--output", type=Path, default=Path("fuzz-findings"), help="where findings are written")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--limit", type=float, default=10.0, help="processor seconds after which a page is ended")
    parser.add_argument("--minimize", type=float, default=60.0, help="seconds to spend on each finding; 0 for none")
    parser.add_argument("--target", default="fuzzing.examine:examine", help="what examines a page, as module:function")
    parser.add_argument("--digests", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--growth", action="store_true", help="measure growth exponents instead")
    parser.add_argument("--family", action="append", help="with --growth: measure this family only")
    parser.add_argument("--of", action="append", metavar="NAME", help="with --growth: measure this target only")
    parser.add_argument("--bytes", type=int, default=12_000, help="with --growth: the length of the smallest page")
    options = parser.parse_args()
    prepare()
    sys.exit(growth(options) if options.growth else fuzz(options))


def fuzz(options: argparse.Namespace) -> int:
    """Examine mutated pages; the exit code."""
    examine = load(options.target)
    sources, extractors = Sources.of(options.folder), own_extractors()
    make = partial(make_case, options.seed, sources=sources, extractors=extractors)
    numbers = range(options.first, options.first + options.pages) if options.only is None else (options.only,)
    limits, tally, findings = Limits(seconds=options.limit), Tally(), Findings(options.output)
    if options.digests:
        return print_digests(numbers[::PROCESS_CHECK], make, examine, limits)
    if options.only is not None:
        findings.write_page(make(options.only))
    campaign(numbers, make, examine, limits, options.workers, tally, findings)
    progress = tally.progress()
    compare_processes(tally, make, findings)
    if options.minimize:
        findings.minimize(examine, limits, options.minimize)
    print(progress, *summary(tally, findings), sep="\n")
    return 1 if tally.keys else 0


def growth(options: argparse.Namespace) -> int:
    """Measure how cost grows; the exit code."""
    families = {name: FAMILIES[name] for name in options.family or FAMILIES}
    measured = targets()
    measured = {name: measured[name] for name in options.of or measured}
    limits, flagged = Limits(seconds=options.limit / 2), []
    print("exponents of time/memory; - is too little to tell")
    for name, family in families.items():
        found = measure_family(name, family, measured, options.bytes, limits)
        print(f"{name}: {', '.join(map(str, found))}", flush=True)
        flagged += [each for each in found if each.flagged]
    print(f"{len(flagged)} above {LIMIT}")
    for each in flagged:
        print(f"    {each.family}: {each}")
    return 1 if flagged else 0


def load(target: str) -> Examine:
    """The function that "module:name" names."""
    module, _, name = target.partition(":")
    function: Examine = getattr(import_module(module), name)
    return function


def campaign(
    numbers: Iterable[int], make: Make, examine: Examine, limits: Limits, workers: int, tally: Tally, findings: Findings
) -> None:
    """Examine all pages and say now and then how far it is."""
    shown = time.monotonic()
    for event in run_campaign(numbers, make, examine, limits, workers, tally):
        if event is not None:
            number, finding = event
            findings.add(finding, make(number))
        elif time.monotonic() - shown > _PROGRESS:
            shown = time.monotonic()
            print(tally.progress(), file=sys.stderr)


def compare_processes(tally: Tally, make: Make, findings: Findings) -> None:
    """Extract some pages again in a process with another hash seed."""
    environment = os.environ | {"PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"}
    command = [sys.executable, *sys.argv, "--digests"]
    printed = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
    for line in printed.splitlines():
        number, digest = line.split()
        if tally.digests.get(int(number), digest) != digest:
            finding = Finding("difference", "process", "default", "differs in another process", "")
            tally.keys[finding.key] += 1
            findings.add(finding, make(int(number)))


def print_digests(numbers: Iterable[int], make: Make, examine: Examine, limits: Limits) -> int:
    """Print what identifies the outputs of each page, for the process that asked."""
    tally = Tally()
    for _ in run_campaign(numbers, make, examine, limits, 1, tally):
        pass
    for number, digest in tally.digests.items():
        print(number, digest)
    return 0


def summary(tally: Tally, findings: Findings) -> list[str]:
    """What was found, a line for each kind."""
    lines = []
    for key, count in tally.keys.most_common():
        finding, case = findings.found[key]
        lines.append(f"{count:7} x {finding.line()} (page {case.number})")
    return lines


if __name__ == "__main__":
    main()
