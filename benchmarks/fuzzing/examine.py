"""What is checked on a page: every output of two extractors, its time and memory, and that it is the same each time."""

import json
import threading
import time
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Final
from xml.etree import ElementTree

from fuzzing.case import Case
from fuzzing.child_process import MEGABYTE, error_tail
from fuzzing.finding import Finding, Kind, place_in
from maintext.errors import MaintextError
from maintext.extractors import EXTRACTORS, Extraction, Extractor
from maintext.extractors.formats import FORMATS
from maintext.page import Page, read_page
from maintext.render.chunks.chunk import Chunk
from maintext.sandbox.memory import PeakMemory

SLOW = 2.0
"""Processor seconds that reading a page and making every output of one extractor may take together."""
LARGE = 500 * MEGABYTE
"""Resident memory that a process may hold on the way."""
EXPLAINING: Final[tuple[str, ...]] = ("blocks", "picture")
_COMPOSITE = ("density|all", "nothing||readability", "vote(density, readability, justext)", "all(hidden=True)")


@dataclass(slots=True)
class Pass:
    """One extractor's way through a page: its outputs, its time, and what went wrong."""

    extractor: str
    outputs: dict[str, str] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def examine(case: Case) -> tuple[list[Finding], str]:
    """All findings on a page, and a digest of what the default extractor made of it."""
    meter = PeakMemory()
    meter.reset()
    first = run_pass(case, "default")
    found = first.findings + judge_costs(first, meter)
    if case.extractor != "default":
        meter.reset()
        other = run_pass(case, case.extractor)
        found += [finding for finding in other.findings + judge_costs(other, meter) if finding not in found]
    if case.check and not found:
        found += compare(first, run_again(case, in_thread=case.check == "thread"), case.check)
    return found, digest(first)


@cache
def own_extractors() -> tuple[str, ...]:
    """The specs of our own extractors, with their variants."""
    names = registered_extractors()
    aliases = [name for name, spec in EXTRACTORS.aliases.items() if spec.partition("(")[0] in names]
    return (*names, *aliases, *_COMPOSITE)


@cache
def registered_extractors() -> tuple[str, ...]:
    """The names of our own extractors that work without parameters."""
    own = [name for name, target in EXTRACTORS.entries.items() if ".adapters." not in target]
    return tuple(name for name in own if _works(name))


def prepare() -> None:
    """Load what extractors need, so that no page pays for it."""
    for spec in own_extractors():
        extractor = build(spec)
        extractor.prepare()
        run_pass(
            Case(0, 0, b"<p>Some words in a page.</p>", (), None, None, False, "", tuple(FORMATS), (), "", True, 5, 1),
            spec,
        )


@cache
def build(spec: str) -> Extractor:
    """An extractor, built once."""
    return EXTRACTORS.build(spec)


def run_pass(case: Case, spec: str) -> Pass:
    """Make every output of one extractor."""
    done = Pass(spec)
    pages: list[Page] = []
    found: list[Extraction] = []
    if _step(done, "read", lambda: pages.append(_read(case))) and _step(
        done, "extract", lambda: found.append(build(spec).extract(pages[0]))
    ):
        for name, step in _steps(case, spec, found[0]).items():
            _step(done, name, step)
    return done


def run_again(case: Case, in_thread: bool) -> Pass:
    """The default extractor's way through the page once more."""
    passes: list[Pass] = []
    if not in_thread:
        return run_pass(case, "default")
    thread = threading.Thread(target=lambda: passes.append(run_pass(case, "default")))
    thread.start()
    thread.join()
    return passes[0]


def compare(first: Pass, second: Pass, check: str) -> list[Finding]:
    """Where two ways through the same page differ."""
    how = "in another thread" if check == "thread" else f"in another {check}" if check == "process" else "a second time"
    names = [name for name in first.outputs | second.outputs if first.outputs.get(name) != second.outputs.get(name)]
    return [Finding("difference", names[0], "default", f"differs {how}: {', '.join(names)}", "")] if names else []


def digest(done: Pass) -> str:
    """A short text that changes with any output."""
    from hashlib import blake2b

    return blake2b(repr(sorted(done.outputs.items())).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _read(case: Case) -> Page:
    html = case.html.decode("utf-8", "surrogateescape") if case.as_text else case.html
    return read_page(html, url=case.url, charset=None if case.as_text else case.charset)


def _steps(case: Case, spec: str, found: Extraction) -> dict[str, Callable[[], object]]:
    """What to compute of an extraction, by name: every format for the default extractor, two for the other."""
    formats = FORMATS if spec == "default" else (case.formats[0], case.formats[1])
    steps: dict[str, Callable[[], object]] = {name: partial(found.render, name) for name in ("text", *formats)}
    steps[f"{case.formats[0]} with switches"] = partial(found.render, case.formats[0], **dict(case.switches))
    steps["metadata"] = lambda: found.metadata.to_dict()
    steps["posts"] = lambda: found.posts
    if spec == "default":
        steps["positions"] = lambda: _positions(found)
    if case.check or case.reasons:
        steps["small chunks"] = lambda: _small_chunks(found, case.chunk_tokens, case.overlap)
    if case.reasons:
        steps["comments"] = lambda: found.with_comments(include=bool(case.number % 2)).text
        steps["blocks"] = lambda: [(block.kind, block.xpath, block.hidden, block.why) for block in found.blocks]
        steps["picture"] = lambda: _picture(spec, found.page)
    return steps


def _positions(found: Extraction) -> list[tuple[int, int] | None]:
    """Where the blocks stand in the source, checked for being inside of it."""
    spans = [block.source_span for block in found.page.blocks]
    _check_ranges(found, [(span.start, span.end) for span in spans if span])
    return list(spans)


def _small_chunks(found: Extraction, max_tokens: int, overlap: int) -> list[Chunk]:
    """Chunks of a small size, checked for keeping to it and for being inside the source."""
    chunks = found.chunks(max_tokens, overlap)
    longer = next((chunk for chunk in chunks if chunk.tokens > max_tokens), None)
    if longer:
        raise ValueError(f"a chunk has {longer.tokens} tokens, more than {max_tokens}")
    _check_ranges(found, [(chunk.start, chunk.end or 0) for chunk in chunks if chunk.start is not None])
    return list(chunks)


def _check_ranges(found: Extraction, ranges: Iterable[tuple[int, int]]) -> None:
    length = len(found.page.original)
    wrong = next((each for each in ranges if not 0 <= each[0] <= each[1] <= length), None)
    if wrong:
        raise ValueError(f"{wrong} is not inside a source of {length} characters")


def _picture(spec: str, page: Page) -> object:
    from maintext.reports.explain import trace_of

    return trace_of(build(spec), page)


def _step(done: Pass, name: str, step: Callable[[], object]) -> bool:
    """Run one step; an error of ours is an output like any other, every other exception is a finding."""
    start, worked = time.thread_time(), False
    try:
        value = step()
        done.outputs[name] = value if isinstance(value, str) else repr(value) if name not in ("read", "extract") else ""
        _validate(done, name)
        worked = True
    except MaintextError as error:
        done.outputs[name] = f"{type(error).__name__}: {error}"
    except Exception as error:  # noqa: BLE001 - this is what the fuzzer looks for
        done.findings.append(_exception(done, name, error))
    done.seconds[name] = time.thread_time() - start
    return worked


def _validate(done: Pass, name: str) -> None:
    """Whether an output is what its format promises."""
    text, problem = done.outputs[name], ""
    try:
        text.encode()
        if name == "json":
            json.loads(text, parse_constant=_refuse)
        elif name == "chunks":
            for line in filter(None, text.split("\n")):
                json.loads(line, parse_constant=_refuse)
        elif name == "tei":
            ElementTree.fromstring(text)
    except (ValueError, ElementTree.ParseError) as error:
        problem = f"{type(error).__name__}: {error}"
    if problem:
        done.findings.append(Finding("invalid", name, done.extractor, problem, ""))


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


def _exception(done: Pass, name: str, error: Exception) -> Finding:
    stack = "".join(traceback.format_exception(error, limit=-30))
    kind: Kind = "memory" if isinstance(error, MemoryError) else "exception"
    return Finding(kind, name, done.extractor, f"{type(error).__name__}: {error}"[:500], place_in(stack), stack)


def judge_costs(done: Pass, meter: PeakMemory) -> list[Finding]:
    """Too much time or memory; reasons and pictures, which only people ask for, count by themselves."""
    explaining: dict[str, float] = {name: done.seconds.pop(name) for name in EXPLAINING if name in done.seconds}
    found = [_slow(done, parts) for parts in (done.seconds, explaining) if sum(parts.values()) > SLOW]
    if (peak := meter.read()) > LARGE:
        found.append(Finding("memory", "page", done.extractor, f"{peak // MEGABYTE} MB resident", ""))
    return found


def _slow(done: Pass, parts: dict[str, float]) -> Finding:
    step, stack = max(parts, key=parts.__getitem__), error_tail()
    message = f"{sum(parts.values()):.1f} s, of which {step} took {parts[step]:.1f} s"
    return Finding("slow", step, done.extractor, message, place_in(stack), stack)


def _works(spec: str) -> bool:
    try:
        build(spec).extract(read_page("<p>Some words in a page.</p>"))
    except MaintextError:
        return False
    return True
