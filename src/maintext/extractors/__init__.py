"""BLOCKS -> EXTRACTION: one algorithm, one paper, one file.

`EXTRACTORS` is the table of all of them. Another package adds its own through the entry point group
`maintext.extractors`.
"""

from typing import Final

from maintext.extractors.base import BlockExtractor, Extractor, TextExtractor
from maintext.extractors.extraction import ExtractedBlock, Extraction
from maintext.specs import Table

EXTRACTORS: Final[Table[Extractor]] = Table(
    kind="extractor",
    entries={
        "all": "maintext.extractors.controls:AllText",
        "nothing": "maintext.extractors.controls:Nothing",
        "density": "maintext.extractors.density:Density",
        "longest-cell": "maintext.extractors.longest_cell:LongestCell",
        "simple-mss": "maintext.extractors.simple_mss:SimpleMss",
        "mss": "maintext.extractors.mss.extractor:Mss",
        "ccb": "maintext.extractors.blurring:ContentCodeBlurring",
        "tag-ratio": "maintext.extractors.tag_ratio:TagRatio",
        "cetr": "maintext.extractors.cetr:Cetr",
        "slope-curve": "maintext.extractors.slope_curve:SlopeCurve",
        "link-quota": "maintext.extractors.link_quota:LinkQuota",
        "cetd": "maintext.extractors.composite_density:CompositeDensity",
        "readability": "maintext.extractors.readability:Readability",
        "justext": "maintext.extractors.justext:Justext",
        "boilerpipe": "maintext.extractors.boilerpipe.extractor:Boilerpipe",
        "ncleaner": "maintext.extractors.ncleaner:NCleaner",
        "victor": "maintext.extractors.victor:Victor",
        "chain": "maintext.extractors.compose:Chain",
        "fallback": "maintext.extractors.compose:Fallback",
        "vote": "maintext.extractors.compose:Vote",
        "justext-library": "maintext.extractors.foreign.justext_library:JustextLibrary",
        "readability-lxml": "maintext.extractors.foreign.readability_lxml:ReadabilityLxml",
    },
    aliases={
        "default": "density",
        "accb": "ccb(anchors=False)",
        "tccb": "ccb(unit=tokens)",
        "boilerpipe-default": "boilerpipe(recipe=default)",
        "boilerpipe-sentences": "boilerpipe(recipe=article-sentences)",
    },
    group="maintext.extractors",
    base="maintext.extractors.base:Extractor",
)

__all__ = ["EXTRACTORS", "BlockExtractor", "ExtractedBlock", "Extraction", "Extractor", "TextExtractor"]
