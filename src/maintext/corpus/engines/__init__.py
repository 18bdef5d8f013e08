"""PIECES -> REPORTS: engines have pieces of work done, here or elsewhere; they know nothing of what is in them."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from maintext.corpus.counts import Counts
from maintext.corpus.pieces import Piece


@dataclass(frozen=True, slots=True)
class Progress:
    """A piece is so far."""

    piece: Piece
    counts: Counts
    at: int


@dataclass(frozen=True, slots=True)
class Finished:
    """A piece is done."""

    piece: Piece
    report: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Spoiled:
    """A piece cannot be done; the others can."""

    piece: Piece
    message: str


Event = Progress | Finished | Spoiled


class Engine(Protocol):
    """Has pieces of work done."""

    def run(self, pieces: Sequence[Piece]) -> Generator[Event]:
        """Every piece ends in Finished or Spoiled; what stops all of them is raised."""
