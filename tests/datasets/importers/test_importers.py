"""Every importer on a small source made here, oddities included."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from maintext.datasets import Dataset, SourceEncoding, open_dataset
from maintext.datasets.importers import IMPORTERS, Importer, ImportSummary, import_dataset
from maintext.errors import BadParameter, DatasetError, MaintextError, UnknownName
from tests.bundled import PAGES

Write = Callable[[dict[str, str | bytes]], Path]


def _import(importer: str, folder: Path, **options: str) -> tuple[Dataset, ImportSummary]:
    (summary,) = import_dataset(importer, folder, name=options.get("name"))
    return open_dataset(summary.name), summary


def _reasons(summary: ImportSummary) -> dict[str, str]:
    return {Path(item.path).name: item.reason for item in summary.left_out}


WRAPPED = (
    b'<text id="http://x.example/?a=1&b=2" title="A &quot;b&quot; <i>c</i> caf\xe9" encoding="iso-8859-1">\n'
    b"<p>caf\xe9</p>\n\n</text>\n"
)


@pytest.mark.usefixtures("home")
class TestCleanEval:
    def test_both_parts_are_found_from_the_folder_of_all_sources(self, source: Write) -> None:
        folder = source(
            {
                "cleaneval/dev/input/1.html": WRAPPED,
                "cleaneval/dev/GoldStandard/1.txt": "<p>x",
                "cleaneval/final/input/2.html": WRAPPED,
                "cleaneval/final/GoldStandard/2.txt": "<p>x",
            }
        )
        for place in (folder, folder / "cleaneval"):
            dev, final = import_dataset("cleaneval", place, replace=True)
            assert (dev.name, dev.imported, final.name, final.imported) == ("cleaneval/dev", 1, "cleaneval/final", 1)
        assert open_dataset("cleaneval/dev").trainable
        assert not open_dataset("cleaneval/final").trainable
        (alone,) = import_dataset("cleaneval(part=dev)", folder / "cleaneval" / "dev", name="mine")
        assert open_dataset("mine").header.importer == "cleaneval(part=dev)"
        assert alone.imported == 1
        with pytest.raises(DatasetError, match=r"cleaneval\(part=dev\), cleaneval\(part=final\)"):
            import_dataset("cleaneval", folder, name="both")

    def test_the_wrapper_goes_and_its_facts_stay(self, source: Write) -> None:
        gold = "URL: http://x.example/\n<h>Title\n<p>café\n"
        folder = source({"dev/input/1.html": WRAPPED, "dev/GoldStandard/1-cleaned.txt": gold})
        dataset, _ = _import("cleaneval(part=dev)", folder)
        example = dataset["1"]
        assert example.html == b"<p>caf\xe9</p>\n"
        assert example.url == "http://x.example/?a=1&b=2"
        assert example.charset == "windows-1252"
        assert example.facts["title"] == 'A "b" <i>c</i> café'
        assert example.facts["encoding"] == "iso-8859-1"
        assert example.facts["gold_url"] == "http://x.example/"
        assert (example.gold, example.markup) == ("Title\n\ncafé", "<h>Title\n<p>café")
        assert (example.split, example.language) == ("dev", "en")

    @pytest.mark.parametrize(
        ("label", "charset"),
        [
            ("unset", None),
            ("utf8", "utf-8"),
            ("unknown-us-ascii", "windows-1252"),
            ("unknown-0", None),
            ("unknown- ", None),
        ],
    )
    def test_the_wrappers_encoding_becomes_the_charset(self, source: Write, label: str, charset: str | None) -> None:
        page = f'<text id="http://x/" encoding="{label}">\nx\n</text>\n'
        dataset, _ = _import("cleaneval(part=dev)", source({"dev/input/1.html": page, "dev/GoldStandard/1.txt": "x"}))
        assert dataset["1"].charset == charset

    def test_odd_files_are_reported_and_the_import_continues(self, source: Write) -> None:
        folder = source(
            {
                "final/input/1.html": "no wrapper",
                "final/input/2.html": "\n\ufeff<text id='x'>\nx</text>",
                "final/input/3.html": WRAPPED,
                "final/input/10.html": '<text id="u">\nthe quick brown fox jumps over\n</text>',
                "final/GoldStandard/1.txt": "URL: http://one.example/\n\n",
                "final/GoldStandard/2.txt": b"caf\xe9",
                "final/GoldStandard/4.txt": "orphan",
                "final/GoldStandard/10.txt": "<P>the quick brown fox ju",
                "final/GoldStandard/.DS_Store": "",
            }
        )
        dataset, summary = _import("cleaneval(part=final)", folder)
        assert [example.id for example in dataset] == ["1", "2", "10"]
        assert _reasons(summary) == {"3.html": "it has no gold", "4.txt": "it has no page"}
        assert [(item.path, item.reason) for item in summary.remarks] == [
            ("1", "its gold is empty"),
            ("2", "its gold is not UTF-8 and was read as windows-1252"),
            ("10", "some tags of its gold were repaired"),
            ("10", "its gold ends in the middle of a word: it may be cut short"),
        ]
        assert dataset["1"].html == b"no wrapper"
        assert dataset["1"].url == "http://one.example/"
        assert dataset["1"].facts["empty_gold"] is True

    def test_an_unreadable_file_is_reported_with_its_path(self, source: Write) -> None:
        folder = source({f"dev/{kind}.{end}": "x" for kind, end in (("input/1", "html"), ("GoldStandard/1", "txt"))})
        (folder / "dev" / "input" / "2.html").symlink_to("nowhere")
        source({"dev/GoldStandard/2.txt": "x"})
        _, summary = _import("cleaneval(part=dev)", folder)
        assert summary.imported == 1
        assert [Path(item.path).name for item in summary.left_out] == ["2.txt"]


@pytest.mark.usefixtures("home")
class TestCleanPortalEval:
    def test_the_site_is_in_the_name(self, source: Write) -> None:
        folder = source(
            {
                "cleanportaleval/input/bbc.co.uk_news_01.html": '\n<text id="http://bbc.co.uk/1" title="">\nx\n</text>',
                "cleanportaleval/GoldStandard/bbc.co.uk_news_01.txt": "\nURL: http://bbc.co.uk/1\n<p>it&#8217;s",
            }
        )
        dataset, _ = _import("cleanportaleval", folder)
        example = dataset["bbc.co.uk_news_01"]
        assert example.facts["site"] == "bbc.co.uk_news"
        assert (example.html, example.gold, example.url) == (b"x", "it’s", "http://bbc.co.uk/1")
        assert not dataset.trainable


LABELLED = """<html><head><title>no</title></head><body><span class="x-nc-sel0">menu</span>
<h1><span class="x-nc-sel1">Head
line</span></h1>
<p><span class="x-nc-sel2">One <b>two</b> <span class="x-nc-sel0">advert</span> three.</span><br>
<span class="x-nc-sel2">Four<script>no()</script></span></p>
<div class="wide x-nc-sel0"><p class="x-nc-sel2">Five</p></div>
<p><span class="x-nc-sel3">By me</span></p> <div><span class="x-nc-sel5">Comment</span></div>unlabelled</body></html>"""


@pytest.mark.usefixtures("home")
class TestL3sGn1:
    @pytest.mark.parametrize(
        ("spec", "gold"),
        [
            ("l3s-gn1", "Head line\nOne two three.\nFour\nFive"),
            ("l3s-gn1(headline)", "Head line"),
            ("l3s-gn1(full-text, comments)", "One two three.\nFour\nFive\nComment"),
            ("l3s-gn1(related)", ""),
        ],
    )
    def test_the_nearest_label_wins_and_blocks_are_lines(self, source: Write, spec: str, gold: str) -> None:
        folder = source({"l3s-gn1/input/1.html": b"\xe9", "l3s-gn1/GoldStandard/1.txt": LABELLED})
        dataset, summary = _import(spec, folder)
        assert dataset["1"].gold == gold
        assert dataset.header.importer == spec
        assert dataset["1"].facts["labels"] == ["headline", "full-text", "supplemental", "comments"]
        assert [item.reason for item in summary.remarks] == ([] if gold else ["its gold is empty"])

    @pytest.mark.parametrize("labels", ['"headline, full text, comments"', "'headline,full-text,comments'"])
    def test_labels_are_also_a_quoted_list(self, labels: str) -> None:
        importer = IMPORTERS.build(f"l3s-gn1(labels={labels})")
        assert importer == IMPORTERS.build("l3s-gn1(headline, full-text, comments)")
        assert str(IMPORTERS.spec_of(importer)) == "l3s-gn1(headline, full-text, comments)"

    def test_other_versions_are_kept(self, source: Write) -> None:
        folder = source({"input/1.html": "x", "GoldStandard/1.txt": LABELLED})
        dataset, _ = _import("l3s-gn1", folder)
        assert dataset["1"].versions == {
            "full-text": "One two three.\nFour\nFive",
            "with-supplemental": "Head line\nOne two three.\nFour\nFive\nBy me",
        }

    def test_an_unknown_label_is_refused(self) -> None:
        with pytest.raises(BadParameter, match="adverts is not a label"):
            IMPORTERS.build("l3s-gn1(adverts)")


@pytest.mark.usefixtures("home")
class TestDragnet:
    @pytest.mark.parametrize(
        "marker",
        [
            "!@#$%^&*()  COMMENTS",
            "!@#$%^&*() COMMENTS",
            "!@#$%^&*()  \tCOMMENTS",
            "!@#$%^&**()  COMMENTS",
            "!@#$%^&*   COMMENTS",
            "!@#$%$%^&*()  COMMENTS",
            "!!@#$%^&*()  COMMENTS",
            "!#@$%^&*()  COMMENTS",
            "!@ $%^&*()  COMMENTS",
            "  #$%^&*()  COMMENTS",
            "@#$%^&*() COMMENTS",
            "!@#$%^&*()  COMMNENTS",
            "!@#$%^&*()  CORRECTED",
            "!@#$%^&*()",
        ],
    )
    def test_comments_follow_a_marker(self, source: Write, marker: str) -> None:
        gold = f"Article costs $%5.\n\n{marker}\n\nNice!\n"
        folder = source({"dragnet/input/R1.html": "x", "dragnet/GoldStandard/R1.txt": gold})
        dataset, _ = _import("dragnet", folder)
        assert dataset["R1"].gold == "Article costs $%5."
        assert dataset["R1"].versions == {"with-comments": "Article costs $%5.\n\nNice!"}
        assert dataset["R1"].facts == {"comments": 5, "series": "R"}
        assert dataset.trainable
        both, _ = _import("dragnet(comments=True)", folder, name="both")
        assert both["R1"].gold == "Article costs $%5.\n\nNice!"
        assert both["R1"].versions == {"without-comments": "Article costs $%5."}

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "windows-1252"])
    def test_gold_comes_in_many_encodings(self, source: Write, encoding: str) -> None:
        folder = source({"input/1.html": "x", "GoldStandard/1.txt": "“Café” – naïve".encode(encoding)})
        assert _import("dragnet", folder)[0]["1"].gold == "“Café” – naïve"


def _truth(**changes: object) -> str:
    truth = {"title": "T", "author": None, "publish_date": "2025-09-04", "main_content": "Text é.", "with": ["Text"]}
    truth |= {"without": ["Menu"], "main_content_markdown": "# Text é."}
    internal = {"page_type": {"primary": "forum", "confidence": "verified", "tags": ["a"]}}
    return json.dumps({"url": "http://x/", "ground_truth": truth | changes, "_internal": internal, "verified": True})


@pytest.mark.usefixtures("home")
class TestWcxb:
    def test_everything_of_an_annotation_is_kept(self, source: Write) -> None:
        folder = source(
            {
                "wcxb/dev/ground-truth/0001.json": _truth(),
                "wcxb/dev/html/0001.html.gz": gzip.compress("<p>é".encode()),
            }
        )
        dataset, summary = _import("wcxb", folder)
        example = open_dataset("wcxb")["0001"]
        assert summary.name == "wcxb/dev"
        assert (example.html, example.gold, example.markup) == ("<p>é".encode(), "Text é.", "# Text é.")
        assert (example.with_snippets, example.without_snippets) == (("Text",), ("Menu",))
        assert (example.page_type, example.url, example.charset) == ("forum", "http://x/", "utf-8")
        assert example.facts["title"] == "T"
        assert example.facts["date"] == "2025-09-04"
        assert example.facts["verified"] is True
        assert "author" not in example.facts
        assert (dataset.header.license, dataset.header.markup, dataset.trainable) == ("CC-BY-4.0", "markdown", True)

    def test_odd_annotations_are_reported_and_the_import_continues(self, source: Write) -> None:
        page = gzip.compress(b"x")
        folder = source(
            {
                "dev/ground-truth/1.json": _truth(main_content=""),
                "dev/html/1.html.gz": page,
                "dev/ground-truth/2.json": "{",
                "dev/html/2.html.gz": page,
                "dev/ground-truth/3.json": _truth(),
                "dev/ground-truth/4.json": _truth(),
                "dev/html/4.html.gz": page[:-9],
                "dev/ground-truth/5.json": "[]",
                "dev/html/6.html.gz": page,
                "dev/ground-truth/7.json": _truth(),
                "dev/html/7.html": "plain",
                "dev/ground-truth/8.json": "[" * 100_000,
            }
        )
        dataset, summary = _import("wcxb", folder)
        assert [example.id for example in dataset] == ["1", "7"]
        assert dataset["1"].facts["annotated"] is False
        assert [item.path for item in summary.remarks] == ["1"]
        reasons = _reasons(summary)
        assert reasons.keys() == {"2.json", "3.json", "4.json", "5.json", "6.html.gz", "8.json"}
        assert "3.html.gz is missing" in reasons["3.json"]
        assert "no ground_truth" in reasons["5.json"]
        assert "levels deep" in reasons["8.json"]


def _gold(**changes: object) -> str:
    return json.dumps({"id": "a1", "text": "Text é.\n"} | changes)


@pytest.mark.usefixtures("home")
class TestJsonLines:
    """newspaper, fundus, magic-article and magic-forum."""

    @pytest.mark.parametrize(
        ("name", "license_", "page_type"),
        [
            ("newspaper", "Apache-2.0", "article"),
            ("fundus", "MIT", "article"),
            ("magic-article", "Apache-2.0", "article"),
            ("magic-forum", "Apache-2.0", "forum"),
        ],
    )
    def test_a_page_and_its_line_become_an_example(
        self, source: Write, name: str, license_: str, page_type: str
    ) -> None:
        folder = source({f"{name}/html/a1.html": "<p>é", f"{name}/gold.jsonl": _gold()})
        for place in (folder, folder / name):
            (summary,) = import_dataset(name, place, replace=True)
            assert (summary.name, summary.imported, summary.left_out, summary.remarks) == (name, 1, (), ())
        dataset = open_dataset(name)
        example = dataset["a1"]
        assert (example.html, example.gold, example.charset) == ("<p>é".encode(), "Text é.", "utf-8")
        assert (example.page_type, example.url, example.facts) == (page_type, None, {})
        assert (dataset.header.importer, dataset.header.license, dataset.trainable) == (name, license_, True)
        assert dataset.header.source
        assert dataset.header.paper

    def test_the_facts_of_the_source_are_kept(self, source: Write) -> None:
        facts = {"title": "T\0\n'\"", "author": "A", "date": "2024-01-01", "country": "de", "lead": "L", "site": "S"}
        gold = (
            _gold(url="http://x.example/", **facts) + "\n\n" + _gold(id="a2", url=3, author="", title=None, other="x")
        )
        dataset, _ = _import("fundus", source({"html/a1.html": "x", "html/a2.html": "x", "gold.jsonl": gold}))
        assert (dataset["a1"].url, dataset["a1"].facts) == ("http://x.example/", facts)
        assert (dataset["a2"].url, dataset["a2"].facts) == (None, {})

    def test_odd_lines_are_reported_and_the_import_continues(self, source: Write) -> None:
        lines = [
            b"\xef\xbb\xbf" + _gold().encode() + b"\r",
            b"{",
            b"[]",
            _gold(id=1).encode(),
            _gold(text=None).encode(),
            _gold(id="../a1").encode(),
            _gold(id="").encode(),
            _gold(id="n" * 300).encode(),
            _gold(id="a\0").encode(),
            _gold(id="nowhere").encode(),
            _gold(text="another").encode(),
            _gold(id="a2", text=" ", title="lone \ud800").encode(),
            b'{"id": "\xff"}',
            b"[" * 100_000,
            b"",
        ]
        pages: dict[str, str | bytes] = {f"html/a{number}.html": "x" for number in (1, 2, 3)}
        dataset, summary = _import("newspaper", source(pages | {"gold.jsonl": b"\n".join(lines)}))
        assert [(example.id, example.gold) for example in dataset] == [("a1", "Text é."), ("a2", "")]
        assert dataset["a2"].facts["title"] == "lone ?"
        assert [(item.path, item.reason) for item in summary.remarks] == [("a2", "its gold is empty")]
        reasons = _reasons(summary)
        not_utf8, too_deep = reasons.pop("gold.jsonl:13"), reasons.pop("gold.jsonl:14")
        assert not_utf8.startswith("it is not JSON")
        assert "levels deep" in too_deep
        assert reasons == {
            "gold.jsonl:2": (
                "it is not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"
            ),
            "gold.jsonl:3": "it is not an object with id and text",
            "gold.jsonl:4": "it has no id",
            "gold.jsonl:5": "it has no text",
            "gold.jsonl:6": "its id is not a file name: '../a1'",
            "gold.jsonl:7": "its id is not a file name: ''",
            "gold.jsonl:8": "File name too long",
            "gold.jsonl:9": "its id is not a file name: 'a\\x00'",
            "gold.jsonl:10": "it has no page: nowhere.html is missing",
            "gold.jsonl:11": "an earlier line has the same id, a1",
            "a3.html": "it has no gold",
        }
        assert all("\n" not in item.reason for item in summary.left_out)

    def test_gold_that_cannot_be_read_is_a_clear_error(self, source: Write) -> None:
        folder = source({"html/a1.html": "x", "gold.jsonl/x": "x"})
        with pytest.raises(DatasetError, match=r"cannot read .*gold\.jsonl: Is a directory"):
            import_dataset("newspaper", folder)


@pytest.mark.usefixtures("home")
class TestDaniel:
    NAME = "20120106_www.money.pl_33c9"

    def _source(self, source: Write, reference: str) -> Path:
        return source(
            {
                f"daniel/html/{self.NAME}": "<p>é",
                f"daniel/reference/{self.NAME}": reference,
                "daniel/reference/20120106_www.rp.pl_44": "<p>no page</p>",
                "daniel/doc_lg.json": json.dumps({self.NAME: "Polish"}),
            }
        )

    @pytest.mark.parametrize(
        ("reference", "gold"),
        [
            ("<p>One</p>\n<p>Two\nlines &lt;b&gt; A&M;</p>", "One\nTwo lines <b> A&M;"),
            ("<pWybrano nowego</p>\n<p堅果</p>,p>pap</p></p>loose", "Wybrano nowego\n堅果\npap\nloose"),
            ('<p style="x">One<p>Two', "One\nTwo"),
        ],
    )
    def test_paragraphs_are_read_slips_included(self, source: Write, reference: str, gold: str) -> None:
        dataset, summary = _import("daniel", self._source(source, reference))
        example = dataset[self.NAME]
        assert example.gold == gold
        assert example.markup == "\n".join(f"<p>{line}" for line in gold.split("\n"))
        assert (example.language, example.charset) == ("pl", "utf-8")
        assert example.facts == {"language": "Polish", "date": "20120106", "site": "www.money.pl"}
        assert _reasons(summary) == {"20120106_www.rp.pl_44": "it has no page"}

    def test_a_reference_that_is_a_whole_page_is_told(self, source: Write) -> None:
        page = "\n<!DOCTYPE html><html><head><title>t</title></head><body><script>x</script><p>One</p>Two</body>"
        dataset, summary = _import("daniel", self._source(source, page))
        assert dataset[self.NAME].gold == "One\nTwo"
        assert dataset[self.NAME].facts["annotated"] is False
        assert "whole page" in summary.remarks[0].reason


@pytest.mark.usefixtures("home")
def test_article_extraction_benchmark(source: Write) -> None:
    truth = {
        "a1": {"articleBody": "Body\n", "url": "http://a/"},
        "a2": {"articleBody": "x"},
        "a3": {},
        "../a1": {"articleBody": "x"},
    }
    folder = source(
        {
            "ground-truth.json": json.dumps(truth),
            "html/a1.html.gz": gzip.compress(b"<p>Body"),
            "html/a3.html.gz": gzip.compress(b"x"),
            "html/a9.html.gz": gzip.compress(b"x"),
        }
    )
    dataset, summary = _import("article-extraction-benchmark", folder)
    (example,) = dataset
    assert (example.id, example.gold, example.html, example.url) == ("a1", "Body", b"<p>Body", "http://a/")
    assert len(summary.left_out) == 4
    assert not dataset.trainable


@pytest.mark.usefixtures("home")
class TestPages:
    def test_our_own_pages(self, source: Write) -> None:
        known = "slug: one\nurl: http://x/\ntitle: T\ndate: 2020-01-02\nlanguage: en\npage_type: article\n"
        known += "encoding: gb18030\nwith:\n- a\nwithout: []\n"
        folder = source(
            {
                "one/page.html": "<p>中文".encode("gb18030"),
                "one/expected.txt": "Text\n",
                "one/expected.md": "# Text\n",
                "one/meta.yaml": known,
                "two/page.html": "x",
                "two/expected.md": "only *markdown*",
                "three/page.html": "x",
                "four/page.html": "x",
                "four/expected.txt": "x",
                "four/meta.yaml": "a: [",
                "notes.txt": "ignored",
            }
        )
        dataset, summary = _import("pages", folder, name="pages")
        example = dataset["one"]
        assert (example.gold, example.markup, example.charset) == ("Text", "# Text", "gb18030")
        assert (example.url, example.language, example.page_type) == ("http://x/", "en", "article")
        assert example.with_snippets == ("a",)
        assert example.facts == {"title": "T", "date": "2020-01-02"}
        assert dataset["two"].gold == "only *markdown*"
        reasons = _reasons(summary)
        assert reasons["three"] == "it has neither expected.txt nor expected.md"
        assert "not YAML" in reasons["four"]

    def test_readabilitys_pages(self, source: Write) -> None:
        folder = source(
            {
                "001/source.html": "<p>One</p>",
                "001/expected.html": "<div><p>One</p><p>Two <b>three</b></p></div>",
                "001/expected-metadata.json": '{"title": "T", "lang": "en"}',
                "002/source.html": "x",
            }
        )
        dataset, summary = _import("pages", folder)
        assert dataset["001"].gold == "One\nTwo three"
        assert dataset["001"].markup == "<div><p>One</p><p>Two <b>three</b></p></div>"
        assert (dataset["001"].language, dataset["001"].facts["title"]) == ("en", "T")
        assert dataset.header.markup == "html"
        assert _reasons(summary) == {"002": "it has no expected.html"}

    def test_the_bundled_pages_can_be_imported(self) -> None:
        folder = PAGES
        dataset, summary = _import("pages", folder)
        assert len(dataset) == len([path for path in folder.iterdir() if (path / "expected.txt").exists()])
        assert summary.left_out == ()


@pytest.mark.usefixtures("home")
class TestPairs:
    def test_files_are_matched_by_stem(self, source: Write) -> None:
        folder = source(
            {
                "html/a.b.htm": "<p>\xe9".encode("iso-8859-7", "replace"),
                "html/skip.css": "x",
                "text/a.b.gold": "Ένα".encode("iso-8859-7"),
                "text/c.gold": "x",
            }
        )
        spec = (
            "pairs(raw=html, clean=text, raw_ending=.htm, clean_ending=.gold, charset=iso-8859-7, encoding=iso-8859-7)"
        )
        dataset, summary = _import(spec, folder, name="mine")
        assert dataset["a.b"].gold == "Ένα"
        assert dataset["a.b"].charset == "iso-8859-7"
        assert dataset["a.b"].clean_encoding == SourceEncoding("iso-8859-7", "declared")
        assert _reasons(summary) == {"c.gold": "it has no page"}
        assert not dataset.trainable
        assert dataset.header.importer == spec

    def test_cleanevals_tags_are_read_if_asked(self, source: Write) -> None:
        folder = source({"raw/1.html": "x", "clean/1.txt": "<h>Title\n<p>Text"})
        assert _import("pairs", folder, name="plain")[0]["1"].gold == "<h>Title\n<p>Text"
        dataset, _ = _import("pairs(markup=cleaneval)", folder)
        assert dataset.name == "source"
        assert (dataset["1"].gold, dataset["1"].markup) == ("Title\n\nText", "<h>Title\n<p>Text")

    def test_two_files_with_one_stem_are_told(self, source: Write) -> None:
        folder = source({"raw/1.html": "x", "raw/1.htm": "y", "clean/1.txt": "x"})
        _, summary = _import("pairs", folder)
        assert summary.imported == 1
        assert _reasons(summary) == {"1.html": "another file has the same stem"}


def _record(number: int, body: bytes, headers: bytes = b"Content-Type: text/html; charset=iso-8859-7") -> bytes:
    http = b"HTTP/1.1 200 OK\r\n%s\r\nContent-Length: %d\r\n\r\n%s" % (headers, len(body), body)
    return (
        b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:0000000%d-0000-0000-0000-000000000000>\r\n"
        b"WARC-Target-URI: http://x.example/%d?a=b\r\nWARC-Date: 2020-01-01T00:00:00Z\r\n"
        b"WARC-Payload-Digest: sha1:ABC%d\r\n"
        b"Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n"
        % (number, number, number, len(http), http)
    )


@pytest.mark.usefixtures("home")
class TestWarc:
    def test_gold_is_found_by_id_url_and_digest(self, source: Write) -> None:
        pytest.importorskip("fastwarc")
        packed = gzip.compress(b"<p>packed")
        archive = b"".join(
            [
                _record(1, "<p>Ένα".encode("iso-8859-7")),
                _record(2, packed, b"Content-Type: text/html\r\nContent-Encoding: gzip"),
                _record(3, b"<p>three"),
                _record(4, b"<p>four"),
                _record(5, b"<p>five"),
            ]
        )
        lines = [
            json.dumps({"id": "urn:uuid:00000001-0000-0000-0000-000000000000", "text": "Ένα", "site": "x"}),
            json.dumps({"url": "http://x.example/2?a=b", "gold": "packed"}),
            json.dumps({"url": "http://nowhere.example/", "text": "x"}),
            "{",
            json.dumps({"url": "http://x.example/2?a=b"}),
            json.dumps({"text": "for whom?"}),
        ]
        folder = source(
            {
                "one.warc.gz": gzip.compress(archive),
                "gold.jsonl": "\n".join(lines),
                "gold/sha1%3AABC3.txt": "three",
                "gold/http%3A%2F%2Fx.example%2F4%3Fa%3Db.txt": "four",
            }
        )
        dataset, summary = _import("warc(language=el)", folder)
        assert [example.gold for example in dataset] == ["Ένα", "packed", "three", "four"]
        first, second, *_ = dataset
        assert first.id == "00000001-0000-0000-0000-000000000000"
        assert (first.url, first.charset, first.language) == ("http://x.example/1?a=b", "iso-8859-7", "el")
        assert first.html == "<p>Ένα".encode("iso-8859-7")
        assert first.facts == {"warc": "one.warc.gz", "date": "2020-01-01T00:00:00Z", "site": "x"}
        assert second.html == b"<p>packed"
        assert sorted(item.reason for item in summary.left_out) == [
            "it has no gold",
            "it has no text",
            "it has none of id, url, digest",
            "it is not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)",
            "no record belongs to it",
        ]

    def test_a_broken_archive_is_reported_and_the_import_continues(self, source: Write) -> None:
        pytest.importorskip("fastwarc")
        gold = "".join(json.dumps({"digest": f"sha1:ABC{number}", "text": "x"}) + "\n" for number in (1, 2))
        broken = _record(1, b"x") + b"garbage" * 40
        folder = source({"a.warc": broken, "b.warc": _record(2, b"y"), "gold.jsonl": gold})
        dataset, summary = _import("warc", folder)
        assert len(dataset) == 2
        assert [Path(item.path).name for item in summary.left_out] == ["a.warc"]

    def test_without_fastwarc_the_error_says_what_to_install(
        self, source: Write, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(__import__("sys").modules, "fastwarc.warc", None)
        with pytest.raises(DatasetError, match=r"pip install 'maintext\[corpus\]'"):
            import_dataset("warc", source({"a.warc": _record(1, b"x")}))


@pytest.mark.parametrize("name", [name for name in IMPORTERS.names() if name != "warc"])
def test_a_folder_that_is_not_the_source_is_a_clear_error(tmp_path: Path, home: Path, name: str) -> None:
    with pytest.raises(DatasetError):
        import_dataset(name, tmp_path)
    with pytest.raises(DatasetError):
        import_dataset(name, tmp_path / "nowhere")
    assert not home.exists()


@pytest.mark.parametrize("name", IMPORTERS.names())
def test_every_importer_is_a_value_that_prints_and_parses(name: str) -> None:
    importer = IMPORTERS.build(name)
    assert isinstance(importer, Importer)
    assert str(IMPORTERS.spec_of(importer)) == name
    assert (importer.__doc__ or "").strip()
    assert hash(importer) == hash(IMPORTERS.build(name))


def test_an_unknown_importer_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="did you mean cleaneval"):
        import_dataset("cleanevl", tmp_path)


def test_nothing_importable_is_an_error_that_says_why(source: Write, home: Path) -> None:
    with pytest.raises(DatasetError, match=r"nothing could be imported.*1\.html: it has no gold"):
        import_dataset("pairs", source({"raw/1.html": "x", "clean/2.txt": "x"}))
    assert list(home.iterdir()) == []


def test_an_import_is_refused_where_a_dataset_is_and_reports_its_progress(source: Write, home: Path) -> None:
    folder = source({"raw/1.html": "x", "clean/1.txt": "x", "raw/2.html": "x", "clean/2.txt": "x"})
    seen: list[tuple[str, int]] = []
    import_dataset("pairs", folder, name="mine", progress=lambda name, count: seen.append((name, count)))
    assert seen == [("mine", 1), ("mine", 2)]
    with pytest.raises(DatasetError, match="already"):
        import_dataset("pairs", folder, name="mine")
    import_dataset("pairs", folder, name="mine", replace=True)
    assert [path.name for path in home.iterdir()] == ["mine"]


def test_without_yaml_the_error_says_what_to_install(
    source: Write, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "yaml", None)
    with pytest.raises(MaintextError, match=r"pip install 'maintext\[bench\]'"):
        import_dataset("pairs", source({"raw/1.html": "x", "clean/1.txt": "x"}))
    assert list(home.iterdir()) == []
