"""The registry of importers."""

from typing import TYPE_CHECKING, Final

from maintext.specs import Registry

if TYPE_CHECKING:
    from maintext.datasets.importers.importer import Importer

_HERE = "maintext.datasets.importers"

IMPORTERS: Final["Registry[Importer]"] = Registry(
    kind="importer",
    base=f"{_HERE}.importer:Importer",
    group="maintext.importers",
    entries={
        "cleaneval": f"{_HERE}.cleaneval:CleanEvalCorpus",
        "l3s-gn1": f"{_HERE}.l3s_gn1:L3sGn1",
        "dragnet": f"{_HERE}.dragnet:Dragnet",
        "wcxb": f"{_HERE}.wcxb:Wcxb",
        "newspaper": f"{_HERE}.json_lines:Newspaper",
        "fundus": f"{_HERE}.json_lines:Fundus",
        "magic-article": f"{_HERE}.json_lines:MagicArticle",
        "magic-forum": f"{_HERE}.json_lines:MagicForum",
        "daniel": f"{_HERE}.daniel:DanielCorpus",
        "cleanportaleval": f"{_HERE}.cleanportaleval:CleanPortalEval",
        "article-extraction-benchmark": f"{_HERE}.article_extraction_benchmark:ArticleExtractionBenchmark",
        "structure": f"{_HERE}.structure:StructurePages",
        "pages": f"{_HERE}.page_folders:Pages",
        "pairs": f"{_HERE}.pairs:Pairs",
        "warc": f"{_HERE}.warc:Warc",
    },
)
