"""A finding: what is wrong with a page, and where in the code it shows."""

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import maintext
from fuzzing.case import Case

Kind = Literal["crash", "exception", "slow", "memory", "difference", "invalid"]

_PACKAGE = f"{Path(maintext.__file__).parent}/"
_FRAME = re.compile(r'File "([^"]+)", line (\d+),? in (\S+)')


@dataclass(frozen=True, slots=True)
class Finding:
    """One defect on one page."""

    kind: Kind
    step: str
    """What was being computed, such as a format's name."""
    extractor: str
    message: str
    place: str
    """The innermost of our own functions in the stack; empty if it is not known."""
    stack: str = ""

    @property
    def key(self) -> tuple[str, ...]:
        """What findings of the same cause have in common, as far as can be told."""
        step = self.step if self.kind in ("difference", "invalid") else ""
        return (
            self.kind,
            self.place or self.step,
            step,
            self.message.partition(":")[0] if self.kind == "exception" else "",
        )

    def line(self) -> str:
        """The finding in one line."""
        place = f" at {self.place}" if self.place else ""
        return f"{self.kind} in {self.step} of {self.extractor or 'an extractor'}{place}: {self.message[:200]}"


def place_in(stack: str) -> str:
    """The innermost function of ours in a traceback, or in what faulthandler writes, which begins with it."""
    _, innermost_first, last = stack.rpartition("most recent call first")
    frames = [match for match in _FRAME.finditer(last) if match[1].startswith(_PACKAGE)]
    if not frames:
        return ""
    path, _, function = (frames[0] if innermost_first else frames[-1]).groups()
    return f"{path.removeprefix(_PACKAGE)}:{function}"


def to_dict(finding: Finding, case: Case) -> dict[str, Any]:
    """Everything about a finding but the page."""
    about = {name: value for name, value in asdict(case).items() if name not in ("html", "extractor")}
    return asdict(finding) | {"case": about | {"second_extractor": case.extractor, "bytes": len(case.html)}}


def write_finding(folder: Path, name: str, finding: Finding, case: Case) -> Path:
    """Write the page and what is known about it; returns the page's path."""
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / f"{name}.html"
    page.write_bytes(case.html)
    page.with_suffix(".json").write_text(json.dumps(to_dict(finding, case), indent=2) + "\n")
    return page
