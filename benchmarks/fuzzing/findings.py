"""The findings of a campaign: what looks alike is written once, and then minimized."""

import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

from fuzzing.campaign import Examine, examine_alone
from fuzzing.case import Case
from fuzzing.child_process import Limits
from fuzzing.finding import Finding, write_finding
from fuzzing.minimize import minimize


@dataclass(slots=True)
class Findings:
    """One page for each kind of finding, in a folder."""

    folder: Path
    found: dict[tuple[str, ...], tuple[Finding, Case]] = field(default_factory=dict)

    def add(self, finding: Finding, case: Case) -> None:
        """Write a finding unless there is one like it."""
        if finding.key in self.found:
            return
        self.found[finding.key] = finding, case
        path = write_finding(self.folder, self._name(finding, case), finding, case)
        print(f"\npage {case.number}: {finding.line()}\n    {path}", file=sys.stderr)

    def write_page(self, case: Case) -> None:
        """Write a page whether there is a finding or not."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"seed{case.seed}-page{case.number}.html"
        path.write_bytes(case.html)
        print(f"{path}: {len(case.html):,} bytes, {', '.join(case.mutators)}, {case.extractor}", file=sys.stderr)

    def minimize(self, examine: Examine, limits: Limits, seconds: float) -> None:
        """Make the page of each finding smaller, and write that too."""
        for key, (finding, case) in self.found.items():
            smaller = minimize_case(case, key, examine, limits, seconds)
            if smaller is None:
                print(f"page {case.number}: {finding.kind} is not there again when the page is alone", file=sys.stderr)
                continue
            path = write_finding(self.folder, f"{self._name(finding, case)}-minimized", finding, smaller)
            size = f"{len(case.html):,} to {len(smaller.html):,} bytes"
            print(f"page {case.number}: {finding.kind} minimized from {size}\n    {path}", file=sys.stderr)

    def _name(self, finding: Finding, case: Case) -> str:
        place = "".join(letter if letter.isalnum() else "-" for letter in finding.place or finding.step)
        return f"{finding.kind}-{place}-seed{case.seed}-page{case.number}"


def minimize_case(case: Case, key: tuple[str, ...], examine: Examine, limits: Limits, seconds: float) -> Case | None:
    """The case with the smallest page that still gives the finding; None if it does not when it is alone."""

    def fails(page: bytes) -> bool:
        return any(found.key == key for found in examine_alone(replace(case, html=page), examine, limits))

    return replace(case, html=minimize(case.html, fails, seconds)) if fails(case.html) else None
