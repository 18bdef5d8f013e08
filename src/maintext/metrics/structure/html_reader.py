"""Read the items of HTML: headings, list items, cells, links, images, code, formulas, footnotes and quotations."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from maintext.metrics.structure.document_items import (
    DocumentItems,
    Kind,
    Table,
    normal_formula,
    normal_language,
    normal_text,
)
from maintext.metrics.structure.normal_urls import in_page_target, normal_image, normal_link
from maintext.metrics.structure.notes import find_notes
from maintext.metrics.structure.table_grid import table_grid
from maintext.page.element_flow import HEADINGS
from maintext.page.parsing.tree import Tree, linearize
from maintext.render.formulas import latex_of

_CALLOUT = re.compile(r"\[![\w-]+\]")
_LANGUAGE_CLASS = re.compile(r"(?:^|\s)(?:language-|lang-|highlight-source-|brush:\s*)([\w+#.-]+)", re.IGNORECASE)
_FORMULA_CLASSES = frozenset(["math", "katex", "katex-display", "mathjax", "mwe-math-element"])
_IMAGE_SOURCES = ("src", "data-src", "data-original", "data-lazy-src", "data-srcset", "srcset")
_NO_IMAGE = re.compile(
    r"data:|(?:https?:)?//(?:www\.)?(?:youtube\.com/watch|youtu\.be/|vimeo\.com/|(?:x|twitter)\.com/)", re.IGNORECASE
)
"""URLs that are not images: placeholders, and pages of videos and posts, which some tools write as Markdown images."""
_UNSEEN = frozenset(["noscript", "template"])


def read_html(html: str, url: str | None) -> DocumentItems:
    """The items of an HTML document; `url` is the URL of its page."""
    reader = _Reader(linearize(html), url)
    kinds: dict[Kind, Iterator[str]] = {
        "heading": reader.headings(),
        "list-item": reader.list_items(),
        "cell": reader.cells(),
        "link": reader.links(),
        "image": reader.images(),
        "code-line": reader.code_lines(),
        "code-language": reader.code_languages(),
        "formula": reader.formulas(),
        "footnote": reader.footnotes(),
        "quotation": reader.quotations(),
    }
    return DocumentItems({kind: Counter(filter(None, found)) for kind, found in kinds.items()}, reader.tables)


@dataclass(frozen=True)
class _Reader:
    """Reads the items of one page from its tree."""

    tree: Tree
    url: str | None

    def headings(self) -> Iterator[str]:
        """Level and text of each heading; level 1 counts as level 2, because reader views convert it."""
        for element, text in self.texts_by(lambda tag: tag in HEADINGS).items():
            if found := normal_text(text):
                yield f"{max(2, HEADINGS[self.tree.tags[element]])} {found}"

    def list_items(self) -> Iterator[str]:
        """The text of each item, without nested items, tables and code."""
        items = self.nearest(lambda tag: tag == "li")
        apart = self.nearest(lambda tag: tag in ("table", "pre"))
        texts = self.joined(lambda at: items[at] if apart[at] <= items[at] else -1)
        return (normal_text(text) for item, text in texts.items() if self.in_note[item] < 0 and self.in_pre[item] < 0)

    def cells(self) -> Iterator[str]:
        """The cells with text; tables with a single cell are layout tables and are left out."""
        return (cell for table in self.tables for row in table for cell in row)

    def links(self) -> Iterator[str]:
        """The URLs of links with text or an image; links within the page and scripts are left out."""
        linked = self.nearest(lambda tag: tag == "a")
        shown = {linked[at] for text, at in self.shown_texts() if text.strip()}
        shown |= {linked[at] for at in self.image_elements()}
        for element in sorted(shown - {-1}):
            href = self.tree.elements.get(element, "href")
            if href and in_page_target(href, self.url) is None and not href.strip().lower().startswith("javascript:"):
                yield normal_link(href, self.url)

    def images(self) -> Iterator[str]:
        """The normalized URL of each image."""
        for element in self.image_elements():
            sources = (self.tree.elements.get(element, name) or "" for name in _IMAGE_SOURCES)
            urls = (source.split()[0].rstrip(",") for source in sources if source.strip())
            if found := next((url for url in urls if not _NO_IMAGE.match(url)), None):
                yield normal_image(found, self.url)

    def code_lines(self) -> Iterator[str]:
        """The lines of code blocks with white space collapsed."""
        return (" ".join(line.split()) for text in self.code.values() for line in text.split("\n"))

    def code_languages(self) -> Iterator[str]:
        """The languages of the code blocks that are not empty."""
        return (normal_language(self.language_of(element)) for element, text in self.code.items() if text.strip())

    def formulas(self) -> Iterator[str]:
        """The formulas as TeX: from their source, else converted from MathML, else the text between delimiters."""
        is_formula = self.nearest_element(self.is_formula)
        for element, parent in enumerate(self.tree.parents):
            if is_formula[element] == element and (parent < 0 or is_formula[parent] < 0):
                yield normal_formula(self.tex_of(element))

    def footnotes(self) -> Iterator[str]:
        """The first lines of the notes that a reference mark links to, without labels and links back."""
        links = self.nearest(lambda tag: tag == "a")
        texts = self.joined(lambda at: -1 if links[at] >= 0 and self.is_in_page(links[at]) else self.in_note[at], "\n")
        for note, text in texts.items():
            lines = [found for line in text.split("\n") if (found := normal_text(line)) not in ("", self.notes[note])]
            yield lines[0].removeprefix(f"{self.notes[note]} ") if lines else ""

    def quotations(self) -> Iterator[str]:
        """The blocks inside quotations, without code; callouts (`> [!note]`) are not quotations."""
        quotes = self.nearest(lambda tag: tag == "blockquote")
        found: dict[int, list[str]] = defaultdict(list)
        for block, start in enumerate(self.tree.block_starts):
            element = self.tree.text_elements[start]
            if quotes[element] >= 0 and self.in_pre[element] < 0:
                found[quotes[element]].append(self.tree.block_texts[block])
        for blocks in found.values():
            if not _CALLOUT.match(blocks[0]):
                yield from map(normal_text, blocks)

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The tables with at least two cells that have text; nested tables are separate tables."""
        cells = self.nearest(lambda tag: tag in ("td", "th"))
        tables = self.nearest(lambda tag: tag == "table")
        texts = self.joined(lambda at: cells[at] if cells[at] > tables[at] and self.in_pre[at] < 0 else -1)
        return tuple(table_grid(self.tree, {cell: normal_text(text) for cell, text in texts.items()}))

    @cached_property
    def code(self) -> dict[int, str]:
        """The text of each code block."""
        return self.joined(lambda at: self.in_pre[at], "\n")

    @cached_property
    def in_pre(self) -> list[int]:
        """For each element, the innermost code block around it."""
        return self.nearest(lambda tag: tag == "pre")

    @cached_property
    def notes(self) -> dict[int, str]:
        """The elements that contain notes, with the labels of the notes."""
        return find_notes(self.tree, self.url)

    @cached_property
    def in_note(self) -> list[int]:
        """For each element, the note around it."""
        return self.nearest_element(self.notes.__contains__)

    @cached_property
    def unseen(self) -> list[int]:
        """For each element, the hidden element around it."""
        return self.nearest(lambda tag: tag in _UNSEEN)

    def image_elements(self) -> Iterator[int]:
        """The images that are shown."""
        for element, tag in enumerate(self.tree.tags):
            if tag in ("img", "amp-img") and self.unseen[element] < 0:
                yield element

    def language_of(self, element: int) -> str:
        """The language of a code block: from its element, an element inside it, or its two nearest ancestors."""
        parents, get = self.tree.parents, self.tree.elements.get
        around = [element, parents[element], parents[parents[element]]]
        for each in (*range(element, min(element + 3, self.tree.ends[element])), *around[1:]):
            if each >= 0 and (named := _LANGUAGE_CLASS.search(get(each, "class") or "")):
                return named[1]
            if each >= 0 and (named_by := get(each, "data-lang") or get(each, "data-language")):
                return named_by
        return ""

    def tex_of(self, element: int) -> str:
        """The TeX of a formula."""
        for each in range(element, self.tree.ends[element]):
            if source := self.tree.elements.get(each, "data-latex"):
                return source
        return latex_of(self.tree, element) or self.tree.elements.text(element)

    def is_formula(self, element: int) -> bool:
        """Whether an element contains a formula."""
        tag, get = self.tree.tags[element], self.tree.elements.get
        if tag in ("math", "mjx-container"):
            return True
        if tag == "script":
            return (get(element, "type") or "").startswith("math/tex")
        return tag in ("span", "div") and not _FORMULA_CLASSES.isdisjoint((get(element, "class") or "").lower().split())

    def is_in_page(self, link: int) -> bool:
        """Whether the target of a link is on the same page."""
        return in_page_target(self.tree.elements.get(link, "href") or "", self.url) is not None

    def nearest(self, wanted: Callable[[str], bool]) -> list[int]:
        """For each element, the nearest one with one of these tags, itself included; -1 if there is none."""
        return self.nearest_element(lambda element: wanted(self.tree.tags[element]))

    def nearest_element(self, wanted: Callable[[int], bool]) -> list[int]:
        """For each element, the nearest one in `wanted`, itself included; -1 if there is none."""
        found: list[int] = []
        for element, parent in enumerate(self.tree.parents):
            found.append(element if wanted(element) else found[parent] if parent >= 0 else -1)
        return found

    def texts_by(self, wanted: Callable[[str], bool]) -> dict[int, str]:
        """The text inside each element with one of these tags, without nested elements with these tags."""
        return self.joined(self.nearest(wanted).__getitem__)

    def joined(self, owner: Callable[[int], int], separator: str = " ") -> dict[int, str]:
        """The joined texts of each owner; the separator is inserted between blocks and at line breaks."""
        starts = {*self.tree.block_starts, *self.tree.breaks}
        pieces: dict[int, list[str]] = defaultdict(list)
        for number, (text, element) in enumerate(self.shown_texts()):
            if (at := owner(element)) >= 0:
                pieces[at].append(separator + text if number in starts else text)
        return {at: "".join(found) for at, found in pieces.items()}

    def shown_texts(self) -> Iterator[tuple[str, int]]:
        """Every text with its element."""
        return zip(self.tree.texts, self.tree.text_elements, strict=True)
