"""Families of hostile pages: each is a function from a number to a page whose length grows with it."""

import json
from typing import Final

from fuzzing.family_shapes import SENTENCE, Family, around, nested, numbered, repeated
from fuzzing.part_families import PART_FAMILIES


def _footnotes(count: int) -> str:
    marks = "".join(f"words<sup id=r{n}><a href='#n{n}'>[{n}]</a></sup> " for n in range(count))
    notes = "".join(f"<li id=n{n}><a href='#r{n}'>^</a> A note of some words.</li>" for n in range(count))
    return f"<p>{marks}</p><ol>{notes}</ol>"


def _json_ld(count: int) -> str:
    items = [{"@type": "Article", "headline": f"Title {n}", "author": {"name": f"Name {n}"}} for n in range(count)]
    data = json.dumps({"@context": "https://schema.org", "@graph": items})
    return f"<script type=application/ld+json>{data}</script><p>{SENTENCE}"


def _deep_json_ld(count: int) -> str:
    opening, closing = '{"@type":"Article","author":' * count, "}" * count
    return f"<script type=application/ld+json>{opening}1{closing}</script><p>{SENTENCE}"


def _table(count: int) -> str:
    rows = "".join(f"<tr><th>row {n}<td>1<td>2<td>three words here" for n in range(count))
    return f"<table><caption>Data</caption>{rows}</table>"


def _listing(count: int) -> str:
    return "".join(
        f"<div class=teaser><h2><a href=/a{n}>Title {n}</a></h2><time>2020-01-01</time><p>{SENTENCE}</p></div>"
        for n in range(count)
    )


def _posts(count: int) -> str:
    return "".join(
        f"<div class=post id=p{n}><span class=author>name{n}</span><time datetime=2020-01-01>1 January</time>"
        f"<div class=content><p>{SENTENCE}</p></div></div>"
        for n in range(count)
    )


def _comments(count: int) -> str:
    items = "".join(f"<li class=comment><cite>name{n}</cite><p>{SENTENCE}" for n in range(count))
    return f"<article><h1>Title</h1><p>{SENTENCE * 5}</article><ol class=commentlist id=comments>{items}</ol>"


FAMILIES: Final[dict[str, Family]] = {
    "nested div": nested("<div>", "</div>"),
    "nested b": repeated("<b>", after="words"),
    "nested tables": repeated("<table><tr><td>x"),
    "nested lists": repeated("<ul><li>words "),
    "nested quotations": repeated("<blockquote><p>words "),
    "nested sections": repeated("<section><h2>Title</h2><p>words "),
    "nested definition lists": repeated("<dl><dt>x<dd>words "),
    "nested unknown elements": nested("<x-y>", "</x-y>"),
    "nested svg": repeated("<svg><g>", after="words"),
    "nested templates": repeated("<template><p>words "),
    "misnested formatting": repeated("<b><i><a></b></i></a>x"),
    "unclosed formatting": repeated("<p><b><i><font>x"),
    "foster parenting": repeated("<a>x<tr>", "<table>"),
    "paragraphs": repeated(f"<p>{SENTENCE}</p>"),
    "numbered paragraphs": numbered(f"<p>@ {SENTENCE}</p>"),
    "short siblings": repeated("<p>x</p>"),
    "words between spans": repeated("<span>x</span> "),
    "line breaks": repeated("x<br>"),
    "headings": numbered("<h2>Title @</h2>"),
    "rules": repeated("<hr>", after="words"),
    "one long paragraph": repeated(SENTENCE, "<p>"),
    "a long word": repeated("x", "<p>"),
    "white space": repeated(" ", "<p>words", "words"),
    "mixed white space": repeated(" \n\t\u00a0", "<p>words", "words"),
    "white space in code": repeated(" \n", "<pre>x", "x</pre>"),
    "dashes": repeated("-", "<p>", "x"),
    "equals signs": repeated("=", "<p>x<br>", "x"),
    "backslashes": repeated("\\", "<p>", "x"),
    "backticks": repeated("`", "<p>", "x"),
    "runs of backticks": repeated("` ", "<p><code>", "</code>"),
    "brackets": repeated("[", "<p>", "x"),
    "paired brackets": repeated("[x](y) ", "<p>"),
    "asterisks": repeated("*x_ ", "<p>"),
    "digits and periods": repeated("1. ", "<p>", "x"),
    "angle brackets": repeated("<", "<p>"),
    "escaped angle brackets": repeated("&lt;a ", "<p>"),
    "pipes": repeated("| ", "<table><tr><th>a<td>", "</table>"),
    "ampersands": repeated("&", "<p>"),
    "long character references": repeated("9", "<p>words &#", "; words"),
    "moved text": numbered("a@<tr><td>b@</td></tr>", "<table>", "</table>"),
    "white space between references": repeated("&amp; \r\n", "<p>"),
    "entities": repeated("&eacute;&#0;&#x110000;", "<p>"),
    "a long tag name": repeated("a", "<"),
    "attributes": numbered(" a@=b", "<p", ">words"),
    "equal attributes": repeated(" a=b", "<p", ">words"),
    "a long attribute": repeated("x", "<p title='", "'>words"),
    "a long class": numbered("name-@ ", "<p class='", "'>words"),
    "a long style": repeated("color:red;", "<p style='", "'>words"),
    "a long address": repeated("a/", "<p>words <a href='http://a.b/", "'>words</a>"),
    "srcset": numbered("a@.png @w, ", "<p>words <img srcset='", "'> words"),
    "white space in srcset": repeated(" ", "<p>words <img srcset='a", "x'> words"),
    "links": numbered("<a href=/a@>link</a> "),
    "images": numbered("<img src=a@.png alt='An image'> "),
    "image candidates": numbered("<img srcset='a@.png 1x, b@.png 2x, c@.png 3x' sizes='50vw, 100vw'> "),
    "pictures": numbered("<picture><source srcset='a@.webp 1w, b@.webp 2w'><img src=a@.jpg alt=image></picture> "),
    "images in a picture": around("<picture><source srcset=", "a 1x, ", "<img alt='An image'>", "</picture>"),
    "images in a long link": around("<a href=", "a/", "<img src=a.png alt='An image'>", "</a>"),
    "images in a long class": around("<span class=", "name-a ", "<img src=a.png alt='An image'>", "</span>"),
    "words in a long class": around("<div class=", "name-a ", "<p>words</p>", "</div>"),
    "lazy images": numbered("<img src='data:,x' data-src=a@.png><noscript><img src=a@.png></noscript> words "),
    "linked images": numbered("<a href=/a@><img src=a@.png alt='An image'></a> "),
    "equal images": repeated("<img src=a.png alt='An image'> words "),
    "figures": numbered("<figure><img src=a@.png><figcaption>Figure @: an image</figcaption></figure>"),
    "nested figures": repeated("<figure><figcaption>words</figcaption>"),
    "captions in one figure": repeated("<img src=a.png><figcaption>words</figcaption>", "<figure>"),
    "footnotes": _footnotes,
    "references to one note": repeated("x<sup><a href=#n>1</a></sup> ", "<p>", "</p><p id=n>A note of some words.</p>"),
    "notes without references": numbered("<li id=fn@>A note. <a href=#r@>^</a></li>", "<ol class=footnotes>"),
    "tables of data": _table,
    "row spans": repeated("<tr><td rowspan=65534 colspan=1000>x", "<table>", "</table>"),
    "wide table": repeated("<td>x", "<table><tr>", "</table>"),
    "cells in ragged rows": numbered("<tr><td>@<td>x<tr><td colspan=9>y", "<table>", "</table>"),
    "list items": repeated("<li>words", "<ul>"),
    "terms": repeated("<dt>term<dd>its definition", "<dl>"),
    "lists of lists": numbered("<ol><li>x<ul><li>@<li>y</ul><li>z</ol>"),
    "tables in list items": numbered("<li>words<table><tr><th>a<th>b<tr><td>@<td>x</table></li>", "<ul>", "</ul>"),
    "lists in cells": numbered("<tr><td>@<td><ul><li>a<li>b<ol><li>c</ol></ul></tr>", "<table>", "</table>"),
    "tables of one cell": numbered("<table><tr><td>words @</table>"),
    "nested lists in tables": repeated("<table><tr><td>x<ul><li>words "),
    "figures in quotations": repeated("<blockquote><figure><img src=a.png><figcaption>x</figcaption></figure>"),
    "tex": repeated("\\[ a ", "<p>"),
    "dollar signs": repeated("$x ", "<p>"),
    "mathml letters": repeated("\u03b1x", "<p>words <math><mi>", "</math>"),
    "mathml rows": repeated("<mrow><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo></mrow>", "<p>words <math>", "</math>"),
    "code blocks": numbered("<pre><code class=language-python>x = @\nprint(x)</code></pre>"),
    "one code block": repeated("x = 1\n", "<pre><code>", "</code></pre>"),
    "prose in code": repeated("A word. ", "<pre>", "</pre>"),
    "a long word in code": repeated("x", "<pre>some words\nin lines\n", "1\nand more</pre>"),
    "line numbers in code": numbered("@\n", "<pre>", "</pre>"),
    "spans in code": numbered("<span class=k>def</span> <span class=n>x@</span>\n", "<pre><code>", "</code></pre>"),
    "lines of code": numbered("<div class=line><span class=lineno>@</span>x = 1</div>", "<div class=highlight><pre>"),
    "code in table rows": numbered("<tr><td class=gutter>@<td class=code><pre>x = 1</pre>", "<table>", "</table>"),
    "nested spans in code": repeated("<span>x\n", "<pre>"),
    "inline code": repeated("<code>x</code> words "),
    "metas": numbered("<meta name=author content='Name @'>", after=f"<p>{SENTENCE}"),
    "dates": numbered("<time datetime=2020-01-01>1 January 2020</time> "),
    "json-ld": _json_ld,
    "nested json-ld": _deep_json_ld,
    "an unclosed comment": repeated("<p>words in it</p>", "<p>text</p><!--"),
    "unclosed comments": repeated("<!--"),
    "an unclosed title": repeated("<p>words in it</p>", "<title>text"),
    "an unclosed script": repeated("<p>words in it</p>", "<p>text</p><script>"),
    "unclosed scripts": repeated("<script>"),
    "an unclosed attribute": repeated("<p>x</p>", "<p>text</p><p title='"),
    "comments": repeated("<!--x-->words"),
    "scripts": repeated("<script>x()</script>words"),
    "noscript": repeated("<noscript><p>words</p></noscript>"),
    "hidden": repeated("<div style='display:none'>words</div>"),
    "listing": _listing,
    "posts": _posts,
    "comments of readers": _comments,
    "svg": repeated("<svg><path d=M0 /><title/></svg>words"),
    "select": repeated("<option>x", "<select>"),
    "textarea": repeated("words ", "<textarea>"),
    "Chinese": repeated("\u4e2d\u6587\u5b57\u7b26", "<p>"),
    "Chinese sentences": repeated("\u4e2d\u6587\u5b57\u7b26\u3002", "<p>"),
    "Arabic": repeated("\u0627\u0644\u0639\u0631\u0628\u064a\u0629 ", "<p>"),
    "combining characters": repeated("\u0301", "<p>e"),
    "zero-width spaces": repeated("\u200b", "<p>a", "b"),
    "bidirectional controls": repeated("\u202e\u2066", "<p>a", "b"),
    "emoji": repeated("\U0001f468\u200d", "<p>"),
    "guillemets": repeated("\u2039aaa", "<p>"),
    "nul characters": repeated("\x00", "<p>a"),
    **PART_FAMILIES,
}
