"""Families of hostile pages: each is a function from a number to a page whose length grows with it."""

import json
from collections.abc import Callable
from typing import Final

Family = Callable[[int], str]

_SENTENCE = "The ferry left the pier at noon, and nobody on the quay knew when it would be back again. "


def _repeated(part: str, before: str = "", after: str = "") -> Family:
    return lambda count: before + part * count + after


def _numbered(part: str, before: str = "", after: str = "") -> Family:
    """Parts that differ, because of the number in them."""
    return lambda count: before + "".join(part.replace("@", str(number)) for number in range(count)) + after


def _nested(opening: str, closing: str, inside: str = "words") -> Family:
    return lambda count: opening * count + inside + closing * count


def _footnotes(count: int) -> str:
    marks = "".join(f"words<sup id=r{n}><a href='#n{n}'>[{n}]</a></sup> " for n in range(count))
    notes = "".join(f"<li id=n{n}><a href='#r{n}'>^</a> A note of some words.</li>" for n in range(count))
    return f"<p>{marks}</p><ol>{notes}</ol>"


def _around(opening: str, part: str, inside: str, closing: str) -> Family:
    """An element with a long attribute and many parts in it, which must not each read the attribute."""
    return lambda count: f"<p>words {opening}'{part * count}'>{inside * count}{closing} words"


def _json_ld(count: int) -> str:
    items = [{"@type": "Article", "headline": f"Title {n}", "author": {"name": f"Name {n}"}} for n in range(count)]
    data = json.dumps({"@context": "https://schema.org", "@graph": items})
    return f"<script type=application/ld+json>{data}</script><p>{_SENTENCE}"


def _deep_json_ld(count: int) -> str:
    opening, closing = '{"@type":"Article","author":' * count, "}" * count
    return f"<script type=application/ld+json>{opening}1{closing}</script><p>{_SENTENCE}"


def _table(count: int) -> str:
    rows = "".join(f"<tr><th>row {n}<td>1<td>2<td>three words here" for n in range(count))
    return f"<table><caption>Data</caption>{rows}</table>"


def _listing(count: int) -> str:
    return "".join(
        f"<div class=teaser><h2><a href=/a{n}>Title {n}</a></h2><time>2020-01-01</time><p>{_SENTENCE}</p></div>"
        for n in range(count)
    )


def _posts(count: int) -> str:
    return "".join(
        f"<div class=post id=p{n}><span class=author>name{n}</span><time datetime=2020-01-01>1 January</time>"
        f"<div class=content><p>{_SENTENCE}</p></div></div>"
        for n in range(count)
    )


def _comments(count: int) -> str:
    items = "".join(f"<li class=comment><cite>name{n}</cite><p>{_SENTENCE}" for n in range(count))
    return f"<article><h1>Title</h1><p>{_SENTENCE * 5}</article><ol class=commentlist id=comments>{items}</ol>"


FAMILIES: Final[dict[str, Family]] = {
    "nested div": _nested("<div>", "</div>"),
    "nested b": _repeated("<b>", after="words"),
    "nested tables": _repeated("<table><tr><td>x"),
    "nested lists": _repeated("<ul><li>words "),
    "nested quotations": _repeated("<blockquote><p>words "),
    "nested sections": _repeated("<section><h2>Title</h2><p>words "),
    "nested definition lists": _repeated("<dl><dt>x<dd>words "),
    "nested unknown elements": _nested("<x-y>", "</x-y>"),
    "nested svg": _repeated("<svg><g>", after="words"),
    "nested templates": _repeated("<template><p>words "),
    "misnested formatting": _repeated("<b><i><a></b></i></a>x"),
    "unclosed formatting": _repeated("<p><b><i><font>x"),
    "foster parenting": _repeated("<a>x<tr>", "<table>"),
    "paragraphs": _repeated(f"<p>{_SENTENCE}</p>"),
    "numbered paragraphs": _numbered(f"<p>@ {_SENTENCE}</p>"),
    "short siblings": _repeated("<p>x</p>"),
    "words between spans": _repeated("<span>x</span> "),
    "line breaks": _repeated("x<br>"),
    "headings": _numbered("<h2>Title @</h2>"),
    "rules": _repeated("<hr>", after="words"),
    "one long paragraph": _repeated(_SENTENCE, "<p>"),
    "a long word": _repeated("x", "<p>"),
    "white space": _repeated(" ", "<p>words", "words"),
    "mixed white space": _repeated(" \n\t\u00a0", "<p>words", "words"),
    "white space in code": _repeated(" \n", "<pre>x", "x</pre>"),
    "dashes": _repeated("-", "<p>", "x"),
    "equals signs": _repeated("=", "<p>x<br>", "x"),
    "backslashes": _repeated("\\", "<p>", "x"),
    "backticks": _repeated("`", "<p>", "x"),
    "runs of backticks": _repeated("` ", "<p><code>", "</code>"),
    "brackets": _repeated("[", "<p>", "x"),
    "paired brackets": _repeated("[x](y) ", "<p>"),
    "asterisks": _repeated("*x_ ", "<p>"),
    "digits and periods": _repeated("1. ", "<p>", "x"),
    "angle brackets": _repeated("<", "<p>"),
    "escaped angle brackets": _repeated("&lt;a ", "<p>"),
    "pipes": _repeated("| ", "<table><tr><th>a<td>", "</table>"),
    "ampersands": _repeated("&", "<p>"),
    "long character references": _repeated("9", "<p>words &#", "; words"),
    "moved text": _numbered("a@<tr><td>b@</td></tr>", "<table>", "</table>"),
    "white space between references": _repeated("&amp; \r\n", "<p>"),
    "entities": _repeated("&eacute;&#0;&#x110000;", "<p>"),
    "a long tag name": _repeated("a", "<"),
    "attributes": _numbered(" a@=b", "<p", ">words"),
    "equal attributes": _repeated(" a=b", "<p", ">words"),
    "a long attribute": _repeated("x", "<p title='", "'>words"),
    "a long class": _numbered("name-@ ", "<p class='", "'>words"),
    "a long style": _repeated("color:red;", "<p style='", "'>words"),
    "a long address": _repeated("a/", "<p>words <a href='http://a.b/", "'>words</a>"),
    "srcset": _numbered("a@.png @w, ", "<p>words <img srcset='", "'> words"),
    "white space in srcset": _repeated(" ", "<p>words <img srcset='a", "x'> words"),
    "links": _numbered("<a href=/a@>link</a> "),
    "images": _numbered("<img src=a@.png alt='An image'> "),
    "image candidates": _numbered("<img srcset='a@.png 1x, b@.png 2x, c@.png 3x' sizes='50vw, 100vw'> "),
    "pictures": _numbered("<picture><source srcset='a@.webp 1w, b@.webp 2w'><img src=a@.jpg alt=image></picture> "),
    "images in a picture": _around("<picture><source srcset=", "a 1x, ", "<img alt='An image'>", "</picture>"),
    "images in a long link": _around("<a href=", "a/", "<img src=a.png alt='An image'>", "</a>"),
    "images in a long class": _around("<span class=", "name-a ", "<img src=a.png alt='An image'>", "</span>"),
    "words in a long class": _around("<div class=", "name-a ", "<p>words</p>", "</div>"),
    "lazy images": _numbered("<img src='data:,x' data-src=a@.png><noscript><img src=a@.png></noscript> words "),
    "linked images": _numbered("<a href=/a@><img src=a@.png alt='An image'></a> "),
    "equal images": _repeated("<img src=a.png alt='An image'> words "),
    "figures": _numbered("<figure><img src=a@.png><figcaption>Figure @: an image</figcaption></figure>"),
    "nested figures": _repeated("<figure><figcaption>words</figcaption>"),
    "captions in one figure": _repeated("<img src=a.png><figcaption>words</figcaption>", "<figure>"),
    "footnotes": _footnotes,
    "references to one note": _repeated(
        "x<sup><a href=#n>1</a></sup> ", "<p>", "</p><p id=n>A note of some words.</p>"
    ),
    "notes without references": _numbered("<li id=fn@>A note. <a href=#r@>^</a></li>", "<ol class=footnotes>"),
    "tables of data": _table,
    "row spans": _repeated("<tr><td rowspan=65534 colspan=1000>x", "<table>", "</table>"),
    "wide table": _repeated("<td>x", "<table><tr>", "</table>"),
    "cells in ragged rows": _numbered("<tr><td>@<td>x<tr><td colspan=9>y", "<table>", "</table>"),
    "list items": _repeated("<li>words", "<ul>"),
    "terms": _repeated("<dt>term<dd>its definition", "<dl>"),
    "lists of lists": _numbered("<ol><li>x<ul><li>@<li>y</ul><li>z</ol>"),
    "tables in list items": _numbered("<li>words<table><tr><th>a<th>b<tr><td>@<td>x</table></li>", "<ul>", "</ul>"),
    "lists in cells": _numbered("<tr><td>@<td><ul><li>a<li>b<ol><li>c</ol></ul></tr>", "<table>", "</table>"),
    "tables of one cell": _numbered("<table><tr><td>words @</table>"),
    "nested lists in tables": _repeated("<table><tr><td>x<ul><li>words "),
    "figures in quotations": _repeated("<blockquote><figure><img src=a.png><figcaption>x</figcaption></figure>"),
    "tex": _repeated("\\[ a ", "<p>"),
    "dollar signs": _repeated("$x ", "<p>"),
    "mathml letters": _repeated("\u03b1x", "<p>words <math><mi>", "</math>"),
    "mathml rows": _repeated("<mrow><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo></mrow>", "<p>words <math>", "</math>"),
    "code blocks": _numbered("<pre><code class=language-python>x = @\nprint(x)</code></pre>"),
    "one code block": _repeated("x = 1\n", "<pre><code>", "</code></pre>"),
    "prose in code": _repeated("A word. ", "<pre>", "</pre>"),
    "a long word in code": _repeated("x", "<pre>some words\nin lines\n", "1\nand more</pre>"),
    "line numbers in code": _numbered("@\n", "<pre>", "</pre>"),
    "spans in code": _numbered("<span class=k>def</span> <span class=n>x@</span>\n", "<pre><code>", "</code></pre>"),
    "lines of code": _numbered("<div class=line><span class=lineno>@</span>x = 1</div>", "<div class=highlight><pre>"),
    "code in table rows": _numbered("<tr><td class=gutter>@<td class=code><pre>x = 1</pre>", "<table>", "</table>"),
    "nested spans in code": _repeated("<span>x\n", "<pre>"),
    "inline code": _repeated("<code>x</code> words "),
    "metas": _numbered("<meta name=author content='Name @'>", after=f"<p>{_SENTENCE}"),
    "dates": _numbered("<time datetime=2020-01-01>1 January 2020</time> "),
    "json-ld": _json_ld,
    "nested json-ld": _deep_json_ld,
    "an unclosed comment": _repeated("<p>words in it</p>", "<p>text</p><!--"),
    "unclosed comments": _repeated("<!--"),
    "an unclosed title": _repeated("<p>words in it</p>", "<title>text"),
    "an unclosed script": _repeated("<p>words in it</p>", "<p>text</p><script>"),
    "unclosed scripts": _repeated("<script>"),
    "an unclosed attribute": _repeated("<p>x</p>", "<p>text</p><p title='"),
    "comments": _repeated("<!--x-->words"),
    "scripts": _repeated("<script>x()</script>words"),
    "noscript": _repeated("<noscript><p>words</p></noscript>"),
    "hidden": _repeated("<div style='display:none'>words</div>"),
    "listing": _listing,
    "posts": _posts,
    "comments of readers": _comments,
    "svg": _repeated("<svg><path d=M0 /><title/></svg>words"),
    "select": _repeated("<option>x", "<select>"),
    "textarea": _repeated("words ", "<textarea>"),
    "Chinese": _repeated("\u4e2d\u6587\u5b57\u7b26", "<p>"),
    "Chinese sentences": _repeated("\u4e2d\u6587\u5b57\u7b26\u3002", "<p>"),
    "Arabic": _repeated("\u0627\u0644\u0639\u0631\u0628\u064a\u0629 ", "<p>"),
    "combining characters": _repeated("\u0301", "<p>e"),
    "zero-width spaces": _repeated("\u200b", "<p>a", "b"),
    "bidirectional controls": _repeated("\u202e\u2066", "<p>a", "b"),
    "emoji": _repeated("\U0001f468\u200d", "<p>"),
    "guillemets": _repeated("\u2039aaa", "<p>"),
    "nul characters": _repeated("\x00", "<p>a"),
}
