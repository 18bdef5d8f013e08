"""Metadata, structure and the cost of rendering, against trafilatura in one run over WCXB.

    python benchmarks/structure.py [--dataset wcxb/dev] [--extractor default] [--pages N]

Metadata: on pages whose gold names a title, author or date, the share that each tool gets right; and how often each
names one where the gold has none. Structure: of the headings, list items, table cells and code lines in the gold's
Markdown, the share that stands in each tool's Markdown as the same kind of thing. Cost: rendering as Markdown against
reading the page and extracting.
"""

import argparse
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from maintext import EXTRACTORS, Extraction, Page, read_page
from maintext.datasets import Example, open_dataset
from maintext.page.word_alignment import kept_blocks
from maintext.page.words import words

FIELDS = ("title", "author", "date")
KINDS = ("headings", "list items", "table cells", "code lines")


@dataclass
class Tally:
    """What one tool got right."""

    right: Counter[str] = field(default_factory=Counter)
    invented: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    made: Counter[str] = field(default_factory=Counter)


def normal(text: str) -> str:
    """A text as its lower-case words."""
    return " ".join(words(unicodedata.normalize("NFKC", text).lower()))


def same(name: str, value: str | None, gold: str) -> bool:
    """Whether a value is right: dates by day, titles by words, authors if all their words are named and few others."""
    if not value:
        return False
    if name == "date":
        return value[:10] == gold[:10]
    if name == "title":
        return normal(value) == normal(gold)
    wanted, got = set(normal(gold).split()), set(normal(value).split())
    return bool(wanted) and (wanted == got or (wanted <= got and len(got) <= len(wanted) + 2))


def structure(markdown: str) -> dict[str, Counter[str]]:
    """The headings, list items, table cells and code lines of a Markdown text, each as its words."""
    found: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    open_items = 0
    holder = ""
    for token in tokens:
        if token.type == "list_item_open":
            open_items += 1
        elif token.type == "list_item_close":
            open_items -= 1
        elif token.type == "heading_open":
            holder = "headings"
        elif token.type in ("th_open", "td_open"):
            holder = "table cells"
        elif token.type == "paragraph_open":
            holder = "list items" if open_items else ""
        elif token.type == "inline" and holder:
            text = normal(" ".join(shown(token.children or [])))
            if text:
                found[holder][text] += 1
            holder = ""
        elif token.type in ("fence", "code_block"):
            lines = (" ".join(line.split()) for line in token.content.splitlines())
            found["code lines"].update(line for line in lines if line)
    return found


def shown(tokens: Iterable[Token]) -> Iterable[str]:
    """The texts in a line; nothing between them where the source has nothing."""
    joined = ""
    for token in tokens:
        if token.type in ("text", "code_inline"):
            joined += token.content
        elif token.type in ("softbreak", "hardbreak") or (
            token.type == "html_inline" and token.content.startswith("<br")
        ):
            joined += " "
    yield joined


def extracting(spec: str) -> Callable[[Example], Extraction]:
    """An extractor; `gold` keeps the blocks that the gold text stands for, to show what rendering alone loses."""
    if spec == "gold":
        return lambda example: with_gold(read_page(example.html, url=example.url), example.gold)
    extractor = EXTRACTORS.build(spec)
    return lambda example: extractor.extract(read_page(example.html, url=example.url))


def with_gold(page: Page, gold: str) -> Extraction:
    return Extraction(page, "gold", chosen=kept_blocks(page, gold))


def ours(spec: str) -> Callable[[Example], tuple[dict[str, Any], str]]:
    """Maintext's metadata and Markdown of a page."""
    extract = extracting(spec)

    def run(example: Example) -> tuple[dict[str, Any], str]:
        found = extract(example)
        return {"title": found.title, "author": found.author, "date": found.date}, found.markdown

    return run


def theirs(example: Example) -> tuple[dict[str, Any], str]:
    """Trafilatura's metadata and Markdown of a page."""
    import trafilatura

    html = trafilatura.utils.load_html(example.html)
    document = trafilatura.extract_metadata(html, default_url=example.url) if html is not None else None
    markdown = trafilatura.extract(
        example.html, url=example.url, output_format="markdown", include_formatting=True, include_tables=True,
        include_links=False, include_comments=False,
    )  # fmt: skip
    facts = {name: getattr(document, name, None) for name in FIELDS} if document is not None else {}
    return facts, markdown or ""


def compare(
    examples: list[Example], tools: dict[str, Callable[[Example], tuple[dict[str, Any], str]]], dump: Any
) -> None:
    tallies = {name: Tally() for name in tools}
    golds: Counter[str] = Counter()
    wanted: Counter[str] = Counter()
    for example in examples:
        gold = {name: str(example.facts.get(name) or "") for name in FIELDS}
        golds.update(name for name in FIELDS if gold[name])
        parts = structure(example.markup or "")
        wanted.update({kind: parts[kind].total() for kind in KINDS})
        for tool, run in tools.items():
            facts, markdown = run(example)
            tally = tallies[tool]
            dump(tool, example, facts, markdown)
            for name in FIELDS:
                value = facts.get(name)
                if gold[name]:
                    tally.right[name] += same(name, value, gold[name])
                else:
                    tally.invented[name] += bool(value)
            made = structure(markdown)
            for kind in KINDS:
                tally.kept[kind] += (made[kind] & parts[kind]).total()
                tally.made[kind] += made[kind].total()
    print(f"{len(examples)} pages\n")
    print(f"{'':14}{'gold':>8}" + "".join(f"{name:>16}" for name in tools) + "   right where the gold names one")
    for name in FIELDS:
        print(
            f"{name:14}{golds[name]:8}"
            + "".join(f"{t.right[name] / max(1, golds[name]):16.3f}" for t in tallies.values())
        )
    print(f"\n{'':22}" + "".join(f"{name:>16}" for name in tools) + "   named where the gold has none")
    for name in FIELDS:
        print(f"{name:14}{len(examples) - golds[name]:8}" + "".join(f"{t.invented[name]:16}" for t in tallies.values()))
    print(f"\n{'':14}{'gold':>8}" + "".join(f"{name:>16}" for name in tools) + "   kept (share of what was made)")
    for kind in KINDS:
        print(
            f"{kind:14}{wanted[kind]:8}"
            + "".join(
                f"{t.kept[kind] / max(1, wanted[kind]):8.3f} ({t.kept[kind] / max(1, t.made[kind]):.3f})"
                for t in tallies.values()
            )
        )


def cost(examples: list[Example], spec: str) -> None:
    """What rendering adds to reading and extracting, over all pages, in processor time; each page's best of three."""
    extract = extracting(spec)
    total: Counter[str] = Counter()
    for example in examples:
        best = {"extracting": float("inf"), "rendering": float("inf")}
        for _ in range(3):
            start = time.process_time()
            found = extract(example)
            found.kept  # noqa: B018 - what was kept belongs to the extraction
            middle = time.process_time()
            found.markdown  # noqa: B018 - it is computed when asked for
            best["extracting"] = min(best["extracting"], middle - start)
            best["rendering"] = min(best["rendering"], time.process_time() - middle)
        total.update({name: int(1e6 * value) for name, value in best.items()})
    n = max(1, len(examples))
    print(f"\n{spec}: extracting {total['extracting'] / n / 1000:.2f} ms a page, ", end="")
    print(f"Markdown {total['rendering'] / n / 1000:.2f} ms: {total['rendering'] / total['extracting']:.1%} of it")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dataset", default="wcxb/dev")
    parser.add_argument("--extractor", default="default", help="a spec, or gold: the blocks of the gold text")
    parser.add_argument("--pages", type=int, default=None, help="only so many pages, spread over the whole set")
    parser.add_argument("--alone", action="store_true", help="leave trafilatura out")
    options = parser.parse_args()
    examples = [example for example in open_dataset(options.dataset) if example.markup]
    if options.pages:
        examples = examples[:: max(1, len(examples) // options.pages)][: options.pages]
    tools = {"maintext": ours(options.extractor)}
    if not options.alone:
        tools["trafilatura"] = theirs
    compare(examples, tools, lambda *_: None)
    cost(examples, options.extractor)


if __name__ == "__main__":
    main()
