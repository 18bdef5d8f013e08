"""The registry of trainers; a spec may have settings in parentheses, as in `ncleaner(lexical=False)`."""

from typing import Final

from maintext.errors import TrainingError
from maintext.extractors.mss.bootstrap import Bootstrap
from maintext.specs import Registry, parse
from maintext.specs.parameters import construct
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


SITE: Final = "mss-site"
"""The name of semi-supervised MSS. It learns from pages without labels, so it is not a `Trainer`."""


def bootstrap_of(spec: str) -> Bootstrap | None:
    """The settings of semi-supervised MSS, as in `mss-site(common=0, own=False)`; None if the spec names a trainer."""
    parsed = parse(spec)
    return construct(Bootstrap, parsed, {}, str) if parsed.name == SITE else None


def build_trainer(spec: str) -> Trainer:
    """The trainer that a spec describes; raises an error if its requirements are not installed."""
    trainer = TRAINERS.build(spec)
    remedy = trainer.missing()
    if remedy is not None:
        raise TrainingError(f"training {trainer.extractor} needs what is not installed here; try: {remedy}")
    return trainer
