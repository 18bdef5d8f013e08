"""Where the constants of the published extractors come from: a paper, a training set, or neither.

Keys are parameters, as `density.c1`, constants of modules, as `blurring.extractor:_PASSES`, and functions with numbers
inside, as `readability.rules:article_title`. The default extractor is not listed: the manifest of its model names its
training pages and settings.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

Basis = Literal["paper", "training sets", "estimate", "convention", "technical"]
"""What a value rests on. `technical` values limit cost or precision; a `convention` is a choice of ours that no
measurement decided."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The basis of a value: the key of a paper, or the sets and the command that it was chosen with, or a reason."""

    basis: Basis
    source: str
    command: str = ""


def _paper(key: str) -> Origin:
    return Origin("paper", key)


_CROSS_VALIDATED: Final = Origin("training sets", "dragnet, wcxb/dev, cleaneval/dev", "benchmarks/mss_settings.py")
_LIMIT: Final = Origin("technical", "limits time, memory or numerical error")
_FORMULA: Final = Origin("technical", "part of a formula or of a file format, not a choice")
_SITES: Final = Origin("training sets", "dragnet, wcxb/dev, cleaneval/dev", "benchmarks/mss_sites.py")

ORIGINS: Final[Mapping[str, Origin]] = {
    "density.c1": _paper("Arias 2009"),
    "density.c2": _paper("Arias 2009"),
    "density:_STIFFEST": _LIMIT,
    "density:fit": _FORMULA,
    "density:_penalty": _FORMULA,
    "simple-mss.word": _paper("Pasternack 2009"),
    "simple-mss.tag": _paper("Pasternack 2009"),
    "mss.bias": _paper("Pasternack 2009"),
    "mss.blocks": _paper("Pasternack 2009"),
    "mss.importance": _paper("Pasternack 2009"),
    "mss.bayes:ALPHA": _CROSS_VALIDATED,
    "mss.bayes:_BUFFERED": _LIMIT,
    "mss.bayes:TokenCounts.total": _FORMULA,
    "mss.bayes:logistic": _LIMIT,
    "mss.bootstrap:DISTANCE": _paper("Pasternack 2009"),
    "mss.bootstrap:Bootstrap.rounds": _paper("Pasternack 2009"),
    "mss.bootstrap:Bootstrap.share": _paper("Pasternack 2009"),
    "mss.bootstrap:Bootstrap.common": _SITES,
    "mss.bootstrap:nearness": _paper("Pasternack 2009"),
    "mss.classify:IMPORTANCE": _paper("Pasternack 2009"),
    "mss.classify:WINDOW": _paper("Pasternack 2009"),
    "mss.classify:_CERTAIN": _LIMIT,
    "mss.classify:Classified.scores": _paper("Pasternack 2009"),
    "mss.extractor:PARAGRAPHS": _paper("Pasternack 2009"),
    "mss.extractor:SENTENCES": _paper("Pasternack 2009"),
    "mss.extractor:Mss.scores": _paper("Pasternack 2009"),
    "mss.model:ID_BITS": _LIMIT,
    "mss.model:_STEPS": _LIMIT,
    "mss.model:_RARE": _LIMIT,
    "mss.model:MssModel.used": _FORMULA,
    "mss.model:MssModel.to_file": _FORMULA,
    "mss.model:MssModel.from_file": _FORMULA,
    "mss.model:_eighths": _FORMULA,
    "mss.porter:_LONGEST": _LIMIT,
    "mss.porter:porter_stem": _paper("Porter 1980"),
    "mss.porter:_past_and_gerund": _paper("Porter 1980"),
    "mss.units:_LONGEST": _LIMIT,
    "mss.units:stem": _paper("Porter 1980"),
    "ccb.range": _paper("Gottron 2008"),
    "ccb.threshold": _paper("Gottron 2008"),
    "ccb.passes": Origin(
        "training sets", "wcxb/dev, dragnet, cleaneval/dev, newspaper", "benchmarks/training_constants.py"
    ),
    "ccb.epsilon": Origin("convention", "the number of passes ends the blurring"),
    "blurring.extractor:_PASSES": Origin(
        "training sets", "wcxb/dev, dragnet, cleaneval/dev, newspaper", "benchmarks/training_constants.py"
    ),
    "blurring.extractor:_RANGES": _paper("Gottron 2008"),
    "blurring.extractor:_REACH": Origin("convention", "the range of a Gaussian holds three standard deviations"),
    "blurring.extractor:_MOST": _LIMIT,
    "blurring.extractor:_BOXES": _LIMIT,
    "blurring.extractor:_SMALLEST": _LIMIT,
    "blurring.extractor:blur": _FORMULA,
    "blurring.extractor:_radii": _FORMULA,
    "blurring.content_code:(_SPACE, _NEWLINE)": Origin("technical", "code points"),
    "tag-ratio.radius": _paper("Weninger 2008"),
    "tag-ratio.spread": _paper("Weninger 2008"),
    "tag-ratio.clusters": _paper("Weninger 2008"),
    "tag-ratio.wrap": Origin("convention", "longer than written lines, shorter than lines made by programs"),
    "tag_ratio.extractor:WRAP": Origin("convention", "longer than written lines, shorter than lines made by programs"),
    "tag_ratio.clustering:_ROUNDS": _LIMIT,
    "tag_ratio.clustering:_SETTLED": _LIMIT,
    "tag_ratio.clustering:_NARROWEST": _LIMIT,
    "tag_ratio.clustering:mixture": _LIMIT,
    "tag_ratio.extractor:standard_deviation": _FORMULA,
    "tag_ratio.cetr:gaussian_mean": Origin("convention", "the range of a Gaussian holds three standard deviations"),
    "cetr.sigma": _paper("Weninger 2010"),
    "cetr.clusters": _paper("Weninger 2010"),
    "cetr.ahead": _paper("Weninger 2010"),
    "cetr.spread": _paper("Weninger 2010"),
    "cetr.wrap": Origin("convention", "longer than written lines, shorter than lines made by programs"),
    "slope-curve.window": _paper("Pinto 2002"),
    "slope-curve.share": _paper("Pinto 2002"),
    "link-quota.quota": Origin("convention", "[Gupta 2003] leaves it open; a quarter of a block is link text"),
    "readability.enough": _paper("Kovačič 2012"),
    "readability.shortest": _paper("Arc90 2009"),
    "readability.sibling": _paper("Arc90 2009"),
    "readability.cleaning:_COUNTED": _paper("Arc90 2009"),
    "readability.cleaning:_MOST_COMMAS": _paper("Arc90 2009"),
    "readability.cleaning:find_clutter": _paper("Arc90 2009"),
    "readability.cleaning:_is_clutter": _paper("Arc90 2009"),
    "readability.extractor:_LEAST": _paper("Arc90 2009"),
    "readability.extractor:Readability.scores": _paper("Arc90 2009"),
    "readability.extractor:_reads_well": _paper("Arc90 2009"),
    "readability.rules:_NAME_WEIGHT": _paper("Arc90 2009"),
    "readability.rules:_TAG_SCORES": _paper("Arc90 2009"),
    "readability.rules:article_title": _paper("Arc90 2009"),
    "justext.length_low": _paper("Pomikálek 2011"),
    "justext.length_high": _paper("Pomikálek 2011"),
    "justext.stopwords_low": _paper("Pomikálek 2011"),
    "justext.stopwords_high": _paper("Pomikálek 2011"),
    "justext.max_link_density": _paper("Pomikálek 2011"),
    "justext.max_heading_distance": _paper("Pomikálek 2011"),
    "justext.extractor:_SAMPLE": _LIMIT,
    "justext.stop_words:TYPICAL": Origin(
        "training sets", "wcxb/dev, dragnet, cleaneval/dev, newspaper, fundus, magic-article, magic-forum",
        "benchmarks/training_constants.py",
    ),
    "justext.stop_words:_LEAST": Origin("estimate", "a tenth of running text is less than any list of ours covers"),
    "boilerpipe.width": _paper("Kohlschütter 2010"),
    "boilerpipe.link_density": _paper("Kohlschütter 2010"),
    "boilerpipe.previous_link_density": _paper("Kohlschütter 2010"),
    "boilerpipe.distance": _paper("Kohlschütter 2010"),
    "boilerpipe.end_words": _paper("Kohlschütter 2010"),
    "boilerpipe.clause_words": _paper("Kohlschütter 2010"),
    "boilerpipe.blocks:(_IGNORED, _ANCHOR, _BODY, _INLINE, _SPACED, _CUTTING)": Origin("technical", "names of kinds"),
    "boilerpipe.classifiers:ClassifyByWords.is_content": _paper("Kohlschütter 2010"),
    "boilerpipe.classifiers:ClassifyByDensity.is_content": _paper("Kohlschütter 2010"),
    "boilerpipe.classifiers:classify_as_canola": _paper("Kohlschütter 2010"),
    "boilerpipe.filters:IgnoreAfterEnd.text_density": _paper("Kohlschütter 2010"),
    "boilerpipe.filters:_ends_text": _paper("Kohlschütter 2010"),
    "ncleaner.mixing": Origin("convention", "each order of the n-grams has half of the weight that is left"),
    "ncleaner:_SIGNS": Origin("technical", "code points"),
    "ncleaner:to_signs": Origin("technical", "code points"),
    "ncleaner:_ascii_signs": Origin("technical", "code points"),
    "ncleaner:_class_of": _FORMULA,
    "ncleaner:read_counts": _paper("Evert 2008"),
    "victor.features:_COUNTS": Origin("convention", "bins that grow with the count; the model is trained on them"),
    "victor.features:_SHARES": Origin("convention", "bins that are finer at both ends; the model is trained on them"),
    "victor.features:_PLACES": Origin("convention", "bins that are finer at both ends; the model is trained on them"),
    "victor.features:_NEAR": Origin("convention", "the elements around a block that features name"),
    "victor.extractor:_FAR": _LIMIT,
    "victor.features:block_features": Origin("convention", "bins of features; the model is trained on them"),
    "victor.features:_text_features": Origin("convention", "bins of features; the model is trained on them"),
    "site.share": Origin("convention", "at least half of the pages"),
    "site:RELIABLE": Origin("estimate", "how often extractors without scores are right about a block"),
    "site:_with_marks": Origin("technical", "titles are shorter; longer blocks need not be split into words"),
    "site:_say": Origin("convention", "what moved a block less is not worth a line of the explanation"),
    "segments.granularity": Origin("training sets", "dragnet, wcxb/dev", "benchmarks/sites.py"),
    "segments.word": _paper("Pasternack 2009"),
    "segments.tag": _paper("Pasternack 2009"),
    "vote.share": Origin("convention", "more than half of the extractors"),
    "extract:PRECISE": Origin("convention", "the beta of favor_precision"),
    "extract:COMPLETE": Origin("convention", "the beta of favor_recall"),
    "input_check:_LONGEST": _LIMIT,
    "page_sources:extract_url": _LIMIT,
    "extraction:_SAME": Origin("convention", "texts that differ in less than a twentieth count as equal"),
}  # fmt: skip
"""The origin of every number that decides what is kept."""
