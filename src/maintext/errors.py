"""Every exception maintext raises on purpose.

    MaintextError
    ├── MalformedData             JSON or YAML that cannot be parsed, or lacks the expected shape
    ├── SpecError                 a spec such as "density(c1=0.4)" cannot be read
    │   ├── UnknownName           no extractor, metric or task has that name
    │   └── BadParameter          the name is right, a parameter is not
    ├── PageError                 the input cannot become a page
    │   ├── NotAPage              None, a path or a URL in place of a page
    │   ├── NotHtml               a PDF, an image or other binary data
    │   └── TooLarge              larger than the limit
    ├── FetchError                a URL could not be read
    ├── ExtractionError           an extractor failed on a page
    │   └── ExtractorMissing      what the extractor drives is not installed
    ├── SandboxError              a worker process cannot be started, or its limits are impossible
    │   └── WorkersBusy           too many jobs are waiting for a worker
    ├── ProgramError              a program in another language refused a request or exited before replying
    ├── DatasetError              a dataset cannot be read or imported
    ├── RunError                  a run cannot be started, resumed or read
    ├── SiteError                 a site cannot be learned, or its file cannot be read
    ├── CrawlError                a crawl cannot be started, resumed or read
    ├── CorpusError               a corpus cannot be made, gone on with or read
    │   └── BadInput              one of its inputs cannot be read; the others can
    ├── MetricError               a metric cannot be computed as asked
    ├── TrainingError             an extractor cannot be fitted as asked
    └── TaskError                 an extrinsic task cannot be done as asked

Every message says what happened and what to do. All of them survive pickling, because workers send them home.
"""

from collections.abc import Iterable


class MaintextError(Exception):
    """Something the user can act on; its text is one clear line."""


class MalformedData(MaintextError, ValueError):
    """JSON or YAML cannot be parsed, or lacks the expected shape."""


class SpecError(MaintextError):
    """A spec cannot be read."""


class UnknownName(SpecError):
    """Nothing of that kind has that name."""

    def __init__(self, kind: str, name: str, known: tuple[str, ...] = ()) -> None:
        super().__init__(kind, name, known)
        self.kind, self.name, self.known = kind, name, known

    def __str__(self) -> str:
        return f"there is no {self.kind} called {shortened(self.name)!r}; {nearest(self.name, self.known)}"


class BadParameter(SpecError):
    """The name is known, but one of its parameters is not, or has a value it cannot take."""


class PageError(MaintextError):
    """The input cannot become a page."""


class NotAPage(PageError, TypeError):
    """The input is None, a path or a URL, or of another type, not the text or the bytes of a page."""


class NotHtml(PageError):
    """The bytes are something else than a web page."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what

    def __str__(self) -> str:
        return f"this is {self.what}, not a web page; give maintext HTML"


class TooLarge(PageError):
    """The page is larger than the limit."""

    def __init__(self, size: int, limit: int) -> None:
        super().__init__(size, limit)
        self.size, self.limit = size, limit

    def __str__(self) -> str:
        return (
            f"the page has {self.size:,} bytes, more than the limit of {self.limit:,}; "
            "raise it with max_bytes= (--max-bytes)"
        )


class FetchError(MaintextError):
    """A URL could not be read."""


class ExtractionError(MaintextError):
    """An extractor failed on a page."""


class ExtractorMissing(ExtractionError):
    """The extractor is known, but what it drives is not installed."""

    def __init__(self, name: str, remedy: str) -> None:
        super().__init__(name, remedy)
        self.name, self.remedy = name, remedy

    def __str__(self) -> str:
        return f"{self.name} is not installed here; try: {self.remedy}"


class SandboxError(MaintextError):
    """A worker process cannot be started, or its limits are impossible."""


class WorkersBusy(SandboxError):
    """Too many jobs are waiting for a worker."""


class ProgramError(MaintextError):
    """A program in another language refused a request or exited before replying."""


class DatasetError(MaintextError):
    """A dataset cannot be read or imported."""


class RunError(MaintextError):
    """A run cannot be started, resumed or read."""


class SiteError(MaintextError):
    """A site cannot be learned, or its file cannot be read."""


class CrawlError(MaintextError):
    """A crawl cannot be started, resumed or read."""


class CorpusError(MaintextError):
    """A corpus cannot be made, gone on with or read."""


class BadInput(CorpusError):
    """One input of a corpus cannot be read."""


class MetricError(MaintextError):
    """A metric cannot be computed as asked."""


class TrainingError(MaintextError):
    """An extractor cannot be fitted as asked."""


class TaskError(MaintextError):
    """An extrinsic task cannot be done as asked."""


def shortened(text: str, most: int = 200) -> str:
    """The beginning of a text that would make a message too long."""
    return text if len(text) <= most else f"{text[:most]}..."


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint for a mistyped name: the closest known ones, or all of them if few."""
    from difflib import get_close_matches

    names, name = sorted(known), shortened(name)
    same = [each for each in names if each.lower() == name.lower()]
    close = same or get_close_matches(name, names, n=3, cutoff=0.5)
    if close:
        return "did you mean " + " or ".join(close) + "?"
    if len(names) <= 16:
        return "known: " + ", ".join(names)
    return "known: " + ", ".join(names[:10]) + " and others"
