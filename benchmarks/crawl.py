"""From a hostile site on loopback to a Parquet file of chunks in one command, killed twice on the way.

    python benchmarks/crawl.py [--pages 500] [--delay 0.02] [--folder FOLDER]

The site (crawl_site.py) has sitemaps, a feed, a robots.txt with forbidden paths and a crawl-delay, redirects and their
loops, errors, a slow and an endless body, and traps. `maintext corpus --crawl` runs once without interruption, and once
killed by SIGKILL in the middle of the crawl and in the middle of the extraction. Printed: whether all bytes are the
same, the requests that robots.txt forbids, the shortest pause between two requests beside the crawl-delay, and times.
"""

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from crawl_site import CrawlSite, serving

OPTIONS = ["--allow-private", "--delay", "0", "--fetch-timeout", "10", "--max-bytes", "2000000"]
CORPUS = ["--text", "chunks", "--to", "parquet", "--near-duplicates", "corpus", "--workers", "1", "-o", "corpus"]


def start(site: CrawlSite, folder: Path) -> "subprocess.Popen[bytes]":
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "maintext", "corpus", "--crawl", site.address, *OPTIONS, *CORPUS]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    return subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE)


def finish(process: "subprocess.Popen[bytes]") -> str:
    output, _ = process.communicate()
    if process.returncode:
        raise SystemExit(f"the command failed with {process.returncode}")
    return output.decode()


def kill_when(ready: Callable[[], bool], process: "subprocess.Popen[bytes]") -> None:
    """Kill a command at a certain point; it must not have ended before."""
    with process:
        while not ready():
            if process.poll() is not None:
                raise SystemExit("the command ended before it was killed; use more --pages")
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)


def files(folder: Path) -> dict[str, bytes]:
    """All files, apart from the journal, which states when robots.txt was read."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".journal"]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def is_extracting(folder: Path) -> bool:
    return any((folder / "corpus" / ".working").glob("*"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=500)
    parser.add_argument("--delay", type=float, default=0.02, help="the crawl-delay of the site's robots.txt")
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary, serving(options.pages, options.delay, is_slow=True) as site:
        folder = options.folder or Path(temporary)
        started = time.perf_counter()
        print(finish(start(site, folder / "whole")))
        seconds, requests = time.perf_counter() - started, len(site.requests)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = used.ru_utime + used.ru_stime
        print(f"uninterrupted: {requests} requests, {seconds:.0f} s, {cpu:.1f} s of processor time")
        pauses = site.pauses()
        site.seen.clear()
        killed = folder / "killed"
        kill_when(lambda: len(site.requests) > requests + requests // 2, start(site, killed))
        at = len(site.requests)
        kill_when(lambda: is_extracting(killed), start(site, killed))
        finish(start(site, killed))
        pauses += site.pauses()[requests:]
        same = files(folder / "whole") == files(killed)
        manifest = json.loads((killed / "corpus" / "manifest.json").read_bytes())
        print(f"killed after {at - requests} requests and during the extraction; identical bytes: {same}")
        print(f"requests that robots.txt forbids: {len(site.forbidden)} of {len(site.requests)}")
        print(f"shortest pause between two requests: {min(pauses):.4f} s, crawl-delay {options.delay:g} s")
        print(f"pages: {manifest['counts']}; rows: {manifest['shards'][0]['rows']}")
        if not same or site.forbidden or min(pauses) < options.delay:
            raise SystemExit(1)


if __name__ == "__main__":
    main()
