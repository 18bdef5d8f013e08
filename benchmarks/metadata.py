"""Title, author and date of pages with known metadata, by maintext and by other libraries.

    python benchmarks/metadata.py [DATASET...] [--tools maintext,trafilatura,htmldate,newspaper4k] [--half first|second]
                                  [--pages N] [--failures FILE]

For every field and tool, on the pages whose gold names a value: how many values are right, wrong and missing; on the
other pages: how many are spurious. `--half` takes half of the hosts: rules are developed on the first half, and the
second shows how they generalize. `--failures` writes every value that is not right, with its source, as JSON lines.
"""

import argparse
import json
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from maintext import read_page
from maintext.datasets import Example, open_dataset
from maintext.page.metadata import read_metadata
from maintext.page.words import words
from maintext.urls import site_of

FIELDS = ("title", "author", "date")
DATASETS = ("wcxb/dev", "newspaper", "fundus", "structure/reader")
OUTCOMES = ("right", "wrong", "missing", "spurious", "none")
Found = Mapping[str, str | None]
Tool = Callable[[Example], Found]


def is_right(name: str, value: str, gold: str) -> bool:
    """Whether a value is right: dates by day, titles by words, authors if all their words are named and few others."""
    if name == "date":
        return value[:10] == gold[:10]
    if name == "title":
        return normalize(value) == normalize(gold)
    wanted, found = set(normalize(gold).split()), set(normalize(value).split())
    return bool(wanted) and wanted <= found and len(found) <= len(wanted) + 2


def normalize(text: str) -> str:
    """The lower-case words of a text."""
    return " ".join(words(unicodedata.normalize("NFKC", text).lower()))


def outcome(name: str, value: str | None, gold: str) -> str:
    """One of OUTCOMES; `none` is a value that neither the gold nor the tool has."""
    if not gold:
        return "spurious" if value else "none"
    if not value:
        return "missing"
    return "right" if is_right(name, value, gold) else "wrong"


def by_maintext(example: Example) -> Found:
    """Maintext's metadata, with the source of each value under `sources`."""
    about = read_metadata(read_page(example.html, url=example.url))
    sources = about.to_dict()["sources"]
    return {"title": about.title, "author": about.author, "date": about.date, "sources": json.dumps(sources)}


def by_trafilatura(example: Example) -> Found:
    """Trafilatura's metadata."""
    import trafilatura

    tree = trafilatura.utils.load_html(example.html)
    document = trafilatura.extract_metadata(tree, default_url=example.url) if tree is not None else None
    return {name: getattr(document, name, None) for name in FIELDS}


def by_htmldate(example: Example) -> Found:
    """The date of publication by htmldate."""
    from htmldate import find_date

    source = read_page(example.html).source
    return {"date": find_date(source, url=example.url, original_date=True) if source.strip() else None}


def by_newspaper4k(example: Example) -> Found:
    """Newspaper4k's metadata."""
    from newspaper import Article

    article = Article(example.url or "https://page.example/", fetch_images=False)
    article.download(input_html=read_page(example.html).source)
    article.parse()
    day = article.publish_date
    return {
        "title": article.title,
        "author": "; ".join(article.authors),
        "date": day.date().isoformat() if day and not isinstance(day, str) else None,
    }


TOOLS: Mapping[str, Tool] = {
    "maintext": by_maintext,
    "trafilatura": by_trafilatura,
    "htmldate": by_htmldate,
    "newspaper4k": by_newspaper4k,
}


def half_of(example: Example) -> str:
    """The half that the page's site belongs to."""
    site = site_of(example.url or "") or str(example.facts.get("site") or example.id)
    return ("first", "second")[sha256(site.encode()).digest()[0] % 2]


def evaluate(examples: Iterable[Example], tools: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Every field of every example by every tool, with its outcome."""
    for example in examples:
        for tool in tools:
            found = TOOLS[tool](example)
            for name in FIELDS:
                gold, value = str(example.facts.get(name) or ""), found.get(name)
                if name != "date" and tool == "htmldate":
                    continue
                yield {
                    "tool": tool, "id": example.id, "url": example.url, "field": name, "gold": gold, "value": value,
                    "outcome": outcome(name, value, gold),
                    "source": json.loads(found.get("sources") or "{}").get("authors" if name == "author" else name),
                }  # fmt: skip


def print_table(results: list[dict[str, Any]]) -> None:
    """The counts of each field and tool."""
    counts = Counter((one["field"], one["tool"], one["outcome"]) for one in results)
    print(f"{'':26}{'right':>12}{'wrong':>8}{'missing':>9}{'spurious':>15}")
    for name, tool in dict.fromkeys((one["field"], one["tool"]) for one in sorted(results, key=_order)):
        right, wrong, missing, spurious, none = (counts[name, tool, result] for result in OUTCOMES)
        known, unknown = right + wrong + missing, spurious + none
        share = f"{right / known:.3f}" if known else "-"
        print(f"{name:8}{tool:14}{right:8} {share:>7}{wrong:8}{missing:9}{f'{spurious} of {unknown}':>15}")


def _order(one: Mapping[str, Any]) -> tuple[int, int]:
    return FIELDS.index(one["field"]), list(TOOLS).index(one["tool"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("datasets", nargs="*", default=list(DATASETS))
    parser.add_argument("--tools", default=",".join(TOOLS))
    parser.add_argument("--half", choices=("first", "second"))
    parser.add_argument("--pages", type=int, help="only so many pages of each dataset, spread over all of it")
    parser.add_argument("--failures", type=Path)
    options = parser.parse_args()
    lines: list[str] = []
    for name in options.datasets:
        examples = [one for one in open_dataset(name) if options.half in (None, half_of(one))]
        if options.pages:
            examples = examples[:: max(1, len(examples) // options.pages)][: options.pages]
        results = list(evaluate(examples, options.tools.split(",")))
        print(f"\n{name}, {len(examples)} pages" + (f" ({options.half} half of the sites)" if options.half else ""))
        print_table(results)
        lines += [json.dumps({"dataset": name, **one}) for one in results if one["outcome"] not in ("right", "none")]
    if options.failures:
        options.failures.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
