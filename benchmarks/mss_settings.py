"""Choose the settings of supervised MSS by cross-validation on the training sets: no test set is opened.

    python benchmarks/mss_settings.py [--home DIR] [--every N] [--folds 5]

Pages of CleanEval dev, dragnet and WCXB dev go into folds by their site. Every part of the pages is counted once; the
training data of a fold is the sum of the other parts. The figure is F1 over the page's words, each distinct by its
place: the words of the predicted run against the words that the gold text is aligned with. A setting is judged by the
mean of three means (CleanEval dev, dragnet, the articles of WCXB dev); the other pages of WCXB dev are reported beside
them. Settings are chosen in turn, each given those before it.
"""

import argparse
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext.datasets import Example, data_home, open_dataset
from maintext.extractors.mss.bayes import logistic
from maintext.extractors.mss.classify import Classified, single_weights
from maintext.extractors.mss.cleaning import clean, trim
from maintext.extractors.mss.model import MssModel, lookup
from maintext.extractors.mss.simple import SimpleMss, best_run
from maintext.extractors.mss.units import UNKNOWN_TAGS, is_tag
from maintext.page.tokens import CLOSE, SYMBOL, Tokens
from maintext.training.align import align_tokens
from maintext.training.fit import labeled_pages
from maintext.training.mss import MssTrainer, span_of
from maintext.training.mss_tally import Numbered, Tally

DATASETS = ("cleaneval/dev", "dragnet", "wcxb/dev")
GROUPS = ("cleaneval", "dragnet", "articles", "other")
JUDGED = GROUPS[:3]
COMMON = (0.0, 0.01, 0.03, 0.08, 0.2, 0.4)
TAG_SHARE = (0.0, 0.1, 0.25, 0.5, 1.0)
ALPHA = (0.1, 1.0, 10.0)
LEAST_PAGES = (2, 3, 5)
MIXES = (GROUPS, JUDGED, ("dragnet", "articles"), ("cleaneval", "dragnet"))
GENERAL_BIAS = 0.14
BIAS = (-0.1, -0.05, 0.0, 0.05, 0.1, 0.14)


class Seen(NamedTuple):
    """A page kept for testing: its tokens as ids, the tags among them, and which of its words are gold."""

    numbered: Numbered
    tokens: Tokens
    words: NDArray[Any]
    gold: NDArray[Any]

    def f1(self, parts: Iterable[tuple[int, int]]) -> float:
        """How well some runs of tokens match the gold."""
        return _f1(self.words, self.gold, parts)


def f1_of(tokens: Tokens, gold: NDArray[Any], run: tuple[int, int]) -> float:
    """How well a run of tokens matches the gold."""
    return _f1(_word_places(tokens), gold, [run])


def _f1(words: NDArray[Any], gold: NDArray[Any], parts: Iterable[tuple[int, int]]) -> float:
    kept = np.zeros(len(words), dtype=bool)
    for first, last in parts:
        kept[first:last] = True
    hits = int((kept & gold).sum())
    both = int((kept & words).sum()) + int(gold.sum())
    return 2 * hits / both if both else 0.0


def _word_places(tokens: Tokens) -> NDArray[Any]:
    kinds = np.array(tokens.kinds, dtype=np.int8)
    return (kinds > CLOSE) & (kinds < SYMBOL)


@dataclass(frozen=True)
class Folds:
    """Counts and test pages by group and fold, and the examples of each site."""

    count: int
    tallies: Mapping[tuple[str, int], Tally]
    pages: Mapping[tuple[str, int], Sequence[Seen]]
    sites: Mapping[str, Sequence[Example]]

    def tally(self, fold: int, mix: Sequence[str]) -> Tally:
        """The training data of a fold."""
        parts = [tally for (group, at), tally in self.tallies.items() if at != fold and group in mix]
        return Tally.sum(parts)

    def fold_of(self, source: str) -> int:
        """The fold in which a site is tested."""
        return fold_of(source, self.count)

    def judge(self, predict: Callable[[int, Seen], Iterable[tuple[int, int]]]) -> dict[str, float]:
        """The mean F1 of each group."""
        found: dict[str, list[float]] = defaultdict(list)
        for (group, fold), pages in self.pages.items():
            found[group] += [page.f1(predict(fold, page)) for page in pages]
        return {group: fmean(found[group]) for group in GROUPS if found[group]}


def read_folds(home: Path, count: int, every: int | None) -> Folds:
    """Count every page and keep every so many of the larger sets for testing, none if there is no such number."""
    ids = Tally().ids
    tallies: dict[tuple[str, int], Tally] = defaultdict(lambda: Tally(ids=ids))
    pages: dict[tuple[str, int], list[Seen]] = defaultdict(list)
    sites: dict[str, list[Example]] = defaultdict(list)
    for name in DATASETS:
        for at, example in enumerate(open_dataset(name, home)):
            for item in labeled_pages([example]):
                gold = np.array(align_tokens(item.page, item.gold), dtype=bool)
                if not gold.any():
                    continue
                key = group_of(name, example), fold_of(item.source, count)
                sites[item.source].append(example)
                tokens = item.page.tokens
                numbered = tallies[key].number(tokens)
                tallies[key].add(numbered, span_of(gold), item.source)
                if every is not None and (at % every == 0 or name == "cleaneval/dev"):
                    pages[key].append(_seen(numbered, tokens, gold))
    return Folds(count, dict(tallies), dict(pages), dict(sites))


def fold_of(source: str, count: int) -> int:
    return zlib.crc32(domain_of(source).encode()) % count


def group_of(name: str, example: Example) -> str:
    if name == "wcxb/dev":
        return "articles" if example.page_type == "article" else "other"
    return name.split("/")[0]


def domain_of(host: str) -> str:
    """The last two labels of a host, the last three where the second last is as short as in co.uk."""
    labels = host.split(".")
    return ".".join(labels[-3:] if len(labels) > 2 and len(labels[-2]) <= 3 else labels[-2:])


def _seen(numbered: Numbered, tokens: Tokens, gold: NDArray[Any]) -> Seen:
    tags = [name if kind <= CLOSE else "" for kind, name in zip(tokens.kinds, tokens.names, strict=True)]
    return Seen(
        Numbered(numbered.units.astype(np.uint32), numbered.tops.astype(np.uint32)),
        Tokens(tokens.kinds, tags, [], [], [], []),
        _word_places(tokens),
        gold,
    )


class Fitted:
    """A fold's model and its ids for the units that all folds share."""

    def __init__(self, model: MssModel, ids: Mapping[str, int]) -> None:
        self.model = model
        known, tags = model.vocabulary.get, model.tags or {}
        unknown = [known(tag, 0) for tag in UNKNOWN_TAGS]
        self.ids = np.zeros(len(ids) + 1, dtype=np.uint64)
        self.tops = np.full(len(ids) + 1, tags.get(UNKNOWN_TAGS[0], 0.0))
        for unit, number in ids.items():
            self.ids[number] = known(unit) or (unknown[unit[1] == "/"] if is_tag(unit) else 0)
            if unit.strip("<>") in tags:
                self.tops[number] = tags[unit.strip("<>")]

    def weights(self, page: Seen) -> tuple[NDArray[Any], NDArray[Any]]:
        """The weights of the page's trigrams and of its unclosed tags."""
        keys = self.model.trigrams_of(self.ids[page.numbered.units], page.tokens.kinds)
        return lookup(self.model.keys, self.model.trigrams, keys), self.tops[page.numbered.tops]

    def general(self, page: Seen) -> NDArray[Any]:
        """The weights of single tokens and unclosed tags."""
        return np.asarray(single_weights(self.ids[page.numbered.units], self.model) + self.tops[page.numbered.tops])


@dataclass(frozen=True)
class Setting:
    """What is chosen."""

    common: float = 0.0
    tag_share: float = 1.0
    alpha: float = 0.1
    least_pages: int = 3
    mix: Sequence[str] = GROUPS
    bias: float = 0.0
    clean: bool = False


class Search:
    """Tries settings; models that differ only in what is applied at classification are fitted once."""

    def __init__(self, folds: Folds) -> None:
        self.folds = folds
        self.held: tuple[object, list[Fitted]] = (None, [])
        print(f"{'setting':64} {'  '.join(f'{group:>9}' for group in GROUPS)}     judged", flush=True)

    def show(self, label: str, means: Mapping[str, float]) -> float:
        """Print a row; the figure it is judged by."""
        judged = fmean(means[group] for group in JUDGED if group in means)
        figures = "  ".join(f"{means.get(group, 0):9.4f}" for group in GROUPS)
        print(f"{label:64} {figures}  {judged:9.4f}", flush=True)
        return judged

    def fitted(self, setting: Setting) -> list[Fitted]:
        """A model for every fold."""
        key = setting.common, setting.alpha, setting.least_pages, setting.mix
        if self.held[0] != key:
            found = []
            for fold in range(self.folds.count):
                trainer = MssTrainer(alpha=setting.alpha, common=setting.common, least_pages=setting.least_pages)
                trainer.tally = self.folds.tally(fold, setting.mix)
                found.append(Fitted(trainer.model(), trainer.tally.ids))
            self.held = key, found
        return self.held[1]

    def best(self, settings: Iterable[Setting]) -> Setting:
        """The setting with the highest figure, the first of equal ones."""
        scored = [(self.try_out(setting), setting) for setting in settings]
        best = max(scored, key=lambda pair: pair[0])[1]
        print(f"chosen: {best}\n", flush=True)
        return best

    def try_out(self, setting: Setting) -> float:
        """The figure of a setting."""
        fitted = self.fitted(setting)

        def predict(fold: int, page: Seen) -> list[tuple[int, int]]:
            trigrams, tags = fitted[fold].weights(page)
            run = _best(logistic(trigrams + setting.tag_share * tags), setting.bias)
            return clean(page.tokens, *trim(page.tokens, *run)) if setting.clean else [run]

        label = (
            f"common={setting.common} tag_share={setting.tag_share} alpha={setting.alpha} "
            f"least_pages={setting.least_pages} bias={setting.bias}{' clean' if setting.clean else ''}"
            f"{'' if setting.mix == GROUPS else ' of ' + '+'.join(setting.mix)}"
        )
        return self.show(label, self.folds.judge(predict))

    def references(self, setting: Setting) -> None:
        """Simple MSS, and the general variant with the chosen counts."""
        simple = SimpleMss()

        def predict_simple(fold: int, page: Seen) -> list[tuple[int, int]]:
            scores = [simple.tag if kind <= CLOSE else simple.word for kind in page.tokens.kinds]
            return [best_run(scores)]

        fitted = self.fitted(setting)

        def predict_general(fold: int, page: Seen) -> list[tuple[int, int]]:
            return [_best(logistic(fitted[fold].general(page)), GENERAL_BIAS)]

        self.show("simple-mss", self.folds.judge(predict_simple))
        self.show(f"variant=general bias={GENERAL_BIAS}", self.folds.judge(predict_general))


def _best(probabilities: NDArray[Any], bias: float) -> tuple[int, int]:
    return best_run(Classified(probabilities, np.zeros(len(probabilities))).scores(bias).tolist())


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--home", type=Path, default=data_home())
    arguments.add_argument("--every", type=int, default=2, help="test on every so many pages of the larger sets")
    arguments.add_argument("--folds", type=int, default=5)
    options = arguments.parse_args()
    folds = read_folds(options.home, options.folds, options.every)
    tested = {group: sum(len(pages) for (at, _), pages in folds.pages.items() if at == group) for group in GROUPS}
    print(
        f"{options.folds} folds by site; trained on {sum(t.pages for t in folds.tallies.values())} pages; tested on "
        f"{', '.join(f'{count} of {group}' for group, count in tested.items())}"
    )
    search = Search(folds)
    best = search.best(Setting(common=common, tag_share=share) for common in COMMON for share in TAG_SHARE)
    best = search.best(replace(best, alpha=alpha) for alpha in ALPHA)
    best = search.best(replace(best, least_pages=pages) for pages in LEAST_PAGES)
    best = search.best(replace(best, mix=mix) for mix in MIXES)
    best = search.best(replace(best, bias=bias) for bias in BIAS)
    best = search.best(replace(best, clean=value) for value in (False, True))
    search.references(best)


if __name__ == "__main__":
    main()
