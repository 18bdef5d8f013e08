"""Overhead of every way to extract many pages: `maintext corpus`, Ray, datatrove and Spark, on the same pages.

    python benchmarks/corpus_engines.py [DATA] [--pages 20000] [--workers 2] [--only local,ray,datatrove,spark]
                                        [--month-pages 2.5e9] [--price 0.04]

DATA is the folder of unpacked datasets (default: maintext-data in the user's cache folder). The pages differ in class
names and text and are stored in shards, as WARC files and, for Spark, as Parquet. Printed: processor time of all
processes together for each page, less what a tiny page in each shard costs (the start, stated beside it), and the
overhead over bare extraction: a plain loop in one process over pages in memory. An engine that is not installed is left
out (pip install 'maintext[ray]' datatrove pyspark; Spark needs Java).

The last column is the cost of a month of Common Crawl: so many pages, at so many dollars for an hour of one core.
"""

import argparse
import ctypes
import gzip
import importlib.util
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from corpus import BARE, Cost, data_home, real_pages, record, rewritten

SHARDS = 8
BATCH = 200
_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER: processes that engines leave behind are waited for here

DATATROVE = """
import sys
from datatrove.data import Document
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.writers import JsonlWriter
from maintext.corpus import CorpusSettings
from maintext.corpus.adapters.datatrove import Maintext
from maintext.corpus.shards import plan_shards
from maintext.corpus.sources import read_shard

class Pages:
    def __init__(self, source):
        self.source = source

    def __call__(self, data, rank=0, world_size=1):
        for item in read_shard(plan_shards([self.source])[rank], CorpusSettings()):
            yield Document(item.html.decode("utf-8", "replace"), item.id, metadata={"url": item.url})

if __name__ == "__main__":
    source, target, workers = sys.argv[1:]
    steps = [Pages(source), Maintext(), JsonlWriter(target)]
    LocalPipelineExecutor(steps, tasks=8, workers=int(workers), logging_dir=target + "-logs").run()
"""
SPARK = """
import sys
from pyspark.sql import SparkSession
from maintext.corpus.adapters.spark import SCHEMA, records
source, target, workers = sys.argv[1:]
builder = SparkSession.builder.master(f"local[{workers}]").config("spark.ui.enabled", "false")
with builder.config("spark.sql.files.openCostInBytes", "512m").getOrCreate() as spark:
    spark.sparkContext.setLogLevel("ERROR")
    spark.read.parquet(source).mapInPandas(records(), SCHEMA).write.json(target)
"""


def write_shards(folder: Path, pages: Iterable[bytes]) -> int:
    """The pages as WARC files and as Parquet files; returns their bytes."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([("url", pa.string()), ("html", pa.binary())])
    (folder / "warc").mkdir(parents=True)
    (folder / "parquet").mkdir()
    total = 0
    waiting: list[list[dict[str, object]]] = [[] for _ in range(SHARDS)]
    with ExitStack() as files:
        archives = [files.enter_context((folder / "warc" / f"{n}.warc.gz").open("wb")) for n in range(SHARDS)]
        tables = [
            files.enter_context(pq.ParquetWriter(folder / "parquet" / f"{n}.parquet", schema)) for n in range(SHARDS)
        ]
        for number, page in enumerate(pages):
            shard = number % SHARDS
            total += len(page)
            archives[shard].write(gzip.compress(record(number, page), 1, mtime=0))
            waiting[shard].append({"url": f"http://site{number % 50}.example/{number}", "html": page})
            if len(waiting[shard]) == BATCH:
                tables[shard].write_table(pa.Table.from_pylist(waiting[shard], schema))
                waiting[shard].clear()
        for table, rows in zip(tables, waiting, strict=True):
            table.write_table(pa.Table.from_pylist(rows, schema))
    return total


def command(engine: str, folder: Path, target: Path, workers: int) -> list[str]:
    """What runs an engine."""
    warc = sorted(map(str, (folder / "warc").iterdir()))
    corpus = [sys.executable, "-m", "maintext", "corpus", *warc, "-o", str(target), "-w", str(workers)]
    if engine == "local":
        return corpus
    if engine == "ray":
        return [*corpus, "--engine", "ray", "--address", "local"]
    script, source = (DATATROVE, "warc") if engine == "datatrove" else (SPARK, "parquet")
    path = folder / f"{engine}_job.py"
    path.write_text(script)
    return [sys.executable, str(path), str(folder / source), str(target), str(workers)]


def is_installed(engine: str) -> bool:
    if engine == "local":
        return True
    if engine == "spark":
        return importlib.util.find_spec("pyspark") is not None and shutil.which("java") is not None
    return importlib.util.find_spec(engine) is not None


def run(arguments: Sequence[str]) -> Cost:
    """What a command takes, with all processes that it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    settings = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYSPARK_PYTHON": sys.executable}
    done = subprocess.run(arguments, capture_output=True, text=True, env=os.environ | settings, check=False)
    wall = time.perf_counter() - started
    if done.returncode:
        raise SystemExit(f"{' '.join(arguments)}: {done.stderr[-2000:]}")
    with suppress(ChildProcessError):
        while True:
            os.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Cost(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def bare(folder: Path) -> float:
    """Processor time of the same extraction in a plain loop."""
    shards = sorted(map(str, (folder / "warc").iterdir()))
    threads = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    total = 0.0
    for shard in shards:
        arguments = [sys.executable, "-c", BARE, "default", shard, "True"]
        done = subprocess.run(arguments, check=True, capture_output=True, text=True, env=os.environ | threads)
        total += float(done.stdout.split()[1])
    return total


def measure(pages: Sequence[bytes], options: argparse.Namespace, folder: Path) -> None:
    ctypes.CDLL(None).prctl(_SUBREAPER, 1)
    count: int = options.pages
    total = write_shards(folder / "all", (rewritten(pages[number % len(pages)], number) for number in range(count)))
    write_shards(folder / "start", SHARDS * [b"<p>a short page</p>"])
    plain = bare(folder / "all")
    print(f"{count} pages of {total / count / 1000:.0f} KB, {options.workers} workers")
    print("engine | ms a page | over bare | start, s | pages/s of one core | core hours a month | dollars")
    print(_row("bare", plain, plain, 0.0, options), flush=True)
    for engine in options.only.split(","):
        if not is_installed(engine):
            print(f"{engine} | not installed")
            continue
        start = run(command(engine, folder / "start", folder / f"{engine}-start", options.workers))
        cost = run(command(engine, folder / "all", folder / f"{engine}-all", options.workers))
        used = cost.processor - start.processor
        if used < plain:  # some engines kill their workers before anybody waits for them
            print(f"{engine} | not known: less processor time was counted than bare extraction takes", flush=True)
            continue
        print(_row(engine, used, plain, start.processor, options), flush=True)


def _row(engine: str, used: float, plain: float, start: float, options: argparse.Namespace) -> str:
    each = used / options.pages
    hours = each * options.month_pages / 3600
    return (
        f"{engine} | {1000 * each:.2f} | {used / plain - 1:+.1%} | {start:.1f} | {1 / each:.1f} | {hours:,.0f} | "
        f"{hours * options.price:,.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="?", default=data_home())
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", default="local,ray,datatrove,spark")
    parser.add_argument("--month-pages", type=float, default=2.5e9, help="the pages of a month of Common Crawl")
    parser.add_argument("--price", type=float, default=0.04, help="dollars for an hour of one core")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="maintext-engines-") as name:
        measure(real_pages(options.data), options, Path(name))


if __name__ == "__main__":
    main()
