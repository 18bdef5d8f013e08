"""SVG drawing of a page's segments: boxes of the rendered page, or one row per segment without a layout."""

from collections.abc import Sequence
from html import escape

from maintext.page import Page
from maintext.page.segmentation import Segment

_WIDTH = 900
_LONGEST = 6000
_COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
_ROW = 22


def drawing(page: Page, segments: Sequence[Segment], best: Segment) -> str:
    """An SVG of the segments of a page; the best one is filled."""
    placed = [segment for segment in segments if segment.box is not None]
    return _boxes(page, placed, best) if placed else _rows(page, segments, best)


def _boxes(page: Page, segments: Sequence[Segment], best: Segment) -> str:
    boxes = [segment.box for segment in segments if segment.box is not None]
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    scale = min(_WIDTH / max(1, right), _LONGEST / max(1, bottom))
    shapes = []
    for at, (segment, box) in enumerate(zip(segments, boxes, strict=True)):
        color = _COLORS[at % len(_COLORS)]
        left, top = box.left * scale, box.top * scale
        width, height = (box.right - box.left) * scale, (box.bottom - box.top) * scale
        filled = 0.3 if segment is best else 0.06
        shapes.append(
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" rx="2" fill="{color}" '
            f'fill-opacity="{filled}" stroke="{color}" stroke-width="{2.5 if segment is best else 1}">'
            f"<title>{escape(_told(page, segment))}</title></rect>"
        )
        if height >= 9:
            letters = max(1, int(width / 6.2) - 1)
            text = _beginning(page, segment)[:letters]
            shapes.append(f'<text x="{left + 3:.1f}" y="{top + 11:.1f}" fill="{color}">{escape(text)}</text>')
    return _svg(right * scale + 2, bottom * scale + 2, shapes)


def _rows(page: Page, segments: Sequence[Segment], best: Segment) -> str:
    most = max(1, max(segment.words(page) for segment in segments))
    shapes = []
    for at, segment in enumerate(segments):
        color = _COLORS[at % len(_COLORS)]
        top = at * _ROW + 3
        width = 240 * segment.words(page) / most
        shapes.append(
            f'<rect x="3" y="{top}" width="{max(1.0, width):.1f}" height="{_ROW - 5}" fill="{color}" '
            f'fill-opacity="{0.8 if segment is best else 0.3}"><title>{escape(_told(page, segment))}</title></rect>'
        )
        mark = "● " if segment is best else ""
        shapes.append(
            f'<text x="252" y="{top + 12}" fill="#222">{escape(mark + _beginning(page, segment)[:100])}</text>'
        )
    return _svg(_WIDTH, len(segments) * _ROW + 6, shapes)


def _told(page: Page, segment: Segment) -> str:
    size = f"{segment.words(page)} words, {segment.tags(page)} tags"
    return f"{size}, score {segment.score(page):.0f}, coherence {segment.coherence}"


def _beginning(page: Page, segment: Segment) -> str:
    return " ".join(page.tree.block_texts[segment.blocks[0]].split())


def _svg(width: float, height: float, shapes: Sequence[str]) -> str:
    size = f'width="{width:.0f}" height="{height:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11">'
    return "\n".join([head, '<rect width="100%" height="100%" fill="#fff"/>', *shapes, "</svg>", ""])
