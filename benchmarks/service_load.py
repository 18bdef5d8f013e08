"""Load on the service: requests at a fixed rate, whatever the answers take, and what they cost.

    python benchmarks/service_load.py                        # 200 requests a second for a minute, pages of 10 KB
    python benchmarks/service_load.py --hang 2               # and, every two seconds, a page that takes for ever
    python benchmarks/service_load.py --hostile --rate 50    # and hostile feeds, batches, connections and uploads

A request's time counts from when it was due, so a service that falls behind cannot hide it. Pages are bundled ones of
8 to 11 KB. The client runs on the same machine and its share of the processor is told too.
"""

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, quantiles

PAGES = Path(__file__).parent.parent / "tests" / "pages"
TICKS = os.sysconf("SC_CLK_TCK")
PAGE_SIZE = os.sysconf("SC_PAGE_SIZE")
AIM, HOSTILE_AIM = 0.1, 0.25
"""Seconds that 99 % of the requests must be answered in, and the same beside hostile clients."""
SLOW = "vote(learned, readability, boilerpipe, density, ccb, slope-curve, cetd, justext)"


@dataclass
class Tally:
    """What came of the requests."""

    times: list[float] = field(default_factory=list)
    slow: list[int] = field(default_factory=list)
    """The second in which each request was due that took longer than is aimed at."""
    errors: dict[str, int] = field(default_factory=dict)

    def failed(self, what: str) -> None:
        """One more of a kind of failure."""
        self.errors[what] = self.errors.get(what, 0) + 1


class Client(asyncio.Protocol):
    """One connection that stays open; as little work per request as possible."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.answer: asyncio.Future[int] | None = None
        self.received = b""
        self.left = 0
        self.status = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Count what comes until the answer is whole."""
        if self.left:
            self.left -= len(data)
        else:
            self.received += data
            end = self.received.find(b"\r\n\r\n")
            if end < 0:
                return
            self.status = int(self.received[9:12])
            found = re.search(rb"content-length: (\d+)", self.received[:end], re.IGNORECASE)
            self.left = (int(found[1]) if found else 0) - (len(self.received) - end - 4)
            self.received = b""
        if self.left <= 0:
            self.left = 0
            if self.answer is not None and not self.answer.done():
                self.answer.set_result(self.status)

    def connection_lost(self, error: Exception | None) -> None:
        """Whoever waits will wait in vain."""
        self.transport = None
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(ConnectionError("the connection broke"))

    def ask(self, request: bytes) -> "asyncio.Future[int]":
        """Send a request; its answer's status comes later."""
        assert self.transport is not None
        self.answer = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return self.answer


def requests(accept: str) -> list[bytes]:
    """The requests to send in turn."""
    found = []
    for path in sorted(PAGES.glob("*/page.html")):
        page = path.read_bytes()
        if 8_000 <= len(page) <= 11_000:
            head = f"POST /extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/html\r\nAccept: {accept}\r\n"
            found.append(f"{head}Content-Length: {len(page)}\r\n\r\n".encode() + page)
    return found


async def load(port: int, asked: list[bytes], rate: float, seconds: float, tally: Tally) -> None:
    """Send requests when they are due."""
    loop = asyncio.get_running_loop()
    idle: list[Client] = []
    under_way: set[asyncio.Task[None]] = set()
    start = loop.time()

    async def one(request: bytes, due: float) -> None:
        while idle and idle[-1].transport is None:  # the service has closed it meanwhile
            idle.pop()
        client = idle.pop() if idle else (await loop.create_connection(Client, "127.0.0.1", port))[1]
        try:
            status = await asyncio.wait_for(client.ask(request), 30)
        except (ConnectionError, TimeoutError, AssertionError) as error:
            tally.failed(type(error).__name__)
            return
        tally.times.append(loop.time() - due)
        if tally.times[-1] > AIM:
            tally.slow.append(int(due - start))
        if status != 200:
            tally.failed(str(status))
        if client.transport is not None:
            idle.append(client)

    for number in range(int(rate * seconds)):
        due = start + number / rate
        wait = due - loop.time()
        if wait > 0:
            await asyncio.sleep(wait)
        task = asyncio.create_task(one(asked[number % len(asked)], due))
        under_way.add(task)
        task.add_done_callback(under_way.discard)
    while under_way:
        await asyncio.sleep(0.05)
    for client in idle:
        if client.transport is not None:
            client.transport.close()


async def hang(port: int, every: float, seconds: float, found: dict[str, int]) -> None:
    """Send pages that cannot be done in time."""
    paragraph = "<div class='a b'><p>" + "word, and more words of it <a href='/x'>here</a>. " * 8 + "</p></div>"
    page = f"<html><body>{paragraph * 20_000}</body></html>"
    body = json.dumps({"html": page[:9_500_000], "extractor": SLOW}).encode()
    head = "POST /extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    request = f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
    loop = asyncio.get_running_loop()
    under_way: set[asyncio.Task[None]] = set()

    async def one() -> None:
        client = (await loop.create_connection(Client, "127.0.0.1", port))[1]
        status = str(await client.ask(request))
        found[status] = found.get(status, 0) + 1
        if client.transport is not None:
            client.transport.close()

    until = loop.time() + seconds
    while loop.time() < until:
        task = asyncio.create_task(one())
        under_way.add(task)
        task.add_done_callback(under_way.discard)
        await asyncio.sleep(every)
    if under_way:
        await asyncio.wait(under_way, timeout=40)


def family(pid: int) -> list[int]:
    """A process and its children."""
    children = [path.read_text().split() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    return [pid, *(int(child) for found in children for child in found)]


def resident(pids: list[int]) -> float:
    """Megabytes that processes hold."""
    total = 0
    for pid in pids:
        try:
            total += int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        except OSError:
            continue
    return total * PAGE_SIZE / 1e6


def processor(pid: int, *, alone: bool = False) -> float:
    """Seconds of processor time of a process, and of children that have ended unless it is `alone`."""
    try:
        values = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, values[11 : 13 if alone else 15])) / TICKS


def stolen() -> tuple[int, int]:
    """Ticks that the machine's host gave to others, and all ticks."""
    try:
        values = [int(value) for value in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    except OSError:
        return 0, 1
    return values[7], sum(values)


async def watch(pid: int, seconds: float, held: list[float], seen: set[int]) -> None:
    """The memory of the service once a second, and its processes."""
    for _ in range(int(seconds)):
        seen.update(family(pid))
        await asyncio.sleep(1)
        held.append(resident(family(pid)))


async def measure(port: int, pid: int, arguments: argparse.Namespace) -> int:
    asked = requests(arguments.accept)
    await load(port, asked, 50, 5, Tally())  # until everything is warm
    tally, hung, held, seen = Tally(), dict[str, int](), list[float](), set[int]()
    started = set(family(pid))
    before, alone, client = sum(map(processor, family(pid))), processor(pid, alone=True), time.process_time()
    tasks = [load(port, asked, arguments.rate, arguments.seconds, tally), watch(pid, arguments.seconds, held, seen)]
    if arguments.hang:
        tasks.append(hang(port, arguments.hang, arguments.seconds, hung))
    hostile = await _start_hostile(port, arguments.seconds) if arguments.hostile else None
    start, others = time.monotonic(), stolen()
    await asyncio.gather(*tasks)
    elapsed = time.monotonic() - start
    lost = (stolen()[0] - others[0]) / max(1, stolen()[1] - others[1])
    count = len(tally.times)
    cuts = quantiles(tally.times, n=1000)
    size = mean(len(request) for request in asked)
    spent, own = sum(map(processor, family(pid))) - before, processor(pid, alone=True) - alone
    print(f"{count} requests of {size:,.0f} bytes in {elapsed:.1f} s, due at {arguments.rate:g} a second")
    shown = {"p50": cuts[499], "p90": cuts[899], "p99": cuts[989], "p99.9": cuts[998], "max": max(tally.times)}
    print("  " + ", ".join(f"{name} {1000 * value:.1f} ms" for name, value in shown.items()))
    seconds = ", ".join(map(str, sorted(set(tally.slow)))) or "none"
    print(f"  over {1000 * AIM:.0f} ms: {len(tally.slow)} requests, in these seconds: {seconds}")
    print(f"  the machine's host gave {lost:.1%} of the processors' time to others")
    print(f"  errors: {tally.errors or 'none'}")
    if arguments.hang:
        print(f"  hanging pages: {sum(hung.values())} answered {hung}")
    if hostile is not None:
        print("  hostile clients were answered:")
        for answer, times in sorted(json.loads((await hostile.communicate())[0]).items()):
            print(f"    {answer} ({times})")
    third = max(1, len(held) // 3)
    print(
        f"  memory: {mean(held[:third]):.0f} MB in the first third, {mean(held[-third:]):.0f} MB in the last, "
        f"at most {max(held):.0f} MB"
    )
    print(f"  worker processes that were started meanwhile: {len(seen - started)}")
    print(f"  load of the machine over the last minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(
        f"  processor: {1000 * spent / count:.2f} ms a request, {1000 * own / count:.2f} ms of it in the service and "
        f"the rest in its workers; {1000 * (time.process_time() - client) / count:.2f} ms more in this client"
    )
    return 0 if not tally.errors and cuts[989] < (HOSTILE_AIM if arguments.hostile else AIM) else 1


async def _start_hostile(port: int, seconds: float) -> asyncio.subprocess.Process:
    """Hostile clients in a process of their own, so that they do not hold up this client."""
    program = ["nice", sys.executable, str(Path(__file__).with_name("hostile_load.py")), str(port), str(seconds)]
    return await asyncio.create_subprocess_exec(*program, stdout=asyncio.subprocess.PIPE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rate", type=float, default=200.0, help="requests a second")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--accept", default="application/json", help="the format to ask for")
    parser.add_argument("--hang", type=float, default=0.0, help="seconds between pages that hang; 0 sends none")
    parser.add_argument("--hostile", action="store_true", help="add hostile clients")
    arguments = parser.parse_args()
    command = [sys.executable, "-c", "from maintext.cli import main; main()", "serve", "--port", "0"]
    command += ["--allow-private"] if arguments.hostile else ["--no-fetch"]
    command += ["--workers", str(arguments.workers), "--max-bytes", "20000000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            said = server.stdout.readline()
            found = re.search(r":(\d+)/", said)
            if found is None:
                sys.exit(f"the service did not start: {said}")
            time.sleep(15)  # it looks through its extractors first
            code = asyncio.run(measure(int(found[1]), server.pid, arguments))
        finally:
            server.terminate()
    sys.exit(code)


if __name__ == "__main__":
    main()
