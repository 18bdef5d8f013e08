"""Families of pages with many of the parts that published pages have: bylines, notes, callouts, players, scripts."""

import json
from typing import Final

from fuzzing.family_shapes import SENTENCE, Family, around, nested, numbered, repeated

_DATE = "<time datetime=2020-01-01>1 January 2020</time>"


def _numbered_notes(count: int) -> str:
    marks = "".join(f"words<sup>{number % 999 + 1}</sup> " for number in range(count))
    notes = "".join(f"<p>{number % 999 + 1}. A note of some words." for number in range(count))
    return f"<p>{marks}<h2>Notes</h2>{notes}"


def _bracketed_notes(count: int) -> str:
    marks = "".join(f"words [{number % 999 + 1}] " for number in range(count))
    return f"<p>{marks}" + "".join(f"<p>[{number % 999 + 1}] A note of some words." for number in range(count))


def _script_data(count: int) -> str:
    items = [{"body": f"<p>{number} {SENTENCE * 3}</p>"} for number in range(count)]
    return f"<script>window.state = {json.dumps(items)}</script><p>{SENTENCE}"


def _one_text_in_script(count: int) -> str:
    return f"<script type=application/json>{json.dumps({'body': SENTENCE * count})}</script><p>words"


def _nested_script_data(count: int) -> str:
    opening, closing = '{"content":' * count, "}" * count
    return f"<script type=application/json>{opening}1{closing}</script><p>{SENTENCE}"


def _srcset(count: int) -> str:
    return ", ".join(f"a{number}.png {number}w" for number in range(count))


def _authors_in_json_ld(count: int) -> str:
    data = json.dumps({"@type": "Article", "author": [{"name": f"Ada Lovelace {number}"} for number in range(count)]})
    return f"<script type=application/ld+json>{data}</script><h1>Title</h1><p>{SENTENCE}"


PART_FAMILIES: Final[dict[str, Family]] = {
    "bylines": numbered(f"<p class=byline>By Ada Lovelace @</p>{_DATE}<p>{SENTENCE}", "<h1>Title</h1>"),
    "author links": numbered("<a rel=author href=/author/@>Ada Lovelace</a> ", "<h1>Title</h1><p>"),
    "authors in a byline": numbered("Ada Lovelace@, ", "<h1>Title</h1><p class=byline>By ", f"<p>{SENTENCE}"),
    "authors in json-ld": _authors_in_json_ld,
    "authors in metas": numbered("<meta name=citation_author content='Lovelace, Ada @'>", after=f"<p>{SENTENCE}"),
    "dates in text": numbered("<p>Published 1 January 2020</p><p>words @", "<h1>Title</h1>"),
    "digits in dates": repeated("1/", "<h1>Title</h1><p>", " 2020"),
    "times in time elements": repeated("<time>1 January 2020 ", "<h1>Title</h1>"),
    "numbered notes": _numbered_notes,
    "bracketed notes": _bracketed_notes,
    "side notes": numbered("words<sup>@</sup><span class=sidenote>@ A note.</span> ", "<p>"),
    "labels without notes": numbered("<p><sup>@</sup> words", "<p>words<sup>1</sup>"),
    "marks without notes": repeated("words<sup><a href=#>1</a></sup> ", "<p>"),
    "notes inside each other": repeated("<p>x<sup>1</sup><div id=n1><sup>1</sup> words "),
    "callouts": numbered("<div class='admonition note'><p class=admonition-title>Note @</p><p>words</p></div>"),
    "nested callouts": repeated("<div class='admonition tip'><p class=admonition-title>Tip</p><p>words "),
    "callouts of GitHub": repeated("<blockquote><p>[!NOTE]<br>words</blockquote>"),
    "callouts in a long class": around("<div class=", "admonition ", "<p>words</p>", "</div>"),
    "players": numbered("<iframe src='https://www.youtube.com/embed/x@'></iframe> words "),
    "videos": numbered("<video title=x><source src=a@.mp4></video> words "),
    "a long title of a player": repeated("x ", "<p>words <iframe src=https://youtu.be/x title='", "'></iframe>"),
    "formula images": numbered("<img class=tex alt='x_@'> words ", "<p>"),
    "a long formula image": repeated("x_1", "<p>words <img class=tex alt='", "'> words"),
    "rendered formulas": numbered(
        "words <span class=katex><math><annotation encoding='application/x-tex'>x_@</annotation></math>"
        "<span class=katex-html aria-hidden=true>x</span></span> ",
        "<p>",
    ),
    "formula scripts": numbered("words <script type='math/tex'>x_@</script> ", "<p>"),
    "commands of TeX": repeated("\\alpha{x}_1 ", "<p>words $", "$"),
    "data of a script": _script_data,
    "one text in a script": _one_text_in_script,
    "nested data of a script": _nested_script_data,
    "small scripts of data": numbered("<script>x = {'a': @}</script>words "),
    "a long list of sources": lambda count: (
        f"<figure><img srcset='{_srcset(count)}'><figcaption>words</figure><p>words"
    ),
    "a list of sources beside text": lambda count: (
        f"<p>{SENTENCE}</p><img data-srcset='{_srcset(count)}'><p>{SENTENCE}"
    ),
    "images between paragraphs": numbered(f"<p>{SENTENCE}</p><div><img src=a@.png width=300></div>"),
    "images beside captions": numbered("<div class=caption><img src=a@.png><p>Figure @</p></div>", f"<p>{SENTENCE}"),
    "images in a dropped part": repeated("<nav><a href=x><img src=a.png>x</a></nav>", f"<p>{SENTENCE * 3}"),
    "background images": numbered("<figure><div style='background-image:url(a@.png)'></div></figure><p>words"),
    "sections": numbered(f"<h2>Title @</h2><p>{SENTENCE}</p><h3>Part @</h3><p>{SENTENCE}</p>"),
    "ever deeper headings": repeated(f"<h1>Title</h1><h2>x</h2><h3>x</h3><h6>x</h6><p>{SENTENCE}"),
    "check boxes": repeated("<li><input type=checkbox checked> words", "<ul>"),
    "lines with bullets": repeated("\u2022 words<br>", "<p>"),
    "code with a language": numbered("<div class='highlight language-x@'><pre>x = @</pre></div><p>words</p>"),
    "labels above code": repeated("<p>python</p><pre>x = 1\ny = 2</pre>"),
    "terminal sessions": repeated("$ ls\n>>> x\n", "<pre>", "</pre>"),
    "nested comments of readers": nested("<div class=comment><p>words</p>", "</div>"),
    "quotations in posts": repeated("<div class=post><blockquote>x wrote:<p>words</blockquote><p>words</div>"),
    "references in text": repeated("&#x41;&amp;&eacute; ", "<p>"),
    "texts in scripts and in paragraphs": numbered("<script>words @</script><p>words @</p>"),
    "carriage returns": repeated("words\r\n", "<p>"),
    "an unclosed title for each paragraph": repeated("<p>words</p><title>"),
}
