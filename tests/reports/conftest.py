"""One run, its contest and its report for all tests of reports."""

from pathlib import Path

import pytest

from maintext.metrics import METRICS
from maintext.reports.contest import Contest, contests
from maintext.reports.folder import write_report
from maintext.runs import Run
from tests.reports.made import run_of_everything


@pytest.fixture(scope="session")
def made_run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run_of_everything(tmp_path_factory.mktemp("made"))


@pytest.fixture(scope="session")
def contest(made_run: Run) -> Contest:
    (found,) = contests([made_run], [METRICS.build("bag"), METRICS.build("words")])
    return found


@pytest.fixture(scope="session")
def report(contest: Contest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reports") / "report"
    write_report([contest], folder, command="maintext report run -o report")
    return folder
