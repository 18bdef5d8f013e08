"""A page cut into visually and semantically coherent segments: from its tree alone, or from its rendered layout."""

from maintext.page.segmentation.markup import segment_markup
from maintext.page.segmentation.rendered import segment_layout
from maintext.page.segmentation.segment import Segment, cut

__all__ = ["Segment", "cut", "segment_layout", "segment_markup"]
