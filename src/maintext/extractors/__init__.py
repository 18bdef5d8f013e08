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
        "simple-mss": "maintext.extractors.mss.simple:SimpleMss",
        "mss": "maintext.extractors.mss.extractor:Mss",
        "ccb": "maintext.extractors.blurring.extractor:ContentCodeBlurring",
        "tag-ratio": "maintext.extractors.tag_ratio.extractor:TagRatio",
        "cetr": "maintext.extractors.tag_ratio.cetr:Cetr",
        "slope-curve": "maintext.extractors.slope_curve:SlopeCurve",
        "link-quota": "maintext.extractors.link_quota:LinkQuota",
        "cetd": "maintext.extractors.composite_density:CompositeDensity",
        "readability": "maintext.extractors.readability.extractor:Readability",
        "justext": "maintext.extractors.justext.extractor:Justext",
        "boilerpipe": "maintext.extractors.boilerpipe.extractor:Boilerpipe",
        "ncleaner": "maintext.extractors.ncleaner:NCleaner",
        "victor": "maintext.extractors.victor.extractor:Victor",
        "site": "maintext.extractors.site:Site",
        "wrapper": "maintext.extractors.wrapper:WrapperExtractor",
        "segments": "maintext.extractors.segmentation:Segments",
        "chain": "maintext.extractors.compose:Chain",
        "fallback": "maintext.extractors.compose:Fallback",
        "vote": "maintext.extractors.compose:Vote",
        "justext-library": "maintext.extractors.adapters.justext_library:JustextLibrary",
        "readability-lxml": "maintext.extractors.adapters.readability_lxml:ReadabilityLxml",
        "trafilatura": "maintext.extractors.adapters.trafilatura_library:Trafilatura",
        "boilerpy3": "maintext.extractors.adapters.boilerpy3_library:Boilerpy3",
        "goose3": "maintext.extractors.adapters.goose3_library:Goose3",
        "newspaper4k": "maintext.extractors.adapters.newspaper4k_library:Newspaper4k",
        "resiliparse": "maintext.extractors.adapters.resiliparse_library:Resiliparse",
        "turbohtml": "maintext.extractors.adapters.turbohtml_library:Turbohtml",
        "inscriptis": "maintext.extractors.adapters.inscriptis_library:Inscriptis",
        "boilerpipe-java": "maintext.extractors.adapters.boilerpipe_java:BoilerpipeJava",
        "readability-chromium": "maintext.extractors.adapters.readability_chromium:ReadabilityChromium",
        "readability-node": "maintext.extractors.adapters.readability_node:ReadabilityNode",
        "http": "maintext.extractors.adapters.http_service:HttpService",
        "thrift": "maintext.extractors.adapters.thrift_service:ThriftService",
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
