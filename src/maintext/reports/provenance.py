"""Provenance of a report: runs, versions, dataset hashes, settings, and the commands that reproduce it."""

import shlex
from collections.abc import Sequence
from dataclasses import asdict

from maintext.metrics import Metric
from maintext.runs import Run


def provenance(runs: Sequence[Run], metrics: Sequence[Metric], command: str) -> dict[str, object]:
    """The provenance as plain values."""
    commands = list(dict.fromkeys(each.command for run in runs for each in run.manifest.sessions if each.command))
    return {
        "commands": [*commands, command],
        "signatures": [metric.signature() for metric in metrics],
        "runs": [_run(run) for run in runs],
    }


def command_line(runs: Sequence[Run], metrics: Sequence[Metric], output: str, *options: str) -> str:
    """The command that reproduces a report of these runs."""
    parts = ["maintext", "report", *options, *(str(run.folder) for run in runs)]
    for metric in metrics:
        parts += ["-m", str(metric)]
    return shlex.join([*parts, "-o", output])


def _run(run: Run) -> dict[str, object]:
    key, limits = run.dataset, run.manifest.limits
    return {
        "folder": str(run.folder),
        "dataset": key.name,
        "split": key.split,
        "limit": key.limit,
        "sample": key.sample,
        "seed": key.seed,
        "pages": key.pages,
        "digest": key.digest,
        "timeout": limits.timeout,
        "memory": round(limits.memory / 1e6),
        "extractors": [[spec, entry.version] for spec, entry in run.manifest.extractors.items()],
        "sessions": [asdict(each) for each in run.manifest.sessions],
    }
