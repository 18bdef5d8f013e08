"""Extractors that misbehave on the pages that ask for it: the page's first word is what to do."""

import ctypes
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from maintext.errors import ExtractorMissing
from maintext.extractors import Extraction, TextExtractor
from maintext.page import Page


@dataclass(frozen=True, slots=True)
class Obey(TextExtractor):
    """Does what the page says, or gives its text; `delay` is for slow runs."""

    delay: float = 0.0

    def find(self, page: Page) -> str:
        time.sleep(self.delay)
        order, *rest = page.text.split()
        served.append(order)
        if order == "hang":
            while True:
                time.sleep(60)
        if order == "spin":
            while True:
                pass
        if order == "raise":
            raise ValueError("this page is bad\nin two lines")
        if order == "exit":
            sys.exit(3)
        if order == "leave":
            os._exit(3)
        if order == "segfault":
            ctypes.string_at(0)
        if order == "kill":
            os.kill(os.getpid(), 9)
        if order == "eat":
            eaten = []
            while True:
                eaten.append(bytearray(16 << 20))
        if order == "spike":
            len(b"x" * (120 << 20))
        if order == "ask":
            bytearray(1 << 50)
        if order == "print":
            sys.stdout.write("printed\n" * 100_000)
            os.write(1, b"written\n")
        if order == "missing":
            raise ExtractorMissing("obey", "pip install obedience")
        if order == "surrogate":
            return "\ud800 \u2028 \x00 text"
        if order == "old" and len(served) > 1:
            os.kill(os.getpid(), 9)
        if order == "unless" and not Path(rest[0]).exists():
            raise ValueError("not yet")
        if order == "threads":
            return os.environ["OPENBLAS_NUM_THREADS"]
        if order == "charset":
            return f"{page.encoding.name} {page.url}"
        if order == "fork":
            if os.fork() == 0:
                time.sleep(60)
            os._exit(3)
        if order == "child":
            os.spawnlp(os.P_NOWAIT, "sleep", "sleep", "1234")
            time.sleep(60)
        return page.text


@dataclass(frozen=True, slots=True)
class Hoard(TextExtractor):
    """Keeps memory of every page: a page must not fail for what others left behind."""

    megabytes: int = 40

    def find(self, page: Page) -> str:
        hoard.append(bytearray(b"x" * (self.megabytes << 20)))
        return page.text


hoard: list[bytearray] = []
served: list[str] = []


@dataclass(frozen=True, slots=True)
class Foreign(TextExtractor):
    """Gives output of its own format."""

    def extract(self, page: Page) -> Extraction:
        return Extraction(page, str(self), given=page.text, raw=f"<p>{page.text}</p>", media_type="text/html")

    def find(self, page: Page) -> str:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Nonsense(Foreign):
    """Returns something else than an extraction."""

    def extract(self, page: Page) -> Extraction:
        return None  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Absent(Foreign):
    """Is not installed."""

    @classmethod
    def missing(cls) -> str | None:
        return "pip install absent"


@dataclass(frozen=True, slots=True)
class Unprepared(TextExtractor):
    """Is slow to prepare, and fails at it."""

    def prepare(self) -> None:
        time.sleep(1)
        served.append("prepared")
        raise OSError("the program does not start")

    def find(self, page: Page) -> str:
        return " ".join(served)


@dataclass(frozen=True, slots=True)
class Unbuildable(Foreign):
    """Can be built here, but not in a worker."""

    def __post_init__(self) -> None:
        if "pytest" not in sys.modules:
            raise RuntimeError("no workers, please")
