"""Fitting the lexical scores: a logistic regression over hashed evidence, with Adagrad in small batches.

The scores that the networks are trained on come from models that saw no page of the same site; otherwise the networks
would trust them more than they deserve on unseen sites.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from maintext.extractors.learned.features import LEXICAL_COLUMN
from maintext.extractors.learned.lexical import BUCKET_BITS, LexicalModel, find_evidence, is_short
from maintext.progress import Progress, no_progress
from maintext.training.learned.folds import assign_fold
from maintext.training.learned.training_page import TrainingPage

if TYPE_CHECKING:
    from maintext.arrays import BoolArray, Float32Array, Int64Array

_BUCKETS: Final = 1 << BUCKET_BITS
_MIN_SITES: Final = 3
"""Evidence on fewer sites counts nothing."""
_MAX_PAGE_BLOCKS: Final = 300
"""Of a page with more short blocks, evenly spaced ones are used."""
_EPOCHS: Final = 3
_BATCH: Final = 256
_LEARNING_RATE: Final = 0.1
_DECAY: Final = 1e-4
_LARGEST: Final = 127
_TEXT: Final = 0


def add_lexical_scores(
    pages: Sequence[TrainingPage], folds: int, progress: Progress = no_progress
) -> tuple[list[TrainingPage], LexicalModel]:
    """The pages with scores by models fitted to the other folds, and the model fitted to all pages."""
    samples = _Samples.of(pages)
    page_folds = np.array([assign_fold(page.site, folds) for page in pages])
    fitted = progress(range(folds + 1), lambda part: f"lexical scores, part {part + 1} of {folds + 1}", folds + 1)
    models = [fit_lexical_model(samples, page_folds != held_out) for held_out in fitted]  # the last holds out nothing
    scored = [with_lexical_scores(page, models[fold]) for page, fold in zip(pages, page_folds.tolist(), strict=True)]
    return scored, models[-1]


def with_lexical_scores(page: TrainingPage, model: LexicalModel) -> TrainingPage:
    """The page with lexical scores; its augmented features have none."""
    rows = page.features.rows.copy()
    rows[:, LEXICAL_COLUMN] = model.scores(page.texts, page.features.words)
    return replace(page, features=replace(page.features, rows=rows))


class _Samples(NamedTuple):
    """The evidence in the short blocks of all pages, block after block."""

    buckets: "Int64Array"
    blocks: "Int64Array"
    """The block of each piece of evidence, in increasing order."""
    scales: "Float32Array"
    labels: "Float32Array"
    pages: "Int64Array"
    """The page of each block."""
    sites: "Int64Array"
    """The site of each page."""

    @classmethod
    def of(cls, pages: Sequence[TrainingPage]) -> "_Samples":
        chosen = [_training_blocks(page) for page in pages]
        texts = [page.texts[block] for page, blocks in zip(pages, chosen, strict=True) for block in blocks.tolist()]
        found = find_evidence(texts)
        order = np.argsort(found.texts, kind="stable")
        labels = [page.labels[blocks, _TEXT] for page, blocks in zip(pages, chosen, strict=True)]
        return cls(
            found.buckets[order].astype(np.int64), found.texts[order], found.scales(len(texts)),
            np.concatenate(labels).astype(np.float32), np.repeat(np.arange(len(pages)), list(map(len, chosen))),
            np.unique([page.site for page in pages], return_inverse=True)[1],
        )  # fmt: skip


def _training_blocks(page: TrainingPage) -> "Int64Array":
    """The short blocks with a known label, thinned out if there are too many."""
    blocks = (is_short(page.features.words) & (page.weights[:, _TEXT] > 0)).nonzero()[0]
    if len(blocks) <= _MAX_PAGE_BLOCKS:
        return blocks
    return blocks[np.linspace(0, len(blocks) - 1, _MAX_PAGE_BLOCKS).astype(np.int64)]


def fit_lexical_model(samples: _Samples, used: "BoolArray") -> LexicalModel:
    """The model fitted to the pages in use."""
    weights = _fit(samples, used)
    weights[_count_sites(samples, used) < _MIN_SITES] = 0
    step = float(np.abs(weights).max()) / _LARGEST or 1.0
    return LexicalModel(np.rint(weights / step).astype(np.int8), step)


def _fit(samples: _Samples, used: "BoolArray") -> "Float32Array":
    """The weight of every bucket; the bias is fitted too, but is no part of a score."""
    weights = np.zeros(_BUCKETS, np.float32)
    squares = np.full(_BUCKETS, 1e-2, np.float32)
    bias = 0.0
    starts = np.searchsorted(samples.blocks, np.arange(len(samples.labels) + 1))
    blocks = (used[samples.pages] & (np.diff(starts) > 0)).nonzero()[0]
    rng = np.random.default_rng(0)
    for _ in range(_EPOCHS):
        order = rng.permutation(blocks)
        for batch in np.split(order, range(_BATCH, len(order), _BATCH)):
            sizes = starts[batch + 1] - starts[batch]
            own = np.repeat(np.arange(len(batch)), sizes)
            places = np.arange(len(own)) + np.repeat(starts[batch] - np.cumsum(sizes) + sizes, sizes)
            touched, inverse = np.unique(samples.buckets[places], return_inverse=True)
            scales = samples.scales[batch]
            odds = np.bincount(own, weights[touched][inverse], len(batch)) * scales + bias
            errors = 1 / (1 + np.exp(-np.clip(odds, -30, 30))) - samples.labels[batch]
            gradient = np.bincount(inverse, (errors * scales)[own], len(touched)) + _DECAY * weights[touched]
            squares[touched] += gradient**2
            weights[touched] -= _LEARNING_RATE * gradient / np.sqrt(squares[touched])
            bias -= 0.002 * float(errors.sum())
    return weights


def _count_sites(samples: _Samples, used: "BoolArray") -> "Int64Array":
    """For every bucket the number of sites with it on a page in use."""
    pages = samples.pages[samples.blocks]
    chosen = used[pages]
    keys = np.unique(samples.buckets[chosen] * (int(samples.sites.max()) + 1) + samples.sites[pages[chosen]])
    return np.bincount(keys // (int(samples.sites.max()) + 1), minlength=_BUCKETS)
