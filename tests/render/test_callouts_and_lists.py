"""Callouts of many frameworks, lists written as lines, and headings with links to themselves."""

import pytest

from maintext import extract

CALLOUTS = {
    "Sphinx": '<div class="admonition warning"><p class="admonition-title">Warning</p><p>Mind the gap.</p></div>',
    "GitHub": '<div class="markdown-alert markdown-alert-warning"><p class="markdown-alert-title">Warning</p>'
    "<p>Mind the gap.</p></div>",
    "Docusaurus": '<div class="theme-admonition theme-admonition-warning admonition_x alert alert--warning"><p>'
    "Mind the gap.</p></div>",
    "VitePress": '<div class="warning custom-block"><p class="custom-block-title">WARNING</p><p>Mind the gap.</div>',
    "Bootstrap": '<div class="alert alert-warning" role="alert">Mind the gap.</div>',
    "Starlight": '<aside class="starlight-aside starlight-aside--warning"><p class="starlight-aside__title">Warning</p>'
    "<p>Mind the gap.</p></aside>",
    "Obsidian": '<div class="callout" data-callout="warning"><div class="callout-title">Warning</div><p>Mind the gap.'
    "</p></div>",
    "a blockquote": '<blockquote class="callout warning"><p>Mind the gap.</p></blockquote>',
    "a details element": '<details class="admonition warning"><summary>Warning</summary><p>Mind the gap.</p></details>',
}


@pytest.mark.parametrize("name", CALLOUTS)
def test_callouts(name: str) -> None:
    found = extract(f"<main><p>Before.</p>{CALLOUTS[name]}<p>After.</p></main>", extractor="all")
    assert found.markdown == "Before.\n\n> [!WARNING]\n> Mind the gap.\n\nAfter."
    assert '<aside class="warning">' in found.html
    assert "Mind the gap." in found.text


def test_a_callout_with_a_title_of_its_own() -> None:
    html = '<div class="admonition tip"><p class="admonition-title">On ladders</p><p>Lean them.</p></div>'
    assert extract(html, extractor="all").markdown == "> [!TIP]\n> **On ladders**\n>\n> Lean them."


def test_a_box_without_a_kind_is_no_callout() -> None:
    assert extract('<div class="callout">Buy two.</div>', extractor="all").markdown == "Buy two."


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<p>- a<br>- <b>b</b><br>- c</p>", "- a\n- **b**\n- c"),
        ("<p>Bring:<br>• rope<br>• a lamp</p>", "Bring:\n\n- rope\n- a lamp"),
        ("<p>- a<br>b</p>", "\\- a\\\nb"),
        ("<p>* a<br>- b</p>", "\\* a\\\n\\- b"),
        ("<p>so - a<br>or - b</p>", "so - a\\\nor - b"),
    ],
)
def test_lists_written_as_lines(html: str, markdown: str) -> None:
    assert extract(html, extractor="all").markdown == markdown


@pytest.mark.parametrize(
    "heading",
    [
        '<h2 id="a">Ropes<a class="headerlink" href="#a" title="Link to this heading">¶</a></h2>',
        '<h2><a class="anchor" href="#a" id="a">#</a>Ropes</h2>',
        '<h2>Ropes<span class="mw-editsection"><span>[</span><a href="/edit">edit</a><span>]</span></span></h2>',
        '<h2><a href="#a">Ropes</a> <a href="#a">🔗</a></h2>',
        '<h2>Ropes <a href="/page#a">§</a></h2>',
    ],
)
def test_headings_without_links_to_themselves(heading: str) -> None:
    found = extract(f"{heading}<p>Ropes are long.</p>", extractor="all")
    assert found.markdown == "## Ropes\n\nRopes are long."
    assert found.text == "Ropes\nRopes are long."


def test_links_without_targets_are_separate_words() -> None:
    assert extract("<p><a>one</a><a>two</a><a href='/x'>three</a></p>", extractor="all").text == "one two three"
    assert extract("<p><a>one</a><a>two</a></p>", extractor="all").markdown == "one two"
