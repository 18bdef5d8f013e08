"""The Ray engine on a cluster of two nodes on this machine, one of which is killed in the middle."""

import os
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from maintext.corpus import CorpusSettings, Local, Plan, Ray, make_corpus
from maintext.corpus.engines import Finished, JobEvent
from maintext.errors import CorpusError
from tests.corpus.conftest import OBEY, tree, warc
from tests.runs.conftest import ROOT

pytestmark = [pytest.mark.xdist_group("corpus"), pytest.mark.filterwarnings("ignore")]


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A cluster whose head does no work, so that all of it is on nodes that can be lost."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ray = pytest.importorskip("ray", reason="needs ray: pip install 'maintext[ray]'")
        from ray.cluster_utils import Cluster
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    head = {"num_cpus": 0, "include_dashboard": False, "object_store_memory": 80 << 20}
    made_cluster = _patiently(partial(Cluster, initialize_head=True, head_node_args=head))
    try:
        ray.init(address=made_cluster.address, log_to_driver=False, logging_level="ERROR")
        yield made_cluster
    finally:
        ray.shutdown()
        made_cluster.shutdown()


def _patiently(start: Callable[[], Any]) -> Any:
    """Start something of Ray's, which gives its own processes 30 seconds; a busy machine may need more turns."""
    for _ in range(4):
        try:
            return start()
        except Exception as error:
            if "timed out during startup" not in str(error):
                raise
    return start()


def test_a_node_lost_in_the_middle_costs_nothing(cluster: Any, tmp_path: Path) -> None:
    add = partial(cluster.add_node, num_cpus=1, object_store_memory=80 << 20)
    nodes = [_patiently(add) for _ in range(2)]
    inputs = [warc(tmp_path / f"part{number}.warc.gz", ["fine"] * 15, 15 * number) for number in range(6)]
    killed: list[str] = []

    def kill_a_node(event: JobEvent) -> None:
        if isinstance(event, Finished) and not killed:
            killed.append(event.job.name)
            cluster.remove_node(nodes[0], allow_graceful=False)

    settings = CorpusSettings(f"{OBEY}(delay=0.03)", timeout=60.0, near_duplicates="corpus")
    plan = Plan.of(map(str, inputs), settings)
    manifest = make_corpus(plan, str(tmp_path / "ray"), Ray(), kill_a_node)
    assert killed
    assert manifest.failed_shards == {}
    assert manifest.counts.read == manifest.counts.settled == 90
    make_corpus(plan, str(tmp_path / "local"), Local(2))
    assert tree(tmp_path / "ray") == tree(tmp_path / "local")


def test_without_a_cluster_the_error_says_how_to_start_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="needs ray: pip install 'maintext[ray]'")
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    plan = Plan.of([str(warc(tmp_path / "a.warc.gz", ["fine"]))], CorpusSettings(OBEY))
    with pytest.raises(CorpusError, match="ray start --head"):
        make_corpus(plan, str(tmp_path / "out"), Ray("127.0.0.1:1"))
