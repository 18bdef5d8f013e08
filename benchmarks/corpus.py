"""Speed and memory of `maintext corpus`, on WARC files built from real pages.

    python benchmarks/corpus.py speed  [DATA] [--pages N] [-x SPEC]...
    python benchmarks/corpus.py scaling [DATA] [--pages N]
    python benchmarks/corpus.py memory [DATA] [--pages N] [--plot FILE]
    python benchmarks/corpus.py poison [DATA] [--pages N]

DATA is the folder of unpacked datasets (default: maintext-data in the user's cache folder).

speed: pages/s and MB/s of one worker, and of the same extraction in a plain loop in one process over pages in memory;
what reading, sandboxing, decoding and writing cost is the difference. Rates are per second of processor time, of all
processes together, less what they need for one page alone (their start); that hardly depends on what else the machine
does. Wall-clock rates stand beside them.

scaling: the same shards with one worker and with two, in turns. Both are held to one core per worker, since a worker
and its extracting process overlap a little. Two plain loops side by side show what two cores of the machine can do.

memory: pages that differ in class names and text, so that no cache can hide growth, in one shard, with one extracting
process that is never replaced. Resident memory of the worker and of its extracting process is sampled all the while.

poison: an archive with pages that hang, eat memory, crash and nest deeply, with broken records, wrong lengths and a
truncated end; everything must be accounted for.
"""

import argparse
import gzip
import json
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

MEGABYTE = 1_000_000
MAINTEXT = (sys.executable, "-c", "from maintext.cli import main; main()")
_TEXT = re.compile(rb">([^<>]{3,})<")
_CLASS = re.compile(rb"""(class|id)=(["'])([^"'<>]+)\2""")
_LETTERS = bytes(range(ord("a"), ord("z") + 1))


class Cost(NamedTuple):
    """What a command took."""

    wall: float
    processor: float


def data_home() -> Path:
    """Where the unpacked datasets are by default."""
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "maintext-data"


def real_pages(folder: Path) -> list[bytes]:
    """The pages of all datasets, in an order that mixes them."""
    files = [*folder.glob("wcxb/dev/html/*.html.gz"), *folder.glob("*/input/*"), *folder.glob("*/*/input/*")]
    files = sorted(path for path in files if path.is_file())
    if not files:
        raise SystemExit(f"no pages in {folder}; unpack the datasets there first")
    random.Random(1).shuffle(files)
    read = (path.read_bytes() for path in files)
    return [gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data for data in read]


def record(number: int, body: bytes, declared: int | None = None) -> bytes:
    """A WARC response record."""
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(body)
    length = len(head) + len(body) if declared is None else declared
    warc = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{number:032x}>\r\n"
        f"WARC-Target-URI: http://site{number % 50}.example/{number}\r\nWARC-Date: 2024-01-01T00:00:00Z\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {length}\r\n\r\n"
    )
    return warc.encode() + head + body + b"\r\n\r\n"


def write_warc(path: Path, pages: Iterator[bytes], level: int = 6) -> int:
    """A WARC file of pages, each record compressed by itself; returns the pages' bytes."""
    total = 0
    with path.open("wb") as file:
        for number, page in enumerate(pages):
            file.write(gzip.compress(record(number, page), level, mtime=0))
            total += len(page)
    return total


def rewritten(page: bytes, number: int) -> bytes:
    """A page with other class names and other words: letters are exchanged, classes get a mark of their own."""
    letters = bytearray(_LETTERS)
    random.Random(number).shuffle(letters)
    table = bytes.maketrans(_LETTERS, bytes(letters))
    mark = b"-%x" % number
    other = _CLASS.sub(lambda found: found[1] + b'="' + found[3].replace(b" ", mark + b" ") + mark + b'"', page)
    return _TEXT.sub(lambda found: b">" + found[1].translate(table) + b"<", other)


def differing(pages: list[bytes], count: int) -> Iterator[bytes]:
    """So many pages, no two alike: of every hundred one is of any size, the others have 2 to 20 KB to save time."""
    small = [page for page in pages if 2_000 < len(page) < 20_000]
    for number in range(count):
        among = pages if number % 100 == 0 else small
        yield rewritten(among[number % len(among)], number)


def run(arguments: Sequence[str], cores: int | None = None) -> Cost:
    """What `maintext corpus` takes with these arguments, on so many cores."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    pin = None
    if cores is not None:
        chosen = sorted(os.sched_getaffinity(0))[:cores]
        pin = lambda: os.sched_setaffinity(0, chosen)  # noqa: E731 - what Popen calls in the child
    subprocess.run([*MAINTEXT, "corpus", *arguments], check=True, stdout=subprocess.DEVNULL, preexec_fn=pin)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(time.perf_counter() - started, used)


BARE = """
import json, resource, sys, time
from maintext.corpus.records import RecordBuilder
from maintext.corpus.settings import CorpusSettings
from maintext.corpus.shards import plan_shards
from maintext.corpus.sources import read_shard
from maintext.page import read_page
spec, path, metadata = sys.argv[1], sys.argv[2], sys.argv[3] == "True"
settings = CorpusSettings(extractor=spec, metadata=metadata)
builder = RecordBuilder.of(settings)
items = list(read_shard(plan_shards([path])[0], settings))
builder.extractor.prepare()
builder.build(read_page(items[0].html))
wall, used = time.perf_counter(), time.process_time()
for item in items:
    builder.build(read_page(item.html, url=item.url, charset=item.charset))
print(time.perf_counter() - wall, time.process_time() - used)
"""


def bare(spec: str, warc: Path, metadata: bool) -> Cost:
    """The same extraction in a plain loop, over pages that are in memory."""
    threads = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-c", BARE, spec, str(warc), str(metadata)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | threads)
    wall, used = map(float, done.stdout.split())
    return Cost(wall, used)


def side_by_side(warc: Path, count: int) -> float:
    """Seconds that plain loops over the same pages take, so many at once, each on a core of its own."""
    cores = sorted(os.sched_getaffinity(0))
    command = [sys.executable, "-c", BARE, "default", str(warc), "True"]
    loops = []
    for number in range(count):
        loop = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        os.sched_setaffinity(loop.pid, [cores[number % len(cores)]])
        loops.append(loop)
    return statistics.mean(float(loop.communicate()[0].split()[0]) for loop in loops)


def speed(pages: list[bytes], specs: Sequence[str], turns: int, folder: Path) -> None:
    warc, single = folder / "pages.warc.gz", folder / "one.warc.gz"
    total = write_warc(warc, iter(pages)) / MEGABYTE
    write_warc(single, iter(pages[:1]))
    count = len(pages)
    print(f"{count} pages, {total:.0f} MB, {warc.stat().st_size / MEGABYTE:.0f} MB as WARC; one worker")
    print("extractor | bare ms | corpus ms | over bare | pages/s | MB/s | wall pages/s")
    for spec in specs:
        name, _, option = spec.partition("+")
        flags = ["--no-metadata"] if option == "text" else []
        costs, loops = [], []
        for turn in range(turns):
            out = [f"{folder}/{len(list(folder.iterdir()))}-{turn}"]
            loops.append(bare(name, warc, not flags))
            start = run([str(single), "-o", f"{out[0]}-one", "-x", name, "-w", "1", *flags])
            whole = run([str(warc), "-o", out[0], "-x", name, "-w", "1", *flags])
            costs.append(Cost(whole.wall - start.wall, whole.processor - start.processor))
        plain, corpus = min(cost.processor for cost in loops), min(cost.processor for cost in costs)
        wall = min(cost.wall for cost in costs)
        label = f"{name}, text only" if flags else name
        print(
            f"{label} | {1000 * plain / count:.2f} | {1000 * corpus / count:.2f} | {corpus / plain - 1:+.1%} | "
            f"{count / corpus:.1f} | {total / corpus:.2f} | {count / wall:.1f}",
            flush=True,
        )


def scaling(pages: list[bytes], turns: int, folder: Path) -> None:
    shards = 4
    inputs = []
    for shard in range(shards):
        path = folder / f"part{shard}.warc.gz"
        write_warc(path, iter(pages[shard::shards]))
        inputs.append(str(path))
    ratios, plain, walls = [], [], {1: [], 2: []}  # type: ignore[var-annotated]
    for turn in range(turns):
        for workers in (1, 2):
            cost = run([*inputs, "-o", f"{folder}/{turn}-{workers}", "-w", str(workers)], cores=workers)
            walls[workers].append(cost)
            rate = len(pages) / cost.wall
            print(f"{workers} at work: {cost.wall:.1f} s, {cost.processor:.1f} s of processor time, {rate:.1f} pages/s")
        ratios.append(walls[1][-1].wall / walls[2][-1].wall)
        plain.append(2 * side_by_side(Path(inputs[0]), 1) / side_by_side(Path(inputs[0]), 2))
        print(f"two plain loops side by side do {plain[-1]:.2f} times as much as one: more this machine does not give")
    best = min(cost.wall for cost in walls[1]) / min(cost.wall for cost in walls[2])
    print(
        f"two workers against one: {best:.2f} times (best of each), {statistics.median(ratios):.2f} (median of turns); "
        f"two plain loops against one: {statistics.median(plain):.2f} (median of turns)"
    )


def memory(pages: list[bytes], count: int, plot: Path | None, folder: Path) -> None:
    from maintext.corpus import CorpusSettings, Local, Plan, make_corpus
    from maintext.corpus.engines import JobEvent, JobProgress

    warc = folder / "many.warc.gz"
    total = write_warc(warc, differing(pages, count), level=1)
    print(f"{count} pages, {total / MEGABYTE:.0f} MB, {warc.stat().st_size / MEGABYTE:.0f} MB as WARC", flush=True)
    points: list[tuple[int, float, float]] = []

    def show(event: JobEvent) -> None:
        if isinstance(event, JobProgress):
            sizes = sorted((_resident(pid), pid) for pid in _descendants(os.getpid()))
            worker, extracting = _roles(sizes)
            points.append((event.counts.read, worker, extracting))
            if len(points) % 100 == 0:
                print(f"{event.counts.read} pages: {worker:.0f} MB, {extracting:.0f} MB", flush=True)

    plan = Plan.of([str(warc)], CorpusSettings(recycle=10 * count))
    started = time.perf_counter()
    manifest = make_corpus(plan, str(folder / "out"), Local(1), show)
    took = time.perf_counter() - started
    usable = [point for point in points if point[2] > 0]
    half = [point for point in usable if point[0] > count / 2]
    print(f"read {manifest.counts.read}, kept {manifest.counts.kept}, failed {manifest.counts.failed.total()}; "
          f"{took:.0f} s, {count / took:.1f} pages/s")  # fmt: skip
    print(f"highest: worker {max(p[1] for p in usable):.0f} MB, extracting process {max(p[2] for p in usable):.0f} MB, "
          f"both together {max(p[1] + p[2] for p in usable):.0f} MB")  # fmt: skip
    tenth = [p[2] for p in usable if count / 10 < p[0] <= count / 5]
    last = [p[2] for p in usable if p[0] > count * 9 / 10]
    if tenth and last and half:
        print(f"extracting process, median of the second tenth {statistics.median(tenth):.0f} MB, "
              f"of the last tenth {statistics.median(last):.0f} MB")  # fmt: skip
    if plot is not None:
        _plot(usable, plot)


def _roles(sizes: list[tuple[float, int]]) -> tuple[float, float]:
    """The memory of the worker and of its extracting process: the one is the other's parent."""
    pids = {pid: size for size, pid in sizes}
    for pid, size in pids.items():
        child = next((other for other in pids if _parent(other) == pid), None)
        if child is not None:
            return size, pids[child]
    return (sizes[-1][0] if sizes else 0.0), 0.0


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _descendants(pid: int) -> list[int]:
    children = [int(path.name) for path in Path("/proc").glob("[0-9]*") if _parent(int(path.name)) == pid]
    return [found for child in children for found in (child, *_descendants(child))]


def _resident(pid: int) -> float:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize() / MEGABYTE
    except OSError:
        return 0.0


def _plot(points: list[tuple[int, float, float]], path: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    matplotlib.rcParams["svg.hashsalt"] = "maintext"
    figure, axes = plt.subplots(figsize=(7, 3.2), layout="constrained")
    read = [point[0] for point in points]
    axes.plot(read, [point[2] for point in points], color="#1f6feb", linewidth=1, label="extracting process")
    axes.plot(read, [point[1] for point in points], color="#8250df", linewidth=1, label="worker (reads and writes)")
    axes.axhline(400, color="#999999", linewidth=1, linestyle="--")
    axes.text(0, 405, "400 MB", color="#777777", fontsize=8)
    axes.set(xlabel="pages", ylabel="resident memory, MB", ylim=(0, 450), xlim=(0, max(read)))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="center right", fontsize=8)
    figure.savefig(path, metadata={"Date": None})


def poison(pages: list[bytes], count: int, folder: Path) -> None:
    """An archive of many good pages and some bad ones, in two shards; the same bytes in two runs."""
    from maintext.corpus import CorpusSettings, Local, Plan, make_corpus

    extractor = folder / "poisoned.py"
    extractor.write_text(POISONED)
    sys.path.insert(0, str(folder))
    small = [page for page in pages if 2_000 < len(page) < 30_000]
    orders = ("hang", "eat", "segfault", "nest")
    expected = {"hang": 0, "eat": 0, "segfault": 0, "nest": 0, "broken": 0}
    paths = [folder / "first.warc.gz", folder / "second.warc.gz"]
    files = [path.open("wb") for path in paths]
    for number in range(count):
        packed = gzip.compress(record(number, rewritten(small[number % len(small)], number)), 1, mtime=0)
        if number % 2000 == 7:
            order = orders[number // 2000 % len(orders)]
            packed = gzip.compress(record(number, b"<p>poison-" + order.encode() + b"</p>"), mtime=0)
            if order == "nest":
                packed = gzip.compress(record(number, b"<div>" * 200_000 + b"<p>deep text here</p>"), mtime=0)
            expected[order] += 1
        elif number % 2000 == 500:
            packed = gzip.compress(record(number, small[0], declared=40), mtime=0)
            expected["broken"] += 1
        elif number % 2000 == 1000:
            packed = gzip.compress(record(number, small[0], declared=10**6), mtime=0)
            expected["broken"] += 1
        elif number % 2000 == 1500:
            packed = packed[: len(packed) // 2] + b"\xff" * 64 + packed[len(packed) // 2 :]
            expected["broken"] += 1
        files[number % 2].write(packed[: len(packed) // 2] if number == count - 1 else packed)
    expected["broken"] += 1
    for file in files:
        file.close()
    settings = CorpusSettings(extractor="poisoned:Poisoned", timeout=5, memory=500 << 20)
    digests = []
    for turn in range(2):
        started = time.perf_counter()
        manifest = make_corpus(Plan.of(map(str, paths), settings), str(folder / f"out{turn}"), Local(2))
        counts = manifest.counts
        print(f"{json.dumps(counts.to_dict())}, {time.perf_counter() - started:.0f} s", flush=True)
        assert counts.read == count == counts.settled, (counts.read, counts.settled)
        wanted = {"timeout": expected["hang"], "memory": expected["eat"], "crash": expected["segfault"],
                  "broken": expected["broken"]}  # fmt: skip
        assert dict(counts.failed) == {kind: number for kind, number in wanted.items() if number}, wanted
        digests.append({path.relative_to(folder / f"out{turn}"): path.read_bytes()
                        for path in sorted((folder / f"out{turn}").rglob("*")) if path.is_file()})  # fmt: skip
    same = digests[0] == digests[1]
    print(f"every page accounted for; expected {expected}; two runs gave {'the same' if same else 'DIFFERENT'} bytes")
    assert same


POISONED = '''
import ctypes, time
from dataclasses import dataclass
from maintext.extractors import EXTRACTORS, Extraction, Extractor
from maintext.page import Page

@dataclass(frozen=True, slots=True)
class Poisoned(Extractor):
    """The default extractor, which hangs, eats memory or crashes over some pages."""

    def extract(self, page: Page) -> Extraction:
        text = page.text[:20]
        if text == "poison-hang":
            while True:
                time.sleep(60)
        if text == "poison-eat":
            eaten = []
            while True:
                eaten.append(bytearray(16 << 20))
        if text == "poison-segfault":
            ctypes.string_at(0)
        return EXTRACTORS.build("default").extract(page)
'''


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["speed", "scaling", "memory", "poison"])
    parser.add_argument("data", type=Path, nargs="?", default=data_home())
    parser.add_argument("--pages", type=int)
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--plot", type=Path)
    parser.add_argument("-x", "--extractor", action="append", default=[], help="a spec; SPEC+text leaves metadata out")
    options = parser.parse_args()
    pages = real_pages(options.data)
    with tempfile.TemporaryDirectory(prefix="maintext-corpus-") as name:
        folder = Path(name)
        if options.what == "speed":
            specs = options.extractor or ["default", "default+text", "trafilatura+text", "resiliparse+text"]
            speed(pages[: options.pages or 1000], specs, options.turns, folder)
        elif options.what == "scaling":
            scaling(pages[: options.pages or 1000], options.turns, folder)
        elif options.what == "memory":
            memory(pages, options.pages or 100_000, options.plot, folder)
        else:
            poison(pages, options.pages or 20_000, folder)


if __name__ == "__main__":
    main()
