"""Convert the Markdown of an extractor or a gold standard to HTML.

The dialect is CommonMark with common extensions: tables, strikethrough, raw HTML, formulas between dollar signs, and
footnotes.
"""

from collections.abc import Mapping
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

from maintext.errors import ExtractionError

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


def markdown_to_html(markdown: str) -> str:
    """The HTML of a Markdown text; formulas are TeX in `<span class="math">`."""
    return str(_parser().render(markdown))


@cache
def _parser() -> "MarkdownIt":
    try:
        from markdown_it import MarkdownIt
        from mdit_py_plugins.dollarmath import dollarmath_plugin
        from mdit_py_plugins.footnote import footnote_plugin
    except ImportError as error:
        raise ExtractionError("Markdown cannot be read here; try: pip install 'maintext[bench]'") from error
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    parser.use(footnote_plugin, inline=False, move_to_end=True)
    parser.use(dollarmath_plugin, allow_space=False, allow_digits=False, double_inline=True, renderer=_formula)
    return parser


def _formula(tex: str, _options: Mapping[str, Any]) -> str:
    return f'<span class="math">{escape(tex.strip(), quote=False)}</span>'
