"""What the sandbox costs per page: worker processes with limits and memory accounting against a plain loop.

    python benchmarks/sandbox_overhead.py [DATA] [--every N] [--turns N] [-x SPEC]

DATA is the folder of unpacked datasets (default: maintext-data in the user's cache folder). One worker, so that both
sides do the same work one page after the other. The ways take turns, and of every stretch of 20 pages the best turn
counts, so that a busy machine disturbs them little. Pages are in memory, and workers are started, before the clock
runs. Processor time is that of all processes together, less what they need for the warm-up page alone; it hardly
depends on what else the machine does. "and store" also writes the results file. Other pools of processes (pebble and
loky if they are installed, concurrent.futures) are measured beside it with the same accounting of memory.
"""

import argparse
import gzip
import multiprocessing
import os
import resource
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from maintext.extractors import EXTRACTORS
from maintext.page import read_page
from maintext.runs import PageJob, extract_all
from maintext.runs.store import Appender
from page_job import LIMITS, page_in_a_process

STRETCH = 20
WARM_UP = PageJob("warm-up", b"<p>A page to start the worker with.</p>")


def data_home() -> Path:
    """Where the unpacked datasets are by default."""
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "maintext-data"


def read_jobs(folder: Path, every: int) -> list[PageJob]:
    files = sorted((folder / "wcxb" / "dev" / "html").glob("*.html.gz"))[::every]
    if not files:
        raise SystemExit(f"no pages in {folder}; unpack the datasets there first")
    return [PageJob(file.name, gzip.decompress(file.read_bytes())) for file in files]


def in_a_loop(spec: str, jobs: Sequence[PageJob]) -> Iterator[None]:
    extractor = EXTRACTORS.build(spec, imports=True)
    for job in [WARM_UP, *jobs]:
        assert isinstance(extractor.extract(read_page(job.html)).text, str)
        yield


def in_the_sandbox(spec: str, jobs: Sequence[PageJob]) -> Iterator[None]:
    for answer in extract_all(spec, [WARM_UP, *jobs], LIMITS, workers=1):
        assert answer.kind is None
        yield


def in_the_sandbox_and_store(spec: str, jobs: Sequence[PageJob]) -> Iterator[None]:
    with tempfile.TemporaryDirectory() as folder, Appender(Path(folder) / "results.jsonl") as results:
        for answer in extract_all(spec, [WARM_UP, *jobs], LIMITS, workers=1):
            results.append(answer.line)
            yield


def with_pebble(spec: str, jobs: Sequence[PageJob]) -> Iterator[None]:
    from pebble import ProcessPool

    work = partial(page_in_a_process, spec)
    with ProcessPool(1, context=multiprocessing.get_context("spawn")) as pool:
        pool.schedule(work, args=[WARM_UP]).result()
        yield
        for future in [pool.schedule(work, args=[job], timeout=LIMITS.timeout) for job in jobs]:
            future.result()
            yield


def with_loky(spec: str, jobs: Sequence[PageJob]) -> Iterator[None]:
    from loky import ProcessPoolExecutor

    return in_an_executor(ProcessPoolExecutor(1), spec, jobs)


def with_futures(spec: str, jobs: Sequence[PageJob]) -> Iterator[None]:
    from concurrent.futures import ProcessPoolExecutor

    return in_an_executor(ProcessPoolExecutor(1, multiprocessing.get_context("spawn")), spec, jobs)


def in_an_executor(executor: Executor, spec: str, jobs: Sequence[PageJob]) -> Iterator[None]:
    with executor:
        executor.submit(page_in_a_process, spec, WARM_UP).result()
        yield
        for future in [executor.submit(page_in_a_process, spec, job) for job in jobs]:
            future.result()
            yield


WAYS: dict[str, Callable[[str, Sequence[PageJob]], Iterator[None]]] = {
    "loop": in_a_loop,
    "sandbox": in_the_sandbox,
    "sandbox and store": in_the_sandbox_and_store,
    "concurrent.futures": with_futures,
}
WAYS |= {name: way for name, way in {"pebble": with_pebble, "loky": with_loky}.items() if find_spec(name)}


def measured(done: Iterator[None]) -> tuple[float, list[float]]:
    """Processor seconds in all, and seconds for each stretch of pages from the end of the warm-up on."""
    before = processor_time()
    next(done)
    times = []
    start = time.perf_counter()
    for number, _ in enumerate(done, 1):
        if number % STRETCH == 0:
            now = time.perf_counter()
            times.append(now - start)
            start = now
    return processor_time() - before, times


def processor_time() -> float:
    """Processor seconds of this process and of the children that have ended."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="?", type=Path, default=data_home())
    parser.add_argument("--every", type=int, default=3, help="take every nth page")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("-x", "--extractor", default="all", help="a fast one shows most")
    options = parser.parse_args()
    jobs = read_jobs(options.data, options.every)
    jobs = jobs[: len(jobs) // STRETCH * STRETCH]
    walls: dict[str, list[list[float]]] = {name: [] for name in WAYS}
    processors: dict[str, list[float]] = {name: [] for name in WAYS}
    for _ in range(options.turns):
        for name, way in WAYS.items():
            idle, _ = measured(way(options.extractor, []))
            busy, times = measured(way(options.extractor, jobs))
            processors[name].append((busy - idle) / len(jobs) * 1000)
            walls[name].append(times)
    wall = {name: sum(map(min, zip(*times, strict=True))) / len(jobs) * 1000 for name, times in walls.items()}
    size = sum(len(job.html) for job in jobs) / len(jobs) / 1000
    print(f"{len(jobs)} pages of {size:.0f} KB, extractor {options.extractor}, best of {options.turns} turns, ms/page")
    print(f"{'':20}{'time':>8}{'over loop':>12}{'processor':>12}{'over loop':>12}")
    for name in WAYS:
        processor, least = min(processors[name]), min(processors["loop"])
        over = wall[name] - wall["loop"]
        print(f"{name:20}{wall[name]:8.3f}{over:+12.3f}{processor:12.3f}{processor - least:+12.3f}")


if __name__ == "__main__":
    main()
