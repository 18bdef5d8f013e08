"""Code blocks as highlighters and documentation frameworks write them: language, lines, and nothing but code."""

from pathlib import Path

import pytest

from maintext import extract

LINES = "def area(r):\n    return 3 * r\n\narea(2)"
PYTHON = f"```python\n{LINES}\n```"
BLOCKS = {
    path.stem: path.read_text(encoding="utf-8")
    for path in sorted((Path(__file__).parent / "code_blocks").glob("*.html"))
}


@pytest.mark.parametrize("name", BLOCKS)
def test_code_blocks(name: str) -> None:
    found = extract(f"<main><p>Before.</p>{BLOCKS[name]}<p>After.</p></main>", extractor="all")
    assert found.markdown.removesuffix("\n\nCopy\n\nAfter.").removesuffix("\n\nAfter.") == f"Before.\n\n{PYTHON}"


@pytest.mark.parametrize("name", ["chroma-table", "chroma-numbers-in-lines", "a-label-above-the-code"])
def test_every_format_has_the_code_alone(name: str) -> None:
    found = extract(f"<main><p>Before.</p>{BLOCKS[name]}<p>After.</p></main>", extractor="all")
    assert found.text == f"Before.\n{LINES}\nAfter."
    assert f'<pre><code class="language-python">{LINES}</code></pre>' in found.html
    assert "copy" not in found.html.lower()
    assert f'xml:space="preserve" rend="language-python">{LINES}</ab>' in found.to_tei()


def test_lines_that_are_elements_without_line_breaks() -> None:
    html = "<pre><code><span class=line>a</span><span class=line><b>b</b>c</span></code></pre>"
    assert extract(html, extractor="all").markdown == "```\na\nbc\n```"


AS_WRITTEN = {
    "a session": "$ make test\nok\n$ echo 1\n1",
    "a diff": "--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new",
    "a column of numbers": "1\n2\n4\n8",
    "tabs": "all:\n\techo a\n\n\n\techo b",
}


@pytest.mark.parametrize("name", AS_WRITTEN)
def test_code_is_not_changed(name: str) -> None:
    assert extract(f"<pre>{AS_WRITTEN[name]}</pre>", extractor="all").markdown == f"```\n{AS_WRITTEN[name]}\n```"


def test_code_in_a_sentence_stays_there() -> None:
    html = (
        "<p><code class='language-python'>area(2)</code></p><p>Call <code>area</code>.</p><ul><li><code>r</code></ul>"
    )
    assert extract(html, extractor="all").markdown == "`area(2)`\n\nCall `area`.\n\n- `r`"


def test_a_paragraph_above_code_that_is_no_label_stays() -> None:
    html = "<main><p>Python</p><pre class='language-python'>x</pre></main>"
    assert extract(html, extractor="all").markdown == "Python\n\n```python\nx\n```"
