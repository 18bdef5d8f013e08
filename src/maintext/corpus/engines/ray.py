"""The Ray engine: every job is a Ray task, on whatever nodes the cluster has.

The driver holds no state: jobs read from and write to storage that all nodes can reach, and a job that is lost with
its node is retried on another one and gives the same bytes.
"""

import logging
from collections.abc import Generator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from maintext.corpus.corpus_jobs import CorpusJob
from maintext.corpus.engines import FailedJob, JobEvent, event_of
from maintext.corpus.engines.shard_worker import attempt_job
from maintext.errors import CorpusError

_RETRIES: Final = 5
_PATIENCE: Final = 10.0
_AHEAD: Final = 4
"""How many tasks wait for each processor of the cluster."""


@dataclass(frozen=True, slots=True)
class Ray:
    """Tasks on a cluster: "auto" is the one this machine belongs to, "local" a new one of this machine alone."""

    address: str = "auto"

    def run(self, jobs: Sequence[CorpusJob]) -> Generator[JobEvent]:
        """Run jobs; a lost task is retried on another node."""
        ray = _connected(self.address)
        task = ray.remote(num_cpus=1, max_retries=_RETRIES)(attempt_job)
        waiting = list(reversed(jobs))
        running: dict[Any, CorpusJob] = {}
        try:
            while waiting or running:
                room = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
                while waiting and len(running) < room:
                    job = waiting.pop()
                    running[task.remote(asdict(job))] = job
                for ready in ray.wait(list(running), timeout=1.0)[0]:
                    yield _event(ray, ready, running.pop(ready))
        finally:
            for reference in running:
                ray.cancel(reference, force=True)


def _event(ray: Any, reference: Any, job: CorpusJob) -> JobEvent:
    try:
        message = ray.get(reference)
    except ray.exceptions.RayError as error:
        lines = str(error).strip().splitlines()
        return FailedJob(job, f"its task was lost: {lines[-1] if lines else type(error).__name__}")
    return event_of(job, message)


def _connected(address: str) -> Any:
    try:
        import ray
    except ImportError as error:
        raise CorpusError("the engine ray is not installed here; try: pip install 'maintext[corpus,ray]'") from error
    if not ray.is_initialized():
        try:
            _reach(address)
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (OSError, ValueError, RuntimeError) as error:
            raise CorpusError(
                f"no Ray cluster at {address!r} ({str(error).splitlines()[0]}); start one with: ray start --head, "
                "or use --address local"
            ) from error
    return ray


def _reach(address: str) -> None:
    """Check that a host and port accept connections; Ray itself would wait for minutes."""
    host, _, port = address.rpartition(":")
    if host and "//" not in host and port.isdecimal():
        import socket

        socket.create_connection((host.strip("[]"), int(port)), timeout=_PATIENCE).close()
