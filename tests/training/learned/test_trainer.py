"""The trainer of the default extractor."""

import pytest

from maintext.errors import TrainingError
from maintext.page import read_page
from maintext.training.registry import TRAINERS
from maintext.training.trainer import LabeledPage
from tests.training.learned.pages import GOLD, PAGE


def test_wrappers_cannot_train_it() -> None:
    trainer = TRAINERS.build("learned")
    with pytest.raises(TrainingError, match="datasets"):
        trainer.add(LabeledPage(read_page(PAGE), GOLD, "x"))
