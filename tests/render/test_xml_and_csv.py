"""XML as trafilatura writes it, and CSV."""

import csv
import io
import xml.etree.ElementTree as ET

import pytest

import maintext
from maintext.render.csv import csv_row
from maintext.render.xml import render_xml
from tests.bundled import SLUGS, bundled

HTML = """<title>Ferries &amp; "harbors"</title><h2>History</h2><p>A <b>long</b> paragraph with words.</p>
<pre class="language-python">if a &lt; b:
    pass</pre><ul><li>one<li>two</ul><table><tr><th>a<td>b</table>"""


@pytest.mark.parametrize("slug", SLUGS)
def test_xml_of_every_page_can_be_parsed(slug: str) -> None:
    page = maintext.extract(bundled(slug).data)
    document = ET.fromstring(page.render("xml"))
    assert document.get("title") == page.metadata.title
    assert "".join("".join(document.find("main").itertext()).split()) or not page.text  # type: ignore[union-attr]


def test_xml() -> None:
    page = maintext.extract(HTML, extractor="all", url="https://a.example/x")
    document = ET.fromstring(page.render("xml"))
    assert (document.get("title"), document.get("hostname")) == ('Ferries & "harbors"', "a.example")
    main = document.find("main")
    assert main is not None
    assert [one.tag for one in main] == ["head", "p", "code", "list", "table"]
    assert [main[0].get("rend"), main[2].get("rend")] == ["h2", "language-python"]
    assert main[2].text == "if a < b:\n    pass"
    with_comments = ET.fromstring(render_xml(page.document, None, ["First & last", "Second"]))
    assert with_comments.attrib == {}
    assert [one.text for one in with_comments.findall("comments/p")] == ["First & last", "Second"]


def test_csv() -> None:
    page = maintext.extract("<title>a</title><p>one\n<p>two", extractor="all")
    (row,) = csv.DictReader(io.StringIO(page.render("csv"), newline=""))
    assert (row["title"], row["text"]) == ("a", "one\ntwo")


@pytest.mark.parametrize("values", [["a", "b,c"], ['"', "\n", "\r"], ["", ""], ["渡輪", "x\u2028y"]])
def test_rows_are_read_back(values: list[str]) -> None:
    assert list(csv.reader(io.StringIO(csv_row(values), newline=""))) == [values]
