"""Which extractors can be trained, and by what; settings go in parentheses, as in `ncleaner(lexical=False)`."""

from typing import Final

from maintext.errors import TrainingError
from maintext.specs import Registry
from maintext.training.trainer import Trainer

TRAINERS: Final[Registry[Trainer]] = Registry(
    kind="trainable extractor",
    base="maintext.training.trainer:Trainer",
    group="maintext.trainers",
    entries={
        "learned": "maintext.training.learned.trainer:LearnedTrainer",
        "mss": "maintext.training.mss:MssTrainer",
        "ncleaner": "maintext.training.ncleaner:NCleanerTrainer",
        "victor": "maintext.training.victor:VictorTrainer",
    },
)


def build_trainer(spec: str) -> Trainer:
    """The trainer a spec stands for, if what it needs is installed."""
    trainer = TRAINERS.build(spec)
    remedy = trainer.missing()
    if remedy is not None:
        raise TrainingError(f"training {trainer.extractor} needs what is not installed here; try: {remedy}")
    return trainer
