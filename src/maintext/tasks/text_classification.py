"""Text classification with a linear model, trained on gold or on extractions and tested on extractions.

Labels are the language, the page type, the site's section or any other field of a page. All documents of a site are in
the same fold, so that a site's boilerplate cannot reveal the label.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from maintext.errors import TaskError
from maintext.page.words import words
from maintext.tasks.task import Stats, Task, TaskDocument, TextScorer, means
from maintext.urls import split_url

if TYPE_CHECKING:
    from numpy.typing import NDArray

Fold = tuple["NDArray[Any]", "NDArray[Any]"]


@dataclass(frozen=True, slots=True)
class Classify(Task):
    """Accuracy of a classifier trained on gold texts, and of one trained on the extractor's own texts."""

    columns: ClassVar[tuple[str, ...]] = ("on gold", "on own")
    ranks_by: ClassVar[str] = "on gold"
    warning: ClassVar[str] = "text that is not content, such as a menu's language, can give a label away"

    label: str = "language"
    """language, page_type, section (the first folder of the URL), or another field."""
    folds: int = 5
    least: int = 20
    """Labels with fewer documents are left out."""
    features: int = 65_536
    """The number of hash buckets for words."""
    seed: int = 0

    def __post_init__(self) -> None:
        if self.folds < 2:
            raise ValueError("folds must be at least 2")
        if self.least < self.folds:
            raise ValueError("least must not be below folds")

    @property
    def annotated(self) -> bool:
        """Always true: the labels come from the dataset."""
        return True

    def choose(self, documents: Sequence[TaskDocument]) -> list[TaskDocument]:
        """Documents with a label that at least `least` documents have."""
        if self.label == "site":
            raise TaskError(
                "the site cannot be the label, since all pages of a site are in the same fold; choose another label"
            )
        labels = [document_label(document, self.label) for document in documents]
        common = {label for label, count in Counter(labels).items() if label is not None and count >= self.least}
        if len(common) < 2:
            raise TaskError(
                f"classify(label={self.label}) needs two labels with {self.least} documents each, and there "
                f"{'is one' if common else 'are none'}; try {self._others(documents)}"
            )
        return [document for document, label in zip(documents, labels, strict=True) if label in common]

    def prepare(self, documents: Sequence[TaskDocument], workers: int = 1) -> TextScorer:
        """Make the folds, and train a model on the gold of each."""
        import numpy as np

        labels = np.array([document_label(document, self.label) for document in documents])
        folds = self._folds(labels, documents)
        gold = self._features([document.gold for document in documents])
        models = [self._fit(gold[train], labels[train]) for train, _ in folds]

        def score_texts(texts: Sequence[str]) -> list[Stats]:
            own = self._features(texts)
            right = np.zeros((len(texts), 2))
            for (train, test), model in zip(folds, models, strict=True):
                right[test, 0] = model.predict(own[test]) == labels[test]
                right[test, 1] = self._fit(own[train], labels[train]).predict(own[test]) == labels[test]
            return [(float(by_gold), float(by_own), 1.0) for by_gold, by_own in right]

        return score_texts

    def figures(self, sums: "NDArray[Any]") -> "NDArray[Any]":
        """Accuracies."""
        return means(sums)

    def _others(self, documents: Sequence[TaskDocument]) -> str:
        """The fields that are usable as labels."""
        names = dict.fromkeys(key for document in documents for key in (*document.facts, "section") if key != "site")
        usable = []
        for name in names:
            counts = Counter(document_label(document, name) for document in documents)
            if sum(count >= self.least for label, count in counts.items() if label is not None) > 1:
                usable.append(f"label={name}")
        return ", ".join(usable) or "another dataset, or a smaller least"

    def _features(self, texts: Sequence[str]) -> Any:
        from sklearn.feature_extraction.text import HashingVectorizer

        vectorizer = HashingVectorizer(
            analyzer=_lower_words, n_features=self.features, norm="l2", alternate_sign=False, binary=True
        )
        return vectorizer.transform(texts)

    def _fit(self, features: Any, labels: "NDArray[Any]") -> Any:
        from sklearn.svm import LinearSVC

        return LinearSVC(random_state=self.seed).fit(features, labels)

    def _folds(self, labels: "NDArray[Any]", documents: Sequence[TaskDocument]) -> list[Fold]:
        try:
            from sklearn.model_selection import StratifiedGroupKFold
        except ImportError:
            raise TaskError("classifying needs scikit-learn; try: pip install 'maintext[tasks]'") from None
        sites = [document.fact("site") or document.id for document in documents]
        splitter = StratifiedGroupKFold(self.folds, shuffle=True, random_state=self.seed)
        return list(splitter.split(labels, labels, sites))


def document_label(document: TaskDocument, name: str) -> str | None:
    """The label of a document; its section is the first folder of the URL path."""
    if name != "section":
        return document.fact(name)
    folders = [part for part in split_url(document.url or "").path.split("/")[:-1] if part]
    return folders[0].lower() if folders else None


def _lower_words(text: str) -> list[str]:
    return words(text.lower())
