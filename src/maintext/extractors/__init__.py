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
        "learned": "maintext.extractors.learned.extractor:Learned",
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
        "site": "maintext.extractors.site:Site",
        "wrapper": "maintext.extractors.wrapper:WrapperExtractor",
        "segments": "maintext.extractors.segmentation:Segments",
        "chain": "maintext.extractors.compose:Chain",
        "fallback": "maintext.extractors.compose:Fallback",
        "vote": "maintext.extractors.compose:Vote",
        "justext-library": "maintext.extractors.foreign.justext_library:JustextLibrary",
        "readability-lxml": "maintext.extractors.foreign.readability_lxml:ReadabilityLxml",
        "trafilatura": "maintext.extractors.foreign.trafilatura_library:Trafilatura",
        "boilerpy3": "maintext.extractors.foreign.boilerpy3_library:Boilerpy3",
        "goose3": "maintext.extractors.foreign.goose3_library:Goose3",
        "newspaper4k": "maintext.extractors.foreign.newspaper4k_library:Newspaper4k",
        "resiliparse": "maintext.extractors.foreign.resiliparse_library:Resiliparse",
        "turbohtml": "maintext.extractors.foreign.turbohtml_library:Turbohtml",
        "inscriptis": "maintext.extractors.foreign.inscriptis_library:Inscriptis",
        "boilerpipe-java": "maintext.extractors.foreign.boilerpipe_java:BoilerpipeJava",
        "readability-chromium": "maintext.extractors.foreign.readability_chromium:ReadabilityChromium",
        "readability-node": "maintext.extractors.foreign.readability_node:ReadabilityNode",
        "http": "maintext.extractors.foreign.http_service:HttpService",
        "thrift": "maintext.extractors.foreign.thrift_service:ThriftService",
    },
    aliases={
        "default": "learned",
        "accb": "ccb(anchors=False)",
        "tccb": "ccb(unit=tokens)",
        "boilerpipe-default": "boilerpipe(recipe=default)",
        "boilerpipe-sentences": "boilerpipe(recipe=article-sentences)",
        "trafilatura-fast": "trafilatura(fast=True)",
        "trafilatura-precision": "trafilatura(favor=precision)",
        "trafilatura-recall": "trafilatura(favor=recall)",
        "boilerpipe-java-default": "boilerpipe-java(recipe=default)",
        "boilerpipe-java-sentences": "boilerpipe-java(recipe=article-sentences)",
        "readability-linkedom": "readability-node(dom=linkedom)",
        "diffbot": "http(service=diffbot)",
        "alchemy": "http(service=alchemy)",
        "repustate": "http(service=repustate)",
        "extractiv": "http(service=extractiv)",
    },
    group="maintext.extractors",
    base="maintext.extractors.base:Extractor",
)

__all__ = ["EXTRACTORS", "BlockExtractor", "ExtractedBlock", "Extraction", "Extractor", "TextExtractor"]
