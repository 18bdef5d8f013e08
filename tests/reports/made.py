"""A small dataset with a page that attacks its readers, and runs over it whose results are written by hand."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from maintext.datasets import Dataset, Example, Header, open_dataset
from maintext.datasets.dataset_store import writing
from maintext.runs import DatasetKey, Failure, Limits, Manifest, Outcome, Result, Run, open_run
from maintext.runs.manifest import ExtractorEntry, Machine, SessionEntry
from maintext.runs.outcome import to_line
from maintext.runs.store import file_name

ATTACK = "<img src=x onerror=\"window.hacked='image'\"><script>window.hacked='script'</script></script>&lt;b&gt;"
NASTY = f"</script><script>window.hacked='close'</script>{ATTACK}\u2028\u2029 {{{{7*7}}}} ${{7*7}}"
STORY = "The ferry came late to the harbor because of the wind\nIts captain told nobody why she had waited so long"
MENU = "Home\nNews\nContact"


def page(body: str, title: str = "Ferry") -> bytes:
    return f"<title>{title}</title><ul><li>Home<li>News<li>Contact</ul><h1>Late</h1>{body}".encode()


def story(number: int) -> str:
    return f"{STORY}\nThis was story number {number} of the week"


def examples(beacon: str = "http://127.0.0.1:9") -> list[Example]:
    """Six pages: four stories, one that attacks, one without gold."""
    made = [
        Example(
            f"story-{number}", page("".join(f"<p>{line}</p>" for line in story(number).split("\n"))), story(number),
            url=f"https://site-{number % 2}.example/{number}", language="en" if number % 2 else "de",
            page_type="article" if number < 3 else "forum",
        )
        for number in range(4)
    ]  # fmt: skip
    attack = f"<p>{NASTY.replace('<', '&lt;')}</p><script>fetch('{beacon}/script')</script><img src='{beacon}/image'>"
    made.append(
        Example("attack", page(attack, "&lt;script&gt;window.hacked=1&lt;/script&gt;"), f"{NASTY}\n{beacon}/gold",
                url="javascript:window.hacked='url'//\"><img src=x onerror=\"window.hacked=1\">",
                language='"><script>window.hacked="language"</script>', page_type=ATTACK)
    )  # fmt: skip
    made.append(Example("nothing-wanted", page("<p>no story here</p>"), ""))
    return made


def dataset(folder: Path, beacon: str = "http://127.0.0.1:9") -> Dataset:
    with writing(folder, Header("made/up")) as writer:
        for each in examples(beacon):
            writer.add(each)
    return open_dataset(folder)


def results(made: Dataset, beacon: str = "http://127.0.0.1:9") -> dict[str, list[Outcome]]:
    """Four extractors: a good one, one that takes all, one that fails in several ways, and one with a nasty name."""
    good: list[Outcome] = [
        Result(each.id, each.gold, seconds=0.01, memory=30_000_000, confidence=0.9 - 0.1 * at)
        for at, each in enumerate(made)
    ]
    everything: list[Outcome] = [
        Result(each.id, f"{MENU}\n{each.gold}\n<iframe src={beacon}/text>{NASTY}", seconds=0.001, memory=20_000_000)
        for each in made
    ]
    failing: list[Outcome] = [
        Failure("story-0", "exception", f"ValueError: {ATTACK}", f"Traceback {NASTY}", seconds=0.1),
        Failure("story-1", "timeout", "no answer within 30 seconds", seconds=30.0),
        Result("story-2", "", reason="no block looks like main text", seconds=0.02, memory=10),
        Result("story-3", "quite another text", reason="read from embedded data", seconds=0.02, memory=10),
        Failure("attack", "crash", "the worker was ended by SIGSEGV", None, "SIGSEGV", 0.1),
        Result("nothing-wanted", "", seconds=0.02, memory=10),
    ]
    return {"density": good, "all": everything, "simple-mss": failing, f"x{ATTACK}": good[:5]}


def write_run(
    folder: Path, made: Dataset, outcomes: Mapping[str, Sequence[Outcome]], opened_as: str | None = None
) -> Run:
    """A run as if it had been made."""
    folder.mkdir(parents=True)
    entries = {spec: ExtractorEntry("1.0", file_name(spec)) for spec in outcomes}
    session = SessionEntry(
        "2026-01-01T00:00:00+00:00", f"maintext run made/up -o {folder.name}", 1, "1.0", Machine.here()
    )
    key = DatasetKey(made.name, made.digest(), len(made), opened_as or str(made.folder))
    Manifest(key, Limits(), entries, (session,)).write(folder)
    for spec, inside in outcomes.items():
        (folder / entries[spec].file).write_bytes(b"".join(to_line(each) for each in inside))
    return open_run(folder)


def run_of_everything(home: Path) -> Run:
    """The made-up dataset and the run of all results over it."""
    made = dataset(home / "data")
    return write_run(home / "run", made, results(made))
