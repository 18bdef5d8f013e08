"""DAnIEL [Lejeune 2015]: multilingual detection of epidemics in news, from repetition.

News articles repeat their topic in salient positions. Character strings that occur in at least two of them are compared
with a small lexicon of disease names, so that no language-specific tools are needed; a string that covers at least 80 %
of a name marks the text as relevant. Places are found the same way. The task needs paragraphs, so it reacts to bad
markup as well as to missing text.
"""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from maintext.errors import TaskError
from maintext.tasks.daniel_annotations import Event, read_annotations
from maintext.tasks.lexicon import Lexicons, lexicon_bytes, read_lexicons
from maintext.tasks.repeats import maximal_repeats, one_thread
from maintext.tasks.salience import folded_positions
from maintext.tasks.task import Stats, Task, TaskDocument, TextScorer, precision_recall_f1

if TYPE_CHECKING:
    from numpy.typing import NDArray

Level = Literal["document", "disease", "event"]
_CHUNK = 200


class Detection(NamedTuple):
    """The diseases and places detected in a text."""

    diseases: frozenset[str]
    places: frozenset[str]

    @property
    def relevant(self) -> bool:
        """Whether any disease was detected."""
        return bool(self.diseases)


@dataclass(frozen=True, slots=True)
class Daniel(Task):
    """Epidemic surveillance: precision, recall and F1 of the documents detected as relevant."""

    columns: ClassVar[tuple[str, ...]] = ("P", "R", "F1")
    ranks_by: ClassVar[str] = "F1"
    paper: ClassVar[str] = "Lejeune 2018"
    warning: ClassVar[str] = "a document emptied by cleaning cannot be a false positive"

    lexicons: str | None = None
    """A folder of lexicons; by default, the bundled ones."""
    annotations: str | None = None
    """A file in the corpus's JSON format that says which documents are relevant; without it, the decisions made on the
    gold text are the truth."""
    level: Level = "document"
    """What is counted: relevant documents, diseases in documents, or diseases with their places."""
    share: float = 0.8
    """The share of a name that a repeated string must cover."""
    spread: int = 2
    """The number of salient positions that a string must occur in."""

    def __post_init__(self) -> None:
        if not 0 < self.share <= 1:
            raise ValueError("share must be above 0 and at most 1")
        if self.spread < 1:
            raise ValueError("spread must be at least 1")

    @property
    def annotated(self) -> bool:
        """Whether there are annotations."""
        return self.annotations is not None

    def inputs(self) -> bytes:
        """The lexicons and the annotations."""
        return lexicon_bytes(self.lexicons) + repr(sorted(self._truths().items())).encode()

    def choose(self, documents: Sequence[TaskDocument]) -> list[TaskDocument]:
        """Documents in a language with a lexicon and, if annotations are given, with an annotation."""
        known, truths = read_lexicons(self.lexicons, self.share), self._truths()
        chosen = [each for each in documents if each.language in known and (not self.annotated or each.id in truths)]
        if not chosen:
            languages = ", ".join(sorted({each.language or "unknown" for each in documents}))
            raise TaskError(
                f"daniel applies to none of these documents: lexicons are for {', '.join(known)}, the documents are in "
                f"{languages}" + (f", and {self.annotations} must name them by their ids" if self.annotated else "")
            )
        return chosen

    def prepare(self, documents: Sequence[TaskDocument], workers: int = 1) -> TextScorer:
        """Read the reference of every document: its annotation, or the detection on its gold text."""
        languages = [document.language or "" for document in documents]

        def units_of(texts: Sequence[str]) -> list[frozenset[Event]]:
            return [self._units(decision) for decision in self.decide_many(texts, languages, workers)]

        if self.annotated:
            truths = self._truths()
            wanted = [self._annotated_units(truths[document.id]) for document in documents]
        else:
            wanted = units_of([document.gold for document in documents])

        def score_texts(texts: Sequence[str]) -> list[Stats]:
            return [
                (float(len(got & want)), float(len(got - want)), float(len(want - got)))
                for got, want in zip(units_of(texts), wanted, strict=True)
            ]

        return score_texts

    def figures(self, sums: "NDArray[Any]") -> "NDArray[Any]":
        """Precision, recall and F1, pooled."""
        return precision_recall_f1(sums)

    def decide(self, text: str, language: str) -> Detection:
        """Detect the diseases and places in a text."""
        known = read_lexicons(self.lexicons, self.share).get(language)
        if known is None:
            names = ", ".join(read_lexicons(self.lexicons, self.share))
            raise TaskError(
                f"no lexicon for the language {language!r} (available: {names}); pass your own with lexicons="
            )
        return self._decide(text, known)

    def decide_many(self, texts: Sequence[str], languages: Sequence[str], workers: int = 1) -> list[Detection]:
        """Detect diseases and places in each text, in order; the result does not depend on the number of workers."""
        pairs = list(zip(texts, languages, strict=True))
        chunks = [pairs[at : at + _CHUNK] for at in range(0, len(pairs), _CHUNK)]
        if workers == 1 or len(chunks) < 2:
            return _decide_chunk(self, pairs)
        try:
            with ProcessPoolExecutor(min(workers, len(chunks)), mp_context=get_context("spawn")) as pool:
                done = pool.map(_decide_chunk, [self] * len(chunks), chunks)
                return [decision for chunk in done for decision in chunk]
        except BrokenProcessPool as error:
            raise TaskError("a worker process exited during the task; try again with --workers 1") from error

    def _decide(self, text: str, known: Lexicons) -> Detection:
        repeats = maximal_repeats(
            folded_positions(text), least=min(known.diseases.shortest, known.places.shortest), spread=self.spread
        )
        repeated = "\n".join(repeat.text for repeat in repeats)
        diseases = known.diseases.found_in(repeated)
        if not diseases:
            return Detection(frozenset(), frozenset())
        places = known.places.found_in(repeated)
        if not places and known.places.default:
            places = {known.places.default}
        return Detection(frozenset(diseases), frozenset(places))

    def _units(self, decision: Detection) -> frozenset[Event]:
        """The units to count at the chosen level."""
        if self.level == "document":
            return frozenset([("relevant", "")]) if decision.relevant else frozenset()
        places = decision.places if self.level == "event" else {""}
        return frozenset((disease, place) for disease in decision.diseases for place in places or {""})

    def _annotated_units(self, events: frozenset[Event]) -> frozenset[Event]:
        diseases = frozenset(disease for disease, _ in events)
        places = {disease: {place for each, place in events if each == disease} for disease in diseases}
        return frozenset(
            unit
            for disease in diseases
            for unit in self._units(Detection(frozenset([disease]), frozenset(places[disease])))
        )

    def _truths(self) -> dict[str, frozenset[Event]]:
        return {} if self.annotations is None else read_annotations(self.annotations)


def _decide_chunk(task: Daniel, pairs: Sequence[tuple[str, str]]) -> list[Detection]:
    with one_thread():
        return [task.decide(text, language) for text, language in pairs]
